import {
  CAPITAL,
  CHARACTERS,
  COMMON,
  DIGIT,
  MOST_SCRIPTS,
  PAIRS,
  RUNS,
  SCRIPTS,
  SMALL,
  type TokenWeights,
  WEIGHT_BYTES,
} from '../../src/core/scan/token-units.ts'
import { createRandom } from './random.ts'

/** Most units of one character. A window of only such characters stays below 2³¹. */
export const MOST_UNITS_OF_A_CHARACTER = 0x1fff

// Columns of pairs for a byte that repeats the one before, once or twice.
const SAME = 6
const SAME_AGAIN = 7

/** Pairs that may end a run of consonants or digits. Their weight plus the run's has to fit in a byte. */
export const PAIRS_OF_RUNS: readonly (readonly number[])[] = [
  [SMALL, CAPITAL].flatMap((last) => [SMALL, CAPITAL, SAME, SAME_AGAIN].map((own) => 8 * last + own)),
  [DIGIT, SAME, SAME_AGAIN].map((own) => 8 * DIGIT + own),
]

/** Random weights in the range that scanners accept, so that a test notices when two costs are confused. */
export function randomWeights(seed: number): TokenWeights {
  const random = createRandom(seed)
  const bytes = Uint8Array.from({ length: WEIGHT_BYTES }, () => random.below(256))
  const digitBits = 1 + random.below(126)
  const runs = [1 + random.below(127), digitBits]
  runs[0] = runs[0] & ~digitBits || 127 & ~digitBits
  bytes.set(runs, RUNS)
  for (const [run, pairs] of PAIRS_OF_RUNS.entries()) {
    for (const pair of pairs) bytes[PAIRS + pair] %= 256 - runs[run]
  }
  for (let i = CHARACTERS + 1; i < SCRIPTS; i += 2) bytes[i] &= MOST_UNITS_OF_A_CHARACTER >> 8
  for (let i = SCRIPTS; i < COMMON; i++) bytes[i] %= MOST_SCRIPTS
  return { bytes }
}

const few = [1, 2, 3, 4].map(randomWeights)

/** For every fourth case, one of a few weights in turn. None for the others, because most suites test other things. */
export function weightsOfCase(seed: number): TokenWeights | undefined {
  return seed % 4 === 0 ? few[(seed / 4) % few.length] : undefined
}
