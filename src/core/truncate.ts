import { refuseDetached, unshared } from '../check/bytes.ts'
import { attempt } from '../check/failure.ts'
import { invalidInput } from '../errors.ts'
import type { Input, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import type { PartFailure, Truncation } from '../truncation.ts'
import { type Draw, draftOf, plan } from './fit/draft.ts'
import { fit } from './fit/fit.ts'
import { drawUnits } from './fit/units.ts'
import { wholeResult } from './fit/whole.ts'
import { collect } from './hold/collect.ts'
import { remainsOfWhole } from './hold/raw-ends.ts'
import { refusePatterns } from './hold/signal.ts'
import { recut } from './recut.ts'

// The whole pipeline: collect the facts of an input, then fit it into the limits. Each draft that `fit` asks for is
// planned and rendered. Start reading here. This folder also has the pipeline for chunks (collector.ts, stream.ts) and
// for results that are cut again (recut.ts, reassemble.ts).

/**
 * Cuts text or bytes to hard limits: keeps what matters, and says what was left out and how to get it back.
 *
 * Input within the limits is returned unchanged. A `Truncation` can be cut further: its gaps are merged, and lines and
 * bytes still count in the original input. Synchronous. Never writes, never uses threads.
 *
 * An error inside pith never loses the output: `failures` has it, and the text is made without what failed.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`, `PITH_INVALID_PATTERN`, `PITH_COUNTER_FAILED`
 * @example
 * truncate('a\nb\nport 8080\nc\nd\ne\nf\n', { maxLines: 1, query: 'which ports', notice: false }).text // 'port 8080\n'
 * truncate('a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n', { maxLines: 4, keep: 'head', maxBytes: 1000, notice: false }).text // 'a\nb\nc\nd\n'
 */
export function truncate(input: Input | Truncation, options?: TruncateOptions): Truncation {
  const settings = resolveSettings(options)
  if (typeof input === 'object' && input !== null && !(input instanceof Uint8Array))
    return recut(input, settings, draw)
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) {
    throw invalidInput(
      `Expected the input to be a string, a Uint8Array or a Truncation, got ${typeof input}.`,
    )
  }
  if (typeof input !== 'string') refuseDetached(input)
  refusePatterns(settings)
  // Most inputs are small and within the limits. For them `wholeResult` is a shorter way to the same result.
  const failures: PartFailure[] = []
  const whole = attempt('short path', () => wholeResult(input, settings), failures)
  return (
    whole ?? fit({ facts: (given) => collect(input, given, failures), remains, failures }, settings, draw)
  )

  function remains() {
    return remainsOfWhole(
      typeof input === 'string' ? new TextEncoder().encode(input) : unshared(input as Uint8Array),
    )
  }
}

/** One draft of a result: plans what to keep within a size, and renders it as text. */
export const draw: Draw = (request) =>
  request.facts.units ? drawUnits(request) : draftOf(plan(request), request)
