import { PithError } from '../errors.ts'
import { equalConstantTime, hmacSha256 } from '../hash/hmac.ts'
import { toHex } from '../hash/sha256.ts'
import type { CommandStatus, Source } from '../limits.ts'
import { shellQuote } from './quote.ts'

/** Every sentence that a model reads is written, and read back, in this file. */

/** Lines `first` to `last`, 1-indexed, inclusive. */
export interface LineRange {
  firstLine: number
  lastLine: number
}

export interface NoticeFacts {
  /** The lines of which anything is shown, in order, neighbours merged. */
  ranges: readonly LineRange[]
  totalLines: number
  /** False when the last line is shown and the input ends without LF. */
  terminated: boolean
  source: Source | undefined
  /** The tools that the model can call. */
  tools: readonly string[]
  status: CommandStatus | undefined
  /** Where a read goes on, when everything before it is shown. */
  next: { line: number; column?: number } | undefined
}

export interface GapFacts extends LineRange {
  bytes: number
  errors: number
  resume: string | undefined
}

/** A line that pith wrote, as `parseNotices` finds it. */
export type ParsedNotice =
  | {
      kind: 'marker'
      startIndex: number
      endIndex: number
      firstLine: number
      lastLine: number
      errors: number
      resume?: string
    }
  | { kind: 'clip'; startIndex: number; endIndex: number; codePoints: number }
  | {
      kind: 'notice'
      startIndex: number
      endIndex: number
      ranges: LineRange[]
      /** Absent where the input was not read to its end. */
      totalLines?: number
      artifact?: string
      path?: string
      /** The call for the next page. */
      next?: { offset: number; column?: number }
      mac?: string
    }
  | { kind: 'list'; startIndex: number; endIndex: number }
  | { kind: 'status'; startIndex: number; endIndex: number; status: CommandStatus }

/** Bytes in people's units: whole bytes under 1 KB, else one decimal; KB = 1024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(Math.floor((bytes * 10) / 1024) / 10).toFixed(1)} KB`
  if (bytes < 1024 ** 3) return `${(Math.floor((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB`
  return `${(Math.floor((bytes * 10) / 1024 ** 3) / 10).toFixed(1)} GB`
}

const formatRange = ({ firstLine, lastLine }: LineRange): string =>
  firstLine === lastLine ? `${firstLine}` : `${firstLine}-${lastLine}`

const formatRanges = (ranges: readonly LineRange[]): string => ranges.map(formatRange).join(', ')

const showCommand = (id: string): string => `pith show ${id}`

/** How the model gets a stretch of lines back; undefined where nothing it has can. */
export function resumeLines(
  source: Source | undefined,
  tools: readonly string[],
  range: LineRange,
): string | undefined {
  if (!source) return undefined
  const { firstLine, lastLine } = range
  if ('path' in source)
    return namedPath(source.path) && `offset=${firstLine} limit=${lastLine - firstLine + 1}`
  return tools.includes('pith')
    ? `${showCommand(source.artifact)} --lines ${firstLine}-${lastLine}`
    : undefined
}

/** How the model gets the rest of a file's line: from `column` on, in code points. */
export function resumeColumn(source: Source | undefined, line: number, column = 1): string | undefined {
  if (!source || !('path' in source)) return undefined
  return namedPath(source.path) && `offset=${line}${column > 1 ? ` column=${column}` : ''}`
}

/** How the model gets a clip back: bytes from `startByte` up to, not including, `endByte`. */
export function resumeBytes(
  source: Source | undefined,
  tools: readonly string[],
  startByte: number,
  endByte: number,
): string | undefined {
  if (!source || 'path' in source || !tools.includes('pith')) return undefined
  return `${showCommand(source.artifact)} --bytes ${startByte}-${endByte}`
}

/** A path that a notice may name, quoted for the shell; undefined where it holds a control character. */
function namedPath(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a path that forges lines must not be shown.
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path) || !isWellFormed(path)
    ? undefined
    : shellQuote(path)
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

/** The line that stands in a gap of whole lines, without its LF. */
export function writeMarker({ firstLine, lastLine, bytes, errors, resume }: GapFacts): string {
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
  const found = errors === 0 ? '' : errors === 1 ? ', 1 error' : `, ${errors} errors`
  return `[... ${lines} omitted (${formatBytes(bytes)}${found})${resume ? `: ${resume}` : ''} ...]`
}

