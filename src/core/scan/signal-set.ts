import { signalLiterals } from '../judge/literals.ts'
import { CONTEXTS, compileLiterals, type LiteralSet, type WeightedLiteral } from './literal-set.ts'
import { CONTEXT_FACTORS, LITERAL_WEIGHTS } from './weights.ts'

/** The highest weight. A caller's word has it in all contexts. */
const MOST_WEIGHT = 255
/** The weight of a literal that was not learned. */
const UNKNOWN_WEIGHT = 40

let known: LiteralSet | undefined

/**
 * The literals of the rules with their learned weights, and the words of a caller behind them.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for a word that cannot be looked for, see `isSearchable`.
 */
export function signalSet(words: readonly string[] = []): LiteralSet {
  if (words.length === 0) {
    known ??= compileLiterals(weightedSignals())
    return known
  }
  const wanted = new Uint8Array(CONTEXTS).fill(MOST_WEIGHT)
  return compileLiterals([...weightedSignals(), ...words.map((literal) => ({ literal, weights: wanted }))])
}

const weightedSignals = (): WeightedLiteral[] =>
  signalLiterals().map((literal, id) => ({ literal, weights: weightsOf(id) }))

function weightsOf(id: number): Uint8Array {
  const own = 4 * (LITERAL_WEIGHTS.charCodeAt(id) - 0x20) || UNKNOWN_WEIGHT
  return Uint8Array.from(CONTEXT_FACTORS, (factor) => Math.min(MOST_WEIGHT, Math.max(1, (own * factor) >> 6)))
}
