import { countCodePoints, graphemeFloor } from '../text/graphemes.ts'
import { addSize, emptySize, fits, minusSize, type Size, type Sizer, shareOf } from '../text/size.ts'
import type { ClipMark, Plan, PlannedGap, PlannedSegment } from './model.ts'
import type { Wording } from './request.ts'

const LF = 0x0a

/** The part of a long line that is left out. */
export interface LineCut {
  /** Index in the held bytes of the line's LF, or of the end when the line has none. */
  at: number
  /** Bytes of the input that earlier cuts of the page leave out. */
  bytesBefore: number
  /** Line of the page, 0-indexed. */
  line: number
  /** Bytes and code points that are left out. */
  bytes: number
  codePoints: number
  mark: ClipMark
}

/** The bytes at the start of a page: a little more than the page can show. Long lines are already clipped. */
export interface HeldLines {
  bytes: Uint8Array
  /** In order. */
  cuts: readonly LineCut[]
  /** Bytes of the input, including the clipped ones. */
  inputBytes: number
}

/** A page of an input. Offsets count in the input. */
export interface RangeFacts {
  held: HeldLines
  /** Line and column of the page's first character, 1-indexed. */
  firstLine: number
  firstColumn: number
  /** The last line asked for; Infinity for all. */
  lastAsked: number
  startByte: number
  /** Where the lines asked for end. */
  askedEnd: number
  totalBytes: number
  totalLines: number
  /** True when the input was read to its end, so that the totals are its own. */
  readAll: boolean
  /** True when the input is a part of an artifact. All of it is then a page without a notice. */
  isPart: boolean
  /** A sentence for the notice, such as how the input was decoded. */
  note: string | undefined
}

export interface RangeRequest {
  facts: RangeFacts
  /** The limits of the text, notice included. */
  limit: Size
  maxLineLength: number
  sizer: Sizer
  wording: Pick<Wording, 'notice' | 'clip'>
  /** True when the text must not mention what was left out. */
  silent: boolean
}

/** A plan for lines that were asked for. */
export interface RangePlan extends Plan {
  /** The limit that ended the page. Undefined when everything asked for is kept. */
  stoppedBy: 'lines' | 'bytes' | 'tokens' | undefined
}

/** The held lines that a page shows. */
interface Kept {
  /** Held bytes that are kept. */
  length: number
  /** Whole lines, including clipped ones. */
  lines: number
  /** True when a part of one line is kept, because the line is larger than the page. */
  isPart: boolean
  cuts: readonly LineCut[]
  /** Offset in the input after what is kept. */
  endByte: number
  stoppedBy: RangePlan['stoppedBy']
}

const forms = ['full', 'short'] as const

/**
 * Keeps whole lines while they fit. Where not even one fits, keeps as much of it as fits. Takes the fullest form of
 * the notice that uses at most a third of each limit.
 */
export function planRange(request: RangeRequest): RangePlan {
  const { facts, limit, wording, silent } = request
  const { held, readAll, isPart, startByte, totalBytes, note } = facts
  const all = keepLines(request, limit)
  const isWhole = readAll && (isPart || startByte === 0) && all.endByte === totalBytes
  if (silent || (isWhole && note === undefined)) return planOf(all, facts, 'none')
  for (const form of forms) {
    const words = wording.notice(form, 1)
    if (!fits(words, shareOf(limit, 1 / 3))) continue
    const kept = keepLines(request, minusSize(limit, words))
    if (kept.length > 0 || held.bytes.length === 0) return planOf(kept, facts, form)
  }
  return planOf(all, facts, 'none')
}

function keepLines(request: RangeRequest, room: Size): Kept {
  const { sizer, wording } = request
  const { startByte, askedEnd, held } = request.facts
  const { bytes, cuts } = held
  const isAll = held.inputBytes >= askedEnd - startByte
  const used = emptySize()
  let at = 0
  let lines = 0
  let shownCuts = 0
  let cutBytes = 0
  let stoppedBy: Kept['stoppedBy']
  while (at < bytes.length && stoppedBy === undefined) {
    const lf = bytes.indexOf(LF, at)
    const end = lf < 0 ? bytes.length : lf + 1
    const next = cuts[shownCuts]
    const cut = next?.at === (lf < 0 ? end : lf) ? next : undefined
    const size = sizer.measure(bytes, at, end)
    // A last line without LF counts too.
    size.lines = 1
    if (cut) addSize(size, sizer.measureInLine(wording.clip(cut.mark, cut.codePoints)))
    addSize(used, size)
    stoppedBy = lf < 0 && !isAll ? 'bytes' : limitOver(used, room)
    if (stoppedBy !== undefined) break
    at = end
    lines++
    if (!cut) continue
    shownCuts++
    cutBytes += cut.bytes
  }
  if (at === 0 && bytes.length > 0 && room.lines >= 1) return keepPart(request, room, stoppedBy)
  const endByte = startByte + at + cutBytes
  return { length: at, lines, isPart: false, cuts: cuts.slice(0, shownCuts), endByte, stoppedBy }
}

