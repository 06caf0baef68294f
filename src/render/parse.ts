import { PithError } from '../errors.ts'
import type { CommandStatus } from '../options.ts'
import type { LineRange } from './notices.ts'

/** A marker, a clip or a notice, as `parseNotices` finds it. */
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
      /** Absent when the input was not read to its end. */
      totalLines?: number
      artifact?: string
      path?: string
      /** The call for the next page. */
      next?: { offset: number; column?: number }
      /** The command for the next page of an artifact. */
      resume?: string
      /** How the command failed, if the notice says so. */
      status?: CommandStatus
      mac?: string
    }
  | { kind: 'list'; startIndex: number; endIndex: number; artifact?: string; path?: string; mac?: string }
  | { kind: 'status'; startIndex: number; endIndex: number; status: CommandStatus }

const range = String.raw`\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*`
const status = String.raw`(?:Interrupted by (?<interrupt>SIG[A-Z0-9+]+)\. )?(?:Timed out after (?<seconds>[\d.]+) s\.|Killed by (?<signal>SIG[A-Z0-9+]+)\.|Exit code (?<code>\d+)\.)`
const markerLine =
  /^\[\.\.\. lines? (?<first>\d+)(?:-(?<last>\d+))? omitted \([\d.]+ [KMG]?B(?:, (?<errors>\d+) errors?)?\)(?:: (?<resume>.+))? \.\.\.\]$/
const noticeLine = new RegExp(
  String.raw`^\[(?:(?:${status}) )?Showing (?:lines (?<ranges>${range})(?: of (?<total>\d+))?|no lines(?: of (?<all>\d+))?|bytes \d+-\d+ of \d+)\.(?: (?<rest>.*))?\]$`,
)
const name = '(?:pith show|artifact) [0-9a-f]{16}'
const shortLine = new RegExp(
  String.raw`^\[(?:(?:${status}) )?(?:(?<ranges>${range}) of (?<total>\d+)(?:\. (?<name>${name}))?|(?<alone>${name}))\]$`,
)
const listLine =
  /^\[(?:[\d.]+ (?:[KMG]?B|lines|tokens|matches|results|entries) limit reached[. (].*|\d+ of \d+ shown.*|Some lines clipped to \d+ chars\. .*|Full output: (?:pith show|artifact) [0-9a-f]{16}.*)\]$/
const statusLine = new RegExp(String.raw`^\[(?:${status})\]$`)
/** The sentence that ends a verifiable notice. */
export const macPart = /\.? MAC (?<mac>[0-9a-f]{16})$/
const clipMark = / \[\+(\d+) chars\]/y

function parseRanges(text: string): LineRange[] {
  return text.split(', ').map((part) => {
    const [first, last = first] = part.split('-').map(Number)
    return { firstLine: first, lastLine: last }
  })
}

type ParsedRest = Pick<ParsedNotice & { kind: 'notice' }, 'artifact' | 'path' | 'next' | 'resume' | 'mac'>

function parseRest(rest: string): ParsedRest {
  const found = macPart.exec(rest)
  const parsed: ParsedRest = found?.groups ? { mac: found.groups.mac } : {}
  const body = found ? rest.slice(0, found.index) : rest
  const artifact =
    /(?:^|(?:Full output|First [\d.]+ [KMG]?B and last [\d.]+ [KMG]?B kept): )(?:pith show|artifact) ([0-9a-f]{16})$/.exec(
      body,
    )
  const path = /Full output: (.+)$/.exec(body)
  const next = /Use offset=(\d+)(?: column=(\d+))? to continue\.?$/.exec(body)
  if (next) parsed.next = { offset: Number(next[1]), ...(next[2] && { column: Number(next[2]) }) }
  const part =
    /(?:^| )Next: (pith show ([0-9a-f]{16}) --(?:lines|bytes) [\d-]+(?: --column \d+)?(?: --redact)?)$/.exec(
      body,
    )
  if (part) return { ...parsed, artifact: part[2], resume: part[1] }
  if (artifact) parsed.artifact = artifact[1]
  else if (path) parsed.path = path[1]
  return parsed
}

function parseStatus(groups: Record<string, string | undefined>): CommandStatus | undefined {
  const interrupt = groups.interrupt === undefined ? {} : { interruptedBy: groups.interrupt }
  if (groups.seconds !== undefined) return { timedOutAfterSeconds: Number(groups.seconds), ...interrupt }
  if (groups.signal !== undefined) return { signal: groups.signal, ...interrupt }
  return groups.code === undefined ? undefined : { exitCode: Number(groups.code), ...interrupt }
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
    const lines = notice.total ?? notice.all
    const total = lines === undefined ? {} : { totalLines: Number(lines) }
    const status = parseStatus(notice)
    const rest = parseRest(notice.rest ?? notice.name ?? notice.alone ?? '')
    return { kind: 'notice', ...at, ranges, ...total, ...(status && { status }), ...rest }
  }
  if (listLine.test(line)) {
    const { next: _, ...rest } = parseRest(line.slice(1, -1))
    return { kind: 'list', ...at, ...rest }
  }
  const ended = parseStatus(statusLine.exec(line)?.groups ?? {})
  return ended && { kind: 'status', ...at, status: ended }
}

