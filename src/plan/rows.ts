import { addSize, emptySize, fits, minusSize, plusSize, type Size, shareOf } from '../render/size.ts'
import { type LineSpan, lowerBound, type Material, type Region } from './material.ts'
import type { ClipMark, PlanRequest, Stretch } from './plan.ts'

/** An error line is clipped to this many bytes around its match (clause 10). */
export const ERROR_LINE_BYTES = 400

/** One line as it will stand in the text. */
export interface Row {
  line: number
  /** In order; the last one ends at the line's LF where the line has one. */
  stretches: Stretch[]
  size: Size
}

/** A place in a line that must be seen: offsets in the input. */
export interface Match {
  matchStart: number
  matchEnd: number
}

/** What is kept around each of some matches: at most so many bytes, `ERROR_LINE_BYTES` by default. */
export interface Around {
  matches: readonly Match[]
  bytes?: number
}

/** Which part of a line survives when it is clipped. `both` keeps both ends and what tells of errors. */
export type Focus = 'start' | 'end' | 'both' | Around

/** A clipped line shows at most so many of its errors. */
export const MAX_MATCHES = 12

const ALL_MARKS = ['count', 'ellipsis'] as const

type Piece = [start: number, end: number]
type Kind = Stretch['kind']

const oneLine = (): Size => ({ ...emptySize(), lines: 1 })

/** Turns lines into rows within a length and a room. */
export class RowMaker {
  /** What words inside lines may take: with markers and notice at most a third of each limit (clause 1). */
  wordRoom: Size
  /** What the clip marks of the rows take that are kept. */
  readonly marks: Size = emptySize()
  readonly #request: PlanRequest
  readonly #lineEnd: Size

  constructor(request: PlanRequest) {
    this.#request = request
    this.wordRoom = shareOf(request.limit, 1 / 3)
    this.#lineEnd = { ...request.sizer.measureInLine('\n'), lines: 0 }
  }

  /** The whole line; undefined when it is not all held or longer than `maxLineLength`. */
  whole(span: LineSpan, kind: Kind): Row | undefined {
    const { region, startByte, endByte } = span
    if (span.heldStart > startByte || span.heldEnd < endByte || this.#tooLong(span)) return undefined
    const stop = endByte + (span.terminated ? 1 : 0)
    const from = region.startByte
    const size = this.#request.sizer.measure(region.bytes, startByte - from, stop - from)
    size.lines = 1
    return { line: span.number, stretches: [stretch(span, startByte, stop, kind)], size }
  }

  /**
   * The line as `maxLineLength` allows it: whole, or clipped at its end, or around its error where that is past the
   * clip. What is left of a limit has no say: a line that is clipped for its length is clipped alike everywhere.
   */
  fitted(span: LineSpan, kind: Kind): Row | undefined {
    const { maxLineLength, limit } = this.#request
    const whole = this.whole(span, kind)
    if (whole || maxLineLength === Infinity) return whole
    const beginning = this.clipped(span, span.heldStart > span.startByte ? 'end' : 'start', limit, kind)
    const match = this.#firstMatch(span)
    if (match === undefined || !beginning || covers(beginning.stretches, match)) return beginning
    return this.clipped(span, { matches: [match] }, limit, kind) ?? beginning
  }

  /** A part of the line within the room and `maxLineLength`; undefined when not even one grapheme of it fits. */
  clipped(span: LineSpan, focus: Focus, room: Size, kind: Kind): Row | undefined {
    const marks = 1 + this.#matchesOf(span, focus).length
    const widest = span.endByte - span.startByte
    const row = this.#clippedWith(span, focus, room, kind, marks, widest)
    const most = row && this.#longestClip(span, row)
    if (most === undefined || String(most).length === String(widest).length) return row
    // Fewer characters were left out than there could have been: their number is shorter, so more of them fit.
    const fuller = this.#clippedWith(span, focus, room, kind, marks, most)
    return fuller && String(this.#longestClip(span, fuller)).length <= String(most).length ? fuller : row
  }

  #clippedWith(
    span: LineSpan,
    focus: Focus,
    room: Size,
    kind: Kind,
    marks: number,
    omitted: number,
  ): Row | undefined {
    const { mark, size: markSize, codePoints } = this.#mark(omitted, room, marks)
    let left = minusSize(room, markSize)
    if (span.terminated) left = minusSize(left, this.#lineEnd)
    const pieces = this.#pieces(span, focus, left, this.#request.maxLineLength - codePoints)
    return pieces.length === 0 ? undefined : this.#row(span, pieces, kind, mark)
  }

  /** Counts the marks of a row that is kept. */
  keep({ stretches, line }: Row): void {
    const { wording, sizer, material } = this.#request
    for (const s of stretches) {
      if (s.clipFrom === undefined) continue
      const text = wording.clip(s.mark ?? 'none', material.codePointsBetween(s.clipFrom, s.startByte))
      addSize(this.marks, sizer.measureInLine(text))
    }
    const last = stretches[stretches.length - 1]
    if (last.open === undefined || line < material.totalLines) return
    const text = wording.clip(last.open, material.codePointsBetween(last.endByte, material.totalBytes))
    addSize(this.marks, sizer.measureInLine(text))
  }

  #longestClip(span: LineSpan, { stretches }: Row): number {
    const { material } = this.#request
    const last = stretches[stretches.length - 1]
    const clips = stretches.map((s) =>
      s.clipFrom === undefined ? 0 : material.codePointsBetween(s.clipFrom, s.startByte),
    )
    return Math.max(
      ...clips,
      last.open === undefined ? 0 : material.codePointsBetween(last.endByte, span.endByte),
    )
  }

  /** The matches that a focus asks for; of a line with many errors the first ones and the last. */
  #matchesOf(span: LineSpan, focus: Focus): readonly Match[] {
    if (typeof focus === 'object') return focus.matches
    if (focus !== 'both') return []
    const spots = this.#request.material.spotsIn(span)
    if (spots.length <= MAX_MATCHES) return spots
    return [...spots.slice(0, MAX_MATCHES - 1), spots[spots.length - 1]]
  }

