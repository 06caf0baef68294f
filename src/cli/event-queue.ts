import type { NewEvent } from '../events/events.ts'

/** Events of this process. They are written after the result is printed, so that they do not delay it. */
export const eventQueue: NewEvent[] = []
