import { writeBudgetReached, writeLimitReached, writeShown, writeSource } from '../core/words/notices.ts'
import type { Settings } from '../settings.ts'
import type { ShownList } from './listing.ts'

interface ListFacts {
  total: number
  limit: number
  /** `matches`, `results`, `entries` */
  what: string
  canRefine: boolean
}

/**
 * Returns the possible notices of a list, the longest first.
 *
 * @param further sentences to add if they fit.
 */
export function listNotices(
  { total, limit, what, canRefine }: ListFacts,
  { count, budget, isClipped }: ShownList,
  { source, notice }: Settings,
  further: readonly string[],
): string[][] {
  const sentences = [
    ...(budget === undefined ? [] : [writeBudgetReached(budget, count, total, what)]),
    ...(total > limit ? [writeLimitReached(limit, what, canRefine, notice)] : []),
  ]
  const [most] = sentences
  const all = [...sentences.reverse(), ...further]
  const forms = most === undefined ? [all] : [all, [most], [writeShown(count, total)]]
  if (!source || (most === undefined && !isClipped)) return all.length === 0 ? [] : forms
  const name = writeSource(source, notice)
  return [...forms.map((form) => [...form, name]), ...(all.length === 0 ? [] : forms)]
}
