import { describe, expect, it } from 'vitest'
import { cacheTokenCounts } from '../../src/core/tokens/cache.ts'
import { PithError } from '../../src/errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../src/options.ts'
import { truncate } from '../support/checked.ts'

/** Counts characters, and tells which texts it was asked about. */
function spy(): { counter: TokenCounter; seen: string[] } {
  const seen: string[] = []
  return { seen, counter: { name: 'characters', count: (text) => seen.push(text) && text.length } }
}

/** Answers when it is told to. */
function slow() {
  const waiting: { resolve(tokens: number): void; reject(error: Error): void }[] = []
  const count = () => new Promise<number>((resolve, reject) => waiting.push({ resolve, reject }))
  return { waiting, counter: { name: 'slow', count } satisfies AsyncTokenCounter }
}

describe('a cache of token counts', () => {
  it('asks about each text once', () => {
    const { counter, seen } = spy()
    const cached = cacheTokenCounts(counter)
    expect(cached.name).toBe('characters')
    expect(['a', 'bb', 'a', 'bb', 'a', ''].map((text) => cached.count(text))).toEqual([1, 2, 1, 2, 1, 0])
    expect(seen).toEqual(['a', 'bb', ''])
    expect(cached).toMatchObject({ hits: 3, misses: 3, hitRate: 0.5 })
  })

  it('tells of no rate before it was asked, and forgets all on request', () => {
    const { counter, seen } = spy()
    const cached = cacheTokenCounts(counter)
    expect(cached).toMatchObject({ hits: 0, misses: 0, hitRate: 0, bytes: 0 })
    cached.count('a')
    cached.count('a')
    expect(cached.bytes).toBeGreaterThan(0)
    cached.clear()
    expect(cached).toMatchObject({ hits: 0, misses: 0, hitRate: 0, bytes: 0 })
    cached.count('a')
    expect(seen).toEqual(['a', 'a'])
  })

  it('stays within its bytes, and drops the text asked for longest ago', () => {
    const { counter, seen } = spy()
    const one = cacheTokenCounts(counter)
    one.count('x')
    const cached = cacheTokenCounts(counter, { maxBytes: 3 * one.bytes + 1 })
    for (const text of ['a', 'b', 'c', 'a', 'd']) cached.count(text)
    expect(cached.bytes).toBe(3 * one.bytes)
    seen.length = 0
    for (const text of ['a', 'c', 'd', 'b']) cached.count(text)
    expect(seen).toEqual(['b'])
  })

  it('without room remembers nothing', () => {
    const { counter, seen } = spy()
    const cached = cacheTokenCounts(counter, { maxBytes: 0 })
    expect([cached.count('a'), cached.count('a'), cached.bytes]).toEqual([1, 1, 0])
    expect(seen).toHaveLength(2)
  })

  it('tells texts apart that have the same bytes in UTF-8', () => {
    const cached = cacheTokenCounts({ name: 'units', count: (text) => text.charCodeAt(0) })
    expect(cached.count('\ufffd')).toBe(0xfffd)
    expect(cached.count('\ud800')).toBe(0xd800)
    expect(cached.count('\udc00')).toBe(0xdc00)
    expect(cached.misses).toBe(3)
  })

  it('does not remember a failure', () => {
    const answers: (() => number)[] = [
      () => {
        throw new Error('boom')
      },
      () => Number.NaN,
      () => 7,
    ]
    const cached = cacheTokenCounts({ name: 'odd', count: () => (answers.shift() ?? (() => 0))() })
    expect(() => cached.count('a')).toThrow('The token counter "odd" failed (boom).')
    expect(() => cached.count('a')).toThrow('got NaN')
    expect([cached.count('a'), cached.count('a')]).toEqual([7, 7])
  })

  it('counts answers under way as memory', async () => {
    const cached = cacheTokenCounts({ name: 'later', count: async (text: string) => text.length })
    const answers = ['a', 'b', 'a'].map((text) => cached.count(text))
    const { bytes } = cached
    expect(bytes).toBeGreaterThan(0)
    await Promise.all(answers)
    expect(cached.bytes).toBe(bytes)
    const failing = cacheTokenCounts({ name: 'x', count: () => Promise.reject(new Error('boom')) })
    await expect(failing.count('a')).rejects.toThrow('boom')
    expect(failing.bytes).toBe(0)
  })

  it('counts for truncate as the counter does, and a second time for nothing', () => {
    const input = 'the quick brown fox\n'.repeat(400)
    const { counter, seen } = spy()
    const cached = cacheTokenCounts(counter)
    const first = truncate(input, { maxTokens: 300, tokens: cached })
    const asked = seen.length
    expect(asked).toBeGreaterThan(0)
    expect(truncate(input, { maxTokens: 300, tokens: cached })).toEqual(first)
    expect(seen).toHaveLength(asked)
  })

  it('of a counter that fails says so once', () => {
    const fail = () => {
      throw new Error('boom')
    }
    const tokens = cacheTokenCounts({ name: 'odd', count: fail })
    expect(() => truncate('a', { maxTokens: 3, tokens })).toThrow(
      expect.objectContaining({
        code: 'PITH_COUNTER_FAILED',
        message: 'The token counter "odd" failed (boom).',
        cause: expect.objectContaining({ message: 'boom' }),
      }),
    )
  })

  it.each([{ maxBytes: -1 }, { maxBytes: 1.5 }, { maxBytes: Number.NaN }, { maxBytes: '1' }])(
    'refuses %j',
    (options) => {
      const act = () => cacheTokenCounts(spy().counter, options as { maxBytes: number })
      expect(act).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    },
  )

  it.each([undefined, null, 5, {}, { count: 1 }])('refuses %j as a counter', (counter) => {
    expect(() => cacheTokenCounts(counter as unknown as TokenCounter)).toThrow(PithError)
  })
})

describe('a cache of counts that come later', () => {
  it('asks once for all who wait for the same text', async () => {
    const { counter, waiting } = slow()
    const cached = cacheTokenCounts(counter)
    const asked = [cached.count('a'), cached.count('b'), cached.count('a')]
    expect(waiting).toHaveLength(2)
    waiting[0].resolve(5)
    waiting[1].resolve(6)
    expect(await Promise.all(asked)).toEqual([5, 6, 5])
    const again = cached.count('a')
    expect(again).toBeInstanceOf(Promise)
    expect([await again, waiting.length]).toEqual([5, 2])
    expect(cached).toMatchObject({ hits: 2, misses: 2, hitRate: 0.5 })
  })

  it('tells all who wait of a failure, and asks anew after it', async () => {
    const { counter, waiting } = slow()
    const cached = cacheTokenCounts(counter)
    const asked = [cached.count('a'), cached.count('a')]
    waiting[0].reject(new Error('no network'))
    for (const answer of asked) await expect(answer).rejects.toThrow('"slow" failed (no network)')
    const again = cached.count('a')
    waiting[1].resolve(4)
    expect(await again).toBe(4)
  })

  it('remembers nothing of what was under way when it was cleared', async () => {
    const { counter, waiting } = slow()
    const cached = cacheTokenCounts(counter)
    const before = cached.count('a')
    cached.clear()
    const after = cached.count('a')
    const { bytes } = cached
    waiting[0].resolve(1)
    expect([await before, cached.bytes]).toEqual([1, bytes])
    waiting[1].resolve(2)
    expect(await after).toBe(2)
    expect(await cached.count('a')).toBe(2)
  })
})
