import { expect, it } from 'vitest'
import { hardLog } from '../support/sample.ts'
import { drop, settled, visitor } from '../support/visit.ts'

const visit = visitor()
const compare = { name: 'Compare on this input' }

it('both backends are timed on the file that is shown', async () => {
  const page = await visit()
  await page.setInputFiles('#file', {
    name: 'build.log',
    mimeType: 'text/plain',
    buffer: Buffer.from(hardLog()),
  })
  await settled(page)
  await page.getByRole('button', compare).click()
  await page.locator('#race-table tbody').waitFor()
  const rows = await page.locator('#race-table tbody tr').allTextContents()
  expect(rows).toEqual([
    expect.stringMatching(/^WebAssembly[\d.]+ ms ±\d+ %[\d.e+]+ MB\/s[\d.]+×$/),
    expect.stringMatching(/^JavaScript[\d.]+ ms ±\d+ %[\d.e+]+ MB\/s1\.00×$/),
  ])
  expect(await page.locator('#status').textContent()).toBe('Compared.')
})

it('the comparison can be cancelled, and another file is cut after it', async () => {
  const page = await visit()
  await settled(page)
  await page.getByRole('button', compare).click()
  await page.waitForFunction(() => document.querySelector<HTMLProgressElement>('#done')?.value)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.locator('#status').textContent()).toBe('Cancelled.')
  expect(await page.locator('#race-table tbody').count()).toBe(0)
  await drop(page, 'a.log', 'a\n')
  expect((await settled(page)).text).toBe('a\n')
})
