import { addSize, copyOf, emptySize, fits, plusSize, type Size } from '../bytes/size.ts'
import type { ErrorMatch, ValuedLine } from '../hold/facts.ts'
import type { LineSpan, Match } from '../words/plan-model.ts'
import { ERROR_LINE_BYTES, MAX_MATCHES } from './pieces.ts'
import type { PlanRequest } from './request.ts'
import { covers, isClipped, isEachPartMarked, type Row, type RowMaker } from './rows.ts'

/** Islands have at most this many segments, so that a result stays within 64 segments (clause 11). */
const MAX_SEGMENTS = 56

/** A line worth showing, and the byte range of its evidence. */
type Line = Pick<ValuedLine, 'line' | 'startByte' | 'matchStart' | 'matchEnd'>

/** The lines that are kept from the middle, by line number. */
export class Islands {
  readonly rows = new Map<number, Row>()
  readonly size: Size = emptySize()
  /** Groups of neighbouring lines, each of which needs a marker. */
  groups = 0
  /** Pieces of clipped lines, beyond one for each line. */
  #pieces = 0
  /** By line number, the matches that the line was clipped around. */
  readonly #matches = new Map<number, readonly Match[]>()
  readonly #request: PlanRequest
  readonly #maker: RowMaker

  constructor(request: PlanRequest, maker: RowMaker) {
    this.#request = request
    this.#maker = maker
  }

  /** Adds the line of an error match, clipped around the match if needed. False when it doesn't fit the room. */
  addError(errorMatch: ErrorMatch, room: Size): boolean {
    if (this.shows(errorMatch)) return true
    const old = this.rows.get(errorMatch.line)
    const all = old ? plusSize(room, old.size) : room
    const row = this.#errorRow(errorMatch, all)
    if (!row || !fits(row.size, all)) return false
    if (old) this.replace(row, errorMatch)
    else {
      this.groups +=
        1 - Number(this.rows.has(errorMatch.line - 1)) - Number(this.rows.has(errorMatch.line + 1))
      this.put(row, errorMatch)
    }
    return true
  }

  /** The line of an error match: whole when it is short and fits, else clipped around the match. */
  #errorRow(errorMatch: ErrorMatch, room: Size): Row | undefined {
    const span = this.spanOf(errorMatch.matchStart, errorMatch.line)
    if (!span) return undefined
    const isShort = span.endByte - span.startByte <= ERROR_LINE_BYTES
    const whole = isShort ? this.#maker.whole(span, 'error') : undefined
    if (whole && fits(whole.size, room)) return whole
    const matches = this.#withMatch(errorMatch)
    const least = Math.max(...matches.map((m) => m.matchEnd - m.matchStart))
    const shows = (row: Row) => fits(row.size, room) && matches.every((match) => covers(row.segments, match))
    // A piece can cost more in its row than alone. Try shorter pieces then, down to the match alone.
    for (let bytes = ERROR_LINE_BYTES; ; bytes = Math.max(least, bytes >> 1)) {
      const row = this.#maker.clipped(span, { matches, bytes }, room, 'error')
      if (row && shows(row)) return row
      // A single match is shown as far as it fits. A further match must leave the others whole.
      if (bytes <= least) return matches.length === 1 ? row : undefined
    }
  }

  /**
   * A line as an island shows it: whole up to `most` bytes, else clipped around its evidence or after its beginning.
   */
  rowOf(line: Line, most: number): Row | undefined {
    const { matchStart, startByte } = line
    const { silent, material } = this.#request
    const span = this.spanOf(matchStart >= 0 ? matchStart : startByte, line.line)
    if (!span) return undefined
    const whole = span.endByte - span.startByte <= most ? this.#maker.whole(span, 'error') : undefined
    if (whole) return whole
    const shown = this.#maker.asShown(span, 'error')
    if (shown && shown.size.bytes <= most) return shown
    const matches = matchStart >= 0 ? this.#withMatch(line) : []
    const bytes = most * Math.max(1, matches.length)
    const room = copyOf(this.#request.limit, { bytes: Math.min(bytes, this.#request.limit.bytes) })
    const focus = matchStart >= 0 ? { matches, bytes: most } : 'start'
    const row = this.#maker.clipped(span, focus, room, 'error')
    // With a full notice no clip may go unmarked (clause 7).
    return row && (isEachPartMarked(row) || (silent && material.shown)) ? row : undefined
  }

  /** True when the kept part of the line shows this evidence. */
  shows({ line, matchStart, matchEnd }: Omit<Line, 'startByte'>): boolean {
    const row = this.rows.get(line)
    if (row === undefined) return false
    return covers(row.segments, this.#request.material.shownMatch({ matchStart, matchEnd }))
  }

  /** Adds a line. `match` is one more match that the line was clipped around. */
  put(row: Row, match?: Match & { line: number }): void {
    if (match && match.matchStart >= 0 && isClipped(row)) this.#matches.set(row.line, this.#withMatch(match))
    this.rows.set(row.line, row)
    this.#maker.keep(row)
    this.#pieces += row.segments.length - 1
    addSize(this.size, row.size)
  }

  /** Replaces a line with the same line, clipped differently. */
  replace(row: Row, match?: Match & { line: number }): void {
    const old = this.remove(row.line)
    if (old) this.#pieces -= old.segments.length - 1
    this.put(row, match)
  }

  /** The matches that a clipped line is clipped around. */
  matchesOf(line: number): readonly Match[] {
    return this.#matches.get(line) ?? []
  }

  /** True while a line may be clipped around one more match. */
  takesMatch(line: number): boolean {
    return (this.#matches.get(line)?.length ?? 0) < MAX_MATCHES
  }

  /** Removes a row, and its size from the total. Undefined when the line isn't an island. */
  remove(line: number): Row | undefined {
    const row = this.rows.get(line)
    if (!row) return undefined
    this.rows.delete(line)
    addSize(this.size, row.size, -1)
    return row
  }

  /** True when `groups` more groups and the pieces of `row` stay within the limit on segments, and its marks have room. */
  hasPlaceFor(groups: number, row: Row): boolean {
    const pieces = this.#pieces + row.segments.length - 1
    return this.groups + groups + pieces <= MAX_SEGMENTS && this.#maker.hasRoomFor(row)
  }

  #withMatch(match: Match & { line: number }): readonly Match[] {
    const { line, matchStart, matchEnd } = this.#request.material.shownMatch(match)
    const known = this.#matches.get(line) ?? []
    if (known.some((m) => m.matchStart === matchStart)) return known
    return [...known, { matchStart, matchEnd }].sort((a, b) => a.matchStart - b.matchStart)
  }

  /** The line that holds an offset; undefined when its ends are not known. */
  spanOf(offset: number, line: number): LineSpan | undefined {
    const region = this.#request.material.regionAt(offset)
    return region && this.#request.material.lineAt(region, offset, line)
  }
}
