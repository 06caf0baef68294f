import { type ContextSizes, type HeldLine, lent } from '../judge/rank.ts'
import type { ValuedLine } from './facts.ts'
import type { Kept } from './kept.ts'
import type { QueryLines } from './query-lines.ts'

// What lines are worth for a query.

/** The value of the best line. A line that says what stopped a run has about as much. */
const BEST_VALUE = 20
/** Of two lines the one with rarer words is far more likely to be the answer. */
const POWER = 2
/** What each earlier line that differs in numbers alone takes away. */
const REPEAT = 0.8

/** The lines that a query selected. */
export interface Queried {
  query: QueryLines
  lines: readonly Kept[]
}

/** A held line, its shape, and a bit for each word of the query that it has. */
export type QueriedLine = HeldLine & ValuedLine & { shape: number; words: number }

/** Gives each line its value for a query. */
export function valueQueried(lines: QueriedLine[], query: QueryLines, context: ContextSizes): void {
  const repeats = new Map<number, number>()
  const scores = Float64Array.from(lines, ({ words, shape, lengthBytes }) => {
    if (words === 0) return 0
    const before = repeats.get(shape) ?? 0
    repeats.set(shape, before + 1)
    return query.scoreOf(words, lengthBytes) / (1 + REPEAT * before)
  })
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  if (best === 0) return
  const base = scores.map((score) => BEST_VALUE * (score / best) ** POWER)
  for (const [i, value] of lent(lines, base, context).entries()) lines[i].queryValue = value
}
