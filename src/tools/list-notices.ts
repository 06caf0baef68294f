import { writeBudgetReached, writeLimitReached, writeShown } from '../render/notices.ts'

interface ListFacts {
  total: number
  shown: number
  limit: number
  /** `matches`, `results`, `entries` */
  what: string
  canRefine: boolean
}

/**
 * Returns the possible notices of a list, the longest first.
 *
 * @param budget the limit that cut the list before its own limit did, in words.
 * @param further sentences to add if they fit.
 */
export function listNotices(
  facts: ListFacts,
  budget: string | undefined,
  further: readonly string[],
): string[][] {
  const { total, shown, limit, what, canRefine } = facts
  const sentences = [
    ...(budget === undefined ? [] : [writeBudgetReached(budget, shown, total, what)]),
    ...(total > limit ? [writeLimitReached(limit, what, canRefine)] : []),
  ]
  const [most] = sentences
  const all = [...sentences.reverse(), ...further]
  if (all.length === 0) return []
  return most === undefined ? [all] : [all, [most], [writeShown(shown, total)]]
}
