// @deep

import { describe, expect, it, vi } from 'vitest'
import { TerminalRenderer } from '../../src/core/clean/terminal.ts'
import * as endsPlan from '../../src/core/fit/ends-plan.ts'
import * as planning from '../../src/core/fit/plan.ts'
import * as ranges from '../../src/core/fit/range.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate } from '../../src/core/truncate.ts'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import * as rendering from '../../src/core/words/render.ts'
import { runCommand } from '../../src/host/run-command.ts'
import { kinds } from '../../src/kinds/index.ts'
import { truncate as plain } from '../../src/plain/index.ts'
import { PageLines } from '../../src/tools/page/lines.ts'
import { read } from '../../src/tools/read.ts'
import { truncateResult } from '../../src/tools/result/truncate-result.ts'
import { createCommandStore } from '../support/command-store.ts'
import { errors, failingStructure } from '../support/faults.ts'
import { letNetCatch } from './support.ts'

vi.mock('../../src/core/fit/ends-plan.ts', { spy: true })
vi.mock('../../src/core/fit/plan.ts', { spy: true })
vi.mock('../../src/core/fit/range.ts', { spy: true })
vi.mock('../../src/core/words/render.ts', { spy: true })

// The doors that have a way of their own.

const FIRST = 'the first line'
const LAST = 'the last line'
const log = [FIRST, ...Array.from({ length: 900 }, (_, i) => `${i} ${'x'.repeat(i % 40)}`), LAST, ''].join(
  '\n',
)
const throwing = (error: () => unknown) => () => {
  throw error()
}

letNetCatch()

describe.each(Object.entries(errors))('a fault that throws %s', (_, error) => {
  it('while a result is cut again leaves the ends of that result', () => {
    const first = truncate(log, { maxBytes: 8000, source: { artifact: '3f9a1c2b40de7781' } })
    vi.mocked(rendering.render).mockImplementation(throwing(error))
    const again = truncate(first, { maxBytes: 2000 })
    expect(again.outputBytes).toBeLessThanOrEqual(2000)
    expect(again.text.startsWith(FIRST)).toBe(true)
    expect(again.text).toContain(LAST)
    expect(again.totalLines).toBe(first.totalLines)
    expect(again.notice).toBe(
      '[Cutting failed. First and last bytes shown. Full output: pith show 3f9a1c2b40de7781]',
    )
    expect(parseNotices(again.text).at(-1)).toMatchObject({ kind: 'notice', artifact: '3f9a1c2b40de7781' })
  })

  it('in pith/plain leaves both ends', () => {
    vi.mocked(endsPlan.endsPlanFor).mockImplementation(throwing(error))
    const result = plain(log, { maxBytes: 2000, keep: 'ends' })
    expect(result.outputBytes).toBeLessThanOrEqual(2000)
    expect(result.text.startsWith(FIRST)).toBe(true)
    expect(result.text).toContain(LAST)
    expect(result.failures?.[0].what).toBe('cutting')
    expect(plain('fits\n').text).toBe('fits\n')
  })

  it.each<[string, () => { mockImplementation(act: () => never): unknown }]>([
    ['the range', () => vi.mocked(ranges.planRange)],
    ['the lines', () => vi.spyOn(PageLines.prototype, 'take')],
    ['the end of the lines', () => vi.spyOn(PageLines.prototype, 'end')],
  ])('in %s of a page leaves its first lines and leads to the next', (_, step) => {
    step().mockImplementation(throwing(error))
    let text = ''
    let offset: number | undefined = 100
    for (let pages = 0; offset !== undefined && pages < 100; pages++) {
      const { content, details } = read(log, { offset, maxBytes: 2000 })
      expect(details.truncation.outputBytes).toBeLessThanOrEqual(2000)
      expect(details.truncation.failures?.[0].what).toBe('cutting')
      expect(details.totalLines).toBe(902)
      text += content
      offset = details.next?.offset
    }
    expect(text).toBe(log.split('\n').slice(99).join('\n'))
  })

  it('beside a store leaves the way to the full output', async () => {
    vi.mocked(planning.planFor).mockImplementation(throwing(error))
    const store = createCommandStore()
    const { text, artifact } = await truncateStream(new Blob([log]), { maxBytes: 2000, store })
    expect(text).toContain(`Full output: pith show ${artifact}]`)
    const full = store.read(artifact as string, { startByte: 0, endByte: Number.MAX_SAFE_INTEGER })
    const parts: Uint8Array[] = []
    for await (const part of full) parts.push(part)
    expect(Buffer.concat(parts).toString()).toBe(log)
  })

  it('behind a command that fails leaves its status', async () => {
    vi.mocked(planning.planFor).mockImplementation(throwing(error))
    const script = `process.stdout.write(${JSON.stringify(log)}); process.exitCode = 3`
    const { text, details } = await runCommand(process.execPath, ['-e', script], {
      maxBytes: 2000,
      store: false,
      fold: false,
    })
    expect(details.status).toEqual({ exitCode: 3 })
    expect(text.startsWith(FIRST)).toBe(true)
    expect(text.endsWith('[Exit code 3. Cutting failed. First and last bytes shown. Not kept.]')).toBe(true)
    expect(stripNotices(text)).toContain(LAST)
  })

  it.each([0, 1, 'end'] as const)('in one of two separate streams, at %s, is told of each', async (at) => {
    let calls = 0
    const real = TerminalRenderer.prototype.write
    const method = at === 'end' ? 'end' : 'write'
    vi.spyOn(TerminalRenderer.prototype, method).mockImplementation(function (
      this: TerminalRenderer,
      bytes?: Uint8Array,
    ) {
      if (at === 'end' || calls++ >= at) throw error()
      return real.call(this, bytes as Uint8Array)
    })
    const script = `for (const out of [process.stdout, process.stderr]) out.write(${JSON.stringify(log)}.repeat(20)); process.exitCode = 3`
    const { text, details } = await runCommand(process.execPath, ['-e', script], {
      maxBytes: 3000,
      store: false,
      separate: true,
    })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3000)
    expect(text.startsWith(FIRST)).toBe(true)
    expect(text).toContain('[Exit code 3. ')
    expect(text.split(LAST).length).toBeGreaterThanOrEqual(3)
    expect(text.match(/Folding failed\. Shown unfolded\./g)?.length).toBe(2)
    for (const each of [details.truncation, details.stderr]) {
      expect(each?.failures).toMatchObject([{ what: 'folding' }])
      expect(each?.totalLines).toBe(902 * 20)
    }
  })

  it('in a JSON value leaves a value of the same shape', async () => {
    const items = Array.from({ length: 900 }, (_, id) => ({ id }))
    const structure = failingStructure(kinds, 'choose', error)
    for (const value of [items, { items }]) {
      const result = await truncateResult<object>(value, { maxBytes: 2000, structure })
      expect(Array.isArray(result.value)).toBe(Array.isArray(value))
      expect(JSON.stringify(result.value)).toContain('Kind json failed. Shown as lines.')
      expect(JSON.stringify(result.value).length).toBeLessThanOrEqual(2000)
    }
  })
})

