import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { truncate } from '../../support/checked.ts'
import { Firefox, firefoxPath } from '../support/firefox.ts'
import { pageOptions } from '../support/visit.ts'

const TAB = '\uE004'
const ENTER = '\uE007'
const END = '\uE010'

describe.runIf(firefoxPath)('in Firefox', () => {
  const firefox = new Firefox()
  beforeAll(() => firefox.start(firefoxPath ?? ''))
  afterAll(() => firefox.end())

  const textOf = (selector: string) =>
    firefox.run((wanted: string) => document.querySelector(wanted)?.textContent ?? '', selector)

  async function press(keys: string): Promise<void> {
    const actions = [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await firefox.send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }

  async function open(entry: string): Promise<void> {
    await firefox.send('WebDriver:Navigate', { url: `${inject('pageUrl')}${entry}` })
    await expect
      .poll(() => textOf('#status'), { timeout: 60_000 })
      .toContain('sample-build.log: 120,017 lines')
  }

  it('a file of 60 MB is cut, shown at its end by keyboard, and each error is gone to', async () => {
    await open('index.html')
    const part = `${'one line of a log\n'.repeat(50_000)}src/main.c:17:4: error: expected ‘;’\n`
    await firefox.run(
      (text: string, times: number) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File(new Array(times).fill(text), 'large.log'))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
      },
      part,
      66,
    )
    await expect.poll(() => textOf('#status'), { timeout: 60_000 }).toContain('large.log: 3,300,066 lines')
    expect(await textOf('#status')).toMatch(/on the wasm backend$/)
    expect(await textOf('#text')).toBe(truncate(part.repeat(66), pageOptions).text)
    await firefox.run(() => document.querySelector<HTMLElement>('#whole-box')?.focus())
    await expect
      .poll(
        async () => {
          await press(END)
          return textOf('#whole .row:last-child')
        },
        { timeout: 60_000 },
      )
      .toBe('3300066src/main.c:17:4: error: expected ‘;’\n')
    await firefox.run(() => document.querySelector<HTMLElement>('#text-box')?.focus())
    await press(TAB + ENTER)
    await expect
      .poll(() => textOf('#whole [aria-current]'))
      .toBe('50001src/main.c:17:4: error: expected ‘;’\n')
    expect(await textOf('#report .error')).toMatch(/^50001src/)
  })

  it('both backends are timed', async () => {
    await open('index.html')
    await firefox.run(() => document.querySelector<HTMLElement>('#compare')?.click())
    await expect
      .poll(() => textOf('#race-table'), { timeout: 80_000 })
      .toMatch(/WebAssembly.*JavaScript.*1\.00×/s)
  })

  it('under a policy that forbids WebAssembly it runs as js', async () => {
    await open('strict.html')
    expect(await textOf('#status')).toMatch(/on the js backend$/)
  })
})
