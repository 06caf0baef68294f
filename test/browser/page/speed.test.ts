import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visitor } from '../support/visit.ts'

const visit = visitor()

const jobs = [
  {
    job: 'count',
    verb: 'counts lines',
    contenders: ['wasm', 'js', 'indexOf loop', 'SWAR', 'split', 'regex'],
  },
  {
    job: 'errors',
    verb: 'finds error words',
    contenders: ['wasm', 'js', 'Aho–Corasick', 'regex', 'split + regex'],
  },
  { job: 'truncate', verb: 'truncates', contenders: ['wasm', 'js', 'split + regex'] },
]

async function smallRace(page: Page, job: string): Promise<void> {
  await page.selectOption('[name=job]', job)
  await page.selectOption('[name=largest]', '4096')
  await page.selectOption('[name=kindSize]', '65536')
  await page.fill('[name=rounds]', '3')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLElement>('#speed-work')?.hidden)
  expect(await page.locator('#speed-status').textContent()).toBe('Done.')
}

/** Starts a race, and waits until a part of it is done. */
async function begun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run' }).click()
  await page.waitForFunction(
    () => (document.querySelector('#speed-work progress') as HTMLProgressElement).value > 0,
  )
}

async function savedJson(page: Page) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save JSON' }).click()
  const [result] = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
  return result
}

/** How many colours a plot has: a blank one has one. */
const coloursOf = (page: Page, plot: string): Promise<number> =>
  page.locator(`#${plot} canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return new Set(new Uint32Array((pixels as Uint8ClampedArray).buffer)).size
  })

describe('JS against Wasm', () => {
  it.each(jobs)(
    '$job: equal answers, then plots with spread, tables, a verdict and JSON to save',
    async ({ job, verb, contenders }) => {
      const page = await visit('index.html', 'speed')
      await smallRace(page, job)
      expect(await page.locator('#verdict').textContent()).toMatch(
        new RegExp(`^On this machine Wasm ${verb} .*(times|about|speed).* at 4 KiB\\.`),
      )
      expect(await page.locator('#contenders li').allTextContents()).toEqual(contenders)
      expect(await coloursOf(page, 'sizes-plot')).toBeGreaterThan(contenders.length)
      expect(await coloursOf(page, 'kinds-plot')).toBeGreaterThan(contenders.length)
      expect(await page.locator('#sizes-table tbody tr').count()).toBe(4)
      expect(await page.locator('#kinds-table tbody tr').count()).toBe(11)
      expect(await page.locator('#sizes-table tbody').textContent()).toMatch(/[\d.]+ [MG]B\/s ±\d+ %/)
      const { sizes, kinds, ...saved } = await savedJson(page)
      expect(saved).toMatchObject({ job, backend: 'wasm', largest: 4096, rounds: 3 })
      expect(kinds).toHaveLength(11)
      for (const { speeds } of [...sizes, ...kinds]) {
        for (const { min, median, max } of Object.values<Record<string, number>>(speeds)) {
          expect(0 < min && min <= median && median <= max && max < Infinity).toBe(true)
        }
      }
    },
  )

  it('can be cancelled, and begun again', async () => {
    const page = await visit('index.html', 'speed')
    await begun(page)
    await page.locator('#speed-work').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('#speed-status').textContent()).toBe('Cancelled.')
    expect(await page.locator('#race-result').isVisible()).toBe(false)
    await begun(page)
  })
})
