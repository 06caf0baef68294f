import { wrongOption } from '../errors.ts'
import type { CommandStatus, Input, Source, TruncateOptions } from '../options.ts'
import { checkStatus, resolveSettings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { InputCollector } from './input-collector.ts'

/** The streaming form of `truncate`. Needs one pass and bounded memory, and returns the same text for any chunking. */
export interface Collector {
  /**
   * Takes the next text or bytes. Bytes that are kept are copied. A high surrogate at a string's end waits for its
   * other half.
   *
   * @throws {PithError} `PITH_INVALID_INPUT`, or `PITH_ENDED` after `end()`.
   */
  write(chunk: Input): void
  /**
   * Turns true in the `write` after which memory can't hold every byte. Then open an artifact, write `retained()` to
   * it, and go on.
   */
  readonly lossy: boolean
  /**
   * Every byte so far.
   *
   * @throws {PithError} `PITH_NOT_RETAINED` once another `write` follows the one that turned `lossy` true.
   */
  retained(): Uint8Array
  /** The result for the bytes so far. Does not change what `end()` returns. */
  snapshot(): Truncation
  /**
   * The result. `source` names where every byte can be read back. `status` says how a command failed.
   *
   * @throws {PithError} `PITH_ENDED` when called twice, `PITH_INVALID_OPTION` for an invalid source,
   *   `PITH_COUNTER_FAILED` when the token counter fails. Nothing is lost then: `end()` may be called again, but
   *   `write()` may not.
   */
  end(source?: Source, status?: CommandStatus): Truncation
}

/**
 * Creates a collector.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, also for `maxBytes: Infinity`, which bounded memory cannot hold.
 * @example
 * const collector = createCollector({ maxLines: 3, keep: 'tail', notice: false })
 * for (const chunk of ['a\nb\n', 'c\nd\n']) collector.write(chunk)
 * collector.end().text // 'b\nc\nd\n'
 */
export function createCollector(options?: TruncateOptions): Collector {
  const settings = resolveSettings(options)
  if (settings.maxBytes === Infinity) {
    throw wrongOption('Expected `maxBytes` to be finite for a stream, got Infinity.')
  }
  const collector = new InputCollector(settings)
  return {
    write: (chunk) => collector.write(chunk),
    get lossy() {
      return collector.intake.lossy
    },
    retained: () => collector.intake.retained(),
    snapshot: () => collector.snapshot(),
    end: (source, status) => {
      if (status !== undefined) checkStatus(status)
      return collector.end(source, status)
    },
  }
}