  #tooLong(span: LineSpan): boolean {
    const { maxLineLength, material, isOwnLine } = this.#request
    if (span.endByte - span.startByte <= maxLineLength) return false
    if (material.codePointsBetween(span.startByte, span.endByte) <= maxLineLength) return false
    return !isOwnLine(material.read(span.startByte, span.endByte))
  }

  /** The end of a match is known of spots only. */
  #firstMatch(span: LineSpan): Match | undefined {
    const { matches } = span.region
    const matchStart = matches[lowerBound(matches, span.heldStart)]
    if (matchStart === undefined || matchStart >= span.heldEnd) return undefined
    const spot = this.#request.material.spotAt(matchStart)
    return { matchStart, matchEnd: spot?.matchEnd ?? matchStart + 1 }
  }

  /**
   * The fullest mark of which the needed number takes at most a third of the room and of the line. Under a line length
   * a bare `…` only has to fit: without it the line would read like another one.
   */
  #mark(omitted: number, room: Size, marks: number): { mark: ClipMark; size: Size; codePoints: number } {
    const { wording, sizer, maxLineLength, silent, clipMarks = ALL_MARKS } = this.#request
    const third = shareOf(room, 1 / 3)
    const widest = 10 ** String(omitted).length - 1
    for (const mark of silent ? [] : clipMarks) {
      const text = wording.clip(mark, widest).repeat(marks)
      const size = sizer.measureInLine(text)
      const longest = mark === 'count' ? maxLineLength / 3 : maxLineLength - 1
      // Under a line length the mark is part of the line.
      const isPart = maxLineLength !== Infinity
      const hasRoom = isPart || fits(plusSize(size, this.marks), this.wordRoom)
      const most = isPart && mark === 'ellipsis' ? room : third
      if (hasRoom && fits(size, most) && text.length <= longest)
        return { mark, size, codePoints: text.length }
    }
    return { mark: 'none', size: emptySize(), codePoints: 0 }
  }

  #pieces(span: LineSpan, focus: Focus, room: Size, maxCodePoints: number): Piece[] {
    if (room.bytes <= 0 || room.serializedBytes <= 0 || room.tokenUnits <= 0 || maxCodePoints <= 0) return []
    if (focus === 'start') return this.#beginning(span, room, maxCodePoints)
    if (focus === 'end') return this.#ending(span, span.heldStart, room, maxCodePoints)
    if (focus === 'both') return this.#bothEnds(span, room, maxCodePoints)
    return this.#around(span, focus, room, maxCodePoints)
  }

  #beginning(span: LineSpan, room: Size, maxCodePoints: number): Piece[] {
    const end = this.#forward(span, span.heldStart, room, maxCodePoints)
    return span.heldStart === span.startByte && end > span.startByte ? [[span.startByte, end]] : []
  }

  #ending(span: LineSpan, from: number, room: Size, maxCodePoints: number): Piece[] {
    const start = this.#backward(span, from, span.endByte, room, maxCodePoints)
    return span.heldEnd === span.endByte && start < span.endByte ? [[start, span.endByte]] : []
  }

  /** Both ends, where they are held, and what lies around the line's errors: up to half of the room. */
  #bothEnds(span: LineSpan, room: Size, maxCodePoints: number): Piece[] {
    const matches = this.#matchesOf(span, 'both')
    const half = { matches, bytes: Math.floor(room.bytes / 2 / Math.max(1, matches.length)) }
    let pieces = this.#around(span, half, shareOf(room, 0.5), Math.floor(maxCodePoints / 2))
    const { headRatio } = this.#request
    // What one end does not use is the other's.
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

  /** Pieces with more of the line from one of its ends on, past what they hold already. */
  #grown(
    span: LineSpan,
    pieces: readonly Piece[],
    end: 'start' | 'end',
    room: Size,
    maxCodePoints: number,
  ): Piece[] {
    const isStart = end === 'start'
    let left = room
    let points = maxCodePoints
    let grown = [...pieces]
    for (let at = isStart ? span.startByte : span.endByte; left.bytes > 0 && points > 0; ) {
      const known = grown.find(([from, to]) => (isStart ? from <= at && at < to : from < at && at <= to))
      if (known) {
        at = isStart ? known[1] : known[0]
        continue
      }
      const piece = isStart
        ? this.#nextPiece(span, grown, at, left, points)
        : this.#previousPiece(span, grown, at, left, points)
      if (!piece) break
      ;({ left, points } = this.#minus(left, points, [piece]))
      grown = union([...grown, piece])
    }
    return grown
  }

  /** From a place in the line up to the next piece, as far as it is held and fits. */
  #nextPiece(
    span: LineSpan,
    pieces: readonly Piece[],
    at: number,
    room: Size,
    points: number,
  ): Piece | undefined {
    const held = this.#heldFrom(span, at)
    if (!held || at >= held.heldEnd) return undefined
    const next = Math.min(held.heldEnd, ...pieces.filter(([from]) => from > at).map(([from]) => from))
    const end = this.#forward({ ...held, heldEnd: next }, at, room, points)
    return end > at ? [at, end] : undefined
  }

  #previousPiece(
    span: LineSpan,
    pieces: readonly Piece[],
    at: number,
    room: Size,
    points: number,
  ): Piece | undefined {
    const isEnd = at === span.endByte && span.terminated
    const held = this.#heldFrom(span, at + (isEnd ? 1 : 0))
    if (!held || at > held.heldEnd || at <= held.heldStart) return undefined
    const from = Math.max(held.heldStart, ...pieces.filter(([, to]) => to < at).map(([, to]) => to))
    const start = this.#backward(held, from, at, room, points)
    return start < at ? [start, at] : undefined
  }

  /** The line as the region holds it that holds this place of it. */
  #heldFrom(span: LineSpan, offset: number): LineSpan | undefined {
    const region = this.#request.material.regionAt(offset)
    return region && heldBy(span, region)
  }

  #minus(room: Size, maxCodePoints: number, pieces: Piece[]): { left: Size; points: number } {
    let left = room
    let points = maxCodePoints
    for (const [start, end] of pieces) {
      const held = this.#request.material.read(start, end)
      left = minusSize(left, this.#request.sizer.measure(held, 0, held.length))
      points -= this.#request.material.codePointsBetween(start, end)
    }
    return { left, points }
  }

  /** A piece around each match. They share the room evenly; what one does not use is for those after it. */
  #around(span: LineSpan, { matches, bytes }: Around, room: Size, maxCodePoints: number): Piece[] {
    const pieces: Piece[] = []
    let left = room
    let points = maxCodePoints
    for (const [i, match] of matches.entries()) {
      const held = this.#heldFrom(span, match.matchStart)
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
  ): Piece | undefined {
    const bytes = Math.min(room.bytes, mostBytes ?? ERROR_LINE_BYTES)
    const within = { ...room, bytes }
    const lead = Math.max(0, Math.floor((Math.min(bytes, maxCodePoints) - (matchEnd - matchStart)) / 3))
    let start = Math.max(span.heldStart, matchStart - lead)
    if (start > span.startByte) start = Math.min(matchStart, this.#request.material.ceil(span.region, start))
    let end = this.#forward(span, start, within, maxCodePoints)
    if (end < matchEnd && start < matchStart) {
      // What stands before the match costs more than its bytes say.
      start = matchStart
      end = this.#forward(span, start, within, maxCodePoints)
    }
    if (end === span.endByte) start = this.#backward(span, span.heldStart, end, within, maxCodePoints)
    return end > start ? [start, end] : undefined
  }

  #forward(span: LineSpan, start: number, room: Size, maxCodePoints: number): number {
    const { sizer, material } = this.#request
    const { region } = span
    const from = region.startByte
    const end = from + sizer.fitForward(region.bytes, start - from, span.heldEnd - from, room, maxCodePoints)
    return end === span.endByte ? end : Math.max(start, material.floor(region, end))
  }

  #backward(span: LineSpan, from: number, end: number, room: Size, maxCodePoints: number): number {
    const { sizer, material } = this.#request
    const { region } = span
    const base = region.startByte
    const start = base + sizer.fitBackward(region.bytes, from - base, end - base, room, maxCodePoints)
    return start === span.startByte ? start : Math.min(end, material.ceil(region, start))
  }

  #row(span: LineSpan, pieces: Piece[], kind: Kind, mark: ClipMark): Row {
    const { material, sizer, wording } = this.#request
    const stretches: Stretch[] = []
    let size = oneLine()
    let at = span.startByte
    const clip = (to: number) => {
      size = plusSize(size, sizer.measureInLine(wording.clip(mark, material.codePointsBetween(at, to))))
    }
    for (const [start, end] of pieces) {
      const piece = stretch(span, start, end, kind)
      if (start > at) {
        clip(start)
        piece.clipFrom = at
        piece.mark = mark
      }
      stretches.push(piece)
      const held = material.read(start, end)
      size = plusSize(size, { ...sizer.measure(held, 0, held.length), lines: 0 })
      at = end
    }
    if (at < span.endByte) clip(span.endByte)
    if (span.terminated) size = plusSize(size, this.#lineEnd)
    finish(span, stretches, at, mark, material)
    return { line: span.number, stretches, size }
  }
}

