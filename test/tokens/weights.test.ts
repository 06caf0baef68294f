import { describe, expect, test } from 'vitest'
import {
  CHARACTERS,
  COMMON,
  CONTROLS,
  NEWLINE,
  PAIRS,
  RUNS,
  SCRIPTS,
  WEIGHT_BYTES,
} from '../../src/core/scan/token-units.ts'
import { coefficients, commonCharacters } from '../../src/core/tokens/coefficients.ts'
import { scripts, scriptsOfBlocks } from '../../src/core/tokens/scripts.ts'
import { assembleWeights, packLengths, weightsFor } from '../../src/core/tokens/weights.ts'
import { createRandom } from '../support/random.ts'
import { MOST_UNITS_OF_A_CHARACTER, PAIRS_OF_RUNS } from '../support/token-weights.ts'

const CODE_POINTS = 0x20000
const none = { pairs: [], runs: [], controls: [], characters: [] }

/** The code points whose bit is set. */
function commonOf(packed: string): number[] {
  const bits = assembleWeights(none, packed).bytes.subarray(COMMON)
  const common: number[] = []
  for (let i = 0; i < CODE_POINTS; i++) if ((bits[i >> 3] & (1 << (i & 7))) !== 0) common.push(i)
  return common
}

describe('common characters', () => {
  test('are what their packed lengths say, whatever those are', () => {
    const random = createRandom(5)
    for (let i = 0; i < 12; i++) {
      const lengths: number[] = []
      const expected: number[] = []
      for (let at = 0; at < CODE_POINTS; ) {
        const length = Math.min(CODE_POINTS - at, random.below(random.pick([2, 40, 2000, 70_000])))
        if (lengths.length % 2 === 1) for (let j = at; j < at + length; j++) expected.push(j)
        lengths.push(length)
        at += length
      }
      expect(`${commonOf(packLengths(lengths))}`).toBe(`${expected}`)
    }
  })

  test.each([
    [[], []],
    [[0, 1], [0]],
    [
      [31, 1, 0, 1],
      [31, 32],
    ],
    [[1023, 1], [1023]],
    [[1024, 1], [1024]],
    [[CODE_POINTS - 1, 1], [CODE_POINTS - 1]],
  ])('come back from lengths of %j', (lengths, expected) => {
    expect(commonOf(packLengths(lengths))).toEqual(expected)
  })

  test('are packed in digits that need no escape', () => {
    expect(packLengths([0, 31, 32, 33, 1024, CODE_POINTS])).toMatch(/^[\w+-]+$/)
    expect(packLengths([0, 31, 32])).toHaveLength(4)
  })

  test('are none beyond the table, nor ASCII', () => {
    const common = commonOf(commonCharacters)
    expect(common.filter((codePoint) => codePoint < 0x80)).toEqual([])
    const { bytes } = assembleWeights(none, commonCharacters)
    expect(bytes).toHaveLength(WEIGHT_BYTES)
  })
})

test('weights have each coefficient in its place', () => {
  const { bytes } = assembleWeights(
    { pairs: [1, 2], runs: [3, 4], controls: [5, 6], characters: [0x102, 7] },
    'BB',
  )
  expect([...bytes.subarray(PAIRS, PAIRS + 3)]).toEqual([1, 2, 0])
  expect([...bytes.subarray(RUNS, RUNS + 2)]).toEqual([3, 4])
  expect([...bytes.subarray(CONTROLS, CONTROLS + 3)]).toEqual([5, 6, 0])
  expect([...bytes.subarray(CHARACTERS, CHARACTERS + 5)]).toEqual([2, 1, 7, 0, 0])
  expect(bytes.subarray(SCRIPTS, COMMON)).toEqual(scriptsOfBlocks())
  expect([...bytes.subarray(COMMON, COMMON + 2)]).toEqual([2, 0])
})

test('weights of an encoding are made once, and each encoding has its own', () => {
  expect(weightsFor('o200k')).toBe(weightsFor('o200k'))
  expect(weightsFor('o200k')).not.toBe(weightsFor('claude'))
})

describe.each(['o200k', 'claude'] as const)('the coefficients of %s', (encoding) => {
  const { pairs, runs, controls, characters } = coefficients[encoding]
  const isWithin = (most: number) => (weight: number) =>
    Number.isInteger(weight) && weight >= 0 && weight <= most

  test('are as many as there are places for them', () => {
    expect([pairs.length, runs.length, controls.length]).toEqual([6 * 8, 2, 2])
    expect(characters).toHaveLength(8 * scripts.length)
  })

  test('are whole numbers that fit, and no window of what costs the most comes to 2³¹', () => {
    expect([...pairs, ...runs, ...controls].every(isWithin(255))).toBe(true)
    expect(characters.every(isWithin(MOST_UNITS_OF_A_CHARACTER))).toBe(true)
  })

  test('tell runs of consonants from runs of digits by their bits', () => {
    expect(runs[0] & runs[1]).toBe(0)
  })

  test('leave room for a long run on top of any pair that may end one', () => {
    for (const [run, places] of PAIRS_OF_RUNS.entries()) {
      for (const place of places) {
        expect((pairs[place] ?? 0) + (runs[run] ?? 0), `pair ${place}`).toBeLessThanOrEqual(255)
      }
    }
  })

  test('let line ends cost the same however many there are, so that a text costs what its lines do', () => {
    expect(pairs[8 * NEWLINE + 7]).toBe(pairs[8 * NEWLINE + 6])
  })
})
