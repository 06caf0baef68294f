import { runNow } from '../core/fit/counted.ts'
import type { SpillingCollector } from '../core/stream.ts'
import type { Reader } from '../core/words/calls.ts'
import { formatSize, writeClip, writeMarker, writeNotice } from '../core/words/notices.ts'
import { errorsIn, exampleOf, lineRanges } from '../core/words/render.ts'
import type { CommandStatus, Source, TruncateOptions } from '../options.ts'
import { settingsOf } from '../settings.ts'
import { countLineFeeds } from '../store/ranges.ts'
import type { Gap, Segment, Truncation } from '../truncation.ts'

export const LF = 0x0a
/** How many times what follows is cut, each time to a smaller limit, until its text has no more bytes than there is room. */
const TRIES = 3

/** How far a reader has seen an output. */
export interface SeenTo {
  /** Number of LFs that were seen. */
  lineFeeds: number
  /** True if the last line that was seen goes on. */
  isOpen: boolean
}

/** The first bytes of an output, which a reader has seen already. */
export interface Seen extends SeenTo {
  bytes: Uint8Array
}

export const seenOf = (bytes: Uint8Array): Seen => ({
  bytes,
  lineFeeds: countLineFeeds(bytes),
  isOpen: bytes.length > 0 && bytes.at(-1) !== LF,
})

/** A control that may draw a line again, or colour it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/

/** The complete lines at the start of some bytes, up to the first one with controls. CRs at the ends of lines are none. */
export function completeLines(bytes: Uint8Array): Uint8Array {
  let end = 0
  for (let next = bytes.indexOf(LF); next >= 0; next = bytes.indexOf(LF, end)) {
    const line = Buffer.from(bytes.subarray(end, next)).toString('latin1')
    if (CONTROL.test(line.replace(/\r+$/, ''))) break
    end = next + 1
  }
  return bytes.subarray(0, end)
}

/** What the notice of a text needs to know. */
export interface Words {
  source: Source | undefined
  reader: Reader
  status: CommandStatus | undefined
}

/**
 * What follows the bytes that a reader has seen. `result` is a cut of the output behind them. In the text, lines count
 * in the whole output. Without `words` there is no notice.
 */
export function continueText(result: Truncation, seen: SeenTo, words?: Words): Uint8Array {
  const { lineFeeds } = seen
  const segments = result.segments.map((segment) => inWhole(segment, lineFeeds))
  const gaps = result.gaps.map((gap) => inWhole(gap, lineFeeds))
  let text = ''
  let isLineOpen = seen.isOpen
  const add = (part: string) => {
    if (part === '') return
    text += part
    isLineOpen = !part.endsWith('\n')
  }
  /** Markers have lines of their own. */
  const addLine = (line: string) => add(`${isLineOpen ? '\n' : ''}${line}\n`)
  for (const piece of [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)) {
    if ('text' in piece) add(piece.text)
    else if (piece.mark !== undefined) addLine(later(piece.mark, lineFeeds))
    else if (piece.codePoints !== undefined) add(writeClip(piece.codePoints))
    else addLine(writeMarker({ ...piece, size: formatSize(piece.endByte - piece.startByte) }))
  }
  const notice = words && result.truncated ? noticeOf(result, segments, gaps, seen, words) : result.notice
  if (notice !== undefined) add(`${isLineOpen ? '\n' : ''}${notice}`)
  return Buffer.from(text)
}

/** What can follow the bytes that a reader has seen. */
interface Following {
  seen: SeenTo
  /** The most bytes of the text. */
  room: number
  source?: Source | undefined
  status?: CommandStatus | undefined
}

/**
 * Cuts what follows the bytes that a reader has seen. `maxBytes` is the limit of the last try, by which its text may still
 * have too many bytes: then it has more than `room`.
 */
export function cutFollowing(
  rest: SpillingCollector,
  options: TruncateOptions & { maxBytes: number },
  { seen, room, source, status }: Following,
): { result: Truncation; text: Uint8Array; maxBytes: number } {
  let { maxBytes } = options
  for (let tries = 1; ; tries++) {
    const settings = settingsOf({ ...options, maxBytes })
    const result = runNow(rest.fit(settings, status), settings)
    const words = options.notice === false ? undefined : { source, status, reader: settings.notice }
    const text = continueText(result, seen, words)
    if (text.length <= room || tries === TRIES) return { result, text, maxBytes }
    maxBytes = Math.max(0, maxBytes - (text.length - room))
  }
}

/** The notice: the bytes that were seen are shown too. */
function noticeOf(
  { totalLines }: Truncation,
  segments: readonly Segment[],
  gaps: readonly Gap[],
  { isOpen, lineFeeds }: SeenTo,
  words: Words,
): string {
  const first = { firstLine: 1, lastLine: lineFeeds + (isOpen ? 1 : 0) }
  const example = exampleOf(gaps)
  return writeNotice({
    ...words,
    ranges: lineRanges(first.lastLine > 0 ? [first, ...segments] : segments),
    totalLines: lineFeeds + totalLines,
    terminated: true,
    // Its bytes are those of the rest.
    example: example && { ...example, isInLine: false },
    errors: errorsIn(gaps),
    note: undefined,
    next: undefined,
  })
}

const inWhole = <Piece extends Segment | Gap>(piece: Piece, lines: number): Piece => ({
  ...piece,
  firstLine: piece.firstLine + lines,
  lastLine: piece.lastLine + lines,
})

/** A mark of lines that come so many lines later. */
const later = (mark: string, lines: number): string =>
  mark.replaceAll(/\d+/g, (number) => `${Number(number) + lines}`)
