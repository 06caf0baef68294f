import { failureOf, tolerate } from '../../check/failure.ts'
import type { Settings } from '../../settings.ts'
import type { PartFailure, Truncation } from '../../truncation.ts'
import type { PageBeginning } from '../words/notices.ts'
import { type Counting, runNow, withoutCounter } from './counted.ts'
import { lastResort } from './last-resort.ts'
import { estimate, Net, withFailures } from './net.ts'
import type { RangeFacts } from './range.ts'

type PageFacts = RangeFacts & { backend: 'wasm' | 'js' }

/** A page whose fitting has failed: the first of the bytes that were asked for. */
export function* ruinedPage(
  facts: PageFacts,
  settings: Settings,
  error: unknown,
): Counting<{ truncation: Truncation; next: PageBeginning | undefined }> {
  tolerate(error)
  const { held, startByte, firstLine, askedEnd, totalBytes, totalLines, backend } = facts
  const isRaw = held.cuts.length === 0
  const bytes = isRaw ? held.bytes.subarray(0, Math.max(0, askedEnd - startByte)) : held.bytes
  const endByte = startByte + (isRaw ? bytes.length : held.inputBytes)
  const pieces = [{ startByte, endByte, firstLine, bytes }]
  const ruin = { pieces, totalBytes, totalLines, what: 'cutting', status: undefined, backend } as const
  const head = { ...settings, keep: 'head', estimate } as const
  const made = yield* lastResort({ ...ruin, source: settings.source }, head)
  const gaps = made.gaps.map((gap) =>
    gap.endByte > startByte && gap.startByte < askedEnd ? gap : { ...gap, asked: false },
  )
  const truncation = withFailures({ ...made, gaps }, [failureOf('cutting', error)])
  const last = made.segments[0]
  const shownEnd = last?.endByte ?? startByte
  return { truncation, next: shownEnd >= totalBytes && facts.readAll ? undefined : nextOf(last, facts) }
}

/** Where the page after a segment begins. */
function nextOf(
  last: Truncation['segments'][number] | undefined,
  { firstLine, firstColumn }: PageFacts,
): PageBeginning {
  if (!last) return { line: firstLine, column: firstColumn }
  if (last.text.endsWith('\n')) return { line: last.lastLine + 1 }
  const shown = [...last.text.slice(last.text.lastIndexOf('\n') + 1)].length
  return { line: last.lastLine, column: shown + (last.lastLine === firstLine ? firstColumn : 1) }
}

/** The result for an input whose redaction failed. */
export function refused(
  refusal: PartFailure & { totalBytes: number; totalLines: number },
  settings: Settings,
): Truncation {
  const { totalBytes, totalLines, what, error } = refusal
  const remains = () => ({ pieces: [], totalBytes, totalLines })
  const uncounted = withoutCounter(settings)
  const net = new Net({ facts: () => undefined, remains, failures: [], refusal: { what, error } }, uncounted)
  return runNow(net.last(uncounted, undefined), uncounted)
}
