import { lowerBound } from '../bytes/binary-search.ts'
import { addSize, copyOf, emptySize, fits, minusSize, plusSize, type Size, shareOf } from '../bytes/size.ts'
import type { Region } from '../hold/facts.ts'
import type { ClipMark, LineSpan, Match, PlannedSegment } from '../words/plan-model.ts'
import type { Material } from './material.ts'
import { type Focus, type LinePart, LinePieces } from './pieces.ts'
import type { PlanRequest } from './request.ts'

/** One line as the text will show it. */
export interface Row {
  line: number
  /** In order. The last one ends after the line's LF, if the line has one. */
  segments: PlannedSegment[]
  size: Size
}

const ALL_MARKS = ['count', 'ellipsis'] as const

type Kind = PlannedSegment['kind']

const oneLine = (): Size => copyOf(emptySize(), { lines: 1 })

/** Turns lines into rows: whole, clipped to `maxLineLength`, or clipped to a room. */
export class RowMaker {
  /** Room for words inside lines. With markers and notice, they take at most a third of each limit (clause 1). */
  wordRoom: Size
  /** The size of the clip marks in all kept rows. */
  readonly marks: Size = emptySize()
  readonly #request: PlanRequest
  readonly #pieces: LinePieces
  readonly #lineEnd: Size
  readonly #lastLineEnd: Size

  constructor(request: PlanRequest) {
    this.#request = request
    this.#pieces = new LinePieces(request)
    this.wordRoom = shareOf(request.limit, 1 / 3)
    this.#lineEnd = copyOf(request.sizer.measureInLine('\n'), { lines: 0 })
    this.#lastLineEnd = request.lastLineEnd ?? emptySize()
  }

  /** True when the text must not mention what was left out. */
  get isSilent(): boolean {
    return this.#request.silent
  }

  /** True when no line is too long to be shown whole. */
  get takesAnyLength(): boolean {
    return this.#request.maxLineLength === Infinity
  }

  /** True when every line of so many bytes can be shown whole. */
  takesLength(bytes: number): boolean {
    return this.#request.maxLineLength >= bytes
  }

  /** True when introducers of escape sequences in a line are left out. */
  hasIntroducers(region: Region, startByte: number, stopByte: number): boolean {
    return this.#request.material.sequences.hasGap(region, startByte, stopByte - 1)
  }

  /** The size of a whole line that is in memory, its LF included. */
  sizeOfLine({ bytes, startByte: from }: Region, startByte: number, stopByte: number): Size {
    return this.#request.sizer.measureLine(bytes, startByte - from, stopByte - from)
  }

  /**
   * The whole line, except for introducers that are left out. Undefined when it is not all in memory or is longer than
   * `maxLineLength`.
   */
  whole(span: LineSpan, kind: Kind): Row | undefined {
    const { region, startByte, endByte } = span
    if (span.heldStart > startByte || span.heldEnd < endByte || this.#tooLong(span)) return undefined
    if (this.#request.material.sequences.hasGap(region, startByte, endByte))
      return this.#withoutIntroducers(span, kind)
    const stop = endByte + (span.terminated ? 1 : 0)
    const from = region.startByte
    const size = this.#request.sizer.measureLine(region.bytes, startByte - from, stop - from)
    if (!span.terminated) addSize(size, this.#lastLineEnd)
    return { line: span.number, segments: [segment(span, startByte, stop, kind)], size }
  }

  /** The marks of introducers do not count as words, so that an input with many such lines still has a notice. */
  #withoutIntroducers(span: LineSpan, kind: Kind): Row | undefined {
    const pieces = this.#pieces.withoutIntroducers(span)
    return this.#ofPieces(span, pieces, kind, {
      bytes: span.endByte - span.startByte,
      marks: pieces.length + 1,
    })
  }

