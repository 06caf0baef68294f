import { eventOf, type NewEvent, type ToolCall } from '../events/events.ts'
import type { EventLog } from '../node/event-log.ts'
import { digestOf } from '../node/recorded.ts'
import type { Truncation } from '../truncation.ts'
import { pendingEvents } from './pending-events.ts'

/** What stands in for a log until the result is printed. */
export const laterEvents: EventLog = {
  run: '',
  dropped: 0,
  record: (event: NewEvent) => {
    pendingEvents.push(event)
  },
  close: () => {},
}

/** Remembers the call that this process is, with a digest of its words in the place of the words. */
export function remember(
  call: Omit<ToolCall, 'durationMs' | 'argumentsDigest'> & { durationMs?: number },
  result?: Truncation,
  figures?: Partial<NewEvent>,
): void {
  const durationMs = call.durationMs ?? Math.round(performance.now())
  const argumentsDigest = digestOf(JSON.stringify(process.argv.slice(2)))
  pendingEvents.push(eventOf({ ...call, durationMs, argumentsDigest }, result, figures))
}
