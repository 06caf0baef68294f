import { literalPattern } from '../check/literal-pattern.ts'
import { names } from '../check/names.ts'
import { wholeOrInfinity } from '../check/values.ts'
import { writeLinesClipped } from '../core/words/notices.ts'
import { wrongOption } from '../errors.ts'
import type { Input, TruncateOptions } from '../options.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import { GrepRows } from './grep-found.ts'
import { checkMatches, type GrepMatch, type GrepRow, rowsOfMatches, rowsOfText } from './grep-rows.ts'
import { listNotices } from './list-notices.ts'
import { countsOfList, type PreparedList, type ShownList, showFitting } from './listing.ts'
import type { ToolOutput } from './output.ts'
import { type FailedDetails, type PlainList, plainLines, plainName, safeList } from './safe-list.ts'
import { checkInput, decoded, fullText } from './text.ts'

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

export const grepNames = names<GrepOptions, TruncateOptions>()('limit pattern')

export interface GrepDetails extends FailedDetails {
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
  if (Array.isArray(input)) checkMatches(input)
  else checkInput(input as Input, INPUT)
  if (pattern !== undefined && typeof pattern !== 'string')
    throw wrongOption(`Expected \`pattern\` to be a string, got ${typeof pattern}.`)
  const rowsOf = () =>
    Array.isArray(input) ? rowsOfMatches(input) : rowsOfText(decoded(input as Input, INPUT))
  return safeList(settings, {
    make: () => {
      const rows = rowsOf()
      findPattern(rows, pattern)
      const found = new GrepRows(rows, limit)
      return (given) => shownMatches(found, limit, given)
    },
    plain: () =>
      plainMatches(Array.isArray(input) ? input.flatMap(plainMatch) : plainRows(input as Input), limit),
    full: () =>
      Array.isArray(input)
        ? rowsOf()
            .map((row) => row.clipped(Number.POSITIVE_INFINITY).shown)
            .join('')
        : fullText(input as Input),
  })
}

const INPUT = 'a string, a Uint8Array or an array of matches'

/** A line of a search, when its rows cannot be made. */
interface PlainRow {
  file: string
  text: string
  isMatch: boolean
}

function plainMatch({ path, line, text, context }: GrepMatch): PlainRow[] {
  const place = [...(path === undefined ? [] : [plainName(path)]), ...(line === undefined ? [] : [line])]
  const prefix = place.length === 0 ? '' : `${place.join(':')}: `
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.map((each, at) => ({
    file: path ?? '',
    text: `${prefix}${each}\n`,
    isMatch: at === 0 && !context,
  }))
}

const plainRows = (input: Input): PlainRow[] =>
  plainLines(input).map((text) => ({
    file: /^(.*?):\d+:/.exec(text)?.[1] ?? '',
    text,
    isMatch: /^(?:.*?:)?\d+:/.test(text),
  }))

/** The lines of a search as they came. If no line is known to be a match, each is one. */
function plainMatches(rows: readonly PlainRow[], limit: number): PlainList<GrepDetails> {
  const isAnyMatch = rows.some(({ isMatch }) => isMatch)
  const matchesIn = (some: readonly PlainRow[]) =>
    isAnyMatch ? some.filter(({ isMatch }) => isMatch) : some.filter(({ text }) => !/^(?:--)?\n?$/.test(text))
  const all = matchesIn(rows)
  const filesOf = (some: readonly PlainRow[]) => new Set(some.map(({ file }) => file)).size
  return {
    lines: rows.map(({ text }) => text),
    total: rows.length,
    most: limit,
    details: (lines) => {
      const first = matchesIn(rows.slice(0, lines))
      const counts = countsOfList(all.length, first.length, limit)
      return { ...counts, files: filesOf(all), filesShown: filesOf(first) }
    },
  }
}

function shownMatches(found: GrepRows, limit: number, settings: Settings) {
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
  found: GrepRows,
  limit: number,
  settings: Settings,
  notices: (list: ShownList) => string[][],
): { output: ToolOutput<GrepDetails>; isCut: boolean } {
  const { total } = found
  const source = {
    total,
    most: Math.min(total, limit),
    draw: (count: number, maxLength: number) => found.draw(count, maxLength, settings),
    notices: (list: ShownList) =>
      notices({ ...list, isClipped: found.clipped(list.count, list.maxLineLength, 1) > 0 }),
  }
  return showFitting(source, settings, (shown, maxLength) => {
    const linesClipped = found.clipped(shown, maxLength)
    const counts = { ...countsOfList(total, shown, limit), ...found.files(shown) }
    return { ...counts, ...(linesClipped > 0 && { linesClipped }) }
  })
}

function findPattern(rows: readonly GrepRow[], pattern: string | undefined): void {
  if (pattern === undefined) return
  const literal = new RegExp(literalPattern(pattern), 'iu')
  for (const row of rows) row.find(literal)
}
