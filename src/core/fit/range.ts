import { countCodePoints, graphemeFloor } from '../bytes/graphemes.ts'
import { sequenceFloor } from '../bytes/sequences.ts'
import { addSize, emptySize, fits, minusSize, type Size, type Sizer, shareOf } from '../bytes/size.ts'
import type { Plan, PlannedGap, PlannedSegment } from '../words/plan-model.ts'
import type { Wording } from '../words/wording.ts'
import type { LineCut, PageStart } from './held-lines.ts'
import { withoutIntroducers } from './page-sequences.ts'

const LF = 0x0a

/** A page of an input. Offsets count in the input. */
export interface RangeFacts {
  held: PageStart
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

const forms = ['full', 'name'] as const

/**
 * Keeps whole lines while they fit. Where not even one fits, keeps as much of it as fits. Takes the fullest form of
 * the notice that uses at most a third of each limit.
 */
export function planRange(given: RangeRequest): RangePlan {
  const { limit, wording, silent } = given
  const { readAll, isPart, startByte, totalBytes, note } = given.facts
  const whole = keepLines(given, limit)
  const isWhole = readAll && (isPart || startByte === 0) && whole.endByte === totalBytes
  if (isWhole && (silent || note === undefined)) return planOf(whole, given.facts, 'none')
  const facts = { ...given.facts, held: withoutIntroducers(given.facts.held) }
  const request = { ...given, facts }
  const { held } = facts
  const all = held === given.facts.held ? whole : keepLines(request, limit)
  if (silent) return planOf(all, facts, 'none')
  for (const form of forms) {
    const words = wording.notice(form)
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
    const size = sizer.measure(bytes, at, end)
    // A last line without LF counts too.
    size.lines = 1
    let lineCuts = 0
    let lineCutBytes = 0
    for (let cut = cuts[shownCuts]; cut?.at <= (lf < 0 ? end : lf); cut = cuts[shownCuts + lineCuts]) {
      addSize(size, sizer.measureInLine(wording.clip(cut.mark, cut.codePoints)))
      lineCutBytes += cut.bytes
      lineCuts++
    }
    addSize(used, size)
    stoppedBy = lf < 0 && !isAll ? 'bytes' : limitOver(used, room)
    if (stoppedBy !== undefined) break
    at = end
    lines++
    shownCuts += lineCuts
    cutBytes += lineCutBytes
  }
  if (at === 0 && bytes.length > 0 && room.lines >= 1) return keepPart(request, room, stoppedBy)
  const endByte = startByte + at + cutBytes
  return { length: at, lines, isPart: false, cuts: cuts.slice(0, shownCuts), endByte, stoppedBy }
}

/** As much of the first line as fits. */
function keepPart(
  { facts: { held, startByte }, sizer, maxLineLength, wording }: RangeRequest,
  room: Size,
  stoppedBy: Kept['stoppedBy'],
): Kept {
  const { bytes } = held
  const lf = bytes.indexOf(LF)
  const isLed = held.cuts[0]?.at === 0
  const cuts = isLed ? held.cuts.slice(0, 1) : []
  const mark = isLed
    ? sizer.measureInLine(wording.clip(held.cuts[0].mark, held.cuts[0].codePoints))
    : emptySize()
  // What follows the next introducer is on the next page.
  const stop = held.cuts[cuts.length]?.at ?? bytes.length
  const end = lf < 0 ? stop : Math.min(lf, stop)
  const fit = sizer.fitForward(bytes, 0, end, minusSize(room, mark), maxLineLength)
  const length = fit === stop ? fit : sequenceFloor(bytes, graphemeFloor(bytes, fit))
  const cutBytes = length > 0 && isLed ? held.cuts[0].bytes : 0
  const endByte = startByte + length + cutBytes
  return { length, lines: 0, isPart: length > 0, cuts: length > 0 ? cuts : [], endByte, stoppedBy }
}

function limitOver(size: Size, room: Size): Kept['stoppedBy'] {
  if (fits(size, room)) return undefined
  if (size.lines > room.lines) return 'lines'
  return size.bytes > room.bytes || size.serializedBytes > room.serializedBytes ? 'bytes' : 'tokens'
}

function planOf(kept: Kept, facts: RangeFacts, form: Plan['form']): RangePlan {
  const { clips, column } = clipsOf(kept, facts)
  const gaps = [...gapBefore(facts), ...clips, ...gapsAfter(kept, facts, column)]
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

/** The cuts as gaps, and the column after what is kept. Columns are 1-indexed, in code points. */
function clipsOf({ cuts, length }: Kept, facts: RangeFacts): { clips: PlannedGap[]; column: number } {
  const { bytes } = facts.held
  let from = 0
  let column = facts.firstColumn
  const goTo = (to: number) => {
    const start = from + bytes.subarray(from, to).lastIndexOf(LF) + 1
    if (start > from) column = 1
    column += countCodePoints(bytes, start, to)
    from = to
  }
  const clips = cuts.map((cut) => {
    goTo(cut.at)
    const startByte = facts.startByte + cut.at + cut.bytesBefore
    const { mark, codePoints } = cut
    const line = facts.firstLine + cut.line
    const gap = gapFrom(column, {
      startByte,
      endByte: startByte + cut.bytes,
      firstLine: line,
      lastLine: line,
      clip: { mark, codePoints },
    })
    if (cut.onlyIntroducers) gap.onlyIntroducers = true
    column += codePoints
    return gap
  })
  goTo(length)
  return { clips, column }
}

function gapBefore({ startByte, firstLine, firstColumn }: RangeFacts): PlannedGap[] {
  if (startByte === 0) return []
  const lastLine = firstColumn > 1 ? firstLine : firstLine - 1
  return [{ startByte: 0, endByte: startByte, firstLine: 1, lastLine, asked: false }]
}

/** What is left out of the lines asked for, and what lies after them. */
function gapsAfter({ lines, endByte }: Kept, facts: RangeFacts, column: number): PlannedGap[] {
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
    gaps.push(gapFrom(lines > 0 ? 1 : column, rest))
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