  /**
   * The line of a result that is cut again, as far as that shows it. Undefined when it is longer than `maxLineLength`.
   */
  asShown(span: LineSpan, kind: Kind): Row | undefined {
    const { material } = this.#request
    if (!material.shown) return undefined
    const pieces = material.piecesOf(span)
    const bytes = pieces.reduce((sum, [start, end]) => sum + end - start, 0)
    const isEndShown = pieces.at(-1)?.[1] === span.endByte
    const marks = pieces.length - (pieces[0]?.[0] === span.startByte ? 1 : 0) + (isEndShown ? 0 : 1)
    return this.#ofPieces(span, pieces, kind, { bytes, marks })
  }

  /** Some pieces of a line. So many marks have counts if these are short beside `bytes`. */
  #ofPieces(
    span: LineSpan,
    pieces: LinePart[],
    kind: Kind,
    { bytes, marks }: { bytes: number; marks: number },
  ): Row | undefined {
    const { material, maxLineLength, wording, silent, clipMarks = ALL_MARKS } = this.#request
    const { startByte, endByte, terminated } = span
    if (pieces.length === 0 && !terminated) return undefined
    const most = wording.clip('count', endByte - startByte).length * marks
    const mark = silent ? 'none' : 3 * most <= bytes ? clipMarks[0] : 'ellipsis'
    let codePoints = 0
    let at = startByte
    for (const [start, end] of [...pieces, [endByte, endByte]]) {
      if (start > at) codePoints += wording.clip(mark, material.codePointsBetween(at, start)).length
      codePoints += material.codePointsBetween(start, end)
      at = end
    }
    return codePoints > maxLineLength ? undefined : this.#row(span, pieces, kind, mark)
  }

  /**
   * The line as `maxLineLength` allows it: whole, clipped at its end, or clipped around its leading statement, or else its
   * first error match, if that would be cut off, and around the input's last error if both have room. Does not depend on
   * the room that is left, so that a long line is clipped the same way everywhere.
   */
  fitted(span: LineSpan, kind: Kind): Row | undefined {
    const { maxLineLength, limit } = this.#request
    const whole = this.whole(span, kind) ?? this.asShown(span, kind)
    if (whole || maxLineLength === Infinity) return whole
    const beginning = this.clipped(span, span.heldStart > span.startByte ? 'end' : 'start', limit, kind)
    const match = this.#lead(span) ?? this.#firstMatch(span)
    if (match === undefined || !beginning) return beginning
    const shows = ({ segments }: Row, matches: Match[]) => matches.every((m) => covers(segments, m))
    const last = this.#lastErrorMatch(span)
    const both = last ? [match, last] : [match]
    if (shows(beginning, both)) return beginning
    const around = last && this.clipped(span, { matches: both }, limit, kind)
    if (around && shows(around, both)) return around
    if (shows(beginning, [match])) return beginning
    return this.clipped(span, { matches: [match] }, limit, kind) ?? beginning
  }

  /** A part of the line within the room and `maxLineLength`; undefined when not even one grapheme of it fits. */
  clipped(span: LineSpan, focus: Focus, room: Size, kind: Kind): Row | undefined {
    const marks = this.#pieces.mostGaps(span, focus)
    const widest = span.endByte - span.startByte
    const row = this.#clippedWith(span, focus, room, kind, marks, widest)
    const most = row && this.#longestClip(span, row)
    if (most === undefined || String(most).length === String(widest).length) return row
    // Fewer characters were left out than assumed. Their count has fewer digits, so more of the line fits.
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
    left = minusSize(left, span.terminated ? this.#lineEnd : this.#lastLineEnd)
    const pieces = this.#pieces.choose(span, focus, left, this.#request.maxLineLength - codePoints)
    return pieces.length === 0 ? undefined : this.#row(span, pieces, kind, mark)
  }

  /** Adds the clip marks of a kept row to `marks`. */
  keep(row: Row): void {
    addSize(this.marks, this.#marksOf(row))
  }

  /** True while there is room for the clip marks of one more row. */
  hasRoomFor(row: Row): boolean {
    return fits(plusSize(this.marks, this.#marksOf(row)), this.wordRoom)
  }

  /** The size of the clip marks of a row. Those of introducers are not words. */
  #marksOf({ segments, line }: Row): Size {
    const { wording, sizer, material } = this.#request
    const size = emptySize()
    for (const s of segments) {
      if (s.clipFrom === undefined || material.beyond(s.clipFrom, 'after') === s.startByte) continue
      const text = wording.clip(s.mark ?? 'none', material.codePointsBetween(s.clipFrom, s.startByte))
      addSize(size, sizer.measureInLine(text))
    }
    const last = segments[segments.length - 1]
    if (last.markAfter === undefined || line < material.totalLines) return size
    if (material.beyond(last.endByte, 'after') === material.totalBytes) return size
    const text = wording.clip(last.markAfter, material.codePointsBetween(last.endByte, material.totalBytes))
    addSize(size, sizer.measureInLine(text))
    return size
  }

  #longestClip(span: LineSpan, { segments }: Row): number {
    const { material } = this.#request
    const last = segments[segments.length - 1]
    const clips = segments.map((s) =>
      s.clipFrom === undefined ? 0 : material.codePointsBetween(s.clipFrom, s.startByte),
    )
    return Math.max(
      ...clips,
      last.markAfter === undefined ? 0 : material.codePointsBetween(last.endByte, span.endByte),
    )
  }

  #tooLong(span: LineSpan): boolean {
    const { maxLineLength, material, isOwnLine, isRepeat } = this.#request
    if (span.endByte - span.startByte <= maxLineLength) return false
    if (isRepeat?.(span.startByte, span.endByte + 1)) return false
    if (material.codePointsBetween(span.startByte, span.endByte) <= maxLineLength) return false
    return !isOwnLine(material.read(span.startByte, span.endByte))
  }

  /** The strongest of the leading statements that are in the line. */
  #lead({ startByte, endByte }: LineSpan): Match | undefined {
    return this.#request.leads.find(({ matchStart }) => matchStart >= startByte && matchStart < endByte)
  }

  /** The first match of the line. The end of a match is known only for error matches of the material. */
  #firstMatch(span: LineSpan): Match | undefined {
    const { matches } = span.region
    const matchStart = matches[lowerBound(matches, span.heldStart)]
    if (matchStart === undefined || matchStart >= span.heldEnd) return undefined
    const errorMatch = this.#request.material.errorMatchAt(matchStart)
    return { matchStart, matchEnd: errorMatch?.matchEnd ?? matchStart + 1 }
  }

  /** The last error match of the input, if it is in this line. */
  #lastErrorMatch({ startByte, endByte }: LineSpan): Match | undefined {
    const { errorMatches } = this.#request.material
    const last = errorMatches[errorMatches.length - 1]
    return last && last.matchStart >= startByte && last.matchStart < endByte ? last : undefined
  }

  /**
   * The fullest mark that fits: together, the line's marks take at most a third of the room and of `maxLineLength`.
   * With a `maxLineLength` a bare `…` only has to fit, because without it the line would look whole.
   */
  #mark(omitted: number, room: Size, marks: number): { mark: ClipMark; size: Size; codePoints: number } {
    const { wording, sizer, maxLineLength, silent, clipMarks = ALL_MARKS, isEllipsisFree } = this.#request
    const third = shareOf(room, 1 / 3)
    const widest = 10 ** String(omitted).length - 1
    for (const mark of silent ? [] : clipMarks) {
      const text = wording.clip(mark, widest).repeat(marks)
      const size = sizer.measureInLine(text)
      const longest = mark === 'count' ? maxLineLength / 3 : maxLineLength - 1
      // With a `maxLineLength` the mark is part of the line.
      const isPart = maxLineLength !== Infinity
      const isFree = isPart || (mark === 'ellipsis' && isEllipsisFree === true)
      const hasRoom = isFree || fits(plusSize(size, this.marks), this.wordRoom)
      const most = isPart && mark === 'ellipsis' ? room : third
      if (hasRoom && fits(size, most) && text.length <= longest)
        return { mark, size, codePoints: text.length }
    }
    return { mark: 'none', size: emptySize(), codePoints: 0 }
  }

  #row(span: LineSpan, given: LinePart[], kind: Kind, mark: ClipMark): Row {
    const { material, sizer, wording } = this.#request
    const pieces = this.#withoutSmallClips(span, given, mark)
    const segments: PlannedSegment[] = []
    let size = oneLine()
    let at = span.startByte
    const clip = (to: number) => {
      size = plusSize(size, sizer.measureInLine(wording.clip(mark, material.codePointsBetween(at, to))))
    }
    for (const [start, end] of pieces) {
      const piece = segment(span, start, end, kind)
      if (start > at) {
        clip(start)
        piece.clipFrom = at
        piece.mark = mark
      }
      segments.push(piece)
      const held = material.read(start, end)
      size = plusSize(size, copyOf(sizer.measure(held, 0, held.length), { lines: 0 }))
      at = end
    }
    if (at < span.endByte) clip(span.endByte)
    size = plusSize(size, span.terminated ? this.#lineEnd : this.#lastLineEnd)
    finish(span, segments, at, { kind, mark }, material)
    return { line: span.number, segments, size }
  }

  /** The pieces of a line, with every clip filled whose mark is no shorter than what it leaves out. */
  #withoutSmallClips(span: LineSpan, pieces: LinePart[], mark: ClipMark): LinePart[] {
    const joined: LinePart[] = []
    let at = span.startByte
    for (const [start, end] of [...pieces, [span.endByte, span.endByte] as const]) {
      const last = joined[joined.length - 1]
      const isFilled = at === start || this.#isSmall(at, start, mark)
      if (isFilled && last) last[1] = end
      else if (end > start) joined.push([isFilled ? at : start, end])
      at = end
    }
    return joined
  }

  /** True when a range of a line can be shown in no more room than its clip mark takes. */
  #isSmall(start: number, end: number, mark: ClipMark): boolean {
    const { material, sizer, wording } = this.#request
    const words = wording.clip(mark, 1)
    const region = material.regionAt(start)
    if (end - start > words.length + 2 || !region || region.endByte < end) return false
    if (material.sequences.hasGap(region, start, end)) return false
    const points = material.codePointsBetween(start, end)
    const held = material.read(start, end)
    const text = wording.clip(mark, points)
    return points <= text.length && fits(sizer.measure(held, 0, held.length), sizer.measureInLine(text))
  }
}

