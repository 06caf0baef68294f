// @deep

import { describe, expect, it, vi } from 'vitest'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate as truncateUnjudged } from '../../src/core/truncate.ts'
import { PithError } from '../../src/errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../src/options.ts'
import { readStream } from '../../src/tools/read.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { toolNames } from '../../src/tools/tools.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { some } from '../support/some.ts'

/** Counts words, as a tokenizer may, and tells which texts it was asked about. */
function spy(): { tokens: TokenCounter; seen: string[] } {
  const seen: string[] = []
  const count = (text: string) => seen.push(text) && (text.match(/\w{1,6}|[^\w\s]|\s{2,9}/g) ?? []).length
  return { seen, tokens: { name: 'pieces', count } }
}

const log = (count: number): string =>
  Array.from({ length: count }, (_, i) => `${i} info request ${(i * 7919) % 9973} took ${i % 89} ms\n`).join(
    '',
  )

const unitsOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

describe('an exact counter', () => {
  it.each([30_720, Number.POSITIVE_INFINITY])(
    'is asked about little more than what is kept of 20 MB, with maxBytes %d',
    (maxBytes) => {
      const { tokens, seen } = spy()
      const input = log(30_000).repeat(20)
      expect(input.length).toBeGreaterThan(20_000_000)
      // The judge would go over all of it, line by line.
      const { text, outputTokens } = truncateUnjudged(input, { tokens, maxTokens: 1000, maxBytes })
      expect(outputTokens).toBeLessThanOrEqual(1000)
      expect(outputTokens).toBeGreaterThan(800)
      expect(seen.length).toBeLessThanOrEqual(6)
      expect(unitsOf(seen)).toBeLessThan(12 * text.length)
    },
  )

  it('is asked about little more than a page of a text of 5 MB', () => {
    const { tokens, seen } = spy()
    const options = { tokens, maxTokens: 1000, maxBytes: 4_000_000, offset: 50_000 }
    const { text, details } = truncateToolOutput('read', log(130_000), options)
    expect(details.truncation.outputTokens).toBeGreaterThan(800)
    expect(seen.length).toBeLessThanOrEqual(6)
    expect(unitsOf(seen)).toBeLessThan(12 * text.length)
  })

  it.each(['find', 'ls'] as const)('is not asked about a list that can not fit, by %s', (tool) => {
    const { tokens, seen } = spy()
    const { text } = truncateToolOutput(tool, log(90_000), {
      tokens,
      maxTokens: 50,
      maxBytes: Number.POSITIVE_INFINITY,
      maxLines: Number.POSITIVE_INFINITY,
      limit: 100_000,
    })
    expect(text).toMatch(/^0 info/)
    expect(Math.max(...seen.map((candidate) => candidate.length))).toBeLessThanOrEqual(51 * 256)
  })

  it('has the last word where not one character fits', () => {
    const counter = (ellipsis: number) => ({
      name: 'dear',
      count: (text: string) => (text === '…' ? ellipsis : 20 * text.length),
    })
    for (const [ellipsis, expected] of [
      [1, '…'],
      [6, ''],
    ] as const) {
      const options = { tokens: counter(ellipsis), maxTokens: 5 }
      expect(truncateToolOutput('read', 'two\nlines\n', options).text).toBe(expected)
      expect(truncate('two\nlines\n', options).text).toBe(expected)
    }
  })

  const inputs = [log(3), log(100), log(5000), 'a'.repeat(40_000), '\n'.repeat(9000), '日本語'.repeat(4000)]
  const limits = some([60, 0, 5, 400, 1, 3000], 3)

  it('is asked about no text twice by truncate', () => {
    for (const input of inputs) {
      for (const maxTokens of limits) {
        const { tokens, seen } = spy()
        truncateUnjudged(input, { tokens, maxTokens })
        expect(seen).toEqual([...new Set(seen)])
        expect(seen.length).toBeLessThan(120)
      }
    }
  })

  it.each(toolNames())('is asked about no text twice by %s', (tool) => {
    for (const input of inputs) {
      for (const maxTokens of limits) {
        const { tokens, seen } = spy()
        truncateToolOutput(tool, input, { tokens, maxTokens })
        expect(seen).toEqual([...new Set(seen)])
      }
    }
  })

  it('is asked about no text twice for two streams of a command, nor for a stream', async () => {
    for (const maxTokens of limits) {
      const { tokens, seen } = spy()
      const options = { tokens, maxTokens, status: { exitCode: 1 } }
      truncateToolOutput('bash', { stdout: log(900), stderr: log(90) }, options)
      expect(seen).toEqual([...new Set(seen)])
      seen.length = 0
      await truncateStream(new Blob([log(900)]), { tokens, maxTokens })
      expect(seen).toEqual([...new Set(seen)])
    }
  })
})

