import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber } from '../../../check/values.ts'
import { invalidInput } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputText, lines as linesIn } from '../text.ts'
import { byteLimit, entryLimit, listNotice, type PiDetails, resultLimit, withNotice } from './notices.ts'
import type { PiOutput } from './read.ts'
import { lineEndAt } from './text.ts'
import { cutHead, DEFAULT_MAX_BYTES, type PiTruncation } from './truncate.ts'

export const DEFAULT_FIND_LIMIT = 1000
export const DEFAULT_LS_LIMIT = 500

export interface PiListOptions {
  /** Most entries shown, from 1 on. */
  limit?: number
  /** True when the search itself stopped at `limit`, so that no further entry was found. */
  more?: boolean
}

const listNames = names<PiListOptions>()('limit more')

/** The entries within a limit, and whether there are more. */
export interface Taken<T> {
  items: T[]
  hasMore: boolean
}

function firstLines(text: string, limit: number): Taken<string> {
  const items: string[] = []
  let at = 0
  for (; at < text.length && items.length < limit; at = lineEndAt(text, at) + 1) {
    items.push(text.slice(at, lineEndAt(text, at)))
  }
  return { items, hasMore: at < text.length }
}

/**
 * The first entries of a list, or of a text with one entry per line.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 */
export function take<T>(
  entries: Input | readonly T[],
  options: PiListOptions,
  fallback: number,
): Taken<T | string> & { limit: number } {
  const { limit, more } = optionsOf(options, listNames)
  const most = wholeNumber('limit', limit, fallback, 1)
  const taken: Taken<T | string> = Array.isArray(entries)
    ? { items: entries.slice(0, most), hasMore: entries.length > most }
    : firstLines(inputText(entries), most)
  return { ...taken, limit: most, hasMore: taken.hasMore || more === true }
}

/** Cuts lines to the byte limit alone. */
export function cutList(lines: readonly string[]): PiTruncation {
  const text = lines.join('\n')
  const total = lines.length === 0 ? 0 : linesIn(`${text}\n`, 0, text.length + 1)
  return cutHead(
    text,
    { start: 0, end: text.length, lines: total },
    { maxLines: Number.MAX_SAFE_INTEGER, maxBytes: DEFAULT_MAX_BYTES },
  )
}

function checkedNames(items: readonly unknown[]): string[] {
  return items.map((item) => {
    if (typeof item === 'string') return inputText(item)
    throw invalidInput(`Expected a list of strings, found ${typeof item}.`)
  })
}

/** The list of one tool. Its notice names the limit that was reached first. */
function list<Details extends PiDetails>(
  taken: Taken<unknown>,
  none: string,
  reached: { details: Details; sentence: string },
): PiOutput<Details | Pick<PiDetails, 'truncation'>> {
  if (taken.items.length === 0) return { text: none, details: undefined }
  const truncation = cutList(checkedNames(taken.items))
  if (truncation.truncated) {
    const notice = listNotice([byteLimit(truncation.maxBytes)])
    return { text: withNotice(truncation, notice), details: { truncation } }
  }
  if (!taken.hasMore) return { text: truncation.content, details: undefined }
  return { text: withNotice(truncation, listNotice([reached.sentence])), details: reached.details }
}

/**
 * Lists found paths: the first 1000, or `limit`, within 30 KB.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * find(['a', 'b'], { limit: 1 }).text // 'a\n\n[1 results limit reached. Use limit=2 for more, or refine pattern]'
 */
export function find(
  paths: Input | readonly string[],
  options: PiListOptions = {},
): PiOutput<Pick<PiDetails, 'truncation' | 'resultLimitReached'>> {
  const taken = take(paths, options, DEFAULT_FIND_LIMIT)
  return list(taken, 'No files found matching pattern', {
    details: { resultLimitReached: taken.limit },
    sentence: resultLimit(taken.limit),
  })
}

/**
 * Lists the names in a directory in the given order: the first 500, or `limit`, within 30 KB.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * ls(['a', 'b/'], { limit: 1 }).text // 'a\n\n[1 entries limit reached. Use limit=2 for more]'
 */
export function ls(
  entries: Input | readonly string[],
  options: PiListOptions = {},
): PiOutput<Pick<PiDetails, 'truncation' | 'entryLimitReached'>> {
  const taken = take(entries, options, DEFAULT_LS_LIMIT)
  return list(taken, '(empty directory)', {
    details: { entryLimitReached: taken.limit },
    sentence: entryLimit(taken.limit),
  })
}
