import { eventOf, type NewEvent, type ToolCall } from '../events/events.ts'
import { digestOf } from '../node/digest.ts'
import { uptimeMs } from '../node/uptime.ts'
import type { TruncateOptions } from '../options.ts'
import type { Truncation } from '../truncation.ts'
import { eventQueue } from './event-queue.ts'
import { noteReach } from './reach.ts'

/** The strategy of a call that keeps the ends of an output: what it keeps, or `worth` where that chooses the limit. */
export const strategyOf = ({ keep = 'ends', spend }: TruncateOptions): string =>
  keep === 'ends' && spend === 'worth' ? 'worth' : keep

/** Queues the event of this process. The event holds a digest of the command line, not its words. */
export function queueEvent(
  call: Omit<ToolCall, 'durationMs' | 'argumentsDigest'> & { durationMs?: number },
  result?: Truncation,
  figures?: Partial<NewEvent>,
): void {
  if (result) noteReach(result)
  const durationMs = call.durationMs ?? Math.round(uptimeMs())
  const argumentsDigest = digestOf(JSON.stringify(process.argv.slice(2)))
  eventQueue.push(eventOf({ ...call, durationMs, argumentsDigest }, result, figures))
}
