import { gzipSync } from 'node:zlib'
import { describe, expect, inject, it } from 'vitest'
import { Rows, rowEnds } from '../../../bench/page/src/rows.ts'
import { hardLog } from '../support/sample.ts'
import { choose, drop, settled, visitor } from '../support/visit.ts'

const visit = visitor()

describe('the rows of a file', () => {
  const pieces = ['', 'a', 'é', '🙂', 'x'.repeat(1023), 'x'.repeat(1024), '„'.repeat(900), 'y'.repeat(40_000)]
  const text = `${Array.from({ length: 400 }, (_, n) => pieces[(n * 7) % 8] + n).join('\n')}\n\nlast`
  const file = new Blob([text])

  it('are its text, in order, wherever one begins to read', async () => {
    const rows = new Rows(file)
    await rows.walk(() => {})
    const all = await rows.at(0, Number.POSITIVE_INFINITY)
    const joined = all.map(({ text, line }, at) =>
      line === all[at - 1]?.line || at === 0 ? text : `\n${text}`,
    )
    expect(joined.join('')).toBe(text)
    expect(all.map(({ row }) => row)).toEqual([...all.keys()])
    for (const first of [1, 77, 900, all.length - 2])
      expect(await rows.at(first, 3)).toEqual(all.slice(first, first + 3))
    for (const row of all.filter(({ row }) => row % 50 === 0))
      expect(await rows.holding(row.byte)).toEqual(row)
    expect(await rows.holding(file.size)).toBeUndefined()
  })

  it('of a long line are found in linear time, and whole letters', () => {
    const bytes = new TextEncoder().encode('🙂'.repeat(1_000_000))
    const ends = [...rowEnds(bytes, true)]
    expect(ends.every((end) => end % 4 === 0)).toBe(true)
    expect(ends.at(-1)).toBe(bytes.length)
  })
})

it('an error is shown in the whole, in the text and on the map', async () => {
  const page = await visit()
  await page.setInputFiles('#file', { name: 'a.log', mimeType: 'text/plain', buffer: Buffer.from(hardLog()) })
  await settled(page)
  expect(await page.locator('#map-drawn .mark').count()).toBe(2)
  expect(await page.locator('#statements button').allTextContents()).toEqual([
    'TypeError: x is not a functionline 4,201 · unresolved · kept',
    'src/main.c:17:4: error: expected ‘;’ before ‘}’ tokenline 2,501 · compiler · src/main.c:17:4 · kept',
  ])
  await page.locator('#statements button').nth(1).click()
  const current = page.locator('#whole [aria-current]')
  await expect.poll(() => current.textContent()).toMatch(/^2501src\/main\.c:17:4/)
  expect(await current.getAttribute('class')).toBe('row kept error')
  expect(await page.locator('#text mark').first().textContent()).toMatch(/^src\/main\.c:17:4/)
  expect(await page.locator('#report .row').allTextContents()).toContainEqual(
    '2500[2499] compiling module 2499 „schön“ 🙂 of 6000\n',
  )
  const { width } = (await page.locator('#map').boundingBox()) ?? { width: 0 }
  await page.locator('#map').click({ position: { x: width / 4, y: 20 } })
  await expect.poll(() => current.textContent()).toMatch(/^1[45]\d\d\[1[45]\d\d\] compiling/)
})

it('a line of megabytes is shown in rows, and a file without errors says so', async () => {
  const page = await visit()
  await drop(page, 'long.log', 'x'.repeat(1024 * 1024), 4)
  await settled(page)
  await expect.poll(() => page.locator('#whole .row').count()).toBeGreaterThan(5)
  expect(await page.locator('#whole .number').nth(1).textContent()).toBe('…')
  expect(await page.locator('#statements-told').textContent()).toBe('No line says that something failed.')
  expect((await choose(page, { keep: 'tail' })).status).toContain('1 line')
  expect(await page.locator('#statements-told').textContent()).toContain('where both ends are kept')
})

it.each([
  [1280, 800],
  [390, 844],
])('nothing moves by itself in a window of %d × %d, and nothing is wider', async (width, height) => {
  await (await visit()).setViewportSize({ width, height })
  const page = await visit()
  await page.evaluate(() => {
    const shifts: unknown[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry))),
    ).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  await settled(page)
  await drop(page, 'large.log', 'one of many lines\n'.repeat(10_000), 100)
  await settled(page)
  await choose(page, { maxBytes: '2000' })
  await page.locator('#statements-told').waitFor()
  expect(await page.evaluate(() => (globalThis as { shifts?: string[] }).shifts)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('everything that is used has a name for those who hear the page', async () => {
  const page = await visit()
  await settled(page)
  const nameless = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, input, select, progress, section, ol, table, [tabindex]',
      ),
    ]
      .filter((element) => {
        const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement>)] : []
        const by = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
        const texts = [
          element.ariaLabel,
          by?.textContent,
          element.textContent,
          ...labels.map((l) => l.textContent),
        ]
        return !texts.some((text) => text?.trim())
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  )
  expect(nameless).toEqual([])
  expect(await page.getByRole('slider', { name: 'Map of the input' }).count()).toBe(1)
  for (const name of ['The whole input', 'What a model reads', 'The lines around'])
    expect(await page.getByRole('region', { name }).count(), name).toBe(1)
  expect(await page.getByRole('list', { name: 'What the errors say' }).count()).toBe(1)
})

it('the page takes little to load', async () => {
  const url = inject('pageUrl')
  const html = await (await fetch(`${url}index.html`)).text()
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path)
  expect(files).toHaveLength(2)
  const loaded = await Promise.all(files.map(async (path) => (await fetch(url + path)).arrayBuffer()))
  const sizes = [Buffer.from(html), ...loaded.map((bytes) => Buffer.from(bytes))].map(
    (bytes) => gzipSync(bytes, { level: 9 }).length,
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(186_000)
})
