import { addSize, copyOf, emptySize, fits, minusSize, plusSize, type Size, shareOf } from '../bytes/size.ts'
import type { LineSpan, Match } from '../words/plan-model.ts'
import { type EndSelection, SHORT_LINE_BYTES, takePart } from './end-selection.ts'
import type { MiddleLines } from './middle-lines.ts'
import type { Focus, LinePart } from './pieces.ts'
import type { PlanRequest } from './request.ts'
import { covers, isClipped, isEachPartMarked, type Row, type RowMaker } from './rows.ts'

/**
 * Lines that did not fit are clipped into the room that is left, if it is more than this share of every limit (clause
 * 14).
 */
const LEFT_SHARE = 0.05
/** A shorter part of a line says too little to be worth showing. */
const LEAST_PART_BYTES = 48

/** The part of a line that stands next to a single end. */
const ENDS = { head: 'start', tail: 'end' } as const

/** Fills the room that whole lines left with parts of the lines that did not fit (clause 14). */
export class LeftRoom {
  readonly #request: PlanRequest
  readonly #maker: RowMaker
  readonly #islands: MiddleLines

  constructor(request: PlanRequest, maker: RowMaker, islands: MiddleLines) {
    this.#request = request
    this.#maker = maker
    this.#islands = islands
  }

  /** Returns the room that is left then. `marker` is the size of a marker between both ends. */
  fill(head: EndSelection, tail: EndSelection, room: Size, marker: Size): Size {
    const left = copyOf(room)
    if (!this.#isMuch(room)) return left
    // A line that is clipped at one end may use what the other end left.
    if (head.onlyPart) takePart(head, left, 'head', 'both', this.#request.limit)
    if (tail.onlyPart) takePart(tail, left, 'tail', 'both', this.#request.limit)
    // A single line between both ends replaces its marker.
    const isOne = tail.taken - head.taken === 2
    if (isOne) addSize(left, marker)
    if (left.lines >= 1) this.#clipNext(head, tail, left)
    if (isOne && between(head, tail)(head.taken + 1)) addSize(left, marker, -1)
    this.#growIslands(left)
    return left
  }

  /** Fills the room with a part of the line at which the only end stopped. Returns the room that is left then. */
  fillOneEnd(end: EndSelection, kind: 'head' | 'tail', room: Size): Size {
    const span = end.part === undefined && room.lines >= 1 && this.#isMuch(room) && end.cursor.peek()
    return span && isLong(span) ? minusSize(room, this.#clipInto(span, room, end, kind, ENDS[kind])) : room
  }

  /** True when much of every limit but the line limit is left. */
  #isMuch({ bytes, serializedBytes, tokenUnits }: Size): boolean {
    const { limit } = this.#request
    const isLeft = (room: number, most: number) => most === Infinity || room > LEFT_SHARE * most
    return (
      bytes >= LEAST_PART_BYTES &&
      isLeft(bytes, limit.bytes) &&
      isLeft(serializedBytes, limit.serializedBytes) &&
      isLeft(tokenUnits, limit.tokenUnits)
    )
  }

  /** Clips the line at which each end stopped into the room that is left. The head takes its share first. */
  #clipNext(head: EndSelection, tail: EndSelection, left: Size): void {
    const isFree = between(head, tail)
    const nextOf = ({ cursor, part }: EndSelection) => {
      const span = part === undefined ? cursor.peek() : undefined
      return span && isLong(span) && isFree(span.number) ? span : undefined
    }
    const first = nextOf(head)
    const last = nextOf(tail)
    const isOne = !first || !last || first.number === last.number
    const share = isOne ? left : copyOf(shareOf(left, this.#request.headRatio), { lines: left.lines })
    if (first) addSize(left, this.#clipInto(first, share, head, 'head'), -1)
    if (last && (!first || !isOne) && left.lines >= 1)
      addSize(left, this.#clipInto(last, left, tail, 'tail'), -1)
  }

  /** Shows more of each clipped island. This needs no further line. */
  #growIslands(left: Size): void {
    const clipped = [...this.#islands.rows.values()].filter(isClipped).sort((a, b) => a.line - b.line)
    clipped.forEach((row, i) => {
      const span = this.#islands.spanOf(row.segments[0].startByte, row.line)
      const share = copyOf(shareOf(left, 1 / (clipped.length - i)), { lines: left.lines })
      if (span && this.#isMuch(left)) addSize(left, this.#clipInto(span, share), -1)
    })
  }

  /** Puts a clipped line at one end, or replaces its island. Returns the room that this took. */
  #clipInto(
    span: LineSpan,
    room: Size,
    selection?: EndSelection,
    kind: 'head' | 'tail' = 'head',
    focus: Focus = 'both',
  ): Size {
    const old = this.#islands.rows.get(span.number)
    const all = old ? plusSize(room, old.size) : room
    const ways = old ? waysToGrow(old, this.#islands.matchesOf(span.number), span, all) : [focus]
    const row = ways
      .map((focus) => this.#maker.clipped(span, focus, all, old ? 'error' : kind))
      .find((made) => made && fits(made.size, all) && (!old || showsMore(made, old)))
    if (!row || (!this.#request.silent && !isEachPartMarked(row)) || !this.#islands.hasPlaceFor(0, row))
      return emptySize()
    if (old) {
      this.#islands.replace(row)
      return minusSize(row.size, old.size)
    }
    if (!selection) return emptySize()
    if (kind === 'head') selection.segments.append(row)
    else selection.segments.prepend(row)
    selection.part = span.number
    this.#maker.keep(row)
    return row.size
  }
}

/** True for a line of which a part says something. A part of a short one is a crumb. */
const isLong = ({ startByte, endByte }: LineSpan): boolean => endByte - startByte > SHORT_LINE_BYTES

/** True for a line that neither end took. */
export const between =
  (head: EndSelection, tail: EndSelection) =>
  (line: number): boolean =>
    line > head.taken && line < tail.taken && line !== head.part && line !== tail.part

/**
 * How a clipped island may show more. What is kept around its matches, which need not be errors, may leave no room for
 * both ends too. What is kept already may stand where none of this would reach.
 */
function waysToGrow(old: Row, matches: readonly Match[], { endByte }: LineSpan, all: Size): Focus[] {
  const shown: LinePart[] = []
  for (const segment of old.segments) {
    const piece: LinePart = [segment.startByte, Math.min(segment.endByte, endByte)]
    // The line's end is no piece of it.
    if (piece[0] < piece[1]) shown.push(piece)
  }
  return [
    matches.length > 0 ? { matches, ends: true } : 'both',
    { matches, bytes: all.bytes },
    { matches, ends: true, shown },
  ]
}

/** True where a row shows all that another row of its line shows, and more. */
const showsMore = (row: Row, old: Row): boolean =>
  row.size.bytes > old.size.bytes &&
  old.segments.every((s) => covers(row.segments, { matchStart: s.startByte, matchEnd: s.endByte }))
