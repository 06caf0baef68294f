import { addSize, emptySize, fits, minSize, minusSize, plusSize, type Size, shareOf } from '../render/size.ts'
import { type LineSpan, lowerBound, type Region } from './material.ts'
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

interface Match {
  matchStart: number
  matchEnd: number
}

/** Which part of a line survives when it is clipped. */
export type Focus = 'start' | 'end' | 'both' | (Match & { bytes?: number })

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

  /** The line as `maxLineLength` allows it: whole, or clipped at its end, or around its error where that is past the clip. */
  fitted(span: LineSpan, kind: Kind, room: Size): Row | undefined {
    const whole = this.whole(span, kind)
    if (whole || this.#request.maxLineLength === Infinity) return whole
    const beginning = this.clipped(span, span.heldStart > span.startByte ? 'end' : 'start', room, kind)
    const match = this.#firstMatch(span)
    if (match === undefined || !beginning || covers(beginning, match)) return beginning
    return this.clipped(span, match, room, kind) ?? beginning
  }

  /** A part of the line within the room and `maxLineLength`; undefined when not even one grapheme of it fits. */
  clipped(span: LineSpan, focus: Focus, room: Size, kind: Kind): Row | undefined {
    const marks = typeof focus === 'object' || (focus === 'both' && this.#hasSpot(span)) ? 2 : 1
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

  #hasSpot(span: LineSpan): boolean {
    return this.#request.material.spots.some((spot) => spot.line === span.number)
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

  /** The fullest mark of which the needed number takes at most a third of the room and of the line. */
  #mark(omitted: number, room: Size, marks: number): { mark: ClipMark; size: Size; codePoints: number } {
    const { wording, sizer, maxLineLength, silent } = this.#request
    const third = shareOf(room, 1 / 3)
    const widest = 10 ** String(omitted).length - 1
    for (const mark of silent ? [] : (['count', 'ellipsis'] as const)) {
      const text = wording.clip(mark, widest).repeat(marks)
      const size = sizer.measureInLine(text)
      const most = mark === 'count' ? maxLineLength / 3 : maxLineLength - 1
      // Under a line length the mark is part of the line.
      const hasRoom = maxLineLength !== Infinity || fits(plusSize(size, this.marks), this.wordRoom)
      if (hasRoom && fits(size, third) && text.length <= most) return { mark, size, codePoints: text.length }
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

  /** The beginning and the end, and what lies around the line's first error match if there is one. */
  #bothEnds(span: LineSpan, room: Size, maxCodePoints: number): Piece[] {
    const { headRatio, material } = this.#request
    const { regions, spots } = material
    const spot = spots.find((s) => s.line === span.number)
    const region = spot && material.regionAt(spot.matchStart)
    const match = region
      ? this.#around(heldBy(span, region), spot, shareOf(room, 0.5), Math.floor(maxCodePoints / 2))
      : []
    let { left, points } = this.#minus(room, maxCodePoints, match)
    const begin = this.#beginning(
      heldBy(span, regions[0]),
      shareOf(left, headRatio),
      Math.floor(points * headRatio),
    )
    ;({ left, points } = this.#minus(left, points, begin))
    const last = heldBy(span, regions[regions.length - 1])
    const end = this.#ending(last, Math.max(last.heldStart, begin[0]?.[1] ?? span.startByte), left, points)
    const pieces = union([...begin, ...match, ...end])
    return pieces.length > 0 ? pieces : this.#beginning(heldBy(span, regions[0]), room, maxCodePoints)
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

  #around(span: LineSpan, focus: Exclude<Focus, string>, room: Size, maxCodePoints: number): Piece[] {
    const bytes = Math.min(room.bytes, focus.bytes ?? ERROR_LINE_BYTES)
    const within = minSize(room, { ...room, bytes })
    const lead = Math.max(
      0,
      Math.floor((Math.min(bytes, maxCodePoints) - (focus.matchEnd - focus.matchStart)) / 3),
    )
    let start = Math.max(span.heldStart, focus.matchStart - lead)
    if (start > span.startByte)
      start = Math.min(focus.matchStart, this.#request.material.ceil(span.region, start))
    const end = this.#forward(span, start, within, maxCodePoints)
    if (end === span.endByte) start = this.#backward(span, span.heldStart, end, within, maxCodePoints)
    return end > start ? [[start, end]] : []
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
    finish(span, stretches, at, kind, mark)
    return { line: span.number, stretches, size }
  }
}

/** Adds the LF, or says that the line goes on. */
function finish(span: LineSpan, stretches: Stretch[], at: number, kind: Kind, mark: ClipMark): void {
  const last = stretches[stretches.length - 1]
  if (at === span.endByte) {
    if (span.terminated) last.endByte++
  } else if (span.terminated) {
    const lineEnd: Stretch = { ...stretch(span, span.endByte, span.endByte + 1, kind), clipFrom: at, mark }
    stretches.push(span.region.endByte > span.endByte ? lineEnd : { ...lineEnd, apart: true })
  } else {
    last.open = mark
  }
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

const covers = (row: Row, { matchStart, matchEnd }: Match): boolean =>
  row.stretches.some((s) => s.startByte <= matchStart && matchEnd <= s.endByte)
