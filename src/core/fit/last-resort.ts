import type { CommandStatus, Source } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Gap, Segment, Truncation } from '../../truncation.ts'
import { countLf } from '../bytes/lines.ts'
import type { RemainingPiece, Remains } from '../hold/facts.ts'
import { formatSize, NOT_KEPT, writeFailures, writeSource, writeStatus } from '../words/notices.ts'
import type { Counting } from './counted.ts'

// The text that is made when all else has failed: the first and the last bytes, and how the command ended. It plans,
// measures and renders by itself, so that it does not fail for the same reason.

/** What the last resort is told of an input. */
export interface Ruin extends Remains {
  /** As `Failure.what`. Nothing is shown if that is redaction. */
  what: string
  status: CommandStatus | undefined
  source: Source | undefined
  backend: 'wasm' | 'js'
}

type Limit = 'maxLines' | 'maxBytes' | 'maxTokens' | 'maxLineLength' | 'maxSerializedBytes'
/** The settings that count here. */
export type RuinSettings = Pick<Settings, Limit | 'keep' | 'headRatio' | 'notice'> & {
  tokens?: unknown
  /** Tokens where there is no counter. */
  estimate(text: string): number
}

interface Draft {
  text: string
  segments: Segment[]
  notice?: string | undefined
}

const LF = 0x0a
/** Each try has this share of the room of the one before. */
const LESS = 0.8
/** Control characters could begin an escape sequence, which a text that is cut could leave open. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of what is left of an input. Asks for the tokens of texts if the settings have a counter. */
export function* lastResort(ruin: Ruin, settings: RuinSettings): Counting<Truncation> {
  const { pieces, what, totalBytes } = ruin
  const told = settings.notice.off ? undefined : writeStatus(ruin.status)
  const held = what === 'redaction' ? 0 : pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (held === totalBytes && pieces.length === 1) {
    const [{ bytes, endByte }] = pieces
    const text = decoder.decode(bytes)
    const segment = { ...segmentOf(pieces[0], 0, endByte, settings.keep === 'tail' ? 'tail' : 'head'), text }
    const whole = withNotice({ text, segments: held > 0 ? [segment] : [] }, told)
    if (yield* fits(whole, settings)) return yield* resultOf(whole, ruin, settings)
  }
  const notices = [...noticesOf(ruin, settings), told, undefined]
  const most = Math.min(held, settings.maxBytes, settings.maxSerializedBytes)
  for (const notice of notices) {
    for (let room = most; room > 0; room = Math.floor(LESS * room)) {
      const draft = withNotice(draftOf(ruin, settings, room), notice)
      if (draft.segments.length > 0 && (yield* fits(draft, settings)))
        return yield* resultOf(draft, ruin, settings)
    }
  }
  for (const text of [...notices, totalBytes > 0 ? '…' : '', '']) {
    const draft = { text: text ?? '', segments: [], ...(text?.startsWith('[') && { notice: text }) }
    if (text !== undefined && (yield* fits(draft, settings))) return yield* resultOf(draft, ruin, settings)
  }
  return yield* resultOf({ text: '', segments: [] }, ruin, settings)
}

/** What can be said of the failure in a third of the limits. That nothing is shown is always said. */
function noticesOf({ what, status, source }: Ruin, { notice, maxBytes, maxLines }: RuinSettings): string[] {
  if (what === 'redaction') return writeFailures(what, status, undefined)
  if (notice.off || maxLines < 3) return []
  let way: string | undefined = NOT_KEPT
  try {
    if (source) way = writeSource(source, notice)
  } catch {
    // The way is not worth the text.
    way = undefined
  }
  return writeFailures(what, status, way).filter((words) => 3 * words.length <= maxBytes)
}

/** The first and the last bytes, so many in all. */
function draftOf({ pieces }: Ruin, { keep, headRatio, notice }: RuinSettings, room: number): Draft {
  const [first, last] = [pieces[0], pieces[pieces.length - 1]]
  const headBytes = Math.floor(room * (keep === 'head' ? 1 : keep === 'tail' ? 0 : headRatio))
  const end = headEnd(first, headBytes)
  const from = first === last ? end : 0
  const start = Math.max(from, tailStart(last, keep === 'head' ? 0 : room - end))
  const head = segmentOf(first, 0, end, 'head')
  const tail = segmentOf(last, start, last.bytes.length, 'tail')
  const segments = [head, tail].filter(({ endByte, startByte }) => endByte > startByte)
  const isApart = segments.length === 2 && head.endByte < tail.startByte && !notice.off
  return {
    text: isApart ? lineEnded(head.text) + markOf(head, tail) + tail.text : head.text + tail.text,
    segments,
  }
}

/** What stands between both ends: a marker between lines, else an ellipsis. */
function markOf(head: Segment, tail: Segment): string {
  const [from, to] = [head.lastLine + 1, tail.firstLine - 1]
  if (!head.text.endsWith('\n') || to < from) return '…'
  return `[...${from === to ? from : `${from}-${to}`}: ${formatSize(tail.startByte - head.endByte)}]\n`
}

const lineEnded = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const withNotice = (draft: Draft, notice: string | undefined): Draft =>
  notice === undefined ? draft : { ...draft, text: lineEnded(draft.text) + notice, notice }

