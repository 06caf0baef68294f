import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { truncate } from '../../support/checked.ts'
import { hardLog } from '../support/sample.ts'
import { choose, drop, pageOptions, settled, visitor } from '../support/visit.ts'

const visit = visitor()
const log = hardLog()
const file = { name: 'build.log', mimeType: 'text/plain', buffer: Buffer.from(log) }

async function visitWithLog() {
  const page = await visit()
  await page.setInputFiles('#file', file)
  return { page, ...(await settled(page)) }
}

describe('a log on the page', () => {
  it('shows the text of `truncate` for a file that is chosen, and how it came about', async () => {
    const { page, text, status } = await visitWithLog()
    expect(text).toBe(truncate(log, pageOptions).text)
    expect(status).toMatch(/^build\.log: 6,001 lines, [\d,]+ bytes in [\d.]+ s on the wasm backend$/)
    expect(await page.locator('#totals').textContent()).toContain('2 of 2 kept')
  })

  it('shows the same for a file that is dropped, wherever on the page', async () => {
    const page = await visit()
    const part = 'one line\nanother line\n'
    await drop(page, 'dropped.log', part, 5000)
    const { text, status } = await settled(page)
    expect(text).toBe(truncate(part.repeat(5000), pageOptions).text)
    expect(status).toContain('dropped.log: 10,000 lines')
  })

  it('cuts again when a budget changes', async () => {
    const { page } = await visitWithLog()
    for (const [choices, options] of [
      [{ maxLines: '12' }, { maxLines: 12 }],
      [{ maxBytes: '900' }, { maxLines: 12, maxBytes: 900 }],
      [
        { maxLines: '', maxTokens: '100' },
        { maxLines: Infinity, maxBytes: 900, maxTokens: 100 },
      ],
      [{ keep: 'tail' }, { maxLines: Infinity, maxBytes: 900, maxTokens: 100, keep: 'tail' }],
    ] as const) {
      expect((await choose(page, choices)).text).toBe(truncate(log, { ...pageOptions, ...options }).text)
    }
    expect((await choose(page, { backend: 'js' })).status).toContain('on the js backend')
  })

  it('copies the exact text', async () => {
    const { page, text } = await visitWithLog()
    await page.click('#copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  })

  it('saves the exact text, and the whole result as JSON', async () => {
    const { page, text } = await visitWithLog()
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const file = await download
      return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]
    }
    expect(await saved('Save text')).toEqual(['build.log.cut.txt', text])
    const [name, json] = await saved('Save JSON')
    expect(name).toBe('build.log.cut.json')
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(truncate(log, pageOptions))))
  })

  it('says so when a file can’t be read any more', async () => {
    const page = await visit()
    const folder = mkdtempSync(join(tmpdir(), 'pith-page-'))
    const path = join(folder, 'gone.log')
    writeFileSync(path, 'a line\n'.repeat(9))
    await page.setInputFiles('#file', path)
    await settled(page)
    rmSync(folder, { recursive: true })
    const { status } = await choose(page, { maxLines: '2' })
    expect(status).toBe('The file can’t be read any more; it may have changed since it was chosen.')
    expect(await page.locator('#status.failure').isVisible()).toBe(true)
    expect(await page.locator('#result').isVisible()).toBe(false)
  })

  it('goes back to a sample that shows what pith is for', async () => {
    const { page } = await visitWithLog()
    await page.click('#sample')
    const { text, status } = await settled(page)
    expect(status).toContain('sample-build.log: 120,0')
    expect(text.match(/error: .*‘struct lease’/g)).toHaveLength(2)
  })

  it('shows an empty log as an empty text', async () => {
    const page = await visit()
    await page.setInputFiles('#file', { ...file, buffer: Buffer.alloc(0) })
    expect(await settled(page)).toMatchObject({
      text: '',
      status: expect.stringContaining('0 lines, 0 bytes'),
    })
  })
})
