import type { NewEvent } from '../events/events.ts'

/** What this process has to put down once its result is printed: an event must not delay it. */
export const pendingEvents: NewEvent[] = []
