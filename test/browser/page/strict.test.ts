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
  expect(text).toBe(truncate(log, pageOptions).text)
})

it('under that policy JavaScript alone is timed', async () => {
  const page = await visit('strict.html')
  await settled(page)
  await page.getByRole('button', { name: 'Compare on this input' }).click()
  await page.locator('#race-table tbody').waitFor()
  expect(await page.locator('#race-table tbody th').allTextContents()).toEqual(['JavaScript'])
  expect(await page.locator('#race-told').textContent()).toContain('no WebAssembly')
})
