import { describe, expect, it } from 'vitest'
import { kindRows, summaries } from '../../bench/tokens/figures.mjs'
import { solve } from '../../bench/tokens/solve.mjs'

interface Row {
  kind: string
  errors: Record<string, number>
}

const free = { least: 0, most: 10, prior: 1, pull: 1e-6 }
const row = (features: number[], isFloor = false) => ({
  features: Float64Array.from(features),
  weight: 1,
  isFloor,
})

describe('the fit', () => {
  // In the first text two of a and one of b are the whole count, in the second one of a and three of b.
  const rows = [row([2, 1]), row([1, 3])]

  it('finds the values that make every estimate true', () => {
    const [a, b] = solve([free, free], rows)
    expect(a).toBeCloseTo(0.4, 2)
    expect(b).toBeCloseTo(0.2, 2)
  })

  it('stays within the bounds of a variable, and others make up for it', () => {
    const [a, b] = solve([{ ...free, most: 0.3 }, free], rows)
    expect(a).toBe(0.3)
    expect(b).toBeGreaterThan(0.2)
  })

  it('leaves a fixed value as it is', () => {
    const [a, b] = solve([free, free], rows, new Map([[1, 0.5]]))
    expect(b).toBe(0.5)
    expect(a).toBeLessThan(0.4)
  })

  it('leaves what no text tells at its prior', () => {
    expect(solve([free, { ...free, prior: 0.7 }], [row([1, 0])])[1]).toBeCloseTo(0.7, 6)
  })

  it('goes by a floor where it is too low, and next to not at all where it is too high', () => {
    // The ordinary text alone makes it 0.5.
    const beside = (floor: number) => solve([free], [row([2]), row([floor], true)])[0]
    expect(beside(1)).toBeGreaterThan(0.52)
    expect(Math.abs(beside(4) - 0.5)).toBeLessThan(0.01)
  })
})

const sample = (kind: string, text: string, tokens: number, more = {}) => {
  const counts = { o200k: tokens, claude: 2 * tokens }
  return { kind, group: 'natural', fitted: false, fittedKind: false, text, tokens: counts, ...more }
}
/** A token for each character, and the truth is said to be within 1 of it. */
const ours = {
  name: 'pith',
  encoding: 'o200k',
  estimate: ({ length }: string) => ({ tokens: length, low: length - 1, high: length + 1 }),
}
const rival = { name: 'rival', encoding: 'claude', estimate: ({ length }: string) => ({ tokens: length }) }

const samples = [
  sample('jest', 'abcdefgh', 10),
  sample('jest', 'abc', 3),
  sample('pytest', 'never told', 1, { fitted: true, fittedKind: true }),
  sample('pytest', 'held', 4, { fittedKind: true }),
  sample('git diff', 'held back', 6, { fittedKind: true }),
  sample('emoji', 'abc', 6, { group: 'dense' }),
]

describe('an estimator’s errors', () => {
  const rows = kindRows(samples, [ours, rival])
  const of = (kind: string) => rows.find((each: Row) => each.kind === kind)

  it('are those of a kind as a whole, of what the fit did not see', () => {
    expect(rows.map(({ kind, errors }: Row) => [kind, Number(errors.pith.toFixed(3))])).toEqual([
      ['jest', -0.154],
      ['pytest', 0],
      ['git diff', 0.5],
      ['emoji', -0.5],
    ])
  })

  it('are told of each contender by its own vocabulary', () => {
    expect(of('pytest')?.errors).toEqual({ pith: 0, rival: -0.5 })
  })

  it('tell in how many samples the truth is within the interval, where there is one', () => {
    expect(of('jest')).toMatchObject({ samples: 2, inside: { pith: 1 } })
    expect(of('git diff')).toMatchObject({ samples: 1, inside: { pith: 0 } })
    expect(of('jest')?.inside).not.toHaveProperty('rival')
  })

  it('are summed up by group, fitted and unseen kinds apart', () => {
    const [unseen, fitted, dense] = summaries(rows, ours)
    expect(fitted).toMatchObject({ texts: 'natural, fitted', kinds: 2, within10: 1, within20: 1 })
    expect(fitted.rms).toBeCloseTo(0.5 / Math.SQRT2, 9)
    expect(unseen).toMatchObject({
      texts: 'natural, unseen',
      kinds: 1,
      within10: 0,
      within20: 1,
      inside: 0.5,
    })
    expect(dense).toMatchObject({ texts: 'dense, unseen', tooLow: 1 })
    expect(summaries(rows, rival)[0].inside).toBeUndefined()
  })
})
