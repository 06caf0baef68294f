import { partition } from '../bytes/binary-search.ts'
import { copyOf, minusSize, type Size, shareOf } from '../bytes/size.ts'
import type { Region } from '../hold/facts.ts'
import type { LineSpan, Match } from '../words/plan-model.ts'
import type { PlanRequest } from './request.ts'

/** An error line is clipped to this many bytes around its match (clause 10). */
export const ERROR_LINE_BYTES = 400

/** Keeps the bytes around each match: at most `bytes` for each, `ERROR_LINE_BYTES` by default. */
export interface Around {
  matches: readonly Match[]
  bytes?: number
  /** Keeps both ends of the line too. */
  ends?: true
  /** Keeps these pieces, whatever is kept around the matches. */
  shown?: readonly LinePart[]
}

/** Which part of a line survives when it is clipped. `both` keeps both ends and the error matches. */
export type Focus = 'start' | 'end' | 'both' | Around

/** A clipped line shows at most this many of its error matches. */
export const MAX_MATCHES = 12

/** A clipped line skips at most this many introducers at each of its ends. */
const MAX_STEPS = 4

/** A part of a line: offsets in the input. */
export type LinePart = [start: number, end: number]

/** Chooses which pieces of a clipped line are kept. */
export class LinePieces {
  readonly #request: PlanRequest

  constructor(request: PlanRequest) {
    this.#request = request
  }

  /** The matches that a focus asks for. For a line with many errors, the first ones and the last one. */
  matchesOf(span: LineSpan, focus: Focus): readonly Match[] {
    if (typeof focus === 'object') return focus.matches
    if (focus !== 'both') return []
    const errorMatches = this.#request.material.errorMatchesIn(span)
    if (errorMatches.length <= MAX_MATCHES) return errorMatches
    return [...errorMatches.slice(0, MAX_MATCHES - 1), errorMatches[errorMatches.length - 1]]
  }

  /** The most gaps that a clipped line can have. */
  mostGaps(span: LineSpan, focus: Focus): number {
    const { material } = this.#request
    const parts = material.shown ? material.piecesOf(span).length : 0
    return 1 + this.matchesOf(span, focus).length + Math.max(parts, this.#gapsIn(span))
  }

  /** The most gaps that introducers make. */
  #gapsIn({ region, heldStart, heldEnd }: LineSpan): number {
    return Math.min(2 * MAX_STEPS, this.#request.material.sequences.gapsIn(region, heldStart, heldEnd))
  }

  /**
   * The line without introducers that are left out: its first pieces, its last ones, and those with error matches.
   */
  withoutIntroducers(span: LineSpan): LinePart[] {
    const { region, startByte, endByte } = span
    const pieces = this.#request.material.sequences.shownIn(region, startByte, endByte)
    const matches = this.matchesOf(span, 'both')
    return pieces.filter(
      ([start, end], i) =>
        i <= MAX_STEPS ||
        i >= pieces.length - MAX_STEPS - 1 ||
        matches.some(({ matchStart, matchEnd }) => start <= matchStart && matchEnd <= end),
    )
  }

  /** Which pieces of the line are kept, within a room and a length. */
  choose(span: LineSpan, focus: Focus, room: Size, maxCodePoints: number): LinePart[] {
    if (room.bytes <= 0 || room.serializedBytes <= 0 || room.tokenUnits <= 0 || maxCodePoints <= 0) return []
    if (focus === 'start' || focus === 'end') {
      if (this.#gapsIn(span) > 0 || this.#request.material.shown)
        return this.#grown(span, [], focus, room, maxCodePoints)
      return focus === 'start'
        ? this.#beginning(span, room, maxCodePoints)
        : this.#ending(span, room, maxCodePoints)
    }
    if (focus === 'both' || focus.ends) return this.#bothEnds(span, focus, room, maxCodePoints)
    return this.#around(span, focus, room, maxCodePoints)
  }

  #beginning(span: LineSpan, room: Size, maxCodePoints: number): LinePart[] {
    const end = this.#forward(span, span.heldStart, room, maxCodePoints)
    return span.heldStart === span.startByte && end > span.startByte ? [[span.startByte, end]] : []
  }

  #ending(span: LineSpan, room: Size, maxCodePoints: number): LinePart[] {
    const start = this.#backward(span, span.heldStart, span.endByte, room, maxCodePoints)
    return span.heldEnd === span.endByte && start < span.endByte ? [[start, span.endByte]] : []
  }

