import { checkSignal } from '../core/fit/abort.ts'

/** Longest time that synchronous reads may block the event loop. */
const MAX_TURN_MS = 10

/** Checks an abort signal before each read, and lets the event loop run between some reads. */
export class Pace {
  readonly #signal: AbortSignal | undefined
  #turnStart = performance.now()

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /**
   * Checks the signal and the time. Call it before each read.
   *
   * @returns true when it is time to `rest()`.
   * @throws {PithError} `PITH_ABORTED`
   */
  isDue(): boolean {
    checkSignal(this.#signal)
    return performance.now() - this.#turnStart >= MAX_TURN_MS
  }

  /** Lets the event loop run. */
  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#turnStart = performance.now()
  }
}
