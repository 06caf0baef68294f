import { plainSizer } from '../../fit/exceeded.ts'
import type { Input } from '../../options.ts'
import type { Size } from '../../render/size.ts'
import { bytesOf, checkObject, decode, invalidOption, wellFormed } from './input.ts'

/** Lines of a page at most. */
export const MAX_LINES = 2000
/** Code points of a line on a page; what is over is left out silently. */
export const MAX_LINE_LENGTH = 500
/** Bytes that are looked at of one line. */
export const MAX_LINE_BYTES = MAX_LINE_LENGTH * 4
/** UTF-8 bytes of a page's content at most. */
export const MAX_PAGE_BYTES = 40 * 1024

const LF = 0x0a
const CR = 0x0d
const BYTES_PER_CODE_POINT = MAX_LINE_BYTES / MAX_LINE_LENGTH
/** A file that zdx wrote for a truncated stream. */
const SPILL_NAME = /(?:^|[\\/])zdx-bash-[^\\/]+-(?:stdout|stderr)\.txt$/

export interface ReadOptions {
  /** Told back as `path`; nothing is opened. The name of a spilled stream, `zdx-bash-…-stdout.txt`, leaves its lines whole. */
  path?: string
  /** First line, 1-indexed; 0 is 1. A string of digits is a number, a blank one is the default. Default: 1. */
  offset?: number | string
  /** First code point of the first line, 1-indexed; 0 is 1. Strings as for `offset`. Default: 1. */
  column?: number | string
  /** Lines at most, from 0; more than 2000 are 2000. Strings as for `offset`. Default: 2000. */
  limit?: number | string
  /** Code points of a line on this page, from 1; `Infinity` leaves lines whole. Default: 500, or `Infinity` for a spilled stream. */
  maxLineLength?: number
}

/** A page of a file, in the field names of zdx. */
export interface ReadOutput {
  path?: string
  /** Lines of the file and nothing else, their ends as they are. */
  content: string
  offset: number
  lines_shown: number
  total_lines: number
  /** Lines remain after the page, or the page ends inside a line larger than itself. */
  truncated: boolean
  /** The page was ended by its bytes, not by its lines. */
  byte_limited: boolean
  /** Only where the page ends inside its line: the rest begins at this column of the line `offset`. */
  next_column?: number
}

/**
 * A page of a file's lines. While `truncated` is true another one follows: it begins at `offset + lines_shown`, or
 * inside the same line, at `offset` and `column: next_column`, where that field is present.
 *
 * Never more than 40,960 bytes and 2000 lines. Past the end it is empty.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`; `PITH_INVALID_OPTION` for a negative or fractional number.
 * @example
 * read('a\nb\nc\n', { offset: 2, limit: 1 }).content // 'b\n'
 */
export function read(input: Input, options: ReadOptions = {}): ReadOutput {
  checkObject('options', options)
  const bytes = bytesOf('the input', input)
  const offset = Math.max(1, position('offset', options.offset, 1))
  const column = Math.max(1, position('column', options.column, 1))
  const limit = Math.min(MAX_LINES, position('limit', options.limit, MAX_LINES))
  const path = options.path === undefined ? undefined : pathOf(options.path)
  const maxLineLength = lineLength(options.maxLineLength, path)
  const page = takePage(bytes, pageStart(bytes, offset, column), limit, maxLineLength)
  return {
    ...(path === undefined ? {} : { path }),
    content: page.content,
    offset,
    lines_shown: page.lines,
    total_lines: countLines(bytes),
    truncated: page.end < bytes.length,
    byte_limited: page.byteLimited,
    ...(page.insideLine ? { next_column: column + countCodePoints(page.content) } : {}),
  }
}

interface Page {
  content: string
  lines: number
  byteLimited: boolean
  /** The page is the beginning of one line that is larger than it. */
  insideLine: boolean
  /** Where the first line begins of which nothing is shown, or the line that the page ends inside. */
  end: number
}

