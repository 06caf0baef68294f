import type { ErrorLine, ErrorStatement, Errors, Truncation } from '../../truncation.ts'
import { partition } from '../bytes/binary-search.ts'
import type { Size } from '../bytes/size.ts'
import type { Facts } from '../hold/facts.ts'
import { MAX_ERROR_LINES, MAX_STATEMENTS, patternOf } from '../hold/found.ts'
import { tokensOfUnits } from '../tokens/estimate.ts'
import { isNoticeLine } from '../words/parse.ts'
import type { Rendered } from '../words/render.ts'
import { noErrors } from './verdict.ts'

export type Exceeded = NonNullable<Truncation['truncatedBy']>

/** What a result says about the whole input. */
export type ResultTotals = Pick<
  Facts,
  | 'totalBytes'
  | 'totalLines'
  | 'totalTokens'
  | 'errorLines'
  | 'hiddenErrors'
  | 'statements'
  | 'totalErrors'
  | 'mayHaveMoreErrors'
  | 'areFindings'
  | 'backend'
  | 'source'
  | 'notText'
  | 'view'
  | 'units'
  | 'note'
>

interface Range {
  startByte: number
  endByte: number
}

/** A result with its numbers. `size` is that of the text, where an unterminated last line counts as a line. */
export function resultOf(
  rendered: Rendered,
  size: Omit<Size, 'serializedBytes'>,
  facts: ResultTotals,
  truncatedBy: Exceeded | undefined,
): Truncation {
  const { text, segments, gaps, notice, shown = segments } = rendered
  const { totalLines, totalBytes } = facts.view?.input ?? facts
  const result: Truncation = {
    text,
    truncated:
      truncatedBy !== undefined || facts.notText !== undefined || gaps.some(({ mark }) => mark !== undefined),
    totalLines,
    totalBytes,
    outputLines: size.lines,
    outputBytes: size.bytes,
    outputTokens: tokensOfUnits(size.tokenUnits),
    keptLines: keptLines(segments),
    keptBytes: segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0),
    segments,
    gaps,
    errors: facts.areFindings ? noErrors() : errorsOf(facts, shown),
    ...(facts.areFindings && { findings: errorsOf(facts, shown) }),
    foreignNotices: segments.reduce((sum, s) => sum + noticesIn(s.text), 0),
    backend: facts.backend,
  }
  if (truncatedBy) result.truncatedBy = truncatedBy
  if (facts.units) result.kind = facts.units.kind
  if (facts.units?.outline) result.units = facts.units.outline.counts
  if (facts.note !== undefined) result.notes = [facts.note]
  if (facts.totalTokens) result.totalTokens = facts.totalTokens
  if (notice !== undefined) result.notice = notice
  if (facts.source && 'artifact' in facts.source) result.artifact = facts.source.artifact
  if (facts.source && 'path' in facts.source) result.path = facts.source.path
  return result
}

const errorsOf = (facts: ResultTotals, shown: readonly Range[]): Errors => ({
  total: facts.totalErrors,
  ...(facts.mayHaveMoreErrors && { more: true as const }),
  lines: errorLinesOf(facts, shown),
  statements: statementsOf(facts, shown),
})

/** The error lines as they are in the input, in order. `shown` are the ranges of the text that are kept. */
function errorLinesOf(
  { errorLines, hiddenErrors = [], view }: ResultTotals,
  shown: readonly Range[],
): ErrorLine[] {
  const lines = errorLines.map((found): ErrorLine => {
    const { line, startByte, endByte } = found.input ?? found
    const kept = isWithin(shown, found.startByte, found.endByte)
    return { line, startByte, endByte, pattern: patternOf(found.kinds), kept }
  })
  for (const { line, startByte, endByte, kinds } of hiddenErrors)
    lines.push({ line, startByte, endByte, pattern: patternOf(kinds), kept: false })
  if (view) lines.sort((a, b) => a.startByte - b.startByte)
  return lines.slice(0, MAX_ERROR_LINES)
}

/** What the errors say, as they are in the input. `shown` are the ranges of the text that are kept. */
const statementsOf = ({ statements = [] }: ResultTotals, shown: readonly Range[]): ErrorStatement[] =>
  statements.slice(0, MAX_STATEMENTS).map((found) => {
    const { kinds, message, place, test, count } = found
    const { line, startByte, endByte } = found.input ?? found
    return {
      kind: patternOf(kinds),
      message,
      ...place,
      ...(test !== undefined && { test }),
      count,
      firstLine: line,
      startByte,
      endByte,
      kept: isWithin(shown, found.startByte, found.endByte),
    }
  })

/** Whether one of the segments, which are in order, contains a range. */
function isWithin(segments: readonly Range[], start: number, end: number): boolean {
  const after = partition(segments.length, (i) => segments[i].startByte <= start)
  return after > 0 && end <= segments[after - 1].endByte
}

export function keptLines(segments: readonly { firstLine: number; lastLine: number }[]): number {
  let kept = 0
  let last = 0
  for (const { firstLine, lastLine } of segments) {
    kept += lastLine - Math.max(last, firstLine - 1)
    last = Math.max(last, lastLine)
  }
  return kept
}

/** Lines in the form of a marker or a notice. */
function noticesIn(text: string): number {
  let count = 0
  for (let start = 0, next = 0; next >= 0; start = next + 1) {
    const lf = text.indexOf('\n', start)
    if (text[start] === '[' && isNoticeLine(text.slice(start, lf < 0 ? text.length : lf))) count++
    next = text.indexOf('\n[', start)
  }
  return count
}
