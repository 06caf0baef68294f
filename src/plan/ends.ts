import { emptySize, fits, minSize, minusSize, plusSize, type Size, shareOf } from '../render/size.ts'
import { cursorFromEnd, cursorFromStart } from './cursor.ts'
import { ISLAND_SHARE, Islands, islandRoom } from './islands.ts'
import type { ErrorSpot } from './material.ts'
import { Picks } from './picks.ts'
import type { Form, PlanRequest, Stretch } from './plan.ts'
import { RowMaker } from './rows.ts'
import { type Taking, takeHead, takePart, takeTail } from './take.ts'

/**
 * Chooses what to keep under one form of notice: first the guaranteed error lines, then more of them within their
 * share, then both ends (or one) with all the rest.
 */
export class Chooser {
  readonly #request: PlanRequest
  readonly #form: Form
  readonly #maker: RowMaker
  /** Markers and notice may take this much at most. */
  readonly #words: Size

  constructor(request: PlanRequest, form: Form) {
    this.#request = form === 'ellipsis' ? leavingPlace(request) : request
    this.#form = form
    this.#maker = new RowMaker(this.#request)
    this.#words = shareOf(request.limit, 1 / 3)
  }

  /** What markers and notice need at most with so many islands; undefined when that is more than a third. */
  reserve(islands: number): Size | undefined {
    const { wording, keep } = this.#request
    const markers = islands + (keep === 'ends' ? 1 : 0)
    let size = wording.notice(this.#form, islands + 2)
    for (let k = 0; k < markers; k++) size = plusSize(size, wording.marker(this.#form))
    return fits(size, this.#words) ? size : undefined
  }

  /** As `reserve`, for an input of one line: no marker stands there, and a bare `…` is its clip mark. */
  #reserveForLine(): Size | undefined {
    const says = this.#form === 'full' || this.#form === 'short'
    const size = says ? this.#request.wording.notice(this.#form, 1) : emptySize()
    return fits(size, this.#words) ? size : undefined
  }

  /** Stretches in order; empty when nothing fits. */
  choose(withIslands: boolean): Stretch[] | undefined {
    const base = this.#request.material.totalLines === 1 ? this.#reserveForLine() : this.reserve(0)
    if (!base || (this.#form === 'ellipsis' && this.#request.maxLineLength < 0)) return undefined
    const content = minusSize(this.#request.limit, base)
    this.#maker.markRoom = minusSize(this.#words, base)
    if (this.#request.material.totalLines === 1) return this.#onlyLine(content)
    const all = withIslands ? undefined : this.#everyLine()
    if (all) return all
    if (!withIslands) return this.#fillEnds(new Islands(this.#request, this.#maker), content)
    const { spots } = this.#request.material
    const chosen = this.#around(this.#spotsBetween(content), content)
    const first = spots[0]
    const last = spots[spots.length - 1]
    // With long lines an end can come to hold less than it seemed to: then its errors are islands too.
    return chosen && covers(chosen, first) && covers(chosen, last)
      ? chosen
      : (this.#around(spots, content) ?? chosen)
  }

  /** Both ends with islands around these spots; undefined when not even the first fits. */
  #around(spots: readonly ErrorSpot[], content: Size): Stretch[] | undefined {
    const islands = new Islands(this.#request, this.#maker)
    this.#maker.markRoom = minusSize(
      this.#words,
      this.reserve(Math.min(2, spots.length)) ?? this.reserve(spots.length > 0 ? 1 : 0) ?? this.#words,
    )
    if (spots.length > 0 && !this.#fillIslands(islands, spots, content)) return undefined
    const reserve = this.reserve(islands.count)
    return (
      reserve && this.#fillEnds(islands, minusSize(minusSize(this.#request.limit, reserve), islands.size))
    )
  }

  /** All lines, where only their length is over a limit; no marker is needed then. */
  #everyLine(): Stretch[] | undefined {
    const { material, limit, maxLineLength, wording } = this.#request
    if (maxLineLength === Infinity || material.regions.length !== 1) return undefined
    const { head } = this.#takings(undefined)
    takeHead(head, minusSize(limit, wording.notice(this.#form, 1)), () => true)
    return head.taken === material.totalLines ? head.picks.stretches : undefined
  }

  #onlyLine(content: Size): Stretch[] {
    const cursor = cursorFromStart(this.#request.material)
    const span = cursor.peek()
    const kind = this.#request.keep === 'tail' ? 'tail' : 'head'
    const row = span && (this.#maker.whole(span, kind) ?? this.#maker.clipped(span, 'both', content, kind))
    if (row && fits(row.size, content)) return row.stretches
    const clipped = span && this.#maker.clipped(span, 'both', content, kind)
    return clipped && fits(clipped.size, content) ? clipped.stretches : []
  }

  /** Spots that both ends leave out even when the islands take their full share. */
  #spotsBetween(content: Size): readonly ErrorSpot[] {
    const { spots } = this.#request.material
    if (spots.length === 0) return []
    const { head, tail } = this.#takings(undefined)
    this.#takeEnds(head, tail, shareOf(content, 1 - ISLAND_SHARE))
    return spots.filter((s) => s.line > head.taken && s.line < tail.taken)
  }

  /** The first spot, then the last, then the others in turn with context; false when not even the first fits. */
  #fillIslands(islands: Islands, spots: readonly ErrorSpot[], content: Size): boolean {
    const reserve = this.reserve(1)
    if (!reserve) return false
    const room = (count: number) => {
      const size = this.reserve(count)
      return size && minusSize(minusSize(this.#request.limit, size), islands.size)
    }
    const first = room(1)
    if (!first || !islands.add(spots[0], first)) return false
    const last = spots[spots.length - 1]
    const second = room(2)
    const hasLast = second !== undefined && islands.add(last, second)
    const share = () => minusSize(islandRoom(content), islands.size)
    const free = () => true
    islands.addContext(spots[0], share(), free)
    if (hasLast) islands.addContext(last, share(), free)
    for (const spot of spots) {
      const left = room(islands.count + 1)
      if (!left || islands.isFull) break
      if (!islands.add(spot, minSize(left, share()))) break
      islands.addContext(spot, share(), free)
    }
    return true
  }

  #takings(islands: Islands | undefined): { head: Taking; tail: Taking } {
    const { material } = this.#request
    const taking = { maker: this.#maker, islands }
    return {
      head: { ...taking, cursor: cursorFromStart(material), picks: new Picks(), taken: 0 },
      tail: { ...taking, cursor: cursorFromEnd(material), picks: new Picks(), taken: Infinity },
    }
  }

  #fillEnds(islands: Islands, room: Size): Stretch[] {
    const { head, tail } = this.#takings(islands)
    this.#takeEnds(head, tail, room)
    const rows = [...islands.rows.values()].sort((a, b) => a.line - b.line)
    const middle = new Picks()
    for (const row of rows) middle.append(row)
    return [...head.picks.stretches, ...middle.stretches, ...tail.picks.stretches]
  }

  /** Shares the room between the ends; what one can't use the other gets. */
  #takeEnds(head: Taking, tail: Taking, room: Size): void {
    const { keep, headRatio } = this.#request
    const aboveTail = (line: number) => line < tail.taken && line !== tail.part
    const belowHead = (line: number) => line > head.taken && line !== head.part
    const isEmpty = (taking: Taking) => taking.picks.stretches.length === 0
    if (keep === 'tail') {
      takeTail(tail, room, belowHead)
      if (isEmpty(tail)) takePart(tail, room, 'tail', 'end')
      return
    }
    const share = keep === 'head' ? { ...room } : shareOf(room, headRatio)
    const before = { ...share }
    takeHead(head, share, aboveTail)
    if (isEmpty(head)) takePart(head, share, 'head', 'start')
    if (keep === 'head') return
    const left = spent(room, before, share)
    takeTail(tail, left, belowHead)
    const last = tail.cursor.peek()
    if (isEmpty(tail) && last && belowHead(last.number)) takePart(tail, left, 'tail', 'end')
    takeHead(head, left, aboveTail)
    if (isEmpty(head) && isEmpty(tail)) takePart(head, left, 'head', 'start')
  }
}

/** A bare `…` may come to stand at either end of any line, so each leaves it a place, pith's own lines too. */
const leavingPlace = (request: PlanRequest): PlanRequest => ({
  ...request,
  maxLineLength: request.maxLineLength - 2,
  isOwnLine: () => false,
})

const covers = (stretches: readonly Stretch[], { matchStart, matchEnd }: ErrorSpot): boolean =>
  stretches.some((s) => s.startByte <= matchStart && matchEnd <= s.endByte)

/** The room less what a share of it lost. */
const spent = (room: Size, before: Size, after: Size): Size => ({
  lines: room.lines - difference(before.lines, after.lines),
  bytes: room.bytes - difference(before.bytes, after.bytes),
  serializedBytes: room.serializedBytes - difference(before.serializedBytes, after.serializedBytes),
  tokenUnits: room.tokenUnits - difference(before.tokenUnits, after.tokenUnits),
})

const difference = (before: number, after: number): number => (before === Infinity ? 0 : before - after)