/** What stands in a clip inside a line. */
export const writeClip = (codePoints: number): string => ` [+${codePoints} chars]`

function statusSentence(status: CommandStatus | undefined): string | undefined {
  if (status?.timedOutAfterSeconds !== undefined) return `Timed out after ${status.timedOutAfterSeconds} s.`
  if (status?.signal !== undefined) return `Killed by ${status.signal}.`
  if (status?.exitCode !== undefined && status.exitCode !== 0) return `Exit code ${status.exitCode}.`
  return undefined
}

function sourceSentence({ source, tools, next }: NoticeFacts): string {
  if (!source) return 'Not kept.'
  if ('path' in source) {
    const path = namedPath(source.path)
    const column = next?.column === undefined ? '' : ` column=${next.column}`
    if (next) return `Use offset=${next.line}${column} to continue.`
    return path ? `Full output: ${path}` : 'The full output has a path that can not be shown here.'
  }
  return `Full output: ${tools.includes('pith') ? showCommand(source.artifact) : `artifact ${source.artifact}`}`
}

/** The last line of a result, without a MAC. */
export function writeNotice(facts: NoticeFacts): string {
  const sentences = [
    statusSentence(facts.status),
    `Showing lines ${formatRanges(facts.ranges)} of ${facts.totalLines}.`,
    facts.terminated ? undefined : 'No newline at end.',
    sourceSentence(facts),
  ]
  return `[${sentences.filter((s) => s !== undefined).join(' ')}]`
}

/** What a page's notice tells. */
export interface PageNotice {
  /** Undefined when not one character fits the page. */
  range: LineRange | undefined
  /** Undefined where the input was not read to its end. */
  totalLines: number | undefined
  terminated: boolean
  next: { line: number; column?: number } | undefined
  /** A sentence on how the input was read. */
  note: string | undefined
}

/** The notice of a page of a file: what is shown, of how much, and the call for the next page. */
export function writePageNotice({ range, totalLines, terminated, next, note }: PageNotice): string {
  const total = totalLines === undefined ? '' : ` of ${totalLines}`
  const column = next?.column === undefined ? '' : ` column=${next.column}`
  const sentences = [
    range ? `Showing lines ${formatRange(range)}${total}.` : `Showing no lines${total}.`,
    terminated ? undefined : 'No newline at end.',
    note,
    next && `Use offset=${next.line}${column} to continue.`,
  ]
  return `[${sentences.filter((s) => s !== undefined).join(' ')}]`
}

/** What stands in place of a file that is no text. */
export const writeNotText = (kind: string, bytes: number): string =>
  `[${kind}, ${formatBytes(bytes)}, not shown.]`

/** How a file was decoded, for its page's notice. */
export const writeEncoding = (encoding: string): string => `Decoded from ${encoding}.`

/** That a file was written to during the reading, for its page's notice. */
export const writeChanged = (changed: 'grew' | 'shrank'): string => `The file ${changed} while it was read.`

/** That more was found than a tool lists. */
export function writeLimitReached(limit: number, what: string, canRefine: boolean): string {
  const refine = canRefine ? ', or refine pattern' : ''
  return `${limit} ${what} limit reached. Use limit=${2 * limit} for more${refine}`
}

/** A limit of a text as a whole, in words. */
export function writeBudget(kind: 'lines' | 'bytes' | 'tokens', limit: number): string {
  return kind === 'bytes' ? formatBytes(limit) : `${limit} ${kind}`
}

/** That the budget ended a list before its own limit did; `budget` is one of `writeBudget`. */
export const writeBudgetReached = (budget: string, shown: number, total: number, what: string): string =>
  `${budget} limit reached (${shown} of ${total} ${what} shown)`

/** That lines of a list were clipped. */
export const writeLinesClipped = (maxLineLength: number): string =>
  `Some lines clipped to ${maxLineLength} chars. Read the file to see them whole`

/** Stands above the part of a command's output that came from one stream. */
export const writeStream = (name: string): string => `[${name}]`

/** How much of a list is shown, where there is little room. */
export const writeShown = (shown: number, total: number): string => `${shown} of ${total} shown`

/** Sentences about a list, as its last line. */
export const writeListNotice = (sentences: readonly string[]): string => `[${sentences.join('. ')}]`

