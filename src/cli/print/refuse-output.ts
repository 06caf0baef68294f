import { failureOf, tolerate } from '../../check/failure.ts'
import { writeFailure } from '../../core/words/notices.ts'
import { failureEvents } from '../../extra/events/events.ts'
import { eventQueue } from '../events/event-queue.ts'
import { tellFailures } from '../events/queue-event.ts'
import { writeOut } from './output.ts'

/** Prints that redaction failed, in the place of an output. */
export async function refuseOutput(error: Error): Promise<void> {
  tolerate(error)
  const failures = [failureOf('redaction', error)]
  await writeOut(`[${writeFailure('redaction')}]\n`)
  tellFailures({ failures })
  eventQueue.push(...failureEvents({ failures }))
}
