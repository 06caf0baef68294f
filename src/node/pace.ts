import { PithError } from '../errors.ts'

/** Reads are synchronous; so long may they hold up what else the process does. */
const MAX_TURN_MS = 10

/** Looks at an abort signal before each read, and lets the event loop run between some of them. */
export class Pace {
  readonly #signal: AbortSignal | undefined
  #turnStart = performance.now()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /**
   * To be called before each read.
   *
   * @returns true when it is time to `rest()`.
   * @throws {PithError} `PITH_ABORTED`
   */
  isDue(): boolean {
    if (this.#signal?.aborted)
      throw new PithError('PITH_ABORTED', 'The reading was given up because its signal was aborted.')
    return performance.now() - this.#turnStart >= MAX_TURN_MS
  }

  /** Lets the event loop run. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#turnStart = performance.now()
  }
}
