import { addSize, fits, plusSize, type Size } from '../text/size.ts'
import type { Cursor } from './cursor.ts'
import type { Islands } from './islands.ts'
import type { Focus } from './pieces.ts'
import { isMarked, type Row, type RowMaker } from './rows.ts'
import { SegmentList } from './segment-list.ts'

/** What one end has taken so far. The head takes lines from the first on, the tail from the last one back. */
export interface EndSelection {
  cursor: Cursor
  maker: RowMaker
  segments: SegmentList
  /** Islands that this end reaches become part of it, and the room gets their size back. */
  islands: Islands | undefined
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
  for (
    let span = cursor.peek();
    span && selection.part === undefined && mayTake(span.number);
    span = cursor.peek()
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
