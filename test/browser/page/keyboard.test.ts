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

const told = (page: Page) => page.locator('#map').getAttribute('aria-valuetext')

it('all of the log’s part can be done by keyboard', async () => {
  const page = await visit()
  await tabTo(page, '#sample')
  await page.keyboard.press('Enter')
  await settled(page)
  await tabTo(page, '#map')
  expect(await told(page)).toMatch(/^\d+ of \d+: lines 41,.*: kept, the middle$/)
  await page.keyboard.press('Home')
  expect(await told(page)).toMatch(/^1 of \d+: lines 1–\d+, [\d,]+ bytes: kept, the beginning$/)
  await page.keyboard.press('ArrowRight')
  expect(await told(page)).toMatch(/^2 of \d+: .*: left out$/)
  await page.keyboard.press('ArrowRight')
  expect(await told(page)).toMatch(/^3 of \d+: .*: kept, the middle$/)
  await page.keyboard.press('Enter')
  expect(await page.locator('#text-box').evaluate((box) => box.scrollTop)).toBeGreaterThan(100)
  await page.keyboard.press('End')
  expect(await told(page)).toMatch(/^(\d+) of \1: lines [\d,]+–120,0\d\d, .*: kept, the end$/)
  await tabTo(page, '#copy')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await tabTo(page, '#text-box')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('map')
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

it('the parts are tabs that the arrows go through', async () => {
  const page = await visit()
  await tabTo(page, '[role=tab]')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('#speed').isVisible()).toBe(true)
  expect(await page.locator('#log').isVisible()).toBe(false)
  expect(page.url()).toContain('#speed')
  await tabTo(page, '[name=job]')
  await tabTo(page, '[type=submit]')
})
