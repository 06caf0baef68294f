import type { Truncation } from '../truncation.ts'

let reached = 0

/** Notes what a result took. Bits, so that what several processes took can be joined. */
export function noteReach({ totalBytes, truncated, errors, kind, artifact, segments }: Truncation): void {
  const isError = errors.total > 0
  const isFolded = segments.some(({ exact }) => !exact)
  const taken = [totalBytes > 0, truncated, isError, truncated && isError, kind, artifact, isFolded]
  for (const [bit, is] of taken.entries()) if (is) reached |= 1 << bit
}

/** What this process took so far. Calls of one command that take the same run the same functions, or nearly so. */
export const reachedSoFar = (): number => reached
