import { createEventLog } from '../../host/event-log.ts'
import { writtenPart } from '../print/output.ts'
import { configured, eventOptions } from '../settings/config.ts'
import { asWritten } from '../shell/written-figures.ts'
import { eventQueue } from './event-queue.ts'

/** Writes the queued events of this process. They tell what was written, although most were queued before. */
export function writeEvents(): void {
  if (configured('events.enabled')?.value === false) return
  const log = createEventLog(eventOptions())
  const part = writtenPart
  // The whole process is pith's. What a command took is not in it.
  const { user, system } = process.cpuUsage()
  const events = eventQueue.splice(0)
  if (events[0]) events[0].ownMs = Math.round((user + system) / 1000)
  for (const event of events) log.record(part ? asWritten(event, part) : event)
  log.close()
}