/** The notice where there is little room. */
export const writeShortNotice = (ranges: readonly LineRange[], totalLines: number): string =>
  `[${formatRanges(ranges)} of ${totalLines}]`

/** What follows a failed command's output that fits whole; undefined when it didn't fail. */
export function writeStatus(status: CommandStatus | undefined): string | undefined {
  const sentence = statusSentence(status)
  return sentence && `[${sentence}]`
}

/** Hex digits of a MAC. */
export const MAC_LENGTH = 16

const keyBytes = (key: string | Uint8Array): Uint8Array =>
  typeof key === 'string' ? new TextEncoder().encode(key) : key

function mac(key: string | Uint8Array, above: string, notice: string): string {
  const encoder = new TextEncoder()
  return toHex(hmacSha256(keyBytes(key), encoder.encode(above), encoder.encode(notice))).slice(0, MAC_LENGTH)
}

/** A notice that can be verified: its MAC covers the text above it and its own words. */
export function signNotice(key: string | Uint8Array, above: string, notice: string): string {
  const body = notice.slice(0, -1)
  return `${body}${body.endsWith('.') ? '' : '.'} MAC ${mac(key, above, notice)}]`
}

/** A signed notice, signed anew for what has come to stand above it. */
export function signAgain(key: string | Uint8Array, above: string, signed: string): string {
  const body = signed.slice(0, -1).replace(macPart, '')
  return signNotice(key, above, `${body}.]`)
}

const range = String.raw`\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*`
const status = String.raw`Timed out after (?<seconds>[\d.]+) s\.|Killed by (?<signal>SIG[A-Z0-9+]+)\.|Exit code (?<code>\d+)\.`
const markerLine =
  /^\[\.\.\. lines? (?<first>\d+)(?:-(?<last>\d+))? omitted \([\d.]+ [KMG]?B(?:, (?<errors>\d+) errors?)?\)(?:: (?<resume>.+))? \.\.\.\]$/
const noticeLine = new RegExp(
  String.raw`^\[(?:(?:${status}) )?Showing (?:lines (?<ranges>${range})|no lines)(?: of (?<total>\d+))?\.(?: (?<rest>.*))?\]$`,
)
const shortLine = new RegExp(String.raw`^\[(?<ranges>${range}) of (?<total>\d+)\]$`)
const listLine =
  /^\[(?:[\d.]+ (?:[KMG]?B|lines|tokens|matches|results|entries) limit reached[. (].*|\d+ of \d+ shown.*|Some lines clipped to \d+ chars\. .*)\]$/
const statusLine = new RegExp(String.raw`^\[(?:${status})\]$`)
const macPart = /\.? MAC (?<mac>[0-9a-f]{16})$/
const clipMark = / \[\+(\d+) chars\]/y

function parseRanges(text: string): LineRange[] {
  return text.split(', ').map((part) => {
    const [first, last = first] = part.split('-').map(Number)
    return { firstLine: first, lastLine: last }
  })
}

type ParsedRest = Pick<ParsedNotice & { kind: 'notice' }, 'artifact' | 'path' | 'next' | 'mac'>

function parseRest(rest: string): ParsedRest {
  const found = macPart.exec(rest)
  const parsed: ParsedRest = found?.groups ? { mac: found.groups.mac } : {}
  const body = found ? rest.slice(0, found.index) : rest
  const artifact = /Full output: (?:pith show|artifact) ([0-9a-f]{16})$/.exec(body)
  const path = /Full output: (.+)$/.exec(body)
  const next = /Use offset=(\d+)(?: column=(\d+))? to continue\.?$/.exec(body)
  if (next) parsed.next = { offset: Number(next[1]), ...(next[2] && { column: Number(next[2]) }) }
  if (artifact) parsed.artifact = artifact[1]
  else if (path) parsed.path = path[1]
  return parsed
}

function parseStatus(groups: Record<string, string | undefined>): CommandStatus {
  if (groups.seconds !== undefined) return { timedOutAfterSeconds: Number(groups.seconds) }
  if (groups.signal !== undefined) return { signal: groups.signal }
  return { exitCode: Number(groups.code) }
}

function parseLine(line: string, startIndex: number): ParsedNotice | undefined {
  const at = { startIndex, endIndex: startIndex + line.length }
  const marker = markerLine.exec(line)?.groups
  if (marker) {
    const firstLine = Number(marker.first)
    const parsed = {
      kind: 'marker' as const,
      ...at,
      firstLine,
      lastLine: Number(marker.last ?? firstLine),
      errors: Number(marker.errors ?? 0),
    }
    return marker.resume === undefined ? parsed : { ...parsed, resume: marker.resume }
  }
  const notice = (noticeLine.exec(line) ?? shortLine.exec(line))?.groups
  if (notice) {
    const ranges = notice.ranges === undefined ? [] : parseRanges(notice.ranges)
    const total = notice.total === undefined ? {} : { totalLines: Number(notice.total) }
    return { kind: 'notice', ...at, ranges, ...total, ...parseRest(notice.rest ?? '') }
  }
  if (listLine.test(line)) return { kind: 'list', ...at }
  const ended = statusLine.exec(line)?.groups
  return ended && { kind: 'status', ...at, status: parseStatus(ended) }
}

/** A line longer than this is never taken for one of pith's own. */
export const MAX_NOTICE_LENGTH = 4096

/** True for a line, without its LF, that has the form of a marker or a notice. */
export function isNoticeLine(line: string): boolean {
  return (
    line.startsWith('[') &&
    line.endsWith(']') &&
    line.length <= MAX_NOTICE_LENGTH &&
    parseLine(line, 0) !== undefined
  )
}

function checkText(name: string, text: unknown): asserts text is string {
  if (typeof text !== 'string')
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected the text for \`${name}\` to be a string, got ${typeof text}.`,
    )
}

