import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { TruncateOptions } from '../../../src/options.ts'
import { chromiumOptions } from './chromium.ts'

/** A busy machine is slow, not wrong. */
const DEFAULT_TIMEOUT_MS = 80_000

/** The options of `truncate` that the page begins with. */
export const pageOptions = {
  maxLines: 2000,
  maxBytes: 30720,
  fold: true,
  for: 'run',
} satisfies TruncateOptions

/** Opens the page, or its variant without WebAssembly. */
export type Visit = (entry?: 'index.html' | 'strict.html') => Promise<Page>

/**
 * A browser for a suite. Every visit is cut off from the network once the page is there, and must end without a
 * request, an error or a warning. All visits are in one tab: a new one takes longer than the page.
 */
export function visitor(): Visit {
  let browser: Browser
  let tab: Page | undefined
  let troubles: string[] = []
  let isThere = false
  beforeAll(async () => {
    browser = await chromium.launch({ ...chromiumOptions })
  })
  afterAll(() => browser?.close())
  afterEach(() => expect(troubles.splice(0)).toEqual([]))
  async function open(): Promise<Page> {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    context.setDefaultTimeout(DEFAULT_TIMEOUT_MS)
    const page = await context.newPage()
    page.on('console', (message) => troubles.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('request', (request) => {
      if (isThere && !request.url().startsWith('blob:')) troubles.push(`request: ${request.url()}`)
    })
    return page
  }
  return async (entry = 'index.html') => {
    isThere = false
    tab ??= await open()
    await tab.context().setOffline(false)
    await tab.emulateMedia({ colorScheme: null })
    // Only another address makes the page anew.
    await tab.goto('about:blank')
    await tab.goto(`${inject('pageUrl')}${entry}`, { waitUntil: 'networkidle' })
    await tab.context().setOffline(true)
    troubles = []
    isThere = true
    return tab
  }
}

/** Waits until a log was cut and its result is shown, or what went wrong. */
export async function settled(page: Page): Promise<{ text: string; status: string }> {
  await page.waitForFunction(() => {
    const working = document.querySelector<HTMLElement>('#work')
    return working?.hidden && document.querySelector('#status')?.textContent !== ''
  })
  const text = (await page.locator('#text').textContent()) ?? ''
  return { text, status: (await page.locator('#status').textContent()) ?? '' }
}

/** Changes fields of the log's form, and waits for the new result. A checkbox is `on` or `off`. */
export async function choose(
  page: Page,
  choices: Record<string, string>,
): Promise<{ text: string; status: string }> {
  await page.evaluate((given) => {
    const form = document.querySelector<HTMLFormElement>('#choice')
    for (const [name, value] of Object.entries(given)) {
      const field = form?.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) throw new Error(name)
      if (field.type === 'checkbox') (field as HTMLInputElement).checked = value === 'on'
      else field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const status = document.querySelector('#status')
    if (status) status.textContent = ''
  }, choices)
  return settled(page)
}

/** Drops a file made of a part, so many times over, on the page. */
export async function drop(page: Page, name: string, part: string, times = 1): Promise<void> {
  await page.evaluate(
    ([fileName, text, count]) => {
      const blob = new Blob([text])
      const transfer = new DataTransfer()
      transfer.items.add(new File(new Array(count).fill(blob), fileName))
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
      )
    },
    [name, part, times] as const,
  )
}

/** Pastes a text into the page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}
