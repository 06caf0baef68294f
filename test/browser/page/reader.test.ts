import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { readStream } from '../../../src/tools/read.ts'
import { truncateToolOutput } from '../../../src/tools/tool-output.ts'
import type { Gap } from '../../../src/truncation.ts'
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

/** Whether an element is inside the part of the text that is in view. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const box = document.querySelector('#text-box')?.getBoundingClientRect()
    const part = document.querySelector(wanted)?.getBoundingClientRect()
    return !!box && !!part && part.top >= box.top && part.bottom <= box.bottom
  }, selector)

/** Opens a gap to its end, closes it, and returns what it showed. */
async function shownBy(page: Page, at: number): Promise<string> {
  const place = page.locator('.left-out').nth(at)
  const bytes = place.locator('.bytes')
  await page.locator('.gap').nth(at).click()
  await bytes.first().waitFor()
  while ((await place.locator('.more').count()) > 0) {
    const pieces = await bytes.count()
    await place.locator('.more').click()
    await bytes.nth(pieces).waitFor()
  }
  const shown = (await bytes.allTextContents()).join('')
  await page.locator('.gap').nth(at).click()
  return shown
}

async function shownByAll(page: Page): Promise<string> {
  const count = await page.locator('.gap').count()
  expect(count).toBeGreaterThan(0)
  let shown = ''
  for (let at = 0; at < count; at++) shown += await shownBy(page, at)
  return shown
}

const leftOut = (bytes: Uint8Array, gaps: readonly Gap[]): string =>
  gaps.map(({ startByte, endByte }) => new TextDecoder().decode(bytes.subarray(startByte, endByte))).join('')

describe('what a reader sees first', () => {
  it('is a sample, from its first error on', async () => {
    const page = await visit()
    expect((await settled(page)).status).toContain('sample-build.log: 120,0')
    expect(await page.locator('mark').first().textContent()).toContain('‘struct lease’ has no member')
    expect(await isInView(page, 'mark')).toBe(true)
  })

  it('is the first error of a log that fits, though it is far down', async () => {
    const lines = Array.from({ length: 900 }, (_, n) => `line ${n} ü`)
    lines[600] = 'error: Ünïcödé 🙂 failed'
    const { page, text } = await visitWith(lines.join('\n'))
    expect(text).toBe(lines.join('\n'))
    expect(await page.locator('mark').allTextContents()).toEqual([lines[600]])
    expect(await isInView(page, 'mark')).toBe(true)
  })

  it('is the beginning of a log without an error', async () => {
    const { page } = await visitWith('a line\n'.repeat(10_000))
    expect(await page.locator('mark').count()).toBe(0)
    expect(await page.locator('#text-box').evaluate((box) => box.scrollTop)).toBe(0)
  })
})

describe('a gap', () => {
  it.each([limits, { ...limits, maxBytes: 900 }, { ...limits, maxLines: 9, keep: 'tail' as const }])(
    'opens to exactly the bytes that are left out, and closes: %o',
    async (options) => {
      const { page } = await visitWith(log)
      const choices = Object.fromEntries(
        Object.entries(options).map(([name, value]) => [name, String(value)]),
      )
      const { text } = await choose(page, choices)
      expect(await shownByAll(page)).toBe(leftOut(log, truncate(log, options).gaps))
      expect(await page.locator('#text').textContent()).toBe(text)
    },
  )

  it('opens to the lines that were folded', async () => {
    const repeated = Buffer.concat([log, Buffer.from('waiting for the lock\n'.repeat(500))])
    const { page } = await visitWith(repeated)
    await choose(page, { fold: 'on' })
    const { gaps } = truncate(repeated, { ...limits, fold: true })
    expect(gaps.some(({ mark }) => mark !== undefined)).toBe(true)
    expect(await shownByAll(page)).toBe(leftOut(repeated, gaps))
  })

  it('of a page of a file opens too', async () => {
    const { page } = await visitWith(log)
    await choose(page, { tool: 'read', offset: '5000', maxLines: '20' })
    const { details } = await readStream(new Blob([log]), { ...limits, offset: 5000, maxLines: 20 })
    expect(await shownByAll(page)).toBe(leftOut(log, details.truncation.gaps))
  })

  it('of a log in UTF-16 opens to its text', async () => {
    const lines = Array.from({ length: 9000 }, (_, n) => `line ${n} „schön“ 🙂`).join('\n')
    const utf16 = Buffer.from(`\ufeff${lines}`, 'utf16le')
    const { page, text } = await visitWith(utf16)
    const { truncation } = truncateToolOutput('bash', utf16, { ...limits, fold: false }).details
    expect(text).toBe(truncation.text)
    expect(await shownByAll(page)).toBe(leftOut(new TextEncoder().encode(lines), truncation.gaps))
  })
})

describe('what is no plain text', () => {
  it('has a visible form when it is an escape sequence or a control character, and is copied as it is', async () => {
    const bytes = '\x1b[31merror:\x1b[0m a\rb\0c\u009bd \x1b]8;;http://a\x07link\x1b]8;;\x07\n'
    const { page, text } = await visitWith(bytes)
    expect(text).toBe(bytes)
    const shown = await page
      .locator('.codes')
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
    expect(await page.locator('.gap').count()).toBe(0)
    expect((await choose(page, { tool: 'read' })).text).toBe('[PNG image, 2.9 KB, not shown.]')
    expect((await choose(page, { tool: 'grep' })).text).toBe('[PNG image, 2.9 KB, not shown.]')
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
    const page = await visit('index.html', 'speed')
    await paste(page, 'pasted\n')
    expect(await settled(page)).toMatchObject({
      text: 'pasted\n',
      status: expect.stringContaining('pasted text: 1 line'),
    })
    expect(await page.locator('#log').isVisible()).toBe(true)
  })
})

it.each(['light', 'dark'] as const)('in %s mode every text can be seen', async (colorScheme) => {
  const page = await visit()
  await page.emulateMedia({ colorScheme })
  await settled(page)
  await page.locator('.gap').first().click()
  await page.locator('.left-out .bytes').first().waitFor()
  const measured = await contrasts(page)
  expect(measured.length).toBeGreaterThan(40)
  expect(measured.filter(({ ratio }) => !(ratio >= 4.5))).toEqual([])
  await page.click('#speed-tab')
  expect((await contrasts(page)).filter(({ ratio }) => !(ratio >= 4.5))).toEqual([])
})