function takePage(bytes: Uint8Array, start: number, limit: number, maxLineLength: number): Page {
  const parts: string[] = []
  let used = 0
  let at = start
  while (at < bytes.length && parts.length < limit) {
    const line = lineAt(bytes, at, maxLineLength)
    used += line.bytes
    if (used > MAX_PAGE_BYTES) {
      // Only with longer lines than zdx has: the first line alone is larger than a page.
      const insideLine = parts.length === 0
      if (insideLine) parts.push(pagePrefix(bytes, at, line.cut))
      return { content: parts.join(''), lines: parts.length, byteLimited: true, insideLine, end: at }
    }
    parts.push(decode(bytes.subarray(at, line.cut)) + decode(bytes.subarray(line.body, line.end)))
    at = line.end
  }
  return { content: parts.join(''), lines: parts.length, byteLimited: false, insideLine: false, end: at }
}

interface Line {
  /** Where what is shown of it ends. */
  cut: number
  /** Where its text ends and its line end begins. */
  body: number
  end: number
  /** UTF-8 bytes of what is shown, line end included. */
  bytes: number
}

const roomOf = (bytes: number): Size => {
  return { lines: Infinity, bytes, serializedBytes: Infinity, tokenUnits: Infinity }
}

const PAGE = roomOf(MAX_PAGE_BYTES)
const EVERYTHING = roomOf(Infinity)
/** A character more than a page, so that a line that ends here is seen to be larger; its rest is not looked at. */
const OVER_PAGE = roomOf(MAX_PAGE_BYTES + BYTES_PER_CODE_POINT)

function lineAt(bytes: Uint8Array, at: number, maxLineLength: number): Line {
  const feed = bytes.indexOf(LF, at)
  const end = feed < 0 ? bytes.length : feed + 1
  const body = feed < 0 ? end : feed > at && bytes[feed - 1] === CR ? feed - 1 : feed
  const last = Math.min(body, at + maxLineLength * BYTES_PER_CODE_POINT)
  const cut = plainSizer.fitForward(bytes, at, last, OVER_PAGE, maxLineLength)
  return { cut, body, end, bytes: plainSizer.measure(bytes, at, cut).bytes + end - body }
}

/** As much as a page holds of a line that is larger. */
function pagePrefix(bytes: Uint8Array, start: number, end: number): string {
  return decode(bytes.subarray(start, plainSizer.fitForward(bytes, start, end, PAGE, Infinity)))
}

/** Where a page begins: the line's end where it has fewer columns, the file's end where it has fewer lines. */
function pageStart(bytes: Uint8Array, offset: number, column: number): number {
  const start = lineStart(bytes, offset)
  if (column === 1 || start === bytes.length) return start
  return plainSizer.fitForward(bytes, start, lineAt(bytes, start, 1).body, EVERYTHING, column - 1)
}

/** Code points of well-formed text: each character outside the first plane has a second unit. */
function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  return count
}

/** Where a line begins; the end when there are not so many. */
function lineStart(bytes: Uint8Array, line: number): number {
  let at = 0
  for (let left = line - 1; left > 0 && at < bytes.length; at++) if (bytes[at] === LF) left--
  return at
}

/** LF bytes, plus one for an unterminated last line. */
function countLines(bytes: Uint8Array): number {
  let feeds = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LF) feeds++
  return bytes.length === 0 || bytes[bytes.length - 1] === LF ? feeds : feeds + 1
}

function position(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'string') {
    if (value.trim() === '') return fallback
    if (/^\s*\d+\s*$/.test(value)) return position(name, Number(value), fallback)
  }
  if (value === Infinity && name === 'limit') return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalidOption(name, 'a whole number from 0', value)
}

function lineLength(value: unknown, path: string | undefined): number {
  // A spilled stream is all that is left of an output: without its long lines no page would lead to its end.
  if (value === undefined) return path !== undefined && SPILL_NAME.test(path) ? Infinity : MAX_LINE_LENGTH
  if (value === Infinity) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw invalidOption('maxLineLength', 'a whole number from 1, or Infinity', value)
}

function pathOf(path: unknown): string {
  if (typeof path === 'string') return wellFormed(path)
  throw invalidOption('path', 'a string', path)
}
