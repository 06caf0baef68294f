import { names } from '../../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { inputText, lines as linesIn, utf8Bytes } from '../text.ts'
import { fitBackward, lineEndAt, pairFloor } from './text.ts'

export const DEFAULT_MAX_LINES = 2000
export const DEFAULT_MAX_BYTES = 30 * 1024
/** Most UTF-16 units that grep shows of one line. */
export const GREP_MAX_LINE_LENGTH = 500

const LINE_SUFFIX = '... [truncated]'

/** pi's description of a cut, with its eleven fields. Sizes are UTF-8 bytes. */
export interface PiTruncation {
  /** Whole lines, without the line feed of the last one. The unchanged text when nothing is cut. */
  content: string
  truncated: boolean
  truncatedBy: 'lines' | 'bytes' | null
  totalLines: number
  totalBytes: number
  /** Number of kept lines. `content` is empty both for 0 lines and for a single empty line. */
  outputLines: number
  outputBytes: number
  /** True when only the end of the last line is kept. Only `truncateTail` sets it. */
  lastLinePartial: boolean
  /** True when the first line alone is over `maxBytes`, so that nothing is kept. Only `truncateHead` sets it. */
  firstLineExceedsLimit: boolean
  maxLines: number
  maxBytes: number
}

/** Whole numbers from 0, or Infinity. */
export interface PiLimits {
  /** Most lines kept; 2000 by default. */
  maxLines?: number
  /** Most UTF-8 bytes kept; 30,720 by default. */
  maxBytes?: number
}

const limitNames = names<PiLimits>()('maxLines maxBytes')

/** The range `text[start, end)`, which holds `lines` lines. It ends at the end of the text or before a line feed. */
export interface LineStretch {
  start: number
  end: number
  lines: number
}

function resolveLimits(limits: PiLimits): Required<PiLimits> {
  const { maxLines, maxBytes } = optionsOf(limits, limitNames, 'limits')
  return {
    maxLines: wholeOrInfinity('maxLines', maxLines, DEFAULT_MAX_LINES),
    maxBytes: wholeOrInfinity('maxBytes', maxBytes, DEFAULT_MAX_BYTES),
  }
}

const stretchOf = (text: string): LineStretch => ({
  start: 0,
  end: text.length,
  lines: linesIn(text, 0, text.length),
})

/** The fields of a cut that the byte limit made. */
function fieldsOf(
  content: string,
  outputLines: number,
  total: { lines: number; bytes: number },
  limits: Required<PiLimits>,
): PiTruncation {
  return {
    content,
    truncated: true,
    truncatedBy: 'bytes',
    totalLines: total.lines,
    totalBytes: total.bytes,
    outputLines,
    outputBytes: utf8Bytes(content, 0, content.length),
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    ...limits,
  }
}

function whole(
  content: string,
  total: { lines: number; bytes: number },
  limits: Required<PiLimits>,
): PiTruncation {
  return { ...fieldsOf(content, total.lines, total, limits), truncated: false, truncatedBy: null }
}

/** Keeps the first lines of a range. */
export function cutHead(text: string, stretch: LineStretch, limits: Required<PiLimits>): PiTruncation {
  const { start, end, lines } = stretch
  const { maxLines, maxBytes } = limits
  const total = { lines, bytes: utf8Bytes(text, start, end) }
  if (lines <= maxLines && total.bytes <= maxBytes) return whole(text.slice(start, end), total, limits)
  let keptLines = 0
  let left = maxBytes
  let stop = start
  for (let at = start; keptLines < Math.min(lines, maxLines); at = stop + 1) {
    const lineEnd = lineEndAt(text, at)
    left -= utf8Bytes(text, at, lineEnd) + (keptLines > 0 ? 1 : 0)
    if (left < 0) break
    keptLines++
    stop = lineEnd
  }
  const firstLineExceedsLimit = keptLines === 0 && utf8Bytes(text, start, lineEndAt(text, start)) > maxBytes
  const truncation = fieldsOf(text.slice(start, stop), keptLines, total, limits)
  truncation.firstLineExceedsLimit = firstLineExceedsLimit
  if (keptLines === maxLines && keptLines < lines && !firstLineExceedsLimit) truncation.truncatedBy = 'lines'
  return truncation
}

/** Keeps the last lines of a text, or the end of its last line if that line alone is over the byte limit. */
export function cutTail(text: string, limits: Required<PiLimits>): PiTruncation {
  const { lines } = stretchOf(text)
  const { maxLines, maxBytes } = limits
  const total = { lines, bytes: utf8Bytes(text, 0, text.length) }
  if (lines <= maxLines && total.bytes <= maxBytes) return whole(text, total, limits)
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  let keptLines = 0
  let left = maxBytes
  let from = end
  for (let lineEnd = end; keptLines < Math.min(lines, maxLines); lineEnd = from - 1) {
    // `lastIndexOf` treats a negative second argument as 0.
    const lineStart = lineEnd === 0 ? 0 : text.lastIndexOf('\n', lineEnd - 1) + 1
    left -= utf8Bytes(text, lineStart, lineEnd) + (keptLines > 0 ? 1 : 0)
    if (left < 0) break
    keptLines++
    from = lineStart
  }
  if (keptLines === 0 && maxLines > 0) {
    const part = text.slice(fitBackward(text, text.lastIndexOf('\n', end - 1) + 1, end, maxBytes), end)
    return { ...fieldsOf(part, part === '' ? 0 : 1, total, limits), lastLinePartial: true }
  }
  const truncation = fieldsOf(text.slice(from, end), keptLines, total, limits)
  if (keptLines === maxLines && keptLines < lines) truncation.truncatedBy = 'lines'
  return truncation
}

/**
 * Keeps the first whole lines that fit. Keeps none if the first line alone is over `maxBytes`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncateHead('a\nb\nc\n', { maxLines: 2 }).content // 'a\nb'
 */
export function truncateHead(input: string | Uint8Array, limits: PiLimits = {}): PiTruncation {
  const text = inputText(input)
  return cutHead(text, stretchOf(text), resolveLimits(limits))
}

/**
 * Keeps the last whole lines that fit. Keeps the end of the last line if that line alone is over `maxBytes`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncateTail('a\nb\nc\n', { maxLines: 2 }).content // 'b\nc'
 */
export function truncateTail(input: string | Uint8Array, limits: PiLimits = {}): PiTruncation {
  return cutTail(inputText(input), resolveLimits(limits))
}

/**
 * Cuts a line to `maxChars` UTF-16 units, or to one fewer rather than split a surrogate pair, and adds `...
 * [truncated]`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncateLine('ab😀cd', 3) // { text: 'ab... [truncated]', wasTruncated: true }
 */
export function truncateLine(
  line: string,
  maxChars: number = GREP_MAX_LINE_LENGTH,
): { text: string; wasTruncated: boolean } {
  const text = inputText(line)
  const most = wholeOrInfinity('maxChars', maxChars, GREP_MAX_LINE_LENGTH)
  if (text.length <= most) return { text, wasTruncated: false }
  return { text: text.slice(0, pairFloor(text, most)) + LINE_SUFFIX, wasTruncated: true }
}