/** Adds the line's LF, or sets `markAfter` on the last segment when the input ends without one. */
function finish(
  span: LineSpan,
  segments: PlannedSegment[],
  at: number,
  { kind, mark }: { kind: Kind; mark: ClipMark },
  material: Material,
): void {
  const last: PlannedSegment | undefined = segments[segments.length - 1]
  if (!span.terminated) {
    if (last && at < span.endByte) last.markAfter = mark
    return
  }
  const isHeld = (from: number) => (material.regionAt(from)?.endByte ?? 0) > span.endByte
  if (last && at === span.endByte && isHeld(last.startByte)) {
    last.endByte++
    return
  }
  const lineEnd = segment(span, span.endByte, span.endByte + 1, kind)
  if (at < span.endByte) Object.assign(lineEnd, { clipFrom: at, mark })
  if (!isHeld(span.endByte)) lineEnd.apart = true
  segments.push(lineEnd)
}

function segment(span: LineSpan, startByte: number, endByte: number, kind: Kind): PlannedSegment {
  return { startByte, endByte, firstLine: span.number, lastLine: span.number, kind }
}

export const covers = (segments: readonly PlannedSegment[], { matchStart, matchEnd }: Match): boolean =>
  segments.some((s) => s.startByte <= matchStart && matchEnd <= s.endByte)

/** False when a part of the line is left out without a mark. */
export const isEachPartMarked = ({ segments }: Pick<Row, 'segments'>): boolean =>
  !segments.some((s) => s.mark === 'none' || s.markAfter === 'none')

/** True when a part of the line is left out. */
export const isClipped = ({ segments }: Pick<Row, 'segments'>): boolean =>
  segments.some((s) => s.clipFrom !== undefined || s.markAfter !== undefined)
