import { PithError } from '../errors.ts'
import { wholeResult } from '../fit/whole.ts'
import type { Input, TruncateOptions } from '../options.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { Collecting } from './collecting.ts'
import { recut } from './recut.ts'

/**
 * Text or bytes cut to hard limits: what matters is kept, what is left out is named with a way back to it.
 *
 * Within the limits the text is the input's own. A `Truncation` can be cut further: its gaps are merged, and lines and
 * bytes still count in the original. Synchronous; never writes, never uses threads.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncate('a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n', { maxLines: 4, keep: 'head', maxBytes: 1000, notice: { off: true } }).text // 'a\nb\nc\nd\n'
 */
export function truncate(input: Input | Truncation, options?: TruncateOptions): Truncation {
  const settings = resolveSettings(options)
  if (typeof input === 'object' && input !== null && !(input instanceof Uint8Array))
    return recut(input, settings)
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) {
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected the input to be a string, a Uint8Array or a Truncation, got ${typeof input}.`,
    )
  }
  return wholeResult(input, settings) ?? collected(input, settings)
}

/** What the collector gives for a whole input, also for one that has to be cut. */
export function collected(input: Input, settings: Settings): Truncation {
  const collecting = new Collecting(settings)
  if (typeof input !== 'string') collecting.writeOwned(input)
  else if (input.length <= WHOLE_STRING_LENGTH || settings.maxBytes === Infinity) {
    collecting.writeOwned(new TextEncoder().encode(input))
  } else collecting.writeWhole(input)
  return collecting.end()
}

/** Up to so many UTF-16 units a string is encoded at once; a longer one piece by piece, so that it is never held twice. */
const WHOLE_STRING_LENGTH = 64 * 1024
