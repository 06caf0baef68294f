import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { settled, visitor } from '../support/visit.ts'

const visit = visitor()

/** Presses Tab until an element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Expected ${selector} to be reached by Tab.`)
}

it('all of the log’s part can be done by keyboard', async () => {
  const page = await visit()
  await tabTo(page, '#sample')
  await page.keyboard.press('Enter')
  await settled(page)
  await tabTo(page, '#copy')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await tabTo(page, '#text-box')
})

it('the file is chosen, and a budget changed, by keyboard', async () => {
  const page = await visit()
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, '#file')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({
    name: 'a.log',
    mimeType: 'text/plain',
    buffer: Buffer.from('a\nb\nc\nd\n'),
  })
  expect((await settled(page)).text).toBe('a\nb\nc\nd\n')
  await tabTo(page, '[name=keep]')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, '[name=maxLines]')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.waitForFunction(() => document.querySelector('#text')?.textContent === 'a\nb\n')
})

it('each error is gone to by keyboard, from the list and on the map', async () => {
  const page = await visit()
  await settled(page)
  const current = page.locator('#whole [aria-current]')
  await tabTo(page, '#statements button')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => current.textContent()).toMatch(/^41026make\[2\]: \*\*\* \[rules.mk:41/)
  expect(await page.locator('#report-told').textContent()).toBe('Line 41,026')
  expect(await page.locator('#report .error').textContent()).toMatch(/^41026make/)
  await page.focus('#map')
  await page.keyboard.press('End')
  const told = () => page.locator('#map').getAttribute('aria-valuetext')
  await expect.poll(() => current.textContent()).toMatch(/^1199/)
  expect(await told()).toMatch(/^Part \d+ of \d+: lines [\d,]+–120,017, [\d,]+ bytes, kept$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(told).toContain('left out')
})