  /**
   * Both ends, as far as they are in memory, and the floor forms of the matches or what is shown of them. More around
   * them takes half of the rest.
   */
  #bothEnds(span: LineSpan, focus: Focus, room: Size, maxCodePoints: number): LinePart[] {
    const matches = this.matchesOf(span, focus)
    const half = { matches, bytes: Math.floor(room.bytes / 2 / Math.max(1, matches.length)) }
    const { shown } = focus as Partial<Around>
    let pieces = shown ? [...shown] : this.#floorPieces(span, matches, room, maxCodePoints)
    const beside = this.#minus(room, maxCodePoints, pieces)
    // What is shown already has no place beside these marks.
    if (beside.points < 0) return []
    const more = this.#around(span, half, shareOf(beside.left, 0.5), Math.floor(beside.points / 2))
    pieces = union([...pieces, ...more])
    const { headRatio } = this.#request
    // What one end does not use goes to the other.
    for (const [end, share] of [
      ['start', headRatio],
      ['end', 1],
      ['start', 1],
    ] as const) {
      const { left, points } = this.#minus(room, maxCodePoints, pieces)
      pieces = this.#grown(span, pieces, end, shareOf(left, share), Math.floor(points * share))
    }
    return pieces
  }

  /** The pieces that the floor forms show around the first match and the last one, as far as they fit. */
  #floorPieces(span: LineSpan, matches: readonly Match[], room: Size, maxCodePoints: number): LinePart[] {
    let pieces: LinePart[] = []
    for (const match of new Set([matches[0], matches[matches.length - 1]])) {
      const { left, points } = this.#minus(room, maxCodePoints, pieces)
      if (match) pieces = union([...pieces, ...this.#around(span, { matches: [match] }, left, points)])
    }
    return pieces
  }

  /** Adds more of the line, starting at one of its ends, and skips what the pieces already hold. */
  #grown(
    span: LineSpan,
    pieces: readonly LinePart[],
    end: 'start' | 'end',
    room: Size,
    maxCodePoints: number,
  ): LinePart[] {
    const isStart = end === 'start'
    let left = room
    let points = maxCodePoints
    let grown = [...pieces]
    let steps = 0
    for (let at = isStart ? span.startByte : span.endByte; left.bytes > 0 && points > 0; ) {
      const known = grown.find(([from, to]) => (isStart ? from <= at && at < to : from < at && at <= to))
      if (known) {
        at = isStart ? known[1] : known[0]
        continue
      }
      const beyond = this.#request.material.beyond(at, isStart ? 'after' : 'before')
      if (beyond !== at && steps < MAX_STEPS) {
        at = beyond
        steps++
        continue
      }
      const piece = isStart
        ? this.#nextPiece(span, grown, at, left, points)
        : this.#previousPiece(span, grown, at, left, points)
      if (!piece) {
        const next = this.#nextHeld(span, at, isStart)
        if (next === undefined) break
        at = next
        continue
      }
      ;({ left, points } = this.#minus(left, points, [piece]))
      grown = union([...grown, piece])
    }
    return grown
  }

  /** Where a line of a result goes on behind a clip, or before it. Undefined where it does not, and within a part. */
  #nextHeld({ startByte, endByte }: LineSpan, at: number, isStart: boolean): number | undefined {
    const { regions, shown } = this.#request.material
    if (!shown) return undefined
    const after = partition(regions.length, (i) => regions[i].startByte < at + (isStart ? 1 : 0))
    const before = regions[after - 1]
    // Within a part, there is only no more room.
    if (isStart ? before?.endByte > at : before?.endByte >= at) return undefined
    const next = isStart ? regions[after]?.startByte : before?.endByte
    return next > startByte && next < endByte ? next : undefined
  }

  /** The line from `at` up to the next piece, as far as it is in memory and fits. */
  #nextPiece(
    span: LineSpan,
    pieces: readonly LinePart[],
    at: number,
    room: Size,
    points: number,
  ): LinePart | undefined {
    const held = this.#shownFrom(span, at)
    if (!held || at >= held.heldEnd) return undefined
    const next = Math.min(held.heldEnd, ...pieces.filter(([from]) => from > at).map(([from]) => from))
    const end = this.#forward({ ...held, heldEnd: next }, at, room, points)
    return end > at ? [at, end] : undefined
  }

  #previousPiece(
    span: LineSpan,
    pieces: readonly LinePart[],
    at: number,
    room: Size,
    points: number,
  ): LinePart | undefined {
    const isEnd = at === span.endByte && span.terminated
    const held = this.#shownFrom(span, at, isEnd ? 1 : 0)
    if (!held || at > held.heldEnd || at <= held.heldStart) return undefined
    const from = Math.max(held.heldStart, ...pieces.filter(([, to]) => to < at).map(([, to]) => to))
    const start = this.#backward(held, from, at, room, points)
    return start < at ? [start, at] : undefined
  }

  /** The line, as far as it may be shown with the bytes at `offset`. The region must also hold `more` bytes. */
  #shownFrom(span: LineSpan, offset: number, more = 0): LineSpan | undefined {
    const { material } = this.#request
    const region = material.regionAt(offset + more)
    return region && material.sequences.shownAround(heldBy(span, region), offset)
  }

  #minus(room: Size, maxCodePoints: number, pieces: LinePart[]): { left: Size; points: number } {
    let left = room
    let points = maxCodePoints
    for (const [start, end] of pieces) {
      const held = this.#request.material.read(start, end)
      left = minusSize(left, this.#request.sizer.measure(held, 0, held.length))
      points -= this.#request.material.codePointsBetween(start, end)
    }
    return { left, points }
  }

  /** A piece around each match. The pieces share the room evenly. Later ones also get what earlier ones leave. */
  #around(span: LineSpan, { matches, bytes }: Around, room: Size, maxCodePoints: number): LinePart[] {
    const pieces: LinePart[] = []
    let left = room
    let points = maxCodePoints
    for (const [i, match] of matches.entries()) {
      const held = this.#shownFrom(span, match.matchStart)
      const share = 1 / (matches.length - i)
      const piece =
        held && this.#aroundOne(held, match, bytes, shareOf(left, share), Math.floor(points * share))
      if (!piece) continue
      pieces.push(piece)
      ;({ left, points } = this.#minus(left, points, [piece]))
    }
    return union(pieces)
  }

  #aroundOne(
    span: LineSpan,
    { matchStart, matchEnd }: Match,
    mostBytes: number | undefined,
    room: Size,
    maxCodePoints: number,
  ): LinePart | undefined {
    const bytes = Math.min(room.bytes, mostBytes ?? ERROR_LINE_BYTES)
    const within = copyOf(room, { bytes })
    const lead = Math.max(0, Math.floor((Math.min(bytes, maxCodePoints) - (matchEnd - matchStart)) / 3))
    let start = Math.max(span.heldStart, matchStart - lead)
    const { isFloor, material } = this.#request
    // A match at the border of two pieces of a line may begin inside a grapheme.
    const latest = Math.max(span.heldStart, material.sequences.floor(span.region, matchStart))
    if (start > span.startByte) start = Math.min(latest, material.sequences.ceil(span.region, start))
    let end = this.#forward(span, start, within, maxCodePoints)
    if (end < matchEnd && start < latest) {
      // The bytes before the match cost too much, so leave them out.
      start = latest
      end = this.#forward(span, start, within, maxCodePoints)
    }
    if (end === span.endByte && !isFloor)
      start = this.#backward(span, span.heldStart, end, within, maxCodePoints)
    return end > start ? [start, end] : undefined
  }

  #forward(span: LineSpan, start: number, room: Size, maxCodePoints: number): number {
    const { sizer, material } = this.#request
    const { region } = span
    const from = region.startByte
    const end = from + sizer.fitForward(region.bytes, start - from, span.heldEnd - from, room, maxCodePoints)
    return end === span.endByte ? end : Math.max(start, material.sequences.floor(region, end))
  }

  #backward(span: LineSpan, from: number, end: number, room: Size, maxCodePoints: number): number {
    const { sizer, material } = this.#request
    const { region } = span
    const base = region.startByte
    const start = base + sizer.fitBackward(region.bytes, from - base, end - base, room, maxCodePoints)
    return start === span.startByte ? start : Math.min(end, material.sequences.ceil(region, start))
  }
}

/** The line, as far as another region holds it. */
function heldBy(span: LineSpan, region: Region): LineSpan {
  const heldStart = Math.max(span.startByte, region.startByte)
  return { ...span, region, heldStart, heldEnd: Math.min(span.endByte, region.endByte) }
}

/** Sorts pieces, and joins those that touch or overlap. */
function union(pieces: LinePart[]): LinePart[] {
  const sorted = pieces.sort((a, b) => a[0] - b[0])
  const merged: LinePart[] = []
  for (const [start, end] of sorted) {
    const last = merged[merged.length - 1]
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
