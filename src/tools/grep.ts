import { wholeOrInfinity } from '../check/values.ts'
import { PithError } from '../errors.ts'
import type { Input, OwnNames, TruncateOptions } from '../options.ts'
import { writeLinesClipped } from '../render/notices.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import { Found } from './grep-found.ts'
import { type GrepMatch, type GrepRow, rowsOfMatches, rowsOfText } from './grep-rows.ts'
import { listNotices } from './list-notices.ts'
import { fitList, type PreparedList, type ShownList } from './listing.ts'
import type { ToolOutput } from './output.ts'
import { decoded, fullText } from './text.ts'

/** Default for the matches shown. */
export const GREP_LIMIT = 100
/** Default code points of a line, clip marks included. */
export const GREP_LINE_LENGTH = 500

export interface GrepOptions extends TruncateOptions {
  /** Most matches shown, from 1. Default: 100. */
  limit?: number
  /** The text that was searched for, a literal in any case. A long line is clipped around it. */
  pattern?: string
}

export const grepNames = { limit: true, pattern: true } as const satisfies OwnNames<GrepOptions>

export interface GrepDetails {
  /** Number of all matches, and of those shown. */
  total: number
  shown: number
  /** Number of files with a match, and of files with a shown match. */
  files: number
  filesShown: number
  /** The limit on matches, if there are more. */
  limitReached?: number
  /** Number of shown lines that were clipped. Absent if none was. */
  linesClipped?: number
}

/**
 * Shows what a search found. Clips long lines around their match, and gives every file a fair share of the limit.
 *
 * Keeps the input's order. Shows a context line together with the nearest match.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * grep([{ path: 'a.ts', line: 3, text: 'let a' }]).text // 'a.ts:3: let a\n'
 */
export function grep(
  input: Input | readonly GrepMatch[],
  options: GrepOptions = {},
): ToolOutput<GrepDetails> {
  const list = grepList(input, options)
  return list.show(list.settings).output
}

export function grepList(
  input: Input | readonly GrepMatch[],
  options: GrepOptions = {},
): PreparedList<GrepDetails> {
  const { pattern, maxLineLength = GREP_LINE_LENGTH } = options
  const settings = { ...resolveSettings(options, grepNames), maxLineLength }
  const limit = wholeOrInfinity('limit', options.limit, GREP_LIMIT, 1)
  const rows = Array.isArray(input)
    ? rowsOfMatches(input)
    : rowsOfText(decoded(input as Input, 'a string, a Uint8Array or an array of matches'))
  findPattern(rows, pattern)
  const found = new Found(rows, limit)
  const full = () =>
    Array.isArray(input)
      ? rows.map((row) => row.clipped(Number.POSITIVE_INFINITY).shown).join('')
      : fullText(input as Input)
  return { settings, show: (given) => shownMatches(found, limit, given), full }
}

function shownMatches(found: Found, limit: number, settings: Settings) {
  const facts = { total: found.total, limit, what: 'matches', canRefine: true }
  return showFound(found, limit, settings, (list) => {
    const clipped = list.isClipped ? [writeLinesClipped(list.maxLineLength)] : []
    return listNotices(facts, list, settings, clipped)
  })
}

/**
 * Shows matches within limits.
 *
 * @param notices the possible notices of what is shown, the longest first
 */
export function showFound(
  found: Found,
  limit: number,
  settings: Settings,
  notices: (list: ShownList) => string[][],
): { output: ToolOutput<GrepDetails>; isCut: boolean } {
  const { total } = found
  const {
    shown,
    maxLineLength: length,
    isCut,
    ...output
  } = fitList(
    {
      total,
      most: Math.min(total, limit),
      draw: (count, maxLength) => found.draw(count, maxLength, settings),
      notices: (list) => notices({ ...list, isClipped: found.hasClipped(list.count, list.maxLineLength) }),
    },
    settings,
  )
  const details: GrepDetails = { total, shown, ...found.files(shown) }
  const linesClipped = found.clipped(shown, length)
  if (total > limit) details.limitReached = limit
  if (linesClipped > 0) details.linesClipped = linesClipped
  return { output: { ...output, details }, isCut }
}

function findPattern(rows: readonly GrepRow[], pattern: unknown): void {
  if (pattern === undefined) return
  if (typeof pattern !== 'string') {
    throw new PithError('PITH_INVALID_OPTION', `Expected \`pattern\` to be a string, got ${typeof pattern}.`)
  }
  const literal = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  for (const row of rows) row.find(literal)
}
