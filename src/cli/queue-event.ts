import { eventOf, type NewEvent, type ToolCall } from '../events/events.ts'
import type { EventLog } from '../node/event-log.ts'
import { digestOf } from '../node/recorded.ts'
import type { Truncation } from '../truncation.ts'
import { eventQueue } from './event-queue.ts'

/** Stands in for an event log until the result is printed. */
export const queueingLog: EventLog = {
  run: '',
  dropped: 0,
  record: (event: NewEvent) => {
    eventQueue.push(event)
  },
  close: () => {},
}

/** Queues the event of this process. It holds a digest of the command line, not its words. */
export function queueEvent(
  call: Omit<ToolCall, 'durationMs' | 'argumentsDigest'> & { durationMs?: number },
  result?: Truncation,
  figures?: Partial<NewEvent>,
): void {
  const durationMs = call.durationMs ?? Math.round(performance.now())
  const argumentsDigest = digestOf(JSON.stringify(process.argv.slice(2)))
  eventQueue.push(eventOf({ ...call, durationMs, argumentsDigest }, result, figures))
}
