import type { Keep } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Segment, Truncation } from '../../truncation.ts'
import type { View } from '../clean/view.ts'
import type { Facts, Region } from '../hold/facts.ts'
import { contentSentence, writeFolded, writeStatus } from '../words/notices.ts'
import { partsOf } from '../words/parts.ts'
import { placedSegment } from '../words/placed.ts'
import { type Rendered, render } from '../words/render.ts'
import { signNotice } from '../words/seal.ts'
import { MAX_SEGMENTS } from '../words/segments.ts'
import type { Whole } from './exceeded.ts'
import { resultOf } from './result.ts'
import { sizeOfText } from './sizes.ts'

/**
 * The result for an input that is within the limits: its own text, how its command failed, and where the full output is
 * when lines of it were folded.
 */
export function untruncated(facts: Facts, settings: Settings, { text, size }: Whole): Truncation {
  const { segments, ...pieces } = wholePieces(facts, settings, text)
  const line = lastLine(facts, settings)
  const lines = facts.totalLines
  if (line === undefined) return resultOf({ ...pieces, text, segments }, { ...size, lines }, facts, undefined)
  const { key } = settings.notice
  const above = withStatus(text, '')
  const notice = key === undefined || line === writeStatus(facts.status) ? line : signNotice(key, above, line)
  const reported = above + notice
  return resultOf({ ...pieces, text: reported, segments, notice }, sizeOfText(reported), facts, undefined)
}

/** What is said below a whole text. Undefined when there is nothing to say. */
export function lastLine(facts: Facts, { notice, maxBytes }: Settings): string | undefined {
  const { status, view, source, totalBytes, failed } = facts
  if (notice.off) return undefined
  const isFolded =
    view !== undefined && (view.input.totalBytes > maxBytes || view.repeatsIn(0, totalBytes).length > 0)
  if (!isFolded || (!source && failed === undefined)) return writeStatus(status)
  return writeFolded(source, notice, status, contentSentence(facts))
}

/** A text with a status as its last line. */
export const withStatus = (text: string, line: string): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}`

type WholeFacts = Pick<
  Facts,
  'totalBytes' | 'totalLines' | 'mayBeMalformed' | 'view' | 'source' | 'terminated'
> & { regions: readonly Pick<Region, 'bytes'>[] }

/** The whole input as segments. Lines with malformed bytes are apart from the others, unless there are too many. */
export function wholePieces(
  facts: WholeFacts,
  { keep, notice }: Settings,
  text: string,
): Pick<Rendered, 'segments' | 'gaps' | 'shown'> {
  const { totalBytes, totalLines, regions, mayBeMalformed, view, source } = facts
  const whole = exactSegments(text, totalBytes, totalLines, keep)
  if (whole.length === 0) return { segments: view ? nothingOf(view, keep) : whole, gaps: [] }
  if (view && !mayBeMalformed && view.repeatsIn(0, totalBytes).length === 0)
    return { segments: whole.map((segment) => placedSegment(segment, view)), gaps: [], shown: whole }
  if (view)
    return render(
      { form: 'none', segments: whole, gaps: [] },
      {
        read: (start, end) => regions[0].bytes.subarray(start, end),
        errorsBetween: () => 0,
        totalLines,
        terminated: facts.terminated,
        keep,
        clipsLines: false,
        source,
        status: undefined,
        reader: notice,
        sign: undefined,
        silent: true,
        view,
      },
    )
  if (!mayBeMalformed) return { segments: whole, gaps: [] }
  const parts = partsOf(whole[0], regions[0].bytes)
  const segments = parts.length <= MAX_SEGMENTS ? parts : partsOf(whole[0], regions[0].bytes, true)
  return { segments, gaps: [] }
}

/** An input of which a terminal shows nothing, as one segment. */
const nothingOf = ({ input: { totalBytes, totalLines } }: View, keep: Keep): Segment[] =>
  exactSegments('', totalBytes, totalLines, keep).map((segment) => ({ ...segment, exact: false }))

/** A whole input that is valid UTF-8 as one segment, or none when it is empty. */
export function exactSegments(text: string, endByte: number, lastLine: number, keep: Keep): Segment[] {
  if (endByte === 0) return []
  const kind = keep === 'tail' ? 'tail' : 'head'
  return [{ startByte: 0, endByte, firstLine: 1, lastLine, kind, exact: true, text }]
}
