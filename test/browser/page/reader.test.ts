import { describe, expect, it } from 'vitest'
import { truncateToolOutput } from '../../../src/tools/tool-output.ts'
import { truncate } from '../../support/checked.ts'
import { contrasts } from '../support/contrasts.ts'
import { hardLog } from '../support/sample.ts'
import { choose, paste, settled, visitor } from '../support/visit.ts'

const visit = visitor()
const log = hardLog()
const limits = { maxLines: 2000, maxBytes: 30720 }

/** Opens the page with a file. Nothing is folded, and the limits are filled. */
async function visitWith(bytes: Uint8Array | string, name = 'build.log') {
  const page = await visit()
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>('#choice [type=checkbox]'))
      box.checked = false
  })
  await page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer: Buffer.from(bytes) })
  return { page, ...(await settled(page)) }
}

it('a reader sees a sample first', async () => {
  const page = await visit()
  const { text, status } = await settled(page)
  expect(status).toContain('sample-build.log: 120,0')
  expect(text).toContain('‘struct lease’ has no member')
})

it('a log in UTF-16 is cut as its text', async () => {
  const lines = Array.from({ length: 9000 }, (_, n) => `line ${n} „schön“ 🙂`).join('\n')
  const utf16 = Buffer.from(`\ufeff${lines}`, 'utf16le')
  const { page, text } = await visitWith(utf16)
  expect(text).toBe(truncateToolOutput('bash', utf16, { ...limits, fold: false }).details.truncation.text)
  await page.focus('#whole-box')
  await page.keyboard.press('End')
  await expect.poll(() => page.locator('#whole .row').last().textContent()).toBe('9000line 8999 „schön“ 🙂\n')
})

describe('what is no plain text', () => {
  it('has a visible form when it is an escape sequence or a control character, and is copied as it is', async () => {
    const bytes = '\x1b[31merror:\x1b[0m a\rb\0c\u009bd \x1b]8;;http://a\x07link\x1b]8;;\x07\n'
    const { page, text } = await visitWith(bytes)
    expect(text).toBe(bytes)
    const shown = await page
      .locator('#text .codes')
      .evaluateAll((codes) =>
        codes.map((code) => [
          getComputedStyle(code).fontSize,
          JSON.parse(getComputedStyle(code, '::before').content),
        ]),
      )
    expect(shown).toEqual(
      ['^[[31m', '^[[0m', '^M', '^@', '<U+009B>', '^[]8;;http://a^G', '^[]8;;^G'].map((form) => [
        '0px',
        form,
      ]),
    )
    await page.click('#copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bytes)
  })

  const png = Uint8Array.from([
    0x89,
    ...Buffer.from('PNG\r\n\x1a\n'),
    ...new Array(3000).fill(0).map((_, n) => n % 256),
  ])

  it('is named when it is an image', async () => {
    const { page, text, status } = await visitWith(png, 'a.png')
    expect(status).toBe('a.png: PNG image, 3,008 bytes. It is named for the model, not shown as text.')
    expect(text).toContain('PNG image')
    expect(text).not.toContain('\0')
    expect(await page.locator('#statements-told').textContent()).toBe(
      'A file that is not text makes no statements.',
    )
  })

  it('is named when it is binary', async () => {
    const { text, status } = await visitWith(png.subarray(8), 'core')
    expect(status).toContain('core: Binary file, 3,000 bytes.')
    expect(text).toMatch(/binary|Binary/)
    expect(text).not.toContain('\0')
  })

  it('is told apart from the lines of text that are shown of it', async () => {
    const { text, status } = await visitWith(
      Buffer.concat([Buffer.from('a line\n'), png.subarray(8)]),
      'mixed',
    )
    expect(status).toBe('mixed: Binary file, 3,007 bytes. Only its plain lines are shown.')
    expect(text).toMatch(/^a line\n/)
  })
})

describe('the form', () => {
  it('turns folding on and off', async () => {
    const { page, text } = await visitWith(log)
    expect(text).toBe(truncate(log, limits).text)
    expect((await choose(page, { fold: 'on' })).text).toBe(truncate(log, { ...limits, fold: true }).text)
    expect((await choose(page, { fold: 'off' })).text).toBe(text)
  })

  it('turns thrift on and off', async () => {
    const { page, text } = await visitWith(log)
    const thrifty = truncate(log, { ...limits, for: 'run' }).text
    expect(thrifty.length).toBeLessThan(text.length / 2)
    await page.getByLabel('A run: stop when the rest adds nothing').check()
    await page.waitForFunction((long) => document.querySelector('#text')?.textContent !== long, text)
    expect((await settled(page)).text).toBe(thrifty)
    expect((await choose(page, { isRun: 'off' })).text).toBe(text)
  })

  it('says what is wrong with a number, and goes on when it is right again', async () => {
    const { page } = await visitWith(log)
    expect((await choose(page, { maxBytes: '99999999' })).status).toMatch(/^Most bytes: .*4194304/)
    expect((await choose(page, { maxBytes: '1000' })).text).toBe(
      truncate(log, { ...limits, maxBytes: 1000 }).text,
    )
  })

  it('takes a text that is pasted', async () => {
    const page = await visit()
    await paste(page, 'pasted\n')
    expect(await settled(page)).toMatchObject({
      text: 'pasted\n',
      status: expect.stringContaining('pasted text: 1 line'),
    })
  })
})

it.each(['light', 'dark'] as const)('in %s mode every text can be seen', async (colorScheme) => {
  const page = await visit()
  await page.emulateMedia({ colorScheme })
  await settled(page)
  const measured = await contrasts(page)
  expect(measured.length).toBeGreaterThan(30)
  expect(measured.filter(({ ratio }) => !(ratio >= 4.5))).toEqual([])
})
