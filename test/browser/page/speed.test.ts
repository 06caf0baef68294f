import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visitor } from '../support/visit.ts'

const visit = visitor()

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
  return JSON.parse(readFileSync(await (await download).path(), 'utf8'))
}

describe('JS against Wasm', () => {
  it('ends with a table with spread, and JSON to save', async () => {
    const page = await visit('index.html', 'speed')
    await page.selectOption('[name=largest]', '4096')
    await page.fill('[name=rounds]', '3')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.waitForFunction(() => document.querySelector<HTMLElement>('#speed-work')?.hidden)
    expect(await page.locator('#speed-status').textContent()).toBe('Done.')
    expect(await page.locator('#race-table tbody tr').count()).toBe(3)
    expect(await page.locator('#race-table tbody').textContent()).toMatch(/[\d.]+ [MG]B\/s ±\d+ %/)
    const { cells, ...saved } = await savedJson(page)
    expect(saved).toMatchObject({ largest: 4096, rounds: 3, contenders: ['wasm', 'js', 'split + regex'] })
    for (const { speeds } of cells) {
      for (const { min, median, max } of Object.values<Record<string, number>>(speeds)) {
        expect(0 < min && min <= median && median <= max && max < Infinity).toBe(true)
      }
    }
  })

  it('can be cancelled, and begun again', async () => {
    const page = await visit('index.html', 'speed')
    await begun(page)
    await page.locator('#speed-work').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('#speed-status').textContent()).toBe('Cancelled.')
    expect(await page.locator('#race-result').isVisible()).toBe(false)
    await begun(page)
  })
})
