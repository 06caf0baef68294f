import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPage } from '../../../src/cli/run-page.ts'
import { reportOf } from '../../../src/cli/run-report.ts'
import { eventOf, type ToolEvent } from '../../../src/extra/events/events.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { contrasts } from '../support/contrasts.ts'

const EVIL = '"><script>document.title="run"</script><img src=http://127.0.0.1:9/x>'

/** A run in which each third call is cut, each tenth asks for what the first one left out, and each 25th fails. */
const events = (count: number): ToolEvent[] =>
  Array.from({ length: count }, (_, at) => {
    const base = { version: 1 as const, time: 1_700_000_000_000 + at * 1000, run: EVIL }
    const call = {
      tool: at % 7 === 0 ? EVIL : 'bash',
      status: at % 25 === 24 ? 'failed' : 'ok',
      durationMs: 5,
    } as const
    const cut = {
      ...{ truncated: true, totalBytes: 40_000, totalTokens: 10_000, keptBytes: 3900, omittedBytes: 36_000 },
      ...{ artifact: '3f9a1c2b40de7781', omitted: [[50, 949, 2000, 38_000]] as const },
      ...{ errorsKept: 2, errorsOmitted: 1 },
    }
    const figures = { outputBytes: 4000, outputTokens: 1000 }
    if (at % 10 === 9) {
      const shown = { unit: 'lines', ranges: [[60, 99]] } as const
      return {
        ...eventOf({ ...call, tool: 'show', artifact: cut.artifact, shown }, undefined, figures),
        ...base,
      }
    }
    return { ...eventOf(call, undefined, at % 3 === 0 ? { ...figures, ...cut } : figures), ...base }
  })

describe('the page of a run in a browser', () => {
  let browser: Browser
  let folder = ''
  const troubles: string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
    browser = await chromium.launch({ ...chromiumOptions })
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
    expect(troubles).toEqual([])
  })

  async function open(count: number, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const file = join(folder, `${count}.html`)
    const facts = { title: `Run ${EVIL}`, contextTokens: 50_000, total: count }
    writeFileSync(file, runPage(reportOf(events(count)), facts))
    const page = await browser.newPage(options)
    page.on('request', (request) => request.url().startsWith('file:') || troubles.push(request.url()))
    page.on('console', (message) => troubles.push(message.text()))
    page.on('pageerror', (error) => troubles.push(String(error)))
    await page.goto(pathToFileURL(file).href)
    return page
  }

  it('shows a hostile name as text', async () => {
    const page = await open(10)
    expect(await page.title()).toBe(`Run ${EVIL}, pith`)
    expect(await page.locator('h1').innerText()).toBe(`Run ${EVIL}`)
    expect(await page.locator('script, img, a, iframe').count()).toBe(0)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('can be read in %s', async (colorScheme) => {
    const page = await open(60, { colorScheme })
    expect((await contrasts(page)).filter(({ isText, ratio }) => isText && !(ratio >= 4.5))).toEqual([])
    await page.close()
  })

  it.each([1, 10, 10_000])('holds %d calls, and no part is wider than a small screen', async (count) => {
    const page = await open(count, { viewport: { width: 360, height: 700 } })
    expect(await page.locator('tbody').last().locator('tr').count()).toBe(count)
    const widths = () => [document.documentElement.scrollWidth, innerWidth]
    const [content, screen] = await page.evaluate(widths)
    expect(content).toBeLessThanOrEqual(screen)
    await page.close()
  })

  it('filters its calls by keyboard, and names its charts for those who hear it', async () => {
    const page = await open(60)
    const shown = () => page.locator('tbody').last().locator('tr:visible').count()
    await page.getByRole('radio', { name: /all/ }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await shown()).toBe(18)
    await page.getByRole('radio', { name: /failed/ }).press(' ')
    expect(await shown()).toBe(2)
    expect(await page.getByRole('img', { name: /After 60 calls the context holds/ }).count()).toBe(1)
    expect(await page.getByRole('table', { name: /Each call, the oldest first/ }).count()).toBe(1)
    await page.close()
  })
})
