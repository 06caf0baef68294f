// @deep

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type ShareRequest } from '../../src/extra/budget/allocate.ts'

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const cast = <T>(value: unknown): T => value as T

const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2_000_000 }))
const weight = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  fc.constantFrom(0.1, 0.2, 0.3, 1 / 3, 49),
)
const request = fc.record<ShareRequest>(
  {
    id: fc.string({ minLength: 1, maxLength: 3 }),
    want: fc.oneof(amount, fc.constant(Infinity)),
    weight,
  },
  { requiredKeys: ['id', 'want'] },
)
const anyRequests = fc.uniqueArray(request, { selector: ({ id }) => id, maxLength: 12 })

/** By the words of the documentation: a token at a time to whom the next one is due first. */
function tokenByToken(total: number, requests: readonly ShareRequest[]): Record<string, number> {
  const claims = requests
    .map((each) => ({
      id: each.id,
      weight: each.weight ?? 1,
      has: 0,
      most: each.want,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  for (let left = total; left > 0; left--) {
    const wanting = claims.filter(({ has, most }) => has < most)
    if (wanting.length === 0) break
    const level = Math.min(...wanting.map(({ has, weight }) => (has + 1) / weight))
    const first = wanting.find(({ has, weight }) => (has + 1) / weight === level)
    if (first) first.has++
  }
  return Object.fromEntries(claims.map(({ id, has }) => [id, has]))
}

describe('allocate', () => {
  it('gives all that there is, or all that is wanted, in whole tokens', () => {
    fc.assert(
      fc.property(amount, anyRequests, (total, requests) => {
        const shares = allocate(total, requests)
        expect(Object.keys(shares).sort()).toEqual(requests.map(({ id }) => id).sort())
        expect(Object.values(shares).every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
        for (const { id, want } of requests) expect(shares[id]).toBeLessThanOrEqual(want)
        expect(sum(Object.values(shares))).toBe(Math.min(total, sum(requests.map(({ want }) => want))))
      }),
    )
  })

  it('is what comes of giving a token at a time to whom it is due', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), anyRequests, (total, requests) => {
        expect(allocate(total, requests)).toEqual(tokenByToken(total, requests))
      }),
    )
  })

  it('shares out among hundreds of thousands', () => {
    const requests = Array.from({ length: 200_000 }, (_, i) => ({
      id: `call ${i}`,
      want: i % 3 === 0 ? Infinity : i % 977,
      weight: 1 + (i % 7),
    }))
    const total = 60_000_000
    expect(sum(Object.values(allocate(total, requests)))).toBe(total)
  })

  it('does not depend on the order of the requests', () => {
    const shuffled = anyRequests.chain((requests) =>
      fc.tuple(fc.constant(requests), fc.shuffledSubarray(requests, { minLength: requests.length })),
    )
    fc.assert(
      fc.property(amount, shuffled, (total, [requests, others]) => {
        expect(allocate(total, others)).toEqual(allocate(total, requests))
      }),
    )
  })

  it('never gives anyone less of more', () => {
    fc.assert(
      fc.property(amount, fc.oneof(fc.constant(1), amount), anyRequests, (total, more, requests) => {
        const [less, greater] = [allocate(total, requests), allocate(total + more, requests)]
        for (const { id } of requests) expect(greater[id]).toBeGreaterThanOrEqual(less[id])
      }),
    )
  })

  it('is exact for as many tokens as can be counted', () => {
    const most = Number.MAX_SAFE_INTEGER
    const ids = ['a', 'b', 'c']
    const shares = allocate(
      most,
      ids.map((id, i) => ({ id, want: Infinity, weight: 10 ** (6 - 6 * i) })),
    )
    expect(ids.reduce((left, id) => left - BigInt(shares[id]), BigInt(most))).toBe(0n)
    expect(shares.a).toBeGreaterThan(shares.b)
    expect(shares.c).toBeGreaterThan(0)
  })

  it('knows to the token what is due with weights that multiply inexactly', () => {
    const want = Infinity
    expect(allocate(5, [{ id: 'a', want: 1, weight: 49 }])).toEqual({ a: 1 })
    const requests = [
      { id: 'c', want, weight: 0.2 },
      { id: 'b', want, weight: 0.6 },
    ]
    // The twelfth of c and the thirty-sixth of b are due at once.
    expect(allocate(47, requests)).toEqual({ b: 36, c: 11 })
  })

  it.each<[string, number, ShareRequest[], Record<string, number>]>([
    ['nobody', 10, [], {}],
    ['nothing', 0, [{ id: 'a', want: 5 }], { a: 0 }],
    [
      'names of properties',
      4,
      [
        { id: '__proto__', want: 3 },
        { id: 'toString', want: 3 },
      ],
      { ['__proto__']: 2, toString: 2 },
    ],
  ])('shares out among %s', (_, total, requests, expected) => {
    expect(allocate(total, requests)).toEqual(expected)
  })

  const want = 1
  it.each<[string, unknown, unknown, string]>([
    ['a negative total', -1, [], '`total` to be a whole number from 0, got -1'],
    ['a total of NaN', Number.NaN, [], 'got NaN'],
    ['an endless total', Infinity, [], 'got Infinity'],
    ['no requests', 5, undefined, '`requests` to be an array'],
    ['a request that is none', 5, [3], '`requests[0]` to be an object, got 3'],
    [
      'a hole among the requests',
      5,
      new Array(1).concat([{ id: 'a', want: 1 }]),
      '`requests[0]` to be an object, got undefined',
    ],
    ['a request that is an array', 5, [[]], '`requests[0]` to be an object, got an array'],
    [
      'an id twice',
      5,
      [
        { id: 'a', want },
        { id: 'b', want },
        { id: 'a', want },
      ],
      'unique among the requests, got "a"',
    ],
    ['no id', 5, [{ want }], '`requests[0].id` to be a non-empty string'],
    ['a want of NaN', 5, [{ id: 'a', want: Number.NaN }], '`requests[0].want`'],
    ['no want', 5, [{ id: 'a' }], '`requests[0].want`'],
    ['a negative want', 5, [{ id: 'a', want: -2 }], 'got -2'],
    [
      'a weight of zero',
      5,
      [{ id: 'a', want, weight: 0 }],
      '`requests[0].weight` to be a number from 0.000001',
    ],
    ['a weight of NaN', 5, [{ id: 'a', want, weight: Number.NaN }], 'got NaN'],
    ['an endless weight', 5, [{ id: 'a', want, weight: Infinity }], 'got Infinity'],
  ])('refuses %s', (_, total, requests, words) => {
    const call = () => allocate(cast(total), cast(requests))
    expect(call).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    expect(call).toThrow(words)
  })
})