const boom = new Error('boom')

/** Counters that fail, each in its way, and what is told of it. */
const failing: [string, TokenCounter | AsyncTokenCounter, string][] = [
  ['throws', { name: 'x', count: () => fail() }, 'boom'],
  ['rejects', { name: 'x', count: async () => fail() }, 'boom'],
  ['gives NaN', { name: 'x', count: () => Number.NaN }, 'expected a whole number from 0, got NaN'],
  [
    'gives NaN later',
    { name: 'x', count: async () => Number.NaN },
    'expected a whole number from 0, got NaN',
  ],
]

function fail(): never {
  throw boom
}

describe('a counter that fails', () => {
  const blob = new Blob([log(900)])
  const estimated = truncate(log(900), { maxTokens: 300 })

  it.each(failing)('(it %s) ends a sync form with an error', (_, counter) => {
    const tokens = counter as TokenCounter
    const collector = createCollector({ tokens, maxTokens: 300 })
    collector.write(log(900))
    for (const act of [
      () => truncate(log(900), { tokens, maxTokens: 300 }),
      () => truncate('short', { tokens }),
      () => truncate(estimated, { tokens, maxTokens: 30 }),
      () => truncateToolOutput('read', log(900), { tokens, maxTokens: 300 }),
      () => truncateToolOutput('bash', { stdout: 'a', stderr: 'b' }, { tokens, maxTokens: 300 }),
      () => truncateToolOutput('grep', log(900), { tokens, maxTokens: 300 }),
      () => collector.end(),
    ]) {
      expect(act).toThrow(PithError)
      expect(act).toThrow(expect.objectContaining({ code: 'PITH_COUNTER_FAILED' }))
    }
  })

  it.each(failing)('(it %s) costs a stream nothing but the exact count', async (_, tokens, why) => {
    const notes = [`The token counter "x" failed (${why}); tokens are estimated.`]
    const { notes: told, ...result } = await truncateStream(blob, { tokens, maxTokens: 300 })
    expect(told).toEqual(notes)
    expect(result).toEqual({ ...estimated, backend: result.backend })
  })

  it.each(failing)('(it %s) costs a page nothing but the exact count', async (_, tokens, why) => {
    const notes = [`The token counter "x" failed (${why}); tokens are estimated.`]
    const options = { maxTokens: 300, offset: 5 }
    const page = truncateToolOutput('read', log(900), options)
    const { text, notice, details } = await readStream(blob, { ...options, tokens })
    expect({ text, notice }).toEqual({ text: page.text, notice: page.notice })
    expect(details).toEqual({ ...page.details, truncation: { ...page.details.truncation, notes } })
  })

  it('leaves the collector as it was, so that it can be asked again', () => {
    let isBroken = true
    const tokens = { name: 'x', count: (text: string) => (isBroken ? fail() : Math.ceil(text.length / 4)) }
    const collector = createCollector({ tokens, maxTokens: 300 })
    collector.write(log(900))
    const before = collector.snapshot()
    expect(() => collector.end()).toThrow(expect.objectContaining({ code: 'PITH_COUNTER_FAILED' }))
    expect(() => collector.write('more')).toThrow(expect.objectContaining({ code: 'PITH_ENDED' }))
    expect(collector.snapshot()).toEqual(before)
    isBroken = false
    expect(collector.end({ path: 'log' }).text).toBe(
      truncate(log(900), { tokens, maxTokens: 300, source: { path: 'log' } }).text,
    )
    expect(() => collector.end()).toThrow(expect.objectContaining({ code: 'PITH_ENDED' }))
  })

  it('only now and then gives the same as one that always fails', async () => {
    let calls = 0
    const count = async () => (calls++ === 0 ? 5000 : fail())
    const { text, notes } = await truncateStream(blob, { tokens: { name: 'x', count }, maxTokens: 300 })
    expect([text, notes?.length, calls]).toEqual([estimated.text, 1, 2])
  })
})