/** True if offsets in the bytes are offsets in the input. A piece that was folded or decoded is shown whole, or not. */
const isRaw = ({ bytes, startByte, endByte }: RemainingPiece): boolean => bytes.length === endByte - startByte
const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80

/** Where the first bytes of a piece end: with a line, if that is near, else with a character. */
function headEnd(piece: RemainingPiece, most: number): number {
  const { bytes } = piece
  if (most >= bytes.length) return bytes.length
  if (!isRaw(piece) || most <= 0) return 0
  const line = bytes.lastIndexOf(LF, most - 1) + 1
  if (line > most / 2) return line
  let at = most
  while (at > Math.max(0, most - 3) && isInside(bytes[at])) at--
  return at
}

/** Where the last bytes of a piece begin. */
function tailStart(piece: RemainingPiece, most: number): number {
  const { bytes } = piece
  const { length } = bytes
  if (most >= length) return 0
  if (!isRaw(piece) || most <= 0) return length
  const line = bytes.indexOf(LF, length - most - 1) + 1 || length
  if (length - line > most / 2) return line
  let at = length - most
  while (at < length - most + 3 && isInside(bytes[at])) at++
  return at
}

function segmentOf(piece: RemainingPiece, from: number, to: number, kind: 'head' | 'tail'): Segment {
  const { startByte, endByte, bytes } = piece
  const shown = bytes.subarray(from, to)
  const text = decoder.decode(shown)
  const safe = text.replaceAll(CONTROLS, '')
  const firstLine = piece.firstLine + countLf(bytes, 0, from)
  return {
    startByte: startByte + from,
    endByte: to === bytes.length ? endByte : startByte + to,
    firstLine,
    lastLine: firstLine + countLf(shown) - (text.endsWith('\n') ? 1 : 0),
    kind,
    exact: isRaw(piece) && safe === text && !text.includes('\ufffd'),
    text: safe,
  }
}

/** True if a text is within the limits. A counter is not asked about a text that is too long anyway. */
function* fits({ text, segments }: Draft, settings: RuinSettings): Counting<boolean> {
  const { maxLines, maxBytes, maxTokens, maxLineLength, maxSerializedBytes } = settings
  if (text === '') return true
  if (bytesOf(text) > maxBytes || linesOf(text) > maxLines) return false
  if (maxSerializedBytes < Infinity && bytesOf(JSON.stringify(text)) > maxSerializedBytes) return false
  // The ellipsis may stand before a line.
  const isLong = (line: string) =>
    [...line].length > Math.max(1, maxLineLength - (segments.length > 1 ? 1 : 0))
  if (maxLineLength < Infinity && segments.some((each) => each.text.split('\n').some(isLong))) return false
  return maxTokens === Infinity || (yield* tokensOf(text, settings)) <= maxTokens
}

const bytesOf = (text: string): number => encoder.encode(text).length
const linesOf = (text: string): number =>
  text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)

/** Tokens by the counter, else by the estimator. If that is what failed: a token has at least one byte. */
function* tokensOf(text: string, { tokens, estimate }: RuinSettings): Counting<number> {
  if (text === '') return 0
  if (tokens) return yield text
  try {
    return estimate(text)
  } catch {
    return bytesOf(text)
  }
}

function* resultOf(
  { text, segments, notice }: Draft,
  ruin: Ruin,
  settings: RuinSettings,
): Counting<Truncation> {
  const { totalBytes, totalLines, source, backend, what } = ruin
  const gaps = gapsBetween(segments, ruin)
  const isRefused = what === 'redaction'
  const isCut = gaps.length > 0 && !isRefused
  const shared = segments.length === 2 && segments[0].lastLine === segments[1].firstLine ? 1 : 0
  return {
    text,
    truncated: isCut || isRefused,
    ...(isCut && { truncatedBy: totalLines > settings.maxLines ? 'lines' : 'bytes' }),
    totalLines,
    totalBytes,
    outputLines: linesOf(text),
    outputBytes: bytesOf(text),
    outputTokens: yield* tokensOf(text, settings),
    keptLines: segments.reduce((sum, { firstLine, lastLine }) => sum + lastLine - firstLine + 1, -shared),
    keptBytes: segments.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0),
    segments,
    gaps,
    errors: { total: 0, lines: [], statements: [] },
    ...(notice !== undefined && { notice }),
    ...(source &&
      !isRefused && {
        ...('artifact' in source && { artifact: source.artifact }),
        ...(source.path && { path: source.path }),
      }),
    foreignNotices: 0,
    backend,
  }
}

/** What lies between the segments. */
function gapsBetween(segments: readonly Segment[], { totalBytes, totalLines }: Remains): Gap[] {
  const gaps: Gap[] = []
  let [at, line] = [0, 1]
  const end = {
    startByte: totalBytes,
    endByte: totalBytes,
    firstLine: totalLines + 1,
    lastLine: totalLines,
    text: '',
  }
  for (const { startByte, endByte, firstLine, lastLine, text } of [...segments, end]) {
    const last = Math.max(line, firstLine - 1)
    if (startByte > at)
      gaps.push({
        startByte: at,
        endByte: startByte,
        firstLine: line,
        lastLine: last,
        errors: 0,
        asked: true,
      })
    at = endByte
    line = text.endsWith('\n') ? lastLine + 1 : lastLine
  }
  return gaps
}
