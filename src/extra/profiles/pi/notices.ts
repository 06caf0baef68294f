import { shellQuote } from '../../../core/words/quote.ts'
import { invalidInput, shown } from '../../../errors.ts'
import { GREP_MAX_LINE_LENGTH, type PiTruncation } from './truncate.ts'

/** Every sentence of pi that a model or the terminal shows. */

/** The hint in pi's document names 30000 bytes, although the limit is 30,720. */
const HINT_BYTES = 30000

/** What `details` of any of the five tools may hold. */
export interface PiDetails {
  truncation?: PiTruncation
  fullOutputPath?: string
  matchLimitReached?: number
  resultLimitReached?: number
  entryLimitReached?: number
  linesTruncated?: true
}

/**
 * Formats a size as pi's document does, with one decimal unless it is whole.
 *
 * @example
 * formatSize(30720) // '30KB'
 */
export function formatSize(bytes: number): string {
  const short = (value: number) => value.toFixed(1).replace('.0', '')
  if (bytes < 1024) return `${bytes}B`
  return bytes < 1024 ** 2 ? `${short(bytes / 1024)}KB` : `${short(bytes / 1024 ** 2)}MB`
}

const isPrintable = (path: string): boolean => !/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(path)

/** A path quoted for a shell; undefined for a path that would break the notice's line. */
const quoted = (path: string | undefined): string | undefined =>
  path !== undefined && isPrintable(path) ? shellQuote(path) : undefined

/** The byte limit, when it caused the cut. Follows the range of lines. */
const limitPart = ({ truncatedBy, maxBytes }: PiTruncation): string =>
  truncatedBy === 'bytes' ? ` (${formatSize(maxBytes)} limit)` : ''

/** Says that a page's first line is larger than a page. */
export function firstLineNotice(
  line: number,
  bytes: number,
  maxBytes: number,
  path: string | undefined,
): string {
  const told = `Line ${line} is ${formatSize(bytes)}, exceeds ${formatSize(maxBytes)} limit`
  const file = quoted(path)
  if (file === undefined) return `[${told}]`
  return line === 1
    ? `[${told}. Use bash to read: head -c ${HINT_BYTES} ${file}]`
    : `[${told}. Use bash: sed -n '${line}p' ${file} | head -c ${HINT_BYTES}]`
}

/** Says which lines a page shows, and where the next page begins if there is one. */
export function pageNotice(
  firstLine: number,
  lastLine: number,
  totalLines: number,
  cut: PiTruncation,
): string {
  const next = lastLine < totalLines ? `. Use offset=${lastLine + 1} to continue` : ''
  return `[Showing lines ${firstLine}-${lastLine} of ${totalLines}${limitPart(cut)}${next}]`
}

/** Says that the caller's own `limit` ended the page. */
export const moreLinesNotice = (lastLine: number, totalLines: number): string =>
  `[${totalLines - lastLine} more lines in file. Use offset=${lastLine + 1} to continue]`

function fullOutput(path: string | undefined): string {
  const file = quoted(path)
  return file === undefined ? '' : `. Full output: ${file}`
}

/** Says which lines of a command's output are shown. */
export function tailNotice(cut: PiTruncation, path: string | undefined): string {
  const { totalLines, outputLines } = cut
  const range = `${totalLines - outputLines + 1}-${totalLines}`
  return `[Showing lines ${range} of ${totalLines}${limitPart(cut)}${fullOutput(path)}]`
}

/** Says that only the end of a command's last line is shown. `lineBytes` is the whole line, without its line feed. */
export function partialLineNotice(cut: PiTruncation, lineBytes: number, path: string | undefined): string {
  const shown = `last ${formatSize(cut.outputBytes)} of line ${cut.totalLines}`
  return `[Showing ${shown} (line is ${formatSize(lineBytes)})${fullOutput(path)}]`
}

export const matchLimit = (limit: number): string =>
  `${limit} matches limit reached. Use limit=${2 * limit} for more, or refine pattern`

export const resultLimit = (limit: number): string =>
  `${limit} results limit reached. Use limit=${2 * limit} for more, or refine pattern`

export const entryLimit = (limit: number): string =>
  `${limit} entries limit reached. Use limit=${2 * limit} for more`

export const byteLimit = (maxBytes: number): string => `${formatSize(maxBytes)} limit reached`

export const LINES_TRUNCATED = `Some lines truncated to ${GREP_MAX_LINE_LENGTH} chars. Use read tool to see full lines`

/** Joins sentences into the notice that ends a text. */
export const listNotice = (sentences: readonly string[]): string => `[${sentences.join('. ')}]`

/** The content and its notice, with a blank line between them. Only the notice when no content is kept. */
export const withNotice = ({ content, outputLines }: PiTruncation, notice: string): string =>
  outputLines === 0 ? notice : `${content}\n\n${notice}`

function cutSentence(cut: PiTruncation): string {
  const size = formatSize(cut.maxBytes)
  if (cut.firstLineExceedsLimit) return `First line exceeds ${size} limit`
  if (cut.lastLinePartial) {
    return `Truncated: showing last ${formatSize(cut.outputBytes)} of line ${cut.totalLines} (${size} limit)`
  }
  const by = cut.truncatedBy === 'lines' ? `${cut.maxLines} line limit` : `${size} limit`
  return `Truncated: showing ${cut.outputLines} of ${cut.totalLines} lines (${by})`
}

/**
 * The line that the terminal shows in a warning colour under a tool's output; undefined when nothing was cut.
 *
 * @param details the `details` of any of the five tools. They may have been read back from JSON.
 * @throws {PithError} `PITH_INVALID_INPUT` when `details` is not an object.
 * @example
 * warning({ entryLimitReached: 500 }) // '[500 entries limit reached. Use limit=1000 for more]'
 */
export function warning(details: PiDetails | undefined): string | undefined {
  if (details === undefined || details === null) return undefined
  if (typeof details !== 'object') {
    throw invalidInput(`Expected details of a tool, got ${shown(details)}.`)
  }
  const { truncation, matchLimitReached, resultLimitReached, entryLimitReached } = details
  const sentences: string[] = []
  if (matchLimitReached !== undefined) sentences.push(matchLimit(matchLimitReached))
  if (resultLimitReached !== undefined) sentences.push(resultLimit(resultLimitReached))
  if (entryLimitReached !== undefined) sentences.push(entryLimit(entryLimitReached))
  if (truncation?.truncated) sentences.push(cutSentence(truncation))
  if (details.linesTruncated) sentences.push(LINES_TRUNCATED)
  const file = quoted(details.fullOutputPath)
  if (file !== undefined) sentences.push(`Full output: ${file}`)
  return sentences.length > 0 ? listNotice(sentences) : undefined
}
