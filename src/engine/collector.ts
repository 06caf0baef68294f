import { PithError } from '../errors.ts'
import type { CommandStatus, Input, Source, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { InputCollector } from './input-collector.ts'

/** The streaming form of `truncate`: bounded memory, one pass, the same text for any chunking. */
export interface Collector {
  /**
   * Takes the next text or bytes; bytes are copied where they are kept. A high surrogate at a string's end waits for
   * its other half.
   *
   * @throws {PithError} `PITH_INVALID_INPUT`, or `PITH_ENDED` after `end()`.
   */
  write(chunk: Input): void
  /** Turns true once, in the `write` after which memory can't hold every byte: open the artifact, replay `retained()`, go on. */
  readonly lossy: boolean
  /**
   * Every byte so far.
   *
   * @throws {PithError} `PITH_NOT_RETAINED` from the second `write` on after `lossy` turned true.
   */
  retained(): Uint8Array
  /** The result as it would be now. Never changes what `end()` gives. */
  snapshot(): Truncation
  /**
   * The result. `source` is where every byte can be read back; `status` tells of a command that failed.
   *
   * @throws {PithError} `PITH_ENDED` when called twice, `PITH_INVALID_OPTION` for a source that is none;
   *   `PITH_COUNTER_FAILED`, after which nothing is lost: `end()` may be called again, `write()` may not.
   */
  end(source?: Source, status?: CommandStatus): Truncation
}

/**
 * Creates a collector.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, also for `maxBytes: Infinity`, which no bounded memory can keep.
 * @example
 * const collector = createCollector({ maxLines: 3, keep: 'tail', notice: { off: true } })
 * for (const chunk of ['a\nb\n', 'c\nd\n']) collector.write(chunk)
 * collector.end().text // 'b\nc\nd\n'
 */
export function createCollector(options?: TruncateOptions): Collector {
  const settings = resolveSettings(options)
  if (settings.maxBytes === Infinity) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected `maxBytes` to be finite for a stream, got Infinity.')
  }
  const collector = new InputCollector(settings)
  return {
    write: (chunk) => collector.write(chunk),
    get lossy() {
      return collector.intake.lossy
    },
    retained: () => collector.intake.retained(),
    snapshot: () => collector.snapshot(),
    end: (source, status) => collector.end(source, status),
  }
}
