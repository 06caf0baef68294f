import { wholeNumber } from '../../../check/values.ts'
import { invalidInput } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputText } from '../text.ts'
import { cutList, type PiListOptions, take } from './lists.ts'
import { byteLimit, LINES_TRUNCATED, listNotice, matchLimit, type PiDetails, withNotice } from './notices.ts'
import type { PiOutput } from './read.ts'
import { truncateLine } from './truncate.ts'

export const DEFAULT_GREP_LIMIT = 100

/** A matching line, with the lines around it. */
export interface PiMatch {
  /** Absent when the search was in one text without a name. */
  path?: string
  /** 1-indexed; absent when it isn't known. */
  line?: number
  /** The matching line; a line feed at its end is dropped. */
  text: string
  /** Lines directly before and after it. */
  before?: readonly string[]
  after?: readonly string[]
}

/** The lines that show the matches. */
interface Listing {
  lines: string[]
  /** Index of each line that was clipped, ascending. */
  clipped: number[]
  /** For each match, how many of `lines` must be shown for the match to be seen. */
  seenAt: number[]
}

/** The prefix of a line that is `shift` lines after the beginning of the match. */
function prefixed({ path, line }: PiMatch, mark: ':' | '-', shift: number): string {
  const file = path === undefined ? '' : `${inputText(path)}${mark}`
  if (line === undefined) return file && `${file} `
  return `${file}${line + shift}${mark} `
}

/** The lines of a string, each clipped. A match may span several lines. */
function clippedLines(text: unknown): { text: string; wasTruncated: boolean }[] {
  return inputText(text)
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => truncateLine(line))
}

function checkMatch(value: unknown): PiMatch {
  const match = (typeof value === 'object' ? value : undefined) as PiMatch | null | undefined
  if (typeof match?.text !== 'string') {
    throw invalidInput('Expected each match to be a string or { path, line, text }.')
  }
  if (match.line !== undefined) wholeNumber('line', match.line, undefined, 1)
  for (const context of [match.before, match.after]) {
    if (context !== undefined && !Array.isArray(context)) {
      throw invalidInput('Expected `before` and `after` to be lists of lines.')
    }
  }
  return match
}

function addLines(to: Listing, text: unknown, prefix: (index: number) => string): void {
  let index = 0
  for (const { text: line, wasTruncated } of clippedLines(text)) {
    if (wasTruncated) to.clipped.push(to.lines.length)
    to.lines.push(prefix(index++) + line)
  }
}

function addMatch(to: Listing, item: unknown): void {
  if (typeof item === 'string') {
    addLines(to, item, () => '')
    to.seenAt.push(to.lines.length)
    return
  }
  const match = checkMatch(item)
  const { before = [], after = [] } = match
  before.forEach((line, index) => {
    addLines(to, line, () => prefixed(match, '-', index - before.length))
  })
  const first = to.lines.length
  addLines(to, match.text, (index) => prefixed(match, ':', index))
  const next = to.lines.length - first
  to.seenAt.push(to.lines.length)
  after.forEach((line, index) => {
    addLines(to, line, () => prefixed(match, '-', next + index))
  })
}

/**
 * Lists matching lines as `path:line: text`, each clipped to 500 characters: the first 100 matches, or `limit`, within
 * 30 KB. A string among the matches is a line that is shown as it is. A text holds one match per line.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * grep([{ path: 'file.ts', line: 10, text: 'matching content' }]).text // 'file.ts:10: matching content'
 */
export function grep(
  matches: Input | readonly (PiMatch | string)[],
  options: PiListOptions = {},
): PiOutput<Pick<PiDetails, 'truncation' | 'matchLimitReached' | 'linesTruncated'>> {
  const { items, hasMore, limit } = take<PiMatch | string>(matches, options, DEFAULT_GREP_LIMIT)
  if (items.length === 0) return { text: 'No matches found', details: undefined }
  const listing: Listing = { lines: [], clipped: [], seenAt: [] }
  for (const item of items) addMatch(listing, item)
  const truncation = cutList(listing.lines)
  const sentences: string[] = []
  const details: Pick<PiDetails, 'truncation' | 'matchLimitReached' | 'linesTruncated'> = {}
  if (truncation.truncated) {
    const total = `${items.length}${hasMore ? '+' : ''}`
    const shown = listing.seenAt.filter((lines) => lines <= truncation.outputLines).length
    sentences.push(`${byteLimit(truncation.maxBytes)} (${shown} of ${total} matches shown)`)
    details.truncation = truncation
  } else if (hasMore) {
    sentences.push(matchLimit(limit))
    details.matchLimitReached = limit
  }
  if (listing.clipped.length > 0 && listing.clipped[0] < truncation.outputLines) {
    sentences.push(LINES_TRUNCATED)
    details.linesTruncated = true
  }
  if (sentences.length === 0) return { text: truncation.content, details: undefined }
  return { text: withNotice(truncation, listNotice(sentences)), details }
}
