import { describe, expect, it } from 'vitest'
import { readStream } from '../../../src/tools/read.ts'
import { type Tool, truncateToolOutput } from '../../../src/tools/tool-output.ts'
import { truncate } from '../../support/checked.ts'
import { hardLog } from '../support/sample.ts'
import { choose, drop, pageOptions, settled, visitor } from '../support/visit.ts'

const visit = visitor()
const log = hardLog()
const file = { name: 'build.log', mimeType: 'text/plain', buffer: Buffer.from(log) }
const limits = { maxLines: 2000, maxBytes: 30720 }
const ofLists: readonly Tool[] = ['grep', 'find', 'ls']

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
    const page = await visit('index.html', 'speed')
    const part = 'one line\nanother line\n'
    await drop(page, 'dropped.log', part, 5000)
    const { text, status } = await settled(page)
    expect(text).toBe(truncate(part.repeat(5000), pageOptions).text)
    expect(status).toContain('dropped.log: 10,000 lines')
    expect(await page.locator('#log').isVisible()).toBe(true)
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

  it('cuts by the habits of each tool', async () => {
    const { page } = await visitWithLog()
    for (const tool of ['web', 'grep', 'find', 'ls', 'bash'] satisfies Tool[]) {
      const expected = truncateToolOutput(tool, log, ofLists.includes(tool) ? limits : pageOptions).text
      expect((await choose(page, { tool })).text, tool).toBe(expected)
    }
    const { text } = await choose(page, { tool: 'read', offset: '5990' })
    expect(text).toBe((await readStream(new Blob([log]), { ...limits, offset: 5990 })).text)
  })

  it('says plainly when a log is too large for a way that needs it whole', async () => {
    const page = await visit()
    await page.selectOption('[name=tool]', 'grep')
    await drop(page, 'large.log', 'a line\n'.repeat(100_000), 100)
    const { status } = await settled(page)
    expect(status).toContain('The tool grep needs the whole text at once, and this log is 67 MiB')
    expect((await choose(page, { tool: 'bash' })).status).toContain('10,000,000 lines')
  })

  it('says why an offset past the end shows nothing', async () => {
    const { page } = await visitWithLog()
    const { status } = await choose(page, { tool: 'read', offset: '7000' })
    expect(status).toContain('7000')
  })

  it('copies the exact text', async () => {
    const { page, text } = await visitWithLog()
    await page.click('#copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
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
