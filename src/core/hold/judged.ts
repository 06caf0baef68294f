import { type Assessor, ERROR_SCORE, type Evidence } from '../judge/evidence.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { SelectSession } from '../scan/selector.ts'
import { type FoundError, MAX_ERROR_LINES } from './found.ts'
import type { Kept } from './kept.ts'

const LF = 0x0a
const CR = 0x0d
const BACKSLASH = 0x5c
const LETTER_N = 0x6e

/** A selected line, with what its own text says. */
export interface JudgedLine {
  readonly kept: Kept
  /** With offsets in the input. Undefined for a line that only looked as if it mattered. */
  readonly evidence: Evidence | undefined
  readonly isError: boolean
  /** How many earlier lines are like it. */
  readonly repeat: number
  /** True if no later line is like it. */
  readonly isLast: boolean
  /** Of the first error of a shape: lines of this shape that are only counted, if most that are selected are errors. */
  onlyCounted: number
}

/** What the selected lines say. */
export interface JudgedLines {
  /** In order. */
  readonly lines: readonly JudgedLine[]
  /** Where the evidence of each error begins, ascending. */
  readonly matches: readonly number[]
  /** Error lines among the selected ones, and lines like them that were only counted. */
  readonly totalErrors: number
  /** True if a line that is not selected scored as high as the weakest error: there may be more errors. */
  readonly mayHaveMore: boolean
}

/** Counts of like lines, as the selection has them. */
type Counts = Pick<SelectSession, 'countOf' | 'leftScore'>

/** Judges the selected lines, each by its own text. */
export function judged(kept: readonly Kept[], assessor: Assessor, counts: Counts): JudgedLines {
  const lines: JudgedLine[] = []
  const matches: number[] = []
  const seen = new Map<number, number>()
  const shapes = new Map<number, Alike>()
  let last = -1
  let totalErrors = 0
  let weakest = Number.POSITIVE_INFINITY
  for (const each of kept) {
    const own = evidenceOf(each, assessor)
    // Two parts of a long line may both lie near one error.
    const evidence = own && own.startByte > last ? own : undefined
    if (evidence) last = evidence.startByte
    const { repeat: before, shape } = each.entry
    const alike = evidence ? (seen.get(evidence.shape) ?? 0) : 0
    if (evidence) seen.set(evidence.shape, alike + 1)
    const isError = evidence !== undefined && evidence.score >= ERROR_SCORE
    if (isError) matches.push(evidence.startByte)
    if (isError) totalErrors++
    if (isError) weakest = Math.min(weakest, each.entry.score)
    const repeat = Math.max(before, alike)
    const isLast = counts.countOf(shape) <= before + 1
    const line = { kept: each, evidence, isError, repeat, isLast, onlyCounted: 0 }
    lines.push(line)
    noteAlike(shapes, line)
  }
  for (const [shape, { lines, errors, first }] of shapes) {
    if (!first || 2 * errors < lines) continue
    first.onlyCounted = counts.countOf(shape) - lines
    totalErrors += first.onlyCounted
  }
  return { lines, matches, totalErrors, mayHaveMore: counts.leftScore >= weakest }
}

/** The selected lines of a shape. */
interface Alike {
  lines: number
  errors: number
  /** The first of the errors. */
  first: JudgedLine | undefined
}

function noteAlike(shapes: Map<number, Alike>, line: JudgedLine): void {
  const { shape } = line.kept.entry
  const alike = shapes.get(shape) ?? { lines: 0, errors: 0, first: undefined }
  shapes.set(shape, alike)
  alike.lines++
  if (!line.isError) return
  alike.errors++
  alike.first ??= line
}

/** The evidence in a line, with offsets in the input. */
function evidenceOf(kept: Kept, assessor: Assessor): Evidence | undefined {
  const { startByte } = kept
  if (kept.judged !== undefined) return kept.judged ?? undefined
  const { found, isWhole } = strongestIn(kept, assessor)
  const evidence = found && {
    ...found,
    startByte: found.startByte + startByte,
    endByte: found.endByte + startByte,
  }
  if (isWhole) kept.judged = evidence ?? null
  return evidence
}

