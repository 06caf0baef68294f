import type { Facts } from '../collect/facts.ts'
import type { Keep } from '../options.ts'
import { writeStatus } from '../render/notices.ts'
import { partsOf } from '../render/parts.ts'
import { MAX_SEGMENTS } from '../render/segments.ts'
import type { Settings } from '../settings.ts'
import type { Segment, Truncation } from '../truncation.ts'
import type { Whole } from './exceeded.ts'
import { resultOf } from './result.ts'
import { sizeOfText } from './sizes.ts'

/** The result for an input that is within the limits: its own text, and how its command failed. */
export function untruncated(facts: Facts, settings: Settings, { text, size }: Whole): Truncation {
  const segments = wholeSegments(facts, settings, text)
  const line = writeStatus(facts.status)
  const lines = facts.totalLines
  if (line === undefined) return resultOf({ text, segments, gaps: [] }, { ...size, lines }, facts, undefined)
  const reported = withStatus(text, line)
  return resultOf(
    { text: reported, segments, gaps: [], notice: line },
    sizeOfText(reported),
    facts,
    undefined,
  )
}

/** A text with a status as its last line. */
export const withStatus = (text: string, line: string): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}`

/** The whole input as segments. Lines with malformed bytes are apart from the others, unless there are too many. */
function wholeSegments(facts: Facts, { keep }: Settings, text: string): Segment[] {
  const { totalBytes, totalLines, regions, mayBeMalformed } = facts
  const whole = exactSegments(text, totalBytes, totalLines, keep)
  if (!mayBeMalformed || whole.length === 0) return whole
  const parts = partsOf(whole[0], regions[0].bytes)
  return parts.length <= MAX_SEGMENTS ? parts : partsOf(whole[0], regions[0].bytes, true)
}

/** A whole input that is valid UTF-8 as one segment, or none when it is empty. */
export function exactSegments(text: string, endByte: number, lastLine: number, keep: Keep): Segment[] {
  if (endByte === 0) return []
  const kind = keep === 'tail' ? 'tail' : 'head'
  return [{ startByte: 0, endByte, firstLine: 1, lastLine, kind, exact: true, text }]
}
