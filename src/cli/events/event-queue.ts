// What a process notes of its call until it ends.
import type { NewEvent } from '../../extra/events/events.ts'
import type { Truncation } from '../../truncation.ts'

/** Events of this process. They are written after the result is printed, so that they do not delay it. */
export const eventQueue: NewEvent[] = []

let reached = 0

/** Notes which paths of the code a result needed. Each is a bit, so that the paths of several processes can be joined. */
export function noteReach({ totalBytes, truncated, errors, kind, artifact, segments }: Truncation): void {
  const isError = errors.total > 0
  const isFolded = segments.some(({ exact }) => !exact)
  const needed = [totalBytes > 0, truncated, isError, truncated && isError, kind, artifact, isFolded]
  for (const [bit, is] of needed.entries()) if (is) reached |= 1 << bit
}

/** The paths that this process needed so far. Calls of one command with the same paths run nearly the same functions. */
export const reachedSoFar = (): number => reached
