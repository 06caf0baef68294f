import type { Region } from '../collect/facts.ts'
import { lastLfBefore, nextLf } from '../text/lines.ts'
import { addSize, fits, plusSize, type Size } from '../text/size.ts'
import type { Cursor, Edge } from './cursor.ts'
import type { MiddleLines } from './middle-lines.ts'
import type { LineSpan } from './model.ts'
import type { Focus } from './pieces.ts'
import { isMarked, type Row, type RowMaker } from './rows.ts'
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
  /** Takes lines of a region whose ends are known. Absent where nobody notes the ends of lines. */
  knownLines?: KnownLinesOf | undefined
}

/** Takes many lines of a region at once, where their ends are known. */
export interface KnownLines {
  /** Where the lines that were taken last end. */
  at: number
  /**
   * Takes lines from `number` on, whose outer end is at `at`, before the next island and `until`. Returns how many: 0 if
   * the first of them does not fit, or introducers in them are left out.
   */
  take(at: number, number: number, until: number, room: Size): number
}

/** Undefined where the ends of lines are not known, and where the size of a line is more than its length. */
export type KnownLinesOf = (
  selection: EndSelection,
  region: Region,
  isHead: boolean,
) => KnownLines | undefined

/** Takes lines before `until`, clipped to `maxLineLength`, while they fit. Subtracts their sizes from `room`. */
export function takeHead(selection: EndSelection, room: Size, until: number): void {
  take(selection, room, 'head', until)
}

/** Like `takeHead`, from the last line upwards: takes lines behind `until`. */
export function takeTail(selection: EndSelection, room: Size, until: number): void {
  take(selection, room, 'tail', until)
}

function take(selection: EndSelection, room: Size, kind: 'head' | 'tail', until: number): void {
  const { cursor, maker, islands } = selection
  for (
    let span = nextAlone(selection, room, kind, until);
    span && selection.part === undefined && isBefore(until, span.number, kind);
    span = nextAlone(selection, room, kind, until)
  ) {
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

/** Takes the lines that need no look at them alone, and returns the next one. */
function nextAlone(
  selection: EndSelection,
  room: Size,
  kind: 'head' | 'tail',
  until: number,
): LineSpan | undefined {
  const { cursor, maker } = selection
  const edge = maker.takesAnyLength && selection.part === undefined ? cursor.edge() : undefined
  if (edge) takeStretch(selection, edge, room, kind, until)
  return cursor.peek()
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
  const known = selection.knownLines?.(selection, region, isHead)
  let at = begin
  let number = first
  while (isBefore(until, number, kind)) {
    const taken = known?.take(at, number, until, room) ?? 0
    if (known && taken > 0) {
      at = known.at
      number += step * taken
      continue
    }
    const next = isHead ? lineStop(region, at) : lineStart(region, at)
    const start = isHead ? at : next
    const stop = isHead ? next : at
    if (next < 0 || maker.hasIntroducers(region, start, stop)) break
    const paid = islands?.rows.get(number)?.size
    if (!pay(room, maker, region, start, stop, paid)) break
    if (paid) islands?.remove(number)
    at = next
    number += step
  }
  if (at === begin) return
  selection.taken = number - step
  const [startByte, endByte] = isHead ? [begin, at] : [at, begin]
  const [firstLine, lastLine] = isHead ? [first, number - 1] : [number + 1, first]
  put(selection, { segments: [{ startByte, endByte, firstLine, lastLine, kind }] }, kind)
  cursor.moveTo({ at, number })
}

/** Pays for a whole line, which gets back what was paid for its island. False when it does not fit. */
function pay(
  room: Size,
  maker: RowMaker,
  region: Region,
  startByte: number,
  stopByte: number,
  paid: Size | undefined,
): boolean {
  if (maker.isByLength) {
    // No other unit is limited then.
    const lines = paid ? room.lines + paid.lines : room.lines
    const bytes = paid ? room.bytes + paid.bytes : room.bytes
    const length = stopByte - startByte
    if (lines < 1 || bytes < length) return false
    room.lines = lines - 1
    room.bytes = bytes - length
    return true
  }
  const size = maker.sizeOfLine(region, startByte, stopByte)
  if (!fits(size, paid ? plusSize(room, paid) : room)) return false
  if (paid) addSize(room, paid)
  addSize(room, size, -1)
  return true
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

/** Takes the part of the next line that fits, or more of the part that was taken before. False when none fits. */
export function takePart(selection: EndSelection, room: Size, kind: 'head' | 'tail', focus: Focus): boolean {
  const span = selection.cursor.peek()
  if (!span || selection.islands?.rows.has(span.number)) return false
  const old = selection.onlyPart
  const all = old ? plusSize(room, old.size) : room
  const row = selection.maker.clipped(span, focus, all, kind)
  // A part without a mark looks like a whole line.
  if (!row || !fits(row.size, all) || !(selection.maker.isSilent || isMarked(row))) return false
  if (old) addSize(room, old.size)
  addSize(room, row.size, -1)
  selection.segments = new SegmentList()
  selection.segments.append(row)
  selection.part = span.number
  selection.onlyPart = row
  selection.maker.keep(row)
  return true
}
