import { createEventLog } from '../node/event-log.ts'
import { configured, eventOptions } from './config.ts'
import { eventQueue } from './event-queue.ts'

/** Writes the queued events of this process. */
export function writeEvents(): void {
  if (configured('events.enabled')?.value === false) return
  const log = createEventLog(eventOptions())
  for (const event of eventQueue.splice(0)) log.record(event)
  log.close()
}
