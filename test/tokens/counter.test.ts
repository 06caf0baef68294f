import { describe, expect, it } from 'vitest'
import { AskedCounter } from '../../src/core/tokens/counter.ts'
import { PithError } from '../../src/errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../src/options.ts'

const boom = new Error('boom')

/** A counter as a caller without types may give it. */
const counter = (count: (text: string) => unknown): TokenCounter => ({ name: 'mine', count }) as TokenCounter

const nonsense: [string, (text: string) => unknown, string][] = [
  ['throws', () => fail(boom), 'boom'],
  ['throws a string', () => fail('no'), 'it threw string'],
  ['throws nothing', () => fail(undefined), 'it threw undefined'],
  ['gives NaN', () => Number.NaN, 'expected a whole number from 0, got NaN'],
  ['gives a negative number', () => -1, 'expected a whole number from 0, got -1'],
  ['gives a fraction', () => 2.5, 'expected a whole number from 0, got 2.5'],
  ['gives Infinity', () => Number.POSITIVE_INFINITY, 'expected a whole number from 0, got Infinity'],
  ['gives text', () => '12', 'expected a whole number from 0, got string'],
  ['gives nothing', () => undefined, 'expected a whole number from 0, got undefined'],
]

function fail(reason: unknown): never {
  throw reason
}

const reasonOf = async (act: () => unknown): Promise<unknown> => {
  try {
    return await act()
  } catch (error) {
    return error
  }
}

function expectFailure(error: unknown, why: string): void {
  expect(error).toBeInstanceOf(PithError)
  expect(error).toMatchObject({
    code: 'PITH_COUNTER_FAILED',
    message: `The token counter "mine" failed (${why}).`,
  })
}

describe('a counter that is asked', () => {
  it.each(nonsense)('and %s is a failure that says so', async (_, count, why) => {
    expectFailure(await reasonOf(() => new AskedCounter(counter(count)).count('x')), why)
    expectFailure(await reasonOf(() => new AskedCounter(counter(count)).countLater('x')), why)
    const later = { name: 'mine', count: async (text: string) => count(text) } as AsyncTokenCounter
    expectFailure(await reasonOf(() => new AskedCounter(later).countLater('x')), why)
  })

  it('and gives something that can not be looked at is a failure', async () => {
    const trap = Object.defineProperty({}, 'then', { get: () => fail(boom) })
    for (const act of [
      () => new AskedCounter(counter(() => trap)).count('x'),
      () => new AskedCounter(counter(() => trap)).countLater('x'),
    ])
      expectFailure(await reasonOf(act), 'boom')
  })

  it('keeps what was thrown as the cause', async () => {
    const asked = new AskedCounter(counter(() => fail(boom)))
    expect(await reasonOf(() => asked.count('x'))).toHaveProperty('cause', boom)
    expect(await reasonOf(() => asked.countLater('x'))).toHaveProperty('cause', boom)
  })

  it('at once and answers later is a failure, also where the answer would be one', async () => {
    for (const count of [async () => 3, () => Promise.reject(boom)]) {
      const error = await reasonOf(() => new AskedCounter(counter(count)).count('x'))
      expectFailure(error, 'expected a whole number from 0, got a promise')
    }
  })

  it('may answer later where that is waited for', async () => {
    expect(await new AskedCounter({ name: 'mine', count: async (t) => t.length }).countLater('abc')).toBe(3)
  })

  it('is asked about no text twice, however long it is', async () => {
    const seen: string[] = []
    const asked = new AskedCounter({ name: 'mine', count: (text) => seen.push(text) && text.length })
    const long = 'x'.repeat(5 * 1024 * 1024)
    for (const text of ['a', 'b', 'a', long, long]) expect(asked.count(text)).toBe(text.length)
    expect(await asked.countLater(long)).toBe(long.length)
    expect(seen).toEqual(['a', 'b', long])
  })

  it('is held to no more texts than so many', () => {
    let calls = 0
    const asked = new AskedCounter({ name: 'mine', count: (text) => ++calls && text.length })
    const text = (i: number) => `${i}`.padEnd(1024 * 1024)
    for (let i = 0; i < 6; i++) asked.count(text(i))
    for (const i of [5, 4, 3, 2]) asked.count(text(i))
    expect(calls).toBe(6)
    asked.count(text(1))
    expect(calls).toBe(7)
  })
})