/** The most UTF-16 units of a marker or notice. A longer line never counts as one. */
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

/**
 * Finds every marker, clip and notice in a text, in order, with string indices. A tool may have written them itself:
 * only `verifyNotice` proves that a notice is pith's own.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string.
 * @example
 * parseNotices('a\n[Showing lines 1-1 of 9. Not kept.]')[0].totalLines // 9
 */
export function parseNotices(text: string): ParsedNotice[] {
  checkText('parseNotices', text)
  const found: ParsedNotice[] = []
  const clips = clipsIn(text)
  let clip = clips.next().value
  for (const line of noticeLines(text)) {
    for (; clip && clip.startIndex < line.startIndex; clip = clips.next().value) found.push(clip)
    // A clip mark inside a notice belongs to the notice.
    while (clip && clip.startIndex < line.endIndex) clip = clips.next().value
    found.push(line)
  }
  for (; clip; clip = clips.next().value) found.push(clip)
  return found
}

/** Finds markers and notices in order, in one pass that jumps to the lines that begin with a bracket. */
function* noticeLines(text: string): Generator<ParsedNotice, undefined> {
  for (let start = text[0] === '[' ? 0 : bracketLine(text, 0); start >= 0; ) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const isCandidate = text[end - 1] === ']' && end - start <= MAX_NOTICE_LENGTH
    const parsed = isCandidate ? parseLine(text.slice(start, end), start) : undefined
    if (parsed) yield parsed
    start = lf < 0 ? -1 : bracketLine(text, lf)
  }
}

/** The start of the next line that begins with a bracket; -1 for none. */
function bracketLine(text: string, from: number): number {
  const lf = text.indexOf('\n[', from)
  return lf < 0 ? -1 : lf + 1
}

/**
 * Finds clip marks in order, those inside notices too. A single pass, because a search for each line would be
 * quadratic.
 */
function* clipsIn(text: string): Generator<ParsedNotice, undefined> {
  for (let at = text.indexOf(' [+'); at >= 0; at = text.indexOf(' [+', at + 1)) {
    clipMark.lastIndex = at
    const match = clipMark.exec(text)
    if (match) {
      yield { kind: 'clip', startIndex: at, endIndex: at + match[0].length, codePoints: Number(match[1]) }
    }
  }
}

/** True when a line of the text has the form of a marker or a notice, whoever wrote it. */
export function containsNotice(text: string): boolean {
  checkText('containsNotice', text)
  return !noticeLines(text).next().done
}

/**
 * Removes markers, clips and the notice, and returns the kept content.
 *
 * @example
 * stripNotices('a\nb\n[Showing lines 1-2 of 9. Not kept.]') // 'a\nb\n'
 */
export function stripNotices(text: string): string {
  const kept: string[] = []
  let at = 0
  for (const notice of parseNotices(text)) {
    const isLine = notice.kind !== 'clip'
    const isLast = isLine && notice.kind !== 'marker'
    const words = text.slice(notice.startIndex, notice.endIndex)
    // The text got an LF before its notice when the input has none at its end, or when a page ends inside a line.
    const addedLf =
      isLast &&
      (words.includes('No newline at end.') || / column=\d+ to continue\.| --column \d+/.test(words))
    kept.push(text.slice(at, notice.startIndex - (addedLf && notice.startIndex > at ? 1 : 0)))
    at = notice.endIndex + (isLine && text[notice.endIndex] === '\n' ? 1 : 0)
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string. */
export function checkText(name: string, text: unknown): asserts text is string {
  if (typeof text !== 'string')
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected the text for \`${name}\` to be a string, got ${typeof text}.`,
    )
}
