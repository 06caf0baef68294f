import { estimateTokens } from '../../core/tokens/estimate.ts'
import { truncate } from '../../core/truncate.ts'
import { parseNotices } from '../../core/words/parse.ts'
import { leftOut, type NewEvent, savedBy } from '../../extra/events/events.ts'
import type { Truncation } from '../../truncation.ts'
import { textLines } from '../events/list-figures.ts'

const NO_LIMITS = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxLines: Number.POSITIVE_INFINITY,
  for: 'unknown',
  fold: false,
} as const

type Totals = Pick<Truncation, 'totalBytes' | 'totalLines'> & { errors: { total: number } }

/**
 * The figures of an event for what was written, where that is not the text of the result: a part of it, or a text that
 * continues one that was shown before. Errors count where their lines are in it.
 */
export const figuresOfWritten = (totals: Totals, written: Uint8Array): Partial<NewEvent> =>
  figuresOf(totals, writtenOf(written))

/** What a text tells of an output. */
export function writtenOf(written: Uint8Array): WrittenFigures {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(written)
  const content = withoutNotices(text)
  // Whether these are errors is known of the whole output alone.
  const { errors, findings = errors } = truncate(content, NO_LIMITS)
  return {
    bytes: written.length,
    lines: textLines(text),
    tokens: estimateTokens(written).tokens,
    keptBytes: Buffer.byteLength(content),
    keptLines: textLines(content),
    errors: findings.total,
  }
}

export const sumOfFigures = (one: WrittenFigures, other: WrittenFigures): WrittenFigures => ({
  bytes: one.bytes + other.bytes,
  lines: one.lines + other.lines,
  tokens: one.tokens + other.tokens,
  keptBytes: one.keptBytes + other.keptBytes,
  keptLines: one.keptLines + other.keptLines,
  errors: one.errors + other.errors,
})

/** What was written of an output. */
export interface WrittenFigures {
  bytes: number
  lines: number
  tokens: number
  keptBytes: number
  keptLines: number
  errors: number
}

export function figuresOf(
  { totalBytes, totalLines, errors }: Totals,
  written: WrittenFigures,
): Partial<NewEvent> {
  const keptBytes = Math.min(totalBytes, written.keptBytes)
  const keptLines = Math.min(totalLines, written.keptLines)
  const errorsKept = Math.min(errors.total, written.errors)
  return {
    truncated: keptBytes < totalBytes,
    outputBytes: written.bytes,
    outputLines: written.lines,
    outputTokens: written.tokens,
    keptBytes,
    keptLines,
    omittedBytes: totalBytes - keptBytes,
    omittedLines: totalLines - keptLines,
    errorsKept,
    errorsOmitted: errors.total - errorsKept,
    omitted: [],
  }
}

/** An event whose output could not be written whole. */
export function asWritten(event: NewEvent, written: Uint8Array): NewEvent {
  const { totalBytes, totalLines, errorsKept, errorsOmitted } = event
  const errors = { total: errorsKept + errorsOmitted }
  const all = { ...event, ...figuresOfWritten({ totalBytes, totalLines, errors }, written) }
  return leftOut(all) ? { ...all, ...savedBy(all) } : all
}

function withoutNotices(text: string): string {
  let content = ''
  let at = 0
  for (const { startIndex, endIndex } of parseNotices(text)) {
    content += text.slice(at, startIndex)
    at = endIndex
  }
  return content + text.slice(at)
}
