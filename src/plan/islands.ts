import { addSize, emptySize, fits, type Size } from '../render/size.ts'
import type { ErrorSpot, LineSpan, ValuedLine } from './material.ts'
import type { PlanRequest } from './plan.ts'
import { ERROR_LINE_BYTES, type Row, type RowMaker } from './rows.ts'

/** Islands consist of at most so many stretches, so that a result stays within 64 segments (clause 11). */
const MAX_STRETCHES = 56

/** The lines that are kept from the middle, by line number. */
export class Islands {
  readonly rows = new Map<number, Row>()
  readonly size: Size = emptySize()
  /** Groups of neighbouring lines, each of which needs a marker. */
  groups = 0
  /** Pieces beyond one for each group. */
  #pieces = 0
  readonly #request: PlanRequest
  readonly #maker: RowMaker

  constructor(request: PlanRequest, maker: RowMaker) {
    this.#request = request
    this.#maker = maker
  }

  /** Adds the line of a spot, clipped around its match; false when it doesn't fit the room. */
  addSpot(spot: ErrorSpot, room: Size): boolean {
    if (this.rows.has(spot.line)) return true
    const span = this.#spanOf(spot.matchStart, spot.line)
    const whole = span && span.endByte - span.startByte <= ERROR_LINE_BYTES
    const row =
      span && ((whole && this.#maker.whole(span, 'error')) || this.#maker.clipped(span, spot, room, 'error'))
    if (!row || !fits(row.size, room)) return false
    this.groups += 1 - Number(this.rows.has(spot.line - 1)) - Number(this.rows.has(spot.line + 1))
    this.put(row)
    return true
  }

  /** A line as it would stand in an island: whole up to `most` bytes, around its evidence or from its beginning else. */
  rowOf(line: ValuedLine, most: number): Row | undefined {
    const { matchStart, matchEnd, startByte } = line
    const span = this.#spanOf(matchStart >= 0 ? matchStart : startByte, line.line)
    if (!span) return undefined
    const whole = span.endByte - span.startByte <= most ? this.#maker.whole(span, 'error') : undefined
    if (whole) return whole
    const room = { ...this.#request.limit, bytes: Math.min(most, this.#request.limit.bytes) }
    const focus = matchStart >= 0 ? { matchStart, matchEnd, bytes: most } : 'start'
    const row = this.#maker.clipped(span, focus, room, 'error')
    // With a full notice no clip may go unmarked (clause 7).
    return row?.stretches.some((s) => s.mark === 'none' || s.open === 'none') ? undefined : row
  }

  put(row: Row): void {
    this.rows.set(row.line, row)
    this.#maker.keep(row)
    this.#pieces += row.stretches.length - 1
    addSize(this.size, row.size)
  }

  /** Takes a row out, its size given back; undefined when the line isn't kept here. */
  remove(line: number): Row | undefined {
    const row = this.rows.get(line)
    if (!row) return undefined
    this.rows.delete(line)
    addSize(this.size, row.size, -1)
    return row
  }

  /** True when so many groups more, and pieces of lines, would still be few enough. */
  hasPlaceFor(groups: number, row: Row): boolean {
    return this.groups + groups + this.#pieces + row.stretches.length - 1 <= MAX_STRETCHES
  }

  #spanOf(offset: number, line: number): LineSpan | undefined {
    const region = this.#request.material.regionAt(offset)
    return region && this.#request.material.lineAt(region, offset, line)
  }
}
