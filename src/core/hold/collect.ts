import { unshared } from '../../check/bytes.ts'
import type { Input } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { PartFailure } from '../../truncation.ts'
import type { Facts } from './facts.ts'
import { Intake } from './intake.ts'

// Reads an input once and returns its `Facts`: exact counts, and the bytes that a result may show. `Intake` takes
// chunks of any size. `Stream` scans them, keeps both ends, and has `ErrorFinder` assess the lines that `LineSelector`
// selects. `CandidateStore` keeps the best of these lines. Memory stays bounded, and no fact depends on where a chunk
// ends.

/**
 * Strings of up to this many UTF-16 units are encoded at once. Longer ones are encoded piece by piece, so that they are
 * never in memory twice.
 */
const WHOLE_STRING_LENGTH = 64 * 1024

/**
 * Scans a whole input. Returns exact counts of all of it, and the bytes that a result may show.
 *
 * @param failures learns what failed and was done without
 */
export function collect(input: Input, settings: Settings, failures: PartFailure[] = []): Facts {
  const intake = new Intake(settings)
  const { maxBytes, fold } = settings
  const mostWhole = fold ? Math.max(WHOLE_STRING_LENGTH, maxBytes) : WHOLE_STRING_LENGTH
  if (typeof input !== 'string') intake.writeOwned(unshared(input))
  else if (input.length <= mostWhole || maxBytes === Infinity) {
    intake.writeOwned(new TextEncoder().encode(input))
  } else intake.writeWhole(input)
  failures.push(...intake.failures)
  return intake.facts(settings.source, undefined)
}
