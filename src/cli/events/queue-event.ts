import { writeFailure } from '../../core/words/notices.ts'
import { eventOf, failureEvents, type NewEvent, type ToolCall } from '../../extra/events/events.ts'
import { digestOf } from '../../host/digest.ts'
import { uptimeMs } from '../../host/uptime.ts'
import type { TruncateOptions } from '../../options.ts'
import type { Truncation } from '../../truncation.ts'
import { hostLimitsOf } from '../hooks/agent-limit.ts'
import { warn } from '../print/output.ts'
import { eventQueue, noteReach } from './event-queue.ts'

/** The strategy of a call that keeps the ends of an output: what it keeps, or `worth` where that chooses the limit. */
export const strategyOf = ({ keep = 'ends', for: purpose }: TruncateOptions): string =>
  keep === 'ends' && purpose === 'run' ? 'worth' : keep

/** Tells people, in a line for each, what failed in pith, and the place of the error in its source. */
export function tellFailures(result: Pick<Truncation, 'failures'> | undefined): void {
  for (const { what, error } of result?.failures ?? [])
    warn(`${writeFailure(what)} Please report this: ${error}`)
}

/**
 * Queues the event of this process, and tells people what failed in pith. The event holds a digest of the command line, not its
 * words.
 *
 * @param failures those of a list, which is no `Truncation`
 */
export function queueEvent(
  call: Omit<ToolCall, 'durationMs' | 'argumentsDigest'> & { durationMs?: number },
  result?: Truncation,
  figures?: Partial<NewEvent>,
  failures = result?.failures,
): void {
  if (result) noteReach(result)
  tellFailures({ failures: failures ?? [] })
  const durationMs = call.durationMs ?? Math.round(uptimeMs())
  const argumentsDigest = digestOf(JSON.stringify(process.argv.slice(2)))
  const host = hostLimitsOf('shell', call.status !== 'ok')
  eventQueue.push(eventOf({ host, ...call, durationMs, argumentsDigest }, result, figures))
  eventQueue.push(...failureEvents({ failures: failures ?? [] }))
}
