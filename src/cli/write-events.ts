import { createEventLog } from '../host/event-log.ts'
import { configured, eventOptions } from './config.ts'
import { eventQueue } from './event-queue.ts'
import { writtenPart } from './output.ts'
import { asWritten } from './written-figures.ts'

/** Writes the queued events of this process. They tell what was written, although most were queued before. */
export function writeEvents(): void {
  if (configured('events.enabled')?.value === false) return
  const log = createEventLog(eventOptions())
  const part = writtenPart
  for (const event of eventQueue.splice(0)) log.record(part ? asWritten(event, part) : event)
  log.close()
}
