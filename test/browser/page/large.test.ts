import { type BrowserServer, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { truncateStream } from '../../../src/core/stream.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { peakOfTabs } from '../support/renderer-memory.ts'
import { drop, pageOptions, settled } from '../support/visit.ts'

const MEBIBYTE = 1024 * 1024

/** 1 MiB of log, so that a file of n parts has n MiB. */
const part = `${Array.from({ length: 16_384 }, (_, n) => `line ${n} of a large log, without any fault`.padEnd(63, '.')).join('\n')}\n`

async function* parts(times: number): AsyncGenerator<string> {
  for (let i = 0; i < times; i++) yield part
}

describe('a log of 500 MiB', () => {
  let server: BrowserServer
  let page: Page
  beforeAll(async () => {
    server = await chromium.launchServer({ ...chromiumOptions })
    const browser = await chromium.connect(server.wsEndpoint())
    page = await browser.newPage()
    page.setDefaultTimeout(80_000)
    await page.goto(`${inject('pageUrl')}index.html`)
  })
  afterAll(() => server?.close())

  async function cut(mebibytes: number): Promise<{ text: string; status: string }> {
    await page.locator('#status').evaluate((status) => {
      status.textContent = ''
    })
    await drop(page, 'large.log', part, mebibytes)
    return settled(page)
  }

  it.runIf(process.platform === 'linux')('takes the tab no more memory than one of 50 MiB', async () => {
    await cut(50)
    const before = peakOfTabs(server.process().pid ?? 0)
    const { text, status } = await cut(500)
    const after = peakOfTabs(server.process().pid ?? 0)
    expect(status).toContain('large.log: 8,192,000 lines, 524,288,000 bytes')
    expect(text).toBe((await truncateStream(parts(500), pageOptions)).text)
    expect(before).toBeGreaterThan(20 * MEBIBYTE)
    expect(after - before).toBeLessThan(128 * MEBIBYTE)
  })

  it('is shown beside its cut, at any place, with its line numbers', async () => {
    await cut(500)
    await page.waitForFunction(() => document.querySelector('#whole .number')?.textContent === '1')
    await page.focus('#whole-box')
    // The end is known when all of the file was walked through.
    await page.waitForFunction(() => document.querySelector('#whole-told')?.textContent?.startsWith('Lines'))
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return page.locator('#whole .row').last().textContent()
        },
        { timeout: 80_000 },
      )
      .toMatch(/^8192000line 16383 of a large log/)
    const first = async () => Number(await page.locator('#whole .number').first().textContent())
    const atEnd = await first()
    await page.keyboard.press('PageUp')
    await expect.poll(first).toBeLessThan(atEnd)
    const before = await first()
    await page.locator('#whole-box').hover()
    await page.mouse.wheel(0, -190)
    await expect.poll(first).toBe(before - 10)
  })

  it('tells how far it is, and can be cancelled at once', async () => {
    await drop(page, 'large.log', part, 2000)
    await page.waitForFunction(() => (document.querySelector('#done') as HTMLProgressElement).value > 0.02)
    expect(await page.locator('#told').textContent()).toMatch(/^\d+ of 2000 MiB, \d+ MB\/s$/)
    await page.locator('#work').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('#status').textContent()).toBe('Cancelled.')
    expect(await page.locator('#work').isVisible()).toBe(false)
    await page.click('#sample')
    expect((await settled(page)).status).toContain('sample-build.log')
  })
})
