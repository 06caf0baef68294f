import type { Size } from '../core/bytes/size.ts'
import { type Exceeded, keptLines } from '../core/fit/result.ts'
import type { Rendered } from '../core/words/render.ts'
import type { Truncation } from '../truncation.ts'

/** A result without what needs a judgement of lines or a count of tokens. Its fields are those of a `Truncation`. */
export type PlainTruncation = Pick<
  Truncation,
  | 'text'
  | 'truncated'
  | 'truncatedBy'
  | 'totalLines'
  | 'totalBytes'
  | 'outputLines'
  | 'outputBytes'
  | 'keptLines'
  | 'keptBytes'
  | 'segments'
  | 'gaps'
  | 'notice'
  | 'notes'
  | 'failures'
>

export function plainResult(
  { text, segments, gaps, notice }: Rendered,
  size: Size,
  totals: Pick<PlainTruncation, 'totalLines' | 'totalBytes'>,
  truncatedBy?: Exceeded,
): PlainTruncation {
  return {
    text,
    truncated: truncatedBy !== undefined,
    ...(truncatedBy && { truncatedBy }),
    ...totals,
    outputLines: size.lines,
    outputBytes: size.bytes,
    keptLines: keptLines(segments),
    keptBytes: segments.reduce((sum, s) => sum + s.endByte - s.startByte, 0),
    segments,
    gaps,
    ...(notice !== undefined && { notice }),
  }
}