it('throws what a token counter throws', () => {
  const count = () => {
    throw new TypeError('a fault of the counter')
  }
  expect(() => truncate(log, { maxTokens: 50, tokens: { name: 'own', count } })).toThrowError(
    expect.objectContaining({ code: 'PITH_COUNTER_FAILED' }),
  )
})

it('refuses an object that is no result, and patterns that are none', () => {
  const result = truncate(log, { maxBytes: 2000 })
  const { errors: _, ...withoutErrors } = result
  const wrong = [
    {},
    null,
    [],
    withoutErrors,
    { ...result, segments: [null] },
    { ...result, segments: [{}] },
    { ...result, segments: {} },
    { ...result, gaps: [1] },
    { ...result, text: 1 },
    { ...result, totalLines: '3' },
    { ...result, errors: { lines: 1 } },
  ]
  for (const each of wrong)
    expect(() => truncate(each as never, { maxBytes: 100 })).toThrowError(
      expect.objectContaining({ code: 'PITH_INVALID_INPUT' }),
    )
  expect(() => truncate(log, { errors: { patterns: [/(?=a)/] } })).toThrowError(
    expect.objectContaining({ code: 'PITH_INVALID_PATTERN' }),
  )
})

it('throws everything with PITH_NET=throw', () => {
  vi.stubEnv('PITH_NET', 'throw')
  vi.mocked(planning.planFor).mockImplementation(throwing(errors.Error))
  expect(() => truncate(log, { maxBytes: 2000 })).toThrowError('a fault')
})

it('says what failed where there is no room for it in the text', () => {
  vi.mocked(planning.planFor).mockImplementation(throwing(errors.Error))
  const { text, notes, failures } = truncate(log, { maxBytes: 60 })
  expect(text).not.toContain('failed')
  expect(text.startsWith(FIRST)).toBe(true)
  expect(notes).toEqual(['Cutting failed. First and last bytes shown.'])
  expect(failures?.[0]).toEqual({
    what: 'cutting',
    error: expect.stringMatching(/^Error: a fault \(faults\.ts:\d+:\d+\)$/),
  })
})
