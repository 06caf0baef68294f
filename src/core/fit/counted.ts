import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { noteOfFailure } from '../tokens/counter.ts'
import { checkSignal, rejection } from './abort.ts'
import { limitOver, tokensIn } from './within-limits.ts'

/** Work that asks for the token counts of texts. */
export type Counting<Result> = Generator<string, Result, number>

/** Runs the work with a counter that answers at once. */
export function runNow<Result>(counting: Counting<Result>, settings: Settings): Result {
  let step = counting.next()
  while (!step.done) step = counting.next(tokensIn(step.value, settings))
  return step.value
}

/**
 * Runs the work with a counter that may answer later. If the counter fails, the work starts again with the estimator,
 * and `note` says so. Waits for an answer until the signal is aborted.
 *
 * @throws {PithError} `PITH_ABORTED`
 */
export async function runLater<Result>(
  start: (settings: Settings) => Counting<Result>,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<{ result: Result; note?: string }> {
  const { tokens } = settings
  if (!tokens) return { result: runNow(start(settings), settings) }
  const aborted = signal && rejection(signal)
  try {
    const counting = start(settings)
    let step = counting.next()
    while (!step.done) {
      checkSignal(signal)
      const answer = tokens.countLater(step.value)
      step = counting.next(await (aborted ? Promise.race([aborted.promise, answer]) : answer))
    }
    return { result: step.value }
  } catch (error) {
    const note = noteOfFailure(error)
    if (note === undefined) throw error
    const uncounted = withoutCounter(settings)
    return { result: runNow(start(uncounted), uncounted), note }
  } finally {
    aborted?.forget()
  }
}

export function withoutCounter({ tokens: _, ...settings }: Settings): Settings {
  return settings
}

/** A result with one more note. */
export const noted = (truncation: Truncation, note: string | undefined): Truncation =>
  note === undefined ? truncation : { ...truncation, notes: [...(truncation.notes ?? []), note] }

/** Like `limitOver`, with a counter that may answer later. */
export function* countedLimitOver(text: string, settings: Settings): Counting<ReturnType<typeof limitOver>> {
  const { tokens, maxTokens } = settings
  if (!tokens || text === '') return limitOver(text, settings)
  const over = limitOver(text, { ...withoutCounter(settings), maxTokens: Number.POSITIVE_INFINITY })
  if (over !== undefined || maxTokens === Number.POSITIVE_INFINITY) return over
  return (yield text) > maxTokens ? 'tokens' : undefined
}
