import { PithError } from '../../errors.ts'
import type { ShownRanges } from '../../extra/events/events.ts'
import { isArtifactId } from '../../store/stat.ts'
import { queueEvent } from '../events/queue-event.ts'

/** Stands for the open end of a range in events, because JSON has no Infinity. */
const END = Number.MAX_SAFE_INTEGER
/** Errors that mean that the requested part of an artifact is not available. */
const MISSED: readonly string[] = ['PITH_NOT_RETAINED', 'PITH_UNKNOWN_ARTIFACT', 'PITH_STORE_FAILED']

/** What was printed of an artifact. */
export type ShownPart = ShownRanges & { outputBytes: number }

interface ShownText {
  outputBytes: number
}

/** Queues the event of a request that failed. Has no range for a search, because its result is unknown. */
export function queueMissed(error: unknown, id: string, asked: ShownRanges | undefined): void {
  if (!(error instanceof PithError) || !MISSED.includes(error.code)) return
  queueEvent({
    tool: 'show',
    status: 'failed',
    strategy: 'page',
    // Text that is not an id may be private, so the event leaves it out.
    artifact: isArtifactId(id) ? id : undefined,
    shown: asked && finite(asked),
  })
}

/** Queues the event of a request. Units are asked for without ranges. */
export function queueShown(
  artifact: string | undefined,
  { outputBytes, ...shown }: ShownPart | ShownText,
): void {
  const figures = { outputBytes, keptBytes: outputBytes }
  const ranges = 'unit' in shown ? finite(shown) : undefined
  queueEvent({ tool: 'show', status: 'ok', strategy: 'page', artifact, shown: ranges }, undefined, figures)
}

const finite = ({ unit, ranges }: ShownRanges): ShownRanges => ({
  unit,
  ranges: ranges.map(([from, to]) => [from, Math.min(to, END)] as const),
})
