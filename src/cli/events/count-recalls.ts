import { RecallCount } from '../../extra/events/recall.ts'
import { type ReadEventsOptions, readEvents } from '../../host/event-files.ts'

/**
 * Counts how often omitted parts were asked for later. Reads the events twice, because a request may be read before the
 * call that omitted the part.
 */
export async function countRecalls(
  filter: ReadEventsOptions,
): Promise<{ counting: RecallCount; badLines: number }> {
  const counting = new RecallCount()
  const calls = readEvents(filter)
  for await (const event of calls) counting.call(event)
  // The other filters do not apply here, because any later request counts.
  const { directory, since } = filter
  for await (const event of readEvents({ directory, since })) counting.recall(event)
  return { counting, badLines: calls.badLines }
}