/** As much of the first line as fits. */
function keepPart(
  { facts: { held, startByte }, sizer, maxLineLength }: RangeRequest,
  room: Size,
  stoppedBy: Kept['stoppedBy'],
): Kept {
  const lf = held.bytes.indexOf(LF)
  const stop = lf < 0 ? held.bytes.length : lf
  const fit = sizer.fitForward(held.bytes, 0, stop, room, maxLineLength)
  const length = graphemeFloor(held.bytes, fit)
  return { length, lines: 0, isPart: length > 0, cuts: [], endByte: startByte + length, stoppedBy }
}

function limitOver(size: Size, room: Size): Kept['stoppedBy'] {
  if (fits(size, room)) return undefined
  if (size.lines > room.lines) return 'lines'
  return size.bytes > room.bytes || size.serializedBytes > room.serializedBytes ? 'bytes' : 'tokens'
}

function planOf(kept: Kept, facts: RangeFacts, form: Plan['form']): RangePlan {
  const clips = kept.cuts.map((cut) => clipOf(cut, facts))
  const gaps = [...gapBefore(facts), ...clips, ...gapsAfter(kept, facts)]
  return { form, segments: segmentsOf(kept, facts), gaps, stoppedBy: kept.stoppedBy }
}

/** The kept bytes between the cuts. */
function segmentsOf({ length, lines, isPart, cuts }: Kept, facts: RangeFacts): PlannedSegment[] {
  const { bytes } = facts.held
  const segments: PlannedSegment[] = []
  let from = 0
  let startByte = facts.startByte
  let firstLine = facts.firstLine
  const add = (to: number, lastLine: number) => {
    const endByte = startByte + to - from
    if (to > from) segments.push({ startByte, endByte, firstLine, lastLine, kind: 'range' })
    from = to
    startByte = endByte
  }
  for (const cut of cuts) {
    const line = facts.firstLine + cut.line
    add(cut.at, bytes[cut.at - 1] === LF ? line - 1 : line)
    startByte += cut.bytes
    firstLine = line
  }
  add(length, facts.firstLine + lines - (isPart ? 0 : 1))
  return segments
}

function clipOf(cut: LineCut, facts: RangeFacts): PlannedGap {
  const startByte = facts.startByte + cut.at + cut.bytesBefore
  const line = facts.firstLine + cut.line
  return gapFrom(columnAt(cut.at, facts), {
    startByte,
    endByte: startByte + cut.bytes,
    firstLine: line,
    lastLine: line,
    clip: { mark: cut.mark, codePoints: cut.codePoints },
  })
}

function gapBefore({ startByte, firstLine, firstColumn }: RangeFacts): PlannedGap[] {
  if (startByte === 0) return []
  const lastLine = firstColumn > 1 ? firstLine : firstLine - 1
  return [{ startByte: 0, endByte: startByte, firstLine: 1, lastLine, asked: false }]
}

/** What is left out of the lines asked for, and what lies after them. */
function gapsAfter({ length, lines, endByte }: Kept, facts: RangeFacts): PlannedGap[] {
  const { askedEnd, totalBytes, totalLines } = facts
  const lastAsked = Math.min(totalLines, facts.lastAsked)
  const gaps: PlannedGap[] = []
  if (endByte < askedEnd) {
    const rest = {
      startByte: endByte,
      endByte: askedEnd,
      firstLine: facts.firstLine + lines,
      lastLine: lastAsked,
    }
    gaps.push(gapFrom(lines > 0 ? 1 : columnAt(length, facts), rest))
  }
  if (askedEnd < totalBytes) {
    const firstLine = lastAsked + 1
    gaps.push({ startByte: askedEnd, endByte: totalBytes, firstLine, lastLine: totalLines, asked: false })
  }
  return gaps
}

/** The gap that begins at a column of its line. */
function gapFrom(column: number, gap: PlannedGap): PlannedGap {
  if (column > 1) gap.column = column
  return gap
}

/** The column of what follows the first `at` held bytes, 1-indexed, in code points. */
function columnAt(at: number, { held: { bytes }, firstColumn }: RangeFacts): number {
  const start = at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1
  return countCodePoints(bytes, start, at) + (start === 0 ? firstColumn : 1)
}
