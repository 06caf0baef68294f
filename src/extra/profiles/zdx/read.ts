import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber, wholeOrInfinity } from '../../../check/values.ts'
import type { Size } from '../../../core/bytes/size.ts'
import { plainSizer } from '../../../core/fit/sizes.ts'
import { decode } from '../../../core/words/parts.ts'
import { invalidOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { codePoints, inputBytes, wellFormed } from '../text.ts'

/** Most lines of a page. */
export const MAX_LINES = 2000
/** Most code points of a line on a page. The rest of the line is left out silently. */
export const MAX_LINE_LENGTH = 500
/** Most bytes of one line that are read. */
export const MAX_LINE_BYTES = MAX_LINE_LENGTH * 4
/** Most UTF-8 bytes of a page's content. */
export const MAX_PAGE_BYTES = 40 * 1024

const LF = 0x0a
const CR = 0x0d
const BYTES_PER_CODE_POINT = MAX_LINE_BYTES / MAX_LINE_LENGTH
/** The name of a file that zdx wrote for a truncated stream. */
const SPILL_NAME = /(?:^|[\\/])zdx-bash-[^\\/]+-(?:stdout|stderr)\.txt$/

export interface ReadOptions {
  /**
   * Returned as `path`; no file is opened. For the name of a spilled stream, `zdx-bash-…-stdout.txt`, lines stay whole.
   */
  path?: string
  /**
   * First line, 1-indexed; 0 means 1. A string of digits counts as a number, a blank string as the default. Default: 1.
   */
  offset?: number | string
  /** First code point of the first line, 1-indexed; 0 means 1. Strings as for `offset`. Default: 1. */
  column?: number | string
  /** Most lines, from 0 on; more than 2000 means 2000. Strings as for `offset`. Default: 2000. */
  limit?: number | string
  /**
   * Most code points of a line, from 1 on; `Infinity` keeps lines whole. Default: 500, or `Infinity` for a spilled
   * stream.
   */
  maxLineLength?: number
}

const readNames = names<ReadOptions>()('path offset column limit maxLineLength')

/** A page of a file, in the field names of zdx. */
export interface ReadOutput {
  path?: string
  /** Lines of the file, and nothing else. Line ends are unchanged. */
  content: string
  offset: number
  lines_shown: number
  total_lines: number
  /** True when lines remain after the page, or when the page ends inside a line that is larger than a page. */
  truncated: boolean
  /** True when the limit of bytes ended the page, not the limit of lines. */
  byte_limited: boolean
  /** Present only when the page ends inside its line. The rest begins at this column of the line `offset`. */
  next_column?: number
}

/**
 * Reads a page of a file's lines. If `truncated` is true, another page follows. It begins at `offset + lines_shown` or,
 * if `next_column` is present, inside the same line, at `offset` and `column: next_column`.
 *
 * A page has at most 40,960 bytes and 2000 lines. Past the end of the file it is empty.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`; `PITH_INVALID_OPTION` for a negative or fractional number.
 * @example
 * read('a\nb\nc\n', { offset: 2, limit: 1 }).content // 'b\n'
 */
export function read(input: Input, options: ReadOptions = {}): ReadOutput {
  const given = optionsOf(options, readNames)
  const bytes = inputBytes(input)
  const offset = Math.max(1, position('offset', given.offset, 1))
  const column = Math.max(1, position('column', given.column, 1))
  const limit = Math.min(MAX_LINES, position('limit', given.limit, MAX_LINES))
  const path = given.path === undefined ? undefined : pathOf(given.path)
  const maxLineLength = lineLength(given.maxLineLength, path)
  const page = takePage(bytes, pageStart(bytes, offset, column), limit, maxLineLength)
  return {
    ...(path === undefined ? {} : { path }),
    content: page.content,
    offset,
    lines_shown: page.lines,
    total_lines: countLines(bytes),
    truncated: page.end < bytes.length,
    byte_limited: page.byteLimited,
    ...(page.insideLine ? { next_column: column + codePoints(page.content) } : {}),
  }
}

interface Page {
  content: string
  lines: number
  byteLimited: boolean
  /** True when the page is the beginning of a line that is larger than a page. */
  insideLine: boolean
  /** Start of the first line after the page, or of the line in which the page ends. */
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
      // A first line that alone is larger than a page needs longer lines than zdx allows by default.
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
  /** Where the shown part of the line ends. */
  cut: number
  /** Where the text ends and the line end begins. */
  body: number
  end: number
  /** UTF-8 bytes of the shown part, line end included. */
  bytes: number
}

const roomOf = (bytes: number): Size => {
  return { lines: Infinity, bytes, serializedBytes: Infinity, tokenUnits: Infinity }
}

const PAGE = roomOf(MAX_PAGE_BYTES)
const EVERYTHING = roomOf(Infinity)
/** One character more than a page, enough to see that a line is larger than a page without reading its rest. */
const OVER_PAGE = roomOf(MAX_PAGE_BYTES + BYTES_PER_CODE_POINT)

function lineAt(bytes: Uint8Array, at: number, maxLineLength: number): Line {
  const feed = bytes.indexOf(LF, at)
  const end = feed < 0 ? bytes.length : feed + 1
  const body = feed < 0 ? end : feed > at && bytes[feed - 1] === CR ? feed - 1 : feed
  const last = Math.min(body, at + maxLineLength * BYTES_PER_CODE_POINT)
  const cut = plainSizer.fitForward(bytes, at, last, OVER_PAGE, maxLineLength)
  return { cut, body, end, bytes: plainSizer.measure(bytes, at, cut).bytes + end - body }
}

/** The part of a larger line that fits a page. */
function pagePrefix(bytes: Uint8Array, start: number, end: number): string {
  return decode(bytes.subarray(start, plainSizer.fitForward(bytes, start, end, PAGE, Infinity)))
}

/** Where a page begins. At the line's end if it has fewer columns, at the file's end if it has fewer lines. */
function pageStart(bytes: Uint8Array, offset: number, column: number): number {
  const start = lineStart(bytes, offset)
  if (column === 1 || start === bytes.length) return start
  return plainSizer.fitForward(bytes, start, lineAt(bytes, start, 1).body, EVERYTHING, column - 1)
}

/** Where a line begins; the end of the file when it has fewer lines. */
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
  return wholeNumber(name, value)
}

function lineLength(value: unknown, path: string | undefined): number {
  // The spilled stream is the only full copy of an output. If its long lines were cut, parts of it could not be read.
  if (value === undefined) return path !== undefined && SPILL_NAME.test(path) ? Infinity : MAX_LINE_LENGTH
  return wholeOrInfinity('maxLineLength', value, MAX_LINE_LENGTH, 1)
}

function pathOf(path: unknown): string {
  if (typeof path === 'string') return wellFormed(path)
  throw invalidOption('path', 'a string', path)
}