/** The strongest evidence in a selected line or a part of one. `isWhole` is false while more of its text may come. */
function strongestIn(kept: Kept, assessor: Assessor): { found: Evidence | undefined; isWhole: boolean } {
  const { entry, startByte, bytes, length, wanted, clip } = kept
  if (!clip) {
    const { from, end } = judgedRange(kept)
    return { found: assessor.assess(bytes, from, end), isWhole: true }
  }
  const part = [
    Math.max(0, entry.startByte - startByte),
    Math.min(length, entry.endByte - startByte),
  ] as const
  const { found, end } = assessPart(assessor, bytes, part, [0, length])
  return { found, isWhole: end < length || length === wanted }
}

/**
 * The strongest evidence in a part of a long line, and where the text ends that was judged. Each line of a text that JSON
 * holds is judged by itself.
 *
 * @param held the range of the bytes around the part that may be looked at
 */
export function assessPart(
  assessor: Assessor,
  bytes: Uint8Array,
  [start, stop]: readonly [number, number],
  [least, most]: readonly [number, number],
): { found: Evidence | undefined; end: number } {
  let found: Evidence | undefined
  let end = 0
  // A part may begin inside of what ends a line.
  const first = isEscapedLineEnd(bytes, start - 1, least) ? start + 1 : start
  for (let at = first; at < stop; at = end + ESCAPED_LINE_END.length) {
    const range = rangeAround(bytes, at, least, most)
    end = range[1]
    const own = assessor.assess(bytes, range[0], end)
    if (own && own.score > (found?.score ?? 0)) found = own
  }
  return { found, end }
}

/**
 * Where the text of a selected line is in its bytes, without a time stamp. Of a part of a long line it is what lies
 * around a place, the literal if left out, up to the next line end on both sides.
 */
export function judgedRange(
  { entry, startByte, bytes, length, clip }: Kept,
  place = entry.hitByte,
): { from: number; end: number } {
  const end = entry.endByte - startByte
  if (!clip) return { from: behindStamp(bytes, entry.startByte - startByte, end), end }
  const [from, to] = rangeAround(bytes, place - startByte, 0, length)
  return { from, end: to }
}

/** What ends the lines of a text that JSON holds. */
const ESCAPED_LINE_END = '\\n'

/** The part of a range of bytes around a place, up to the next line end on both sides, without a time stamp. */
function rangeAround(
  bytes: Uint8Array,
  place: number,
  least: number,
  most: number,
): [from: number, to: number] {
  let from = place
  while (from > least && !isLineEnd(bytes[from - 1]) && !isEscapedLineEnd(bytes, from - 2, least)) from--
  let to = place
  while (to < most && !isLineEnd(bytes[to]) && !isEscapedLineEnd(bytes, to, least)) to++
  return [behindStamp(bytes, from, to), to]
}

/** True where `\n` stands, whose backslash is not escaped itself. */
function isEscapedLineEnd(bytes: Uint8Array, at: number, least: number): boolean {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_N || at < least) return false
  let before = at
  while (before > least && bytes[before - 1] === BACKSLASH) before--
  return (at - before) % 2 === 0
}

/** Where a line's text begins, behind a time stamp. */
export const behindStamp = (bytes: Uint8Array, start: number, end: number): number =>
  afterStamp(bytes, start, Math.min(end, start + MAX_SKIPPED))

const isLineEnd = (byte: number): boolean => byte === LF || byte === CR

/** The errors in order, at most `MAX_ERROR_LINES`. */
export function errorLinesOf({ lines }: JudgedLines): FoundError[] {
  const errors: FoundError[] = []
  for (const { kept, evidence, isError } of lines) {
    if (!isError || !evidence || errors.length === MAX_ERROR_LINES) continue
    const { startByte, endByte, kinds } = evidence
    errors.push({ line: kept.entry.line, startByte, endByte, kinds })
  }
  return errors
}
