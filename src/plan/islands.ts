import { addSize, emptySize, fits, plusSize, type Size } from '../render/size.ts'
import type { ErrorSpot, LineSpan, Match, ValuedLine } from './model.ts'
import { ERROR_LINE_BYTES, MAX_MATCHES } from './pieces.ts'
import type { PlanRequest } from './request.ts'
import { covers, isMarked, type Row, type RowMaker } from './rows.ts'

/** Islands consist of at most so many stretches, so that a result stays within 64 segments (clause 11). */
const MAX_STRETCHES = 56

/** A line worth showing, and where its evidence stands. */
type Line = Pick<ValuedLine, 'line' | 'startByte' | 'matchStart' | 'matchEnd'>

/** The lines that are kept from the middle, by line number. */
export class Islands {
  readonly rows = new Map<number, Row>()
  readonly size: Size = emptySize()
  /** Groups of neighbouring lines, each of which needs a marker. */
  groups = 0
  /** Pieces beyond one for each group. */
  #pieces = 0
  /** The matches that a clipped line was clipped around. */
  readonly #matches = new Map<number, readonly Match[]>()
  readonly #request: PlanRequest
  readonly #maker: RowMaker

  constructor(request: PlanRequest, maker: RowMaker) {
    this.#request = request
    this.#maker = maker
  }

  /** Adds the line of a spot, clipped around its match; false when it doesn't fit the room. */
  addSpot(spot: ErrorSpot, room: Size): boolean {
    if (this.shows(spot)) return true
    const old = this.rows.get(spot.line)
    const all = old ? plusSize(room, old.size) : room
    const row = this.#spotRow(spot, all)
    if (!row || !fits(row.size, all)) return false
    if (old) this.replace(row, spot)
    else {
      this.groups += 1 - Number(this.rows.has(spot.line - 1)) - Number(this.rows.has(spot.line + 1))
      this.put(row, spot)
    }
    return true
  }

  /** A spot's line: whole when it is short and fits, else clipped around its match. */
  #spotRow(spot: ErrorSpot, room: Size): Row | undefined {
    const span = this.spanOf(spot.matchStart, spot.line)
    if (!span) return undefined
    const isShort = span.endByte - span.startByte <= ERROR_LINE_BYTES
    const whole = isShort ? this.#maker.whole(span, 'error') : undefined
    if (whole && fits(whole.size, room)) return whole
    const matches = this.#withMatch(spot)
    const least = Math.max(...matches.map((m) => m.matchEnd - m.matchStart))
    const shows = (row: Row) => fits(row.size, room) && matches.every((match) => covers(row.stretches, match))
    // A piece can cost more in its row than alone. Then shorter ones are tried, down to the match.
    for (let bytes = ERROR_LINE_BYTES; ; bytes = Math.max(least, bytes >> 1)) {
      const row = this.#maker.clipped(span, { matches, bytes }, room, 'error')
      if (row && shows(row)) return row
      // The first error is shown as far as it fits; another one takes nothing from it.
      if (bytes <= least) return matches.length === 1 ? row : undefined
    }
  }

  /** A line as it would stand in an island: whole up to `most` bytes, around its evidence or from its beginning else. */
  rowOf(line: Line, most: number): Row | undefined {
    const { matchStart, startByte } = line
    const span = this.spanOf(matchStart >= 0 ? matchStart : startByte, line.line)
    if (!span) return undefined
    const whole = span.endByte - span.startByte <= most ? this.#maker.whole(span, 'error') : undefined
    if (whole) return whole
    const matches = matchStart >= 0 ? this.#withMatch(line) : []
    const bytes = most * Math.max(1, matches.length)
    const room = { ...this.#request.limit, bytes: Math.min(bytes, this.#request.limit.bytes) }
    const focus = matchStart >= 0 ? { matches, bytes: most } : 'start'
    const row = this.#maker.clipped(span, focus, room, 'error')
    // With a full notice no clip may go unmarked (clause 7).
    return row && isMarked(row) ? row : undefined
  }

  /** True when what is kept of the line shows this evidence. */
  shows({ line, matchStart, matchEnd }: Omit<Line, 'startByte'>): boolean {
    const row = this.rows.get(line)
    return row !== undefined && covers(row.stretches, { matchStart, matchEnd })
  }

  /** Puts a line in. `match` is one more place that the line was clipped around. */
  put(row: Row, match?: Match & { line: number }): void {
    if (match && match.matchStart >= 0) this.#matches.set(row.line, this.#withMatch(match))
    this.rows.set(row.line, row)
    this.#maker.keep(row)
    this.#pieces += row.stretches.length - 1
    addSize(this.size, row.size)
  }

  /** Puts a line in the place of the same line, clipped otherwise. */
  replace(row: Row, match?: Match & { line: number }): void {
    const old = this.remove(row.line)
    if (old) this.#pieces -= old.stretches.length - 1
    this.put(row, match)
  }

  /** The places that a clipped line is clipped around. */
  matchesOf(line: number): readonly Match[] {
    return this.#matches.get(line) ?? []
  }

  /** True while a clipped line may be clipped around one match more. */
  takesMatch(line: number): boolean {
    return (this.#matches.get(line)?.length ?? 0) < MAX_MATCHES
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

  #withMatch({ line, matchStart, matchEnd }: Match & { line: number }): readonly Match[] {
    const known = this.#matches.get(line) ?? []
    if (known.some((m) => m.matchStart === matchStart)) return known
    return [...known, { matchStart, matchEnd }].sort((a, b) => a.matchStart - b.matchStart)
  }

  /** The line that holds an offset, where its ends are known. */
  spanOf(offset: number, line: number): LineSpan | undefined {
    const region = this.#request.material.regionAt(offset)
    return region && this.#request.material.lineAt(region, offset, line)
  }
}
