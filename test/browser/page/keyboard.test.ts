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

it('the parts are tabs that the arrows go through', async () => {
  const page = await visit()
  await tabTo(page, '[role=tab]')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('#speed').isVisible()).toBe(true)
  expect(await page.locator('#log').isVisible()).toBe(false)
  expect(page.url()).toContain('#speed')
  await tabTo(page, '[name=largest]')
  await tabTo(page, '[type=submit]')
})