/**
 * Every marker, clip and notice in a text, in order, with string indices. What stands there may be a tool's own
 * output: only `verifyNotice` tells.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is no string.
 * @example
 * parseNotices('a\n[Showing lines 1-1 of 9. Not kept.]')[0].totalLines // 9
 */
export function parseNotices(text: string): ParsedNotice[] {
  checkText('parseNotices', text)
  const found: ParsedNotice[] = []
  for (let start = 0; start <= text.length; ) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const candidate = text[start] === '[' && text[end - 1] === ']' && end - start <= MAX_NOTICE_LENGTH
    const parsed = candidate ? parseLine(text.slice(start, end), start) : undefined
    if (parsed) found.push(parsed)
    else for (const clip of clipsIn(text, start, end)) found.push(clip)
    start = end + 1
  }
  return found
}

function* clipsIn(text: string, start: number, end: number): Iterable<ParsedNotice> {
  for (let at = text.indexOf(' [+', start); at >= 0 && at < end; at = text.indexOf(' [+', at + 1)) {
    clipMark.lastIndex = at
    const match = clipMark.exec(text)
    if (match) {
      yield { kind: 'clip', startIndex: at, endIndex: at + match[0].length, codePoints: Number(match[1]) }
    }
  }
}

/** True when a line of the text has the form of a marker or a notice, whoever wrote it. */
export function containsNotice(text: string): boolean {
  return parseNotices(text).some((n) => n.kind !== 'clip')
}

/**
 * The text without markers, clips and notice: the kept content alone.
 *
 * @example
 * stripNotices('a\nb\n[Showing lines 1-2 of 9. Not kept.]') // 'a\nb\n'
 */
export function stripNotices(text: string): string {
  let stripped = ''
  let at = 0
  for (const notice of parseNotices(text)) {
    const isLine = notice.kind !== 'clip'
    const isLast = isLine && notice.kind !== 'marker'
    const words = text.slice(notice.startIndex, notice.endIndex)
    // A page that ends inside a line goes on at a column.
    const addedLf =
      isLast && (words.includes('No newline at end.') || / column=\d+ to continue\./.test(words))
    stripped += text.slice(at, notice.startIndex - (addedLf && notice.startIndex > at ? 1 : 0))
    at = notice.endIndex + (isLine && text[notice.endIndex] === '\n' ? 1 : 0)
  }
  return stripped + text.slice(at)
}

/**
 * True when the text's last line is a notice signed with this key over exactly the text above it.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is no string.
 */
export function verifyNotice(text: string, key: string | Uint8Array): boolean {
  checkText('verifyNotice', text)
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start)
  const found = macPart.exec(line.slice(0, -1))
  if (!found?.groups || !isNoticeLine(line)) return false
  const body = line.slice(0, found.index)
  const above = text.slice(0, start)
  return [`${body}]`, `${body}.]`].some((notice) =>
    equalConstantTime(mac(key, above, notice), found.groups?.mac ?? ''),
  )
}
