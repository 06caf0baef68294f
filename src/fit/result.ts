import type { Facts } from '../collect/facts.ts'
import type { View } from '../fold/view.ts'
import { isNoticeLine } from '../render/parse.ts'
import type { Rendered } from '../render/render.ts'
import { partition } from '../text/binary-search.ts'
import type { Size } from '../text/size.ts'
import { tokensOfUnits } from '../tokens/estimate.ts'
import type { ErrorLine, Truncation } from '../truncation.ts'

export type Exceeded = NonNullable<Truncation['truncatedBy']>

/** What a result says about the whole input. */
export type Totals = Pick<
  Facts,
  | 'totalBytes'
  | 'totalLines'
  | 'totalTokens'
  | 'errorLines'
  | 'totalErrors'
  | 'backend'
  | 'source'
  | 'notText'
  | 'view'
>

/** A result with its numbers. `size` is that of the text, where an unterminated last line counts as a line. */
export function resultOf(
  rendered: Rendered,
  size: Omit<Size, 'serializedBytes'>,
  facts: Totals,
  truncatedBy: Exceeded | undefined,
): Truncation {
  const { text, segments, gaps, notice, shown = segments } = rendered
  const { totalLines, totalBytes } = facts.view?.input ?? facts
  const result: Truncation = {
    text,
    truncated: truncatedBy !== undefined || facts.notText !== undefined,
    totalLines,
    totalBytes,
    outputLines: size.lines,
    outputBytes: size.bytes,
    outputTokens: tokensOfUnits(size.tokenUnits),
    keptLines: keptLines(segments),
    keptBytes: segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0),
    segments,
    gaps,
    errors: {
      total: facts.totalErrors,
      lines: facts.errorLines.map(({ line, startByte, endByte, pattern }) => {
        const kept = isWithin(shown, startByte, endByte)
        return { ...placeIn(facts.view, { line, startByte, endByte }), pattern, kept }
      }),
    },
    foreignNotices: segments.reduce((sum, s) => sum + noticesIn(s.text), 0),
    backend: facts.backend,
  }
  if (truncatedBy) result.truncatedBy = truncatedBy
  if (facts.totalTokens) result.totalTokens = facts.totalTokens
  if (notice !== undefined) result.notice = notice
  if (facts.source && 'artifact' in facts.source) result.artifact = facts.source.artifact
  if (facts.source && 'path' in facts.source) result.path = facts.source.path
  return result
}

/** Where an error line lies in the input. */
function placeIn(view: View | undefined, found: Pick<ErrorLine, 'line' | 'startByte' | 'endByte'>) {
  if (!view) return found
  const start = view.placeOf(found.startByte)
  const endByte = view.placeOf(found.endByte).inputByte
  return { line: found.line + start.lineShift, startByte: start.inputByte, endByte }
}

/** Whether one of the segments, which are in order, contains a range. */
function isWithin(
  segments: readonly { startByte: number; endByte: number }[],
  start: number,
  end: number,
): boolean {
  const after = partition(segments.length, (i) => segments[i].startByte <= start)
  return after > 0 && end <= segments[after - 1].endByte
}

function keptLines(segments: readonly { firstLine: number; lastLine: number }[]): number {
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
