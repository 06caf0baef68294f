import type { Settings } from '../settings.ts'
import { noteOfFailure } from '../tokens/counter.ts'
import { UNITS_PER_TOKEN } from '../tokens/estimate.ts'
import type { Truncation } from '../truncation.ts'
import { checkSignal, rejection } from './abort.ts'
import { limitOver, tokensIn } from './within-limits.ts'

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
 * it. One that never answers is waited for until the signal is aborted.
 *
 * @throws {PithError} `PITH_ABORTED`
 */
export async function answeredLater<Result>(
  make: (settings: Settings) => Asking<Result>,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<{ made: Result; note?: string }> {
  const { tokens } = settings
  if (!tokens) return { made: answeredNow(make(settings), settings) }
  const aborted = signal && rejection(signal)
  try {
    const asking = make(settings)
    let step = asking.next()
    while (!step.done) {
      checkSignal(signal)
      const answer = tokens.countLater(step.value)
      step = asking.next(await (aborted ? Promise.race([aborted.promise, answer]) : answer))
    }
    return { made: step.value }
  } catch (error) {
    const note = noteOfFailure(error)
    if (note === undefined) throw error
    const uncounted = withoutCounter(settings)
    return { made: answeredNow(make(uncounted), uncounted), note }
  } finally {
    aborted?.forget()
  }
}

export function withoutCounter({ tokens: _, ...settings }: Settings): Settings {
  return settings
}

export const noted = (truncation: Truncation, note: string | undefined): Truncation =>
  note === undefined ? truncation : { ...truncation, notes: [...(truncation.notes ?? []), note] }

/** The first limit that a text is over, by a counter that may answer later. */
export function* askedLimitOver(text: string, settings: Settings): Asking<ReturnType<typeof limitOver>> {
  const { tokens, maxTokens } = settings
  if (!tokens || text === '') return limitOver(text, settings)
  const over = limitOver(text, { ...withoutCounter(settings), maxTokens: Number.POSITIVE_INFINITY })
  if (over !== undefined || maxTokens === Number.POSITIVE_INFINITY) return over
  return (yield text) > maxTokens ? 'tokens' : undefined
}

/** What a plan for an exact counter may take at first beyond the limit by the estimator, in tokens: few are no limit. */
const SLACK_TOKENS = 4

/** The estimator's units that the first plan for an exact counter may take. */
export const firstUnits = (tokenUnits: number): number => tokenUnits + SLACK_TOKENS * UNITS_PER_TOKEN
