import { plainSizer } from '../../fit/exceeded.ts'
import type { Input } from '../../limits.ts'
import type { Size } from '../../render/size.ts'
import { bytesOf, checkObject, decode, invalidOption, wellFormed } from './input.ts'

/** Lines of a page at most. */
export const MAX_LINES = 2000
/** Code points of a line; what is over is left out silently. */
export const MAX_LINE_LENGTH = 500
/** Bytes that are looked at of one line. */
export const MAX_LINE_BYTES = MAX_LINE_LENGTH * 4
/** UTF-8 bytes of a page's content at most. */
export const MAX_PAGE_BYTES = 40 * 1024

const LF = 0x0a
const CR = 0x0d
const BYTES_PER_CODE_POINT = MAX_LINE_BYTES / MAX_LINE_LENGTH

export interface ReadOptions {
  /** Told back as `path`; nothing is opened. */
  path?: string
  /** First line, 1-indexed; 0 is 1. A string of digits is a number, a blank one is the default. Default: 1. */
  offset?: number | string
  /** Lines at most, from 0; more than 2000 are 2000. Strings as for `offset`. Default: 2000. */
  limit?: number | string
  /** Code points of a line, from 1; `Infinity` leaves lines whole. Default: 500. */
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
}

/**
 * A page of a file's lines; the next one begins at `offset + lines_shown`.
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
  const limit = Math.min(MAX_LINES, position('limit', options.limit, MAX_LINES))
  const page = takePage(bytes, lineStart(bytes, offset), limit, lineLength(options.maxLineLength))
  const totalLines = countLines(bytes)
  return {
    ...(options.path === undefined ? {} : { path: pathOf(options.path) }),
    content: page.content,
    offset,
    lines_shown: page.lines,
    total_lines: totalLines,
    truncated: page.byteLimited || offset - 1 + page.lines < totalLines,
    byte_limited: page.byteLimited,
  }
}

interface Page {
  content: string
  lines: number
  byteLimited: boolean
}

function takePage(bytes: Uint8Array, start: number, limit: number, maxLineLength: number): Page {
  const parts: string[] = []
  let used = 0
  for (let at = start; at < bytes.length && parts.length < limit; ) {
    const line = lineAt(bytes, at, maxLineLength)
    used += line.bytes
    if (used > MAX_PAGE_BYTES) {
      // Only with longer lines than zdx has: the first line alone is larger than a page.
      if (parts.length === 0) parts.push(pagePrefix(bytes, at, line.cut))
      return { content: parts.join(''), lines: parts.length, byteLimited: true }
    }
    parts.push(decode(bytes.subarray(at, line.cut)) + decode(bytes.subarray(line.body, line.end)))
    at = line.end
  }
  return { content: parts.join(''), lines: parts.length, byteLimited: false }
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

function pagePrefix(bytes: Uint8Array, start: number, end: number): string {
  const cut = plainSizer.fitForward(bytes, start, end, PAGE, Infinity)
  return decode(bytes.subarray(start, cut))
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

function lineLength(value: unknown): number {
  if (value === undefined) return MAX_LINE_LENGTH
  if (value === Infinity) return value
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw invalidOption('maxLineLength', 'a whole number from 1, or Infinity', value)
}

function pathOf(path: unknown): string {
  if (typeof path === 'string') return wellFormed(path)
  throw invalidOption('path', 'a string', path)
}
