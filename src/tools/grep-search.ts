import {
  writeBudgetEnded,
  writeLinesClipped,
  writeMatchesShown,
  writeMore,
  writeNone,
  writeShown,
  writeSource,
  writeUnread,
} from '../render/notices.ts'
import type { Settings } from '../settings.ts'
import type { GrepDetails } from './grep.ts'
import { Found, type SearchTotals } from './grep-found.ts'
import type { GrepRow } from './grep-rows.ts'
import { fitList, type PreparedList, type ShownList } from './listing.ts'

/** What a search of files found, of which only the first matches in the fair order are in memory. */
export interface SearchResult {
  rows: readonly GrepRow[]
  totals: SearchTotals
  /** Most matches to show, not more than the rows hold. */
  limit: number
  /** Paths that could not be read. */
  unread: number
}

/** The matches of a search as a list. Its notice counts all of them, and the files that have some. */
export function searchList(result: SearchResult, settings: Settings): PreparedList<GrepDetails> {
  const found = new Found(result.rows, result.limit, result.totals)
  return { settings, show: (given) => shown(found, result, given), full: () => '' }
}

function shown(found: Found, { limit, totals, unread }: SearchResult, settings: Settings) {
  const { matches: total } = totals
  const {
    shown: count,
    maxLineLength: length,
    isCut,
    ...output
  } = fitList(
    {
      total,
      most: Math.min(total, limit),
      draw: (drawn, maxLength) => found.draw(drawn, maxLength, settings),
      notices: (list) => {
        const isClipped = found.hasClipped(list.count, list.maxLineLength)
        const facts = { total, limit, unread, files: found.files(list.count) }
        return noticesOf(facts, { ...list, isClipped }, settings)
      },
    },
    settings,
  )
  const details: GrepDetails = { total, shown: count, ...found.files(count) }
  const linesClipped = found.clipped(count, length)
  if (total > limit) details.limitReached = limit
  if (linesClipped > 0) details.linesClipped = linesClipped
  return { output: { ...output, details }, isCut }
}

interface SearchFacts {
  total: number
  limit: number
  unread: number
  files: { files: number; filesShown: number }
}

/** The possible notices, the longest first. */
function noticesOf(
  { total, limit, unread, files }: SearchFacts,
  { count, budget, isClipped, maxLineLength }: ShownList,
  { source, notice }: Settings,
): string[][] {
  const lost = unread > 0 ? [writeUnread(unread)] : []
  if (total === 0) return [[writeNone('matches'), ...lost], [writeNone('matches')]]
  const clipped = isClipped ? [writeLinesClipped(maxLineLength)] : []
  const name = source && (count < total || isClipped) ? [writeSource(source, notice)] : []
  if (count === total) {
    const all = [...clipped, ...lost]
    return [[...all, ...name], all].filter((words) => words.length > 0)
  }
  const amount = writeMatchesShown(count, total, files)
  const why = budget === undefined ? writeMore(limit) : writeBudgetEnded(budget)
  const forms = [[amount, why, ...clipped, ...lost], [amount, ...lost], [writeShown(count, total)]]
  return [...forms.map((form) => [...form, ...name]), ...forms]
}
