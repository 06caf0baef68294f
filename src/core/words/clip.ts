import { advanceCodePoints, countCodePoints, graphemeCeil, graphemeFloor } from '../bytes/graphemes.ts'
import { SequenceFinder } from '../bytes/sequences.ts'
import { writeClip } from './notices.ts'

/** A line, or the part of it that is shown. */
export interface ClippedLine {
  /** The part, with a mark at each end that is left out. */
  shown: string
  /** The part alone. */
  content: string
  isClipped: boolean
}

/**
 * A line cut to `maxLength` code points, marks included, so that it shows a match.
 *
 * @param match UTF-16 indices in the line; its beginning by default.
 * @param outside Code points before and after `line`, when it is a part of a longer line. `after` is `Infinity` when
 *   their number is unknown. The mark is then `…`.
 */
export function clipLine(
  line: string,
  maxLength: number,
  match?: { start: number; end: number },
  outside: { before: number; after: number } = { before: 0, after: 0 },
): ClippedLine {
  const isWhole = outside.before + outside.after === 0
  if (isWhole && line.length <= maxLength) return { shown: line, content: line, isClipped: false }
  const bytes = new TextEncoder().encode(line)
  const own = countCodePoints(bytes, 0, bytes.length)
  if (isWhole && own <= maxLength) return { shown: line, content: line, isClipped: false }
  const { before: skipped, after: left } = outside
  const total = skipped + own + left
  const markLength = markLengthFor(left === Number.POSITIVE_INFINITY ? skipped + own : total, maxLength)
  const first = match ? skipped + codePointsTo(line, match.start) : 0
  const last = match ? Math.max(first, skipped + codePointsTo(line, match.end)) : 0
  const [from, to] = windowAround(first, last, total, maxLength, markLength)
  const [start, end] = outsideSequences(
    bytes,
    snap(bytes, Math.max(0, from - skipped), graphemeCeil),
    snap(bytes, Math.min(own, Math.max(0, to - skipped)), graphemeFloor),
    advanceCodePoints(bytes, 0, Math.max(0, first - skipped)),
  )
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end))
  const before = markOf(skipped + countCodePoints(bytes, 0, start), markLength)
  const after = markOf(left + countCodePoints(bytes, end, bytes.length), markLength)
  return { shown: before + content + after, content, isClipped: true }
}

/** Two marks take at most a third of the line: counts, `…`, or none. */
function markLengthFor(total: number, maxLength: number): number {
  const full = writeClip(total).length
  if (6 * full <= maxLength) return full
  return maxLength >= 6 ? 1 : 0
}

const markOf = (left: number, markLength: number): string =>
  left === 0 || markLength === 0
    ? ''
    : markLength === 1 || left === Number.POSITIVE_INFINITY
      ? '…'
      : writeClip(left)

/** Code points to show: the line's beginning or its end if the match is there, else the match in the middle. */
function windowAround(
  first: number,
  last: number,
  total: number,
  maxLength: number,
  mark: number,
): [number, number] {
  const edge = maxLength - mark
  if (last <= edge) return [0, edge]
  if (first >= total - edge) return [total - edge, total]
  const room = maxLength - 2 * mark
  const from = Math.max(0, first - Math.max(0, Math.floor((room - (last - first)) / 2)))
  return [from, from + room]
}

/** The byte of a code point, moved to a boundary of grapheme clusters. */
function snap(bytes: Uint8Array, codePoint: number, to: (bytes: Uint8Array, at: number) => number): number {
  return to(bytes, advanceCodePoints(bytes, 0, codePoint))
}

/**
 * The part of a range that splits no escape sequence and holds no introducer of an unended one: the part with the byte
 * at `match`. The terminal would take the marks and rows behind it as the rest of the sequence.
 */
function outsideSequences(
  bytes: Uint8Array,
  from: number,
  to: number,
  match: number,
): [start: number, end: number] {
  let start = from
  const finder = new SequenceFinder(bytes)
  while (finder.next() && finder.at < to) {
    const { at, introducerEnd } = finder
    if (at < match && finder.stop > match && (at < start || finder.stop > to)) finder.enter()
    const { stop } = finder
    if (stop < 0) {
      if (at >= start && at > match) return [start, Math.max(start, at)]
      start = Math.max(start, introducerEnd)
    } else if (at < start && stop > start) start = stop
    else if (stop > to) return [start, Math.max(start, at)]
  }
  return [start, Math.max(start, to)]
}

/** Code points before a UTF-16 index; one inside a surrogate pair counts as before the pair. */
function codePointsTo(line: string, index: number): number {
  let count = 0
  for (let at = 0; at < index && at < line.length; count++) {
    const length = (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    if (at + length > index) break
    at += length
  }
  return count
}
