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

it('under that policy the benchmark runs without Wasm, and says so', async () => {
  const page = await visit('strict.html', 'speed')
  await page.selectOption('[name=largest]', '1024')
  await page.selectOption('[name=kindSize]', '65536')
  await page.fill('[name=rounds]', '3')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.locator('#verdict').waitFor()
  expect(await page.locator('#verdict').textContent()).toMatch(
    /^WebAssembly can’t be compiled on this page, so pith runs as JavaScript\. On this machine pith’s JS counts lines/,
  )
  expect(await page.locator('#contenders li').allTextContents()).toEqual([
    'js',
    'indexOf loop',
    'SWAR',
    'split',
    'regex',
  ])
})
