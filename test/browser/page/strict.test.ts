import { expect, it } from 'vitest'
import { truncate } from '../../support/checked.ts'
import { hardLog } from '../support/sample.ts'
import { pageOptions, settled, visitor } from '../support/visit.ts'

const visit = visitor()

it('under a policy without `wasm-unsafe-eval`, the page runs as js and shows the same text', async () => {
  const page = await visit('strict.html')
  const log = hardLog()
  await page.setInputFiles('#file', { name: 'a.log', mimeType: 'text/plain', buffer: Buffer.from(log) })
  const { text, status } = await settled(page)
  expect(status).toContain('on the js backend')
  expect(await page.locator('#backend').textContent()).toContain('js')
  expect(text).toBe(truncate(log, pageOptions).text)
})

it('under that policy the benchmark runs without Wasm', async () => {
  const page = await visit('strict.html', 'speed')
  await page.selectOption('[name=largest]', '1024')
  await page.fill('[name=rounds]', '3')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.locator('#race-table th').first().waitFor()
  expect(await page.locator('#race-table thead th').allTextContents()).toEqual([
    'Size',
    'js',
    'split + regex',
    'js ÷ best other',
  ])
})
