import type { ErrorLine, Gap, Segment, Truncation } from '../truncation.ts'
import { partition } from './bytes/binary-search.ts'
import { countLf } from './bytes/lines.ts'
import { View } from './clean/view.ts'
import { ViewMap } from './clean/view-map.ts'
import { type ErrorPlace, type FoundError, type FoundStatement, kindsOfPattern } from './hold/found.ts'

// A result that is cut again is the input of the second cut. The text of a folded segment is not in the original input, so
// the result is read as a view of it.

const LF = 0x0a
const NOTHING = { inputBytes: 0, inputLines: 0 }

/** A part of a result: a segment or a gap. */
export type ResultPart = { segment: Segment; gap?: never } | { gap: Gap; segment?: never }

export function resultParts(segments: readonly Segment[], gaps: readonly Gap[]): ResultPart[] {
  const pieces: ResultPart[] = [...segments.map((segment) => ({ segment })), ...gaps.map((gap) => ({ gap }))]
  return pieces.sort((a, b) => (a.segment ?? a.gap).startByte - (b.segment ?? b.gap).startByte)
}

/** A piece in the view, and how it lies in the input. */
interface Seen {
  piece: ResultPart
  /** The piece of the input. */
  of: Segment | Gap
}

/** A result in coordinates in which every segment is exact. Its errors are those that it shows or counts in a gap. */
export interface SeenResult extends Omit<Truncation, 'errors'> {
  errors: { total: number; more?: true; lines: (ErrorLine & Pick<FoundError, 'input'>)[] }
  statements: FoundStatement[]
  /** The errors that stand in the input only. */
  hidden?: FoundError[]
}

/** The result in the coordinates of what it shows. The view is absent for an exact result. */
export function inView(given: Truncation): { result: SeenResult; view?: View } {
  const { segments, gaps, errors, totalBytes, totalLines } = given
  if (segments.every(({ exact }) => exact) && gaps.every(({ mark }) => mark === undefined))
    return { result: { ...given, statements: statementsOf(given, () => undefined) } }
  const isDecoded = decodedFrom(given) !== undefined
  const map = new ViewMap()
  const pieces = resultParts(segments, gaps)
  // The last line before a piece that has bytes of the input: others lie between two of these.
  let lineBefore = 0
  const seen = pieces.map((piece, i): Seen => {
    const { segment, gap } = piece
    const of = segment ?? gap
    const startsLine = lineBefore < of.firstLine
    if (of.endByte > of.startByte) lineBefore = of.lastLine
    const following = pieces[i + 1]
    const next = following?.segment ?? following?.gap
    const firstLine = of.firstLine - map.lineShift
    const startByte = map.viewBytes
    const text = segment ? foldedText(segment, isDecoded) : gap.mark && `${gap.mark}\n`
    // A clip in a row may leave out lines of the input, or the end of one.
    const inputLines = gap?.codePoints === undefined ? 0 : (next?.firstLine ?? of.lastLine) - of.firstLine
    if (inputLines > 0) {
      const bytes = of.endByte - of.startByte
      map.replace({
        inputBytes: bytes,
        inputLines,
        viewBytes: bytes,
        viewLines: 0,
        startsLine,
        endsLine: next !== undefined && next.firstLine > of.lastLine,
      })
    } else if (text === undefined) map.copy(of.endByte - of.startByte)
    else replace(map, of, text, { isRepeat: segment === undefined, startsLine, next })
    const place = {
      startByte,
      endByte: map.viewBytes,
      firstLine,
      lastLine: inputLines > 0 ? firstLine : lastLineOf(of, firstLine, text),
    }
    if (gap && text === undefined) return { piece: { gap: { ...gap, ...place } }, of }
    const kind = segment?.kind ?? 'head'
    const exact = segment?.exact !== false || text !== undefined
    return { piece: { segment: { ...place, kind, exact, text: text ?? segment?.text ?? '' } }, of }
  })
  const terminated =
    given.segments.at(-1)?.endByte === totalBytes ? given.segments.at(-1)?.text.endsWith('\n') : true
  const last = seen.at(-1)?.piece
  const lines: SeenResult['errors']['lines'] = []
  const hidden: FoundError[] = []
  for (const error of errors.lines) {
    const place = seenError(error, seen)
    if (place) lines.push({ ...error, ...place, input: error })
    else hidden.push({ ...error, kinds: kindsOfPattern(error.pattern) })
  }
  const result: SeenResult = {
    ...given,
    segments: seen.flatMap(({ piece }) => piece.segment ?? []),
    gaps: seen.flatMap(({ piece }) => piece.gap ?? []),
    errors: { ...errors, lines },
    statements: statementsOf(given, (error) => seenError(error, seen) ?? NOWHERE),
    hidden,
    totalBytes: map.viewBytes,
    // The last line end of a view need not be one of the input.
    totalLines: last ? (last.segment ?? last.gap).lastLine : 0,
  }
  return { result, view: new View([map], { totalBytes, totalLines, terminated: terminated === true }) }
}

