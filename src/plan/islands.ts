import { addSize, emptySize, fits, type Size, shareOf } from '../render/size.ts'
import type { ErrorSpot, LineSpan } from './material.ts'
import type { PlanRequest } from './plan.ts'
import type { Row, RowMaker } from './rows.ts'

/** Islands, first and last guaranteed ones aside, take at most this share of the content. */
export const ISLAND_SHARE = 0.4

/** A result shows at most so many islands: each costs a marker, and more are not read. */
const MAX_ISLANDS = 16
/** And at most so many stretches in them, so that a result stays within 64 segments (clause 11). */
const MAX_STRETCHES = 48

/** The error lines that are kept from the middle, by line number, with their context. */
export class Islands {
  readonly rows = new Map<number, Row>()
  readonly size: Size = emptySize()
  /** Islands as they were begun; neighbours may have grown together since. */
  count = 0
  #stretches = 0
  readonly #request: PlanRequest
  readonly #maker: RowMaker

  constructor(request: PlanRequest, maker: RowMaker) {
    this.#request = request
    this.#maker = maker
  }

  /** Adds the line of a spot, clipped around its match; false when it doesn't fit the room. */
  add(spot: ErrorSpot, room: Size): boolean {
    if (this.rows.has(spot.line)) return true
    const span = this.#spanOf(spot)
    const row = span && this.#errorRow(span, spot, room)
    if (!row || !fits(row.size, room)) return false
    this.#put(row)
    this.count++
    return true
  }

  /** Adds lines around a spot while they fit; they never displace anything. */
  addContext(spot: ErrorSpot, room: Size, isFree: (line: number) => boolean): void {
    const { before, after } = this.#request.errors ?? { before: 0, after: 0 }
    const span = this.#spanOf(spot)
    if (!span) return
    this.#walk(span, after, 1, room, isFree)
    this.#walk(span, before, -1, room, isFree)
  }

  /** Takes a row out, its size given back; undefined when the line isn't kept here. */
  remove(line: number): Row | undefined {
    const row = this.rows.get(line)
    if (!row) return undefined
    this.rows.delete(line)
    addSize(this.size, row.size, -1)
    return row
  }

  get isFull(): boolean {
    return this.count >= MAX_ISLANDS || this.#stretches >= MAX_STRETCHES
  }

  #put(row: Row): void {
    this.rows.set(row.line, row)
    this.#maker.keep(row)
    this.#stretches += row.stretches.length
    addSize(this.size, row.size)
  }

  #errorRow(span: LineSpan, spot: ErrorSpot, room: Size): Row | undefined {
    const whole = span.endByte - span.startByte <= 400 ? this.#maker.whole(span, 'error') : undefined
    return whole ?? this.#maker.clipped(span, spot, room, 'error')
  }

  #walk(from: LineSpan, lines: number, step: 1 | -1, room: Size, isFree: (line: number) => boolean): void {
    let span: LineSpan | undefined = from
    const left = { ...room }
    for (let k = 0; k < lines && span && this.#stretches < MAX_STRETCHES; k++) {
      span = this.#neighbour(span, step)
      if (!span || !isFree(span.number)) return
      if (this.rows.has(span.number)) continue
      const row = span.endByte - span.startByte <= 400 ? this.#maker.whole(span, 'error') : undefined
      if (!row || !fits(row.size, left)) return
      addSize(left, row.size, -1)
      this.#put(row)
    }
  }

  #neighbour(span: LineSpan, step: 1 | -1): LineSpan | undefined {
    const at = step === 1 ? span.endByte + 1 : span.startByte - 1
    const { region } = span
    if (at < region.startByte || at >= region.endByte) return undefined
    return this.#request.material.lineAt(region, at, span.number + step)
  }

  #spanOf(spot: ErrorSpot): LineSpan | undefined {
    const region = this.#request.material.regionAt(spot.matchStart)
    return region && this.#request.material.lineAt(region, spot.matchStart, spot.line)
  }
}

/** The room that extra islands may fill. */
export const islandRoom = (content: Size): Size => shareOf(content, ISLAND_SHARE)