/** Adds the LF, or says that the line goes on. */
function finish(span: LineSpan, stretches: Stretch[], at: number, mark: ClipMark, material: Material): void {
  const last = stretches[stretches.length - 1]
  if (!span.terminated) {
    if (at < span.endByte) last.open = mark
    return
  }
  const isHeld = (from: number) => (material.regionAt(from)?.endByte ?? 0) > span.endByte
  if (at === span.endByte && isHeld(last.startByte)) {
    last.endByte++
    return
  }
  const lineEnd = stretch(span, span.endByte, span.endByte + 1, last.kind)
  if (at < span.endByte) Object.assign(lineEnd, { clipFrom: at, mark })
  if (!isHeld(span.endByte)) lineEnd.apart = true
  stretches.push(lineEnd)
}

function stretch(span: LineSpan, startByte: number, endByte: number, kind: Kind): Stretch {
  return { startByte, endByte, firstLine: span.number, lastLine: span.number, kind }
}

/** The same line, as another region holds it. */
function heldBy(span: LineSpan, region: Region): LineSpan {
  const heldStart = Math.max(span.startByte, region.startByte)
  return { ...span, region, heldStart, heldEnd: Math.min(span.endByte, region.endByte) }
}

/** Pieces in order, those that touch made one. */
function union(pieces: Piece[]): Piece[] {
  const sorted = pieces.sort((a, b) => a[0] - b[0])
  const merged: Piece[] = []
  for (const [start, end] of sorted) {
    const last = merged[merged.length - 1]
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

export const covers = (stretches: readonly Stretch[], { matchStart, matchEnd }: Match): boolean =>
  stretches.some((s) => s.startByte <= matchStart && matchEnd <= s.endByte)

/** False where a part of the line is left out without a word. */
export const isMarked = ({ stretches }: Pick<Row, 'stretches'>): boolean =>
  !stretches.some((s) => s.mark === 'none' || s.open === 'none')

/** True where a part of the line is left out. */
export const isClipped = ({ stretches }: Pick<Row, 'stretches'>): boolean =>
  stretches.some((s) => s.clipFrom !== undefined || s.open !== undefined)
