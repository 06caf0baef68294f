import { lastLfBefore, nextLf } from '../bytes/lines.ts'
import { addSize, fits, plusSize, type Size } from '../bytes/size.ts'
import type { Region } from '../hold/facts.ts'
import type { Cursor, Edge } from './cursor.ts'
import type { MiddleLines } from './middle-lines.ts'
import type { Focus } from './pieces.ts'
import { isEachPartMarked, type Row, type RowMaker } from './rows.ts'
import { SegmentList } from './segment-list.ts'

const LF = 0x0a

/** What one end has taken so far. The head takes lines from the first on, the tail from the last one back. */
export interface EndSelection {
  cursor: Cursor
  maker: RowMaker
  segments: SegmentList
  /** Islands that this end reaches become part of it, and the room gets their size back. */
  islands: MiddleLines | undefined
  /**
   * The innermost line taken whole or clipped to `maxLineLength`. Before the first, 0 for the head, Infinity for the
   * tail.
   */
  taken: number
  /** The line of which only a part had room. The end takes no line after it. */
  part: number | undefined
  /** The taken part, if nothing else was taken. */
  onlyPart: Row | undefined
}

/**
 * Takes lines while they fit, clipped to `maxLineLength`, and subtracts their sizes from `room`. The head goes downwards and
 * takes lines before `until`. The tail goes upwards and takes lines behind `until`.
 */
export function takeLines(selection: EndSelection, room: Size, kind: 'head' | 'tail', until: number): void {
  const { cursor, maker, islands } = selection
  for (;;) {
    const edge = maker.takesAnyLength && selection.part === undefined ? cursor.edge() : undefined
    if (edge) takeStretch(selection, edge, room, kind, until)
    const span = cursor.peek()
    if (!span || selection.part !== undefined || !isBefore(until, span.number, kind)) return
    const paid = islands?.rows.get(span.number)
    const left = paid ? plusSize(room, paid.size) : room
    const row = maker.fitted(span, kind)
    if (!row || !fits(row.size, left)) return
    if (islands?.remove(span.number) && paid) addSize(room, paid.size)
    addSize(room, row.size, -1)
    put(selection, row, kind)
    selection.taken = span.number
    cursor.next()
  }
}

/** True for a line that an end reaches before `until`. */
const isBefore = (until: number, line: number, kind: 'head' | 'tail'): boolean =>
  kind === 'head' ? line < until : line > until

function put({ segments }: EndSelection, row: Pick<Row, 'segments'>, kind: 'head' | 'tail'): void {
  if (kind === 'head') segments.append(row)
  else segments.prepend(row)
}

/**
 * Takes the lines that are in memory whole, up to one that does not fit, as one segment: a log has many short lines, so
 * that an object for each would cost more than all else.
 */
function takeStretch(
  selection: EndSelection,
  { region, at: begin, number: first }: Edge,
  room: Size,
  kind: 'head' | 'tail',
  until: number,
): void {
  const { maker, cursor, islands } = selection
  const isHead = kind === 'head'
  const step = isHead ? 1 : -1
  let at = begin
  let number = first
  while (isBefore(until, number, kind)) {
    const next = isHead ? lineStop(region, at) : lineStart(region, at)
    const start = Math.min(at, next)
    const stop = Math.max(at, next)
    if (next < 0 || maker.hasIntroducers(region, start, stop)) break
    // A whole line gets back what was paid for its island.
    const paid = islands?.rows.get(number)?.size
    const size = maker.sizeOfLine(region, start, stop)
    if (!fits(size, paid ? plusSize(room, paid) : room)) break
    if (paid && islands?.remove(number)) addSize(room, paid)
    addSize(room, size, -1)
    at = next
    number += step
  }
  if (at === begin) return
  const last = number - step
  selection.taken = last
  const [startByte, firstLine, endByte, lastLine] = isHead
    ? [begin, first, at, last]
    : [at, last, begin, first]
  put(selection, { segments: [{ startByte, endByte, firstLine, lastLine, kind }] }, kind)
  cursor.moveTo({ at, number })
}

/** The offset after the LF of the line that begins at `at`; -1 if the region does not hold the LF. */
function lineStop({ bytes, startByte }: Region, at: number): number {
  const lf = nextLf(bytes, at - startByte)
  return lf < 0 ? -1 : startByte + lf + 1
}

/** Where the line begins whose LF is right before `stop`; -1 if the region does not hold all of it. */
function lineStart({ bytes, startByte, startsLine }: Region, stop: number): number {
  const end = stop - startByte - 1
  if (end < 0 || bytes[end] !== LF) return -1
  const before = lastLfBefore(bytes, end)
  return before >= 0 || startByte === 0 || startsLine === true ? startByte + before + 1 : -1
}

/** A line of at most so many bytes is shown whole or not at all, unless a limit is smaller. A part of it is a crumb. */
export const SHORT_LINE_BYTES = 200

/** The size of the next line, if that is shown whole or not at all. */
export function nextShortLine({ cursor, maker }: EndSelection, limit: Size): Size | undefined {
  // Where shorter lines are clipped too, a part of a line is nothing strange.
  const span = maker.takesLength(SHORT_LINE_BYTES) ? cursor.peek() : undefined
  if (!span || span.endByte - span.startByte > SHORT_LINE_BYTES) return undefined
  const row = maker.whole(span, 'head')
  return row && fits(row.size, limit) ? row.size : undefined
}

/** Takes the part of the next line that fits, or more of the part that was taken before. False when none fits. */
export function takePart(
  selection: EndSelection,
  room: Size,
  kind: 'head' | 'tail',
  focus: Focus,
  limit: Size,
): boolean {
  const span = selection.cursor.peek()
  if (!span || selection.islands?.rows.has(span.number) || nextShortLine(selection, limit)) return false
  const old = selection.onlyPart
  const all = old ? plusSize(room, old.size) : room
  const row = selection.maker.clipped(span, focus, all, kind)
  // A part without a mark looks like a whole line.
  if (!row || !fits(row.size, all) || !(selection.maker.isSilent || isEachPartMarked(row))) return false
  if (old) addSize(room, old.size)
  addSize(room, row.size, -1)
  selection.segments = new SegmentList()
  selection.segments.append(row)
  selection.part = span.number
  selection.onlyPart = row
  selection.maker.keep(row)
  return true
}
