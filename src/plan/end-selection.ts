import type { Region } from '../collect/facts.ts'
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
  part?: number
  /** The taken part, if nothing else was taken. */
  onlyPart?: Row
}

/** Takes lines, clipped to `maxLineLength`, while they fit. Subtracts their sizes from `room`. */
export function takeHead(selection: EndSelection, room: Size, mayTake: (line: number) => boolean): void {
  take(selection, room, 'head', mayTake, (row) => selection.segments.append(row))
}

/** Like `takeHead`, from the last line upwards. */
export function takeTail(selection: EndSelection, room: Size, mayTake: (line: number) => boolean): void {
  take(selection, room, 'tail', mayTake, (row) => selection.segments.prepend(row))
}

function take(
  selection: EndSelection,
  room: Size,
  kind: 'head' | 'tail',
  mayTake: (line: number) => boolean,
  put: (row: Row) => void,
): void {
  const { cursor, maker, islands } = selection
  const untaken = islands ? linesToReach(islands, kind) : []
  for (
    let span = nextAlone(selection, room, kind, mayTake, untaken);
    span && selection.part === undefined && mayTake(span.number);
    span = nextAlone(selection, room, kind, mayTake, untaken)
  ) {
    const paid = islands?.rows.get(span.number)
    const left = paid ? plusSize(room, paid.size) : room
    const row = maker.fitted(span, kind)
    if (!row || !fits(row.size, left)) return
    if (islands?.remove(span.number) && paid) addSize(room, paid.size)
    addSize(room, row.size, -1)
    put(row)
    selection.taken = span.number
    cursor.next()
  }
}

/** The lines of the islands. An end reaches the last one in the list first. */
const linesToReach = ({ rows }: MiddleLines, kind: 'head' | 'tail'): number[] =>
  [...rows.keys()].sort((a, b) => (kind === 'head' ? b - a : a - b))

/** Takes the lines that need no look at them alone, and returns the next one. */
function nextAlone(
  selection: EndSelection,
  room: Size,
  kind: 'head' | 'tail',
  mayTake: (line: number) => boolean,
  islands: number[],
): LineSpan | undefined {
  const { cursor, maker } = selection
  const edge = maker.takesAnyLength && selection.part === undefined ? cursor.edge() : undefined
  if (edge) {
    const isPassed = (line: number) => (kind === 'head' ? line < edge.number : line > edge.number)
    while (islands.length > 0 && isPassed(islands[islands.length - 1])) islands.pop()
    const island = islands[islands.length - 1]
    takeStretch(selection, edge, room, kind, (line) => line !== island && mayTake(line))
  }
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
  mayTake: (line: number) => boolean,
): void {
  const { maker, segments, cursor } = selection
  const isHead = kind === 'head'
  const pay = maker.isByLength ? payByLength(room) : payBySize(room, maker, region)
  let at = begin
  let number = first
  for (; mayTake(number); number += isHead ? 1 : -1) {
    const next = isHead ? lineStop(region, at) : lineStart(region, at)
    const start = isHead ? at : next
    const stop = isHead ? next : at
    if (next < 0 || maker.hasIntroducers(region, start, stop) || !pay.line(start, stop)) break
    at = next
  }
  if (at === begin) return
  pay.settle?.()
  selection.taken = isHead ? number - 1 : number + 1
  const [startByte, endByte] = isHead ? [begin, at] : [at, begin]
  const [firstLine, lastLine] = isHead ? [first, number - 1] : [number + 1, first]
  const row = { segments: [{ startByte, endByte, firstLine, lastLine, kind }] }
  if (isHead) segments.append(row)
  else segments.prepend(row)
  cursor.moveTo({ at, number })
}

/** Pays for lines from a room. */
interface Payment {
  /** Pays for a whole line. False when it does not fit. */
  line(startByte: number, stopByte: number): boolean
  /** Subtracts what was paid from the room, if that was not done line by line. */
  settle?(): void
}

function payBySize(room: Size, maker: RowMaker, region: Region): Payment {
  return {
    line(startByte, stopByte) {
      const size = maker.sizeOfLine(region, startByte, stopByte)
      if (!fits(size, room)) return false
      addSize(room, size, -1)
      return true
    },
  }
}

function payByLength(room: Size): Payment {
  const { lines: mostLines, bytes: mostBytes } = room
  let lines = 0
  let bytes = 0
  return {
    line(startByte, stopByte) {
      const length = stopByte - startByte
      if (lines + 1 > mostLines || bytes + length > mostBytes) return false
      lines++
      bytes += length
      return true
    },
    settle() {
      addSize(room, { lines, bytes, serializedBytes: bytes, tokenUnits: 0 }, -1)
    },
  }
}

/** The offset after the LF of the line that begins at `at`; -1 if the region does not hold the LF. */
const lineStop = ({ bytes, startByte }: Region, at: number): number => {
  const lf = bytes.indexOf(LF, at - startByte)
  return lf < 0 ? -1 : startByte + lf + 1
}

/** Where the line begins whose LF is right before `stop`; -1 if the region does not hold all of it. */
function lineStart({ bytes, startByte, startsLine }: Region, stop: number): number {
  const end = stop - startByte - 1
  if (end < 0 || bytes[end] !== LF) return -1
  const before = end === 0 ? -1 : bytes.lastIndexOf(LF, end - 1)
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
