import { names } from '../../../check/names.ts'
import { optionsOf, wholeNumber } from '../../../check/values.ts'
import { outOfRange } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputText, lines as linesIn, utf8Bytes } from '../text.ts'
import { firstLineNotice, moreLinesNotice, type PiDetails, pageNotice, withNotice } from './notices.ts'
import { lineEndAt, pathOf } from './text.ts'
import { cutHead, DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, type LineStretch } from './truncate.ts'

/** What a tool of pi returns to its host. `details` is undefined when nothing was cut. */
export interface PiOutput<Details = PiDetails> {
  text: string
  details: Details | undefined
}

export interface PiReadOptions {
  /** The file's name in the hint about a line that is too large. Without it there is no hint. */
  path?: string
  /** First line of the page, 1-indexed. 0 and negative numbers mean 1. */
  offset?: number
  /** Most lines, from 0 on; all by default. The page holds at most 2000. */
  limit?: number
}

const readNames = names<PiReadOptions>()('path offset limit')

/** The range of the requested lines. It excludes its final line feed, unless it reaches the end of the file. */
function select(text: string, firstLine: number, limit: number, totalLines: number): LineStretch {
  let start = 0
  for (let line = 1; line < firstLine; line++) start = text.indexOf('\n', start) + 1
  const lines = Math.max(0, Math.min(limit, totalLines - firstLine + 1))
  if (firstLine + lines > totalLines) return { start, end: text.length, lines }
  if (lines === 0) return { start, end: start, lines }
  let end = lineEndAt(text, start)
  for (let line = 1; line < lines; line++) end = lineEndAt(text, end + 1)
  return { start, end, lines }
}

/**
 * Reads a page of a file: whole lines from `offset` on, at most 2000 lines and 30 KB, and a notice that names the next
 * page. All pages that the notices lead to, joined by line feeds, are the file.
 *
 * @throws {PithError} `PITH_OFFSET_OUT_OF_RANGE` past the last line, `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * read('a\nb\nc\n', { limit: 1 }).text // 'a\n\n[2 more lines in file. Use offset=2 to continue]'
 */
export function read(input: Input, options: PiReadOptions = {}): PiOutput<Pick<PiDetails, 'truncation'>> {
  const given = optionsOf(options, readNames)
  const offset = wholeNumber('offset', given.offset, 1, Number.MIN_SAFE_INTEGER)
  const limit = wholeNumber('limit', given.limit, Number.MAX_SAFE_INTEGER)
  const path = pathOf('path', given.path)
  const text = inputText(input)
  const totalLines = linesIn(text, 0, text.length)
  const firstLine = Math.max(1, offset)
  if (firstLine > Math.max(1, totalLines)) {
    throw outOfRange(`Offset ${firstLine} is beyond end of file (${totalLines} lines total)`)
  }
  const page = select(text, firstLine, limit, totalLines)
  const limits = { maxLines: DEFAULT_MAX_LINES, maxBytes: DEFAULT_MAX_BYTES }
  const truncation = cutHead(text, page, limits)
  const lastLine = firstLine + truncation.outputLines - 1
  if (truncation.firstLineExceedsLimit) {
    const bytes = utf8Bytes(text, page.start, lineEndAt(text, page.start))
    return { text: firstLineNotice(firstLine, bytes, limits.maxBytes, path), details: { truncation } }
  }
  if (truncation.truncated) {
    const notice = pageNotice(firstLine, lastLine, totalLines, truncation)
    return { text: withNotice(truncation, notice), details: { truncation } }
  }
  if (lastLine >= totalLines) return { text: truncation.content, details: undefined }
  return { text: withNotice(truncation, moreLinesNotice(lastLine, totalLines)), details: undefined }
}
