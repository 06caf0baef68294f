import { signalLiterals } from '../judge/literals.ts'
import { compileLiterals, type LiteralSet, type WeightedLiteral } from './literal-set.ts'
import { CONTEXT_FACTORS, LITERAL_WEIGHTS } from './weights.ts'

const MOST_WEIGHT = 255
/** The weight of a literal that was not learned. */
const UNKNOWN_WEIGHT = 40

let known: LiteralSet | undefined

/** The literals of the rules with their learned weights. */
export function signalSet(): LiteralSet {
  known ??= compileLiterals(weightedSignals())
  return known
}

const weightedSignals = (): WeightedLiteral[] =>
  signalLiterals().map((literal, id) => ({ literal, weights: weightsOf(id) }))

function weightsOf(id: number): Uint8Array {
  const own = 4 * (LITERAL_WEIGHTS.charCodeAt(id) - 0x20) || UNKNOWN_WEIGHT
  return Uint8Array.from(CONTEXT_FACTORS, (factor) => Math.min(MOST_WEIGHT, Math.max(1, (own * factor) >> 6)))
}
