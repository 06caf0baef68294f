import {
  writeBudgetEnded,
  writeLinesClipped,
  writeMatchesShown,
  writeMore,
  writeNone,
  writeShown,
  writeSource,
  writeUnread,
} from '../core/words/notices.ts'
import type { Settings } from '../settings.ts'
import { type GrepDetails, showFound } from './grep.ts'
import { GrepRows, type SearchTotals } from './grep-found.ts'
import type { GrepRow } from './grep-rows.ts'
import { countsOfList, type PreparedList, type ShownList } from './listing.ts'
import { safeList } from './safe-list.ts'

/** What a search of files found, of which only the first matches in the fair order are in memory. */
export interface SearchResult {
  rows: readonly GrepRow[]
  totals: SearchTotals
  /** Most matches to show, not more than the rows hold. */
  limit: number
  /** Paths that could not be read. */
  unread: number
}

/** Lists the matches of a search. The notice counts all matches, and the files that have one. */
export function searchList(result: SearchResult, settings: Settings): PreparedList<GrepDetails> {
  const { rows, limit, totals } = result
  return safeList<GrepDetails>(settings, {
    make: () => {
      const found = new GrepRows(rows, limit, totals)
      return (given) => shown(found, result, given)
    },
    plain: () => ({
      lines: rows.map((row) => row.plain),
      total: rows.length + Math.max(0, totals.matches - rows.filter(({ kind }) => kind === 'match').length),
      most: limit,
      details: (lines) => {
        const first = rows.slice(0, lines).filter(({ kind }) => kind === 'match')
        const filesShown = new Set(first.map(({ file }) => file)).size
        return { ...countsOfList(totals.matches, first.length, limit), files: totals.files, filesShown }
      },
    }),
    full: () => '',
  })
}

function shown(found: GrepRows, { limit, unread }: SearchResult, settings: Settings) {
  return showFound(found, limit, settings, (list) => {
    const facts = { total: found.total, limit, unread, files: found.files(list.count) }
    return noticesOf(facts, list, settings)
  })
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
  const why = budget === undefined ? writeMore(limit, notice) : writeBudgetEnded(budget)
  const forms = [[amount, why, ...clipped, ...lost], [amount, ...lost], [writeShown(count, total)]]
  return [...forms.map((form) => [...form, ...name]), ...forms]
}