describe('a counter that never answers', () => {
  const never: AsyncTokenCounter = { name: 'never', count: () => new Promise<number>(() => {}) }
  const blob = () => new Blob([log(900)])
  const forms = { truncateStream, readStream }

  it.each(['truncateStream', 'readStream'] as const)('is waited for by %s until its signal', async (form) => {
    const controller = new AbortController()
    const { signal } = controller
    const result = forms[form](blob(), { tokens: never, maxTokens: 300, signal })
    setTimeout(() => controller.abort(), 20)
    await expect(result).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })

  it.each(['truncateStream', 'readStream'] as const)('leaves no listener behind, by %s', async (form) => {
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    const tokens = { name: 'later', count: async (text: string) => text.length }
    await forms[form](blob(), { tokens, maxTokens: 300, signal })
    expect(add.mock.calls.length).toBeGreaterThan(1)
    const listeners = ({ mock }: typeof add | typeof remove) =>
      new Set(mock.calls.map(([, listener]) => listener))
    expect(listeners(remove)).toEqual(listeners(add))
  })

  it('is not asked once the signal is aborted', async () => {
    const controller = new AbortController()
    let calls = 0
    const count = async () => {
      calls++
      controller.abort()
      return 5000
    }
    const { signal } = controller
    const result = truncateStream(blob(), { tokens: { name: 'x', count }, maxTokens: 300, signal })
    await expect(result).rejects.toMatchObject({ code: 'PITH_ABORTED' })
    expect(calls).toBe(1)
  })
})

describe('a text', () => {
  it('that is empty has no tokens, whatever the counter says', async () => {
    const { tokens, seen } = spy()
    const options = {
      tokens: { name: 'constant', count: (text: string) => 201 + tokens.count(text) },
      maxTokens: 200,
    }
    expect(truncate('', options).outputTokens).toBe(0)
    expect(truncateToolOutput('read', '', options).details.truncation.outputTokens).toBe(0)
    expect((await readStream(new Blob(['some text']), options)).details.truncation).toMatchObject({
      text: '',
      outputTokens: 0,
    })
    expect(seen).not.toContain('')
  })

  it('up to 8 KiB is counted, however long its tokens would have to be', () => {
    const tokens = { name: 'words', count: (text: string) => text.split(/\s+/).filter(Boolean).length }
    const word = 'a'.repeat(8000)
    expect(truncate(word, { tokens, maxTokens: 1 })).toMatchObject({ truncated: false, outputTokens: 1 })
    expect(truncateToolOutput('ls', word, { tokens, maxTokens: 1 }).text).toBe(word)
  })

  it('that has too many lines only is not said to have too many tokens', () => {
    const tokens = { name: 'none', count: () => 0 }
    const { truncatedBy } = truncate('line\n'.repeat(9), { tokens, maxTokens: 0, maxLines: 3, keep: 'head' })
    expect(truncatedBy).toBe('lines')
  })
})

describe('a counter that answers later', () => {
  const later = ({ name, count }: TokenCounter): AsyncTokenCounter => ({ name, count: async (t) => count(t) })

  it('gives a stream and a page what one gives that answers at once', async () => {
    for (const maxTokens of [0, 1, 40, 500, 100_000]) {
      const { tokens } = spy()
      const options = { maxTokens, maxBytes: 100_000 }
      const whole = truncate(log(900), { ...options, tokens })
      expect(await truncateStream(new Blob([log(900)]), { ...options, tokens: later(tokens) })).toEqual({
        ...whole,
        backend: expect.any(String),
      })
      const page = truncateToolOutput('read', log(900), { ...options, tokens, offset: 7 })
      expect(
        await readStream(new Blob([log(900)]), { ...options, tokens: later(tokens), offset: 7 }),
      ).toEqual(page)
    }
  })
})

it.each(['9a', 'a\n', '\na\r', '\n  ', '\ufffd。'])(
  'the tail keeps a last grapheme that a token holds, as of %j',
  (text) => {
    const { keptBytes } = truncate(text, { maxTokens: 1, keep: 'tail' })
    expect(keptBytes).toBeGreaterThan(0)
  },
)
