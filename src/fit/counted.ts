import type { Settings } from '../limits.ts'
import { noteOfFailure } from '../tokens/counter.ts'
import { UNITS_PER_TOKEN } from '../tokens/estimate.ts'
import type { Truncation } from '../truncation.ts'
import { tokensIn } from './within-limits.ts'

/** Something in the making that asks for the token counts of texts. */
export type Asking<Result> = Generator<string, Result, number>

/** Answers by a counter that answers at once. */
export function answeredNow<Result>(asking: Asking<Result>, settings: Settings): Result {
  let step = asking.next()
  while (!step.done) step = asking.next(tokensIn(step.value, settings))
  return step.value
}

/**
 * Answers by a counter that may answer later. When it fails, all is made anew with the estimator, and `note` tells of
 * it.
 */
export async function answeredLater<Result>(
  make: (settings: Settings) => Asking<Result>,
  settings: Settings,
): Promise<{ made: Result; note?: string }> {
  const { tokens, ...uncounted } = settings
  try {
    const asking = make(settings)
    let step = asking.next()
    while (!step.done)
      step = asking.next((await tokens?.countLater(step.value)) ?? tokensIn(step.value, settings))
    return { made: step.value }
  } catch (error) {
    const note = noteOfFailure(error)
    if (note === undefined) throw error
    return { made: answeredNow(make(uncounted), uncounted), note }
  }
}

export const noted = (truncation: Truncation, note: string | undefined): Truncation =>
  note === undefined ? truncation : { ...truncation, notes: [...(truncation.notes ?? []), note] }

/** An exact counter may count so many times fewer tokens than the estimator; the first plan leaves room for that. */
const LOOSENESS = 4

/** The estimator's units that the first plan for an exact counter may take. */
export const looseUnits = (tokenUnits: number): number =>
  LOOSENESS * (tokenUnits + LOOSENESS * UNITS_PER_TOKEN)

/** An exact counter's word is taken in proportion so many times; what may be used is halved after that. */
const MAX_ATTEMPTS = 6

/** Fewer of the estimator's units than a text of too many tokens has. */
export function fewerUnits(
  tokenUnits: number,
  { outputTokens }: Truncation,
  maxTokens: number,
  attempt: number,
): number {
  const less = attempt < MAX_ATTEMPTS ? (tokenUnits * maxTokens) / outputTokens : tokenUnits / 2
  return Math.floor(less) - 1
}

/**
 * Fewer units than before, whatever was found: a text may measure more as a whole than its parts were allowed. Never by
 * so much that a grapheme is passed over where there are few.
 */
export const below = (before: number, fewer: number): number =>
  fewer < before ? fewer : Math.floor(before * SMALL_STEP) - 1

const SMALL_STEP = 0.95