const NOWHERE: ErrorPlace = { line: 0, startByte: -1, endByte: -1 }

/**
 * What the errors of a result say, in the order of the result. `placeOf` gives the place in the view; undefined when it
 * is that in the input. A result of an earlier version has no statements.
 */
function statementsOf(
  { errors }: Truncation,
  placeOf: (error: ErrorLine) => ErrorPlace | undefined,
): FoundStatement[] {
  return (errors.statements ?? []).map((statement, i) => {
    const { kind, message, file, line, column, test, count, firstLine, startByte, endByte } = statement
    const input = { line: firstLine, startByte, endByte }
    const place = placeOf({ ...input, pattern: kind, kept: false })
    const found: FoundStatement = {
      ...(place ?? input),
      kinds: kindsOfPattern(kind),
      message,
      count,
      ...(file !== undefined && { place: { file, ...(line && { line }), ...(column && { column }) } }),
      ...(test !== undefined && { test }),
      // Their order is that of the result, and each is different.
      strength: -i,
      companions: [],
      shape: i,
      coarse: i,
    }
    return place ? { ...found, input } : found
  })
}

/** The encoding that the result's input was decoded from, according to its notice. */
export const decodedFrom = ({ notice = '' }: Pick<Truncation, 'notice'>): string | undefined =>
  /[[ ]Decoded from ([\w-]+)\./.exec(notice)?.[1]

/**
 * The text of a segment if it is not exact because it was folded or decoded. That of one with malformed bytes cannot be
 * cut: its characters are not as long as its bytes, or which of them are its bytes is not known.
 */
function foldedText({ exact, text, startByte, endByte }: Segment, isDecoded: boolean): string | undefined {
  if (exact) return undefined
  const isAsLong = () => new TextEncoder().encode(text).length === endByte - startByte
  return text.includes('\ufffd') && !(isDecoded && isAsLong()) ? undefined : text
}

function replace(
  map: ViewMap,
  { startByte, endByte, firstLine, lastLine, ...of }: Segment | Gap,
  text: string,
  { isRepeat, startsLine, next }: { isRepeat: boolean; startsLine: boolean; next: Segment | Gap | undefined },
): void {
  const bytes = new TextEncoder().encode(text)
  // Where its lines are in the input is not known: they all begin where the first one does.
  const lastStart = bytes.lastIndexOf(LF, bytes.length - 2) + 1
  for (let at = 0; at < lastStart; ) {
    const end = bytes.indexOf(LF, at) + 1
    map.replace({ ...NOTHING, viewBytes: end - at, viewLines: 1, startsLine, endsLine: startsLine })
    at = end
  }
  // A row need not end with a line of the input.
  const nextLine = next?.firstLine ?? lastLine + (text.endsWith('\n') ? 1 : 0)
  const isEmpty = endByte === startByte
  map.replace({
    inputBytes: endByte - startByte,
    inputLines: isEmpty ? 0 : nextLine - firstLine,
    startsLine,
    endsLine: isEmpty ? startsLine : nextLine > lastLine,
    viewBytes: bytes.length - lastStart,
    viewLines: countLf(bytes.subarray(lastStart)),
    errors: isRepeat && 'errors' in of ? of.errors : 0,
    isRepeat,
  })
}

function lastLineOf({ firstLine, lastLine }: Segment | Gap, first: number, text: string | undefined): number {
  if (text === undefined) return first + lastLine - firstLine
  return Math.max(first, first + text.split('\n').length - 1 - (text.endsWith('\n') ? 1 : 0))
}

/** An error line in the view. The evidence inside a folded line counts as the whole line. Undefined if it is not there. */
function seenError(error: ErrorLine, seen: readonly Seen[]): ErrorPlace | undefined {
  const after = partition(seen.length, (i) => seen[i].of.startByte <= error.startByte)
  const { piece, of } = seen[after - 1] ?? {}
  if (!piece || !of) return undefined
  const place = piece.segment ?? piece.gap
  const line = place.firstLine + error.line - of.firstLine
  if (place.endByte - place.startByte === of.endByte - of.startByte) {
    const shift = place.startByte - of.startByte
    return { line, startByte: error.startByte + shift, endByte: error.endByte + shift }
  }
  const lines = piece.segment?.text.split('\n') ?? []
  const index = error.line - of.firstLine
  if (index >= lines.length || place.lastLine - place.firstLine !== of.lastLine - of.firstLine)
    return undefined
  const before = lines.slice(0, index).join('\n')
  const startByte = place.startByte + new TextEncoder().encode(index === 0 ? '' : `${before}\n`).length
  return { line, startByte, endByte: startByte + new TextEncoder().encode(lines[index]).length }
}
