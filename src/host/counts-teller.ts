import type { OutputCounts } from '../core/input-collector.ts'

const STEP_MS = 250
/** Counting takes at most this part of the time, because it costs more the more is held in memory. */
const LARGEST_PART = 1 / 20

/** Tells the counts of an output while it comes: at most four times a second, and only when there is something new. */
export class CountsTeller {
  readonly #counts: () => OutputCounts
  readonly #tell: (counts: OutputCounts) => void
  #timer: NodeJS.Timeout | undefined
  #waitMs = STEP_MS
  #failure: { error: unknown } | undefined

  constructor(counts: () => OutputCounts, tell: (counts: OutputCounts) => void) {
    this.#counts = counts
    this.#tell = tell
  }

  /** Notes that there is new output. Throws what the receiver of the counts threw. */
  note(): void {
    if (this.#failure) throw this.#failure.error
    this.#timer ??= setTimeout(() => this.#now(), this.#waitMs).unref()
  }

  /** Tells nothing more. Throws what the receiver of the counts threw. */
  end(): void {
    this.stop()
    if (this.#failure) throw this.#failure.error
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #now(): void {
    this.#timer = undefined
    const startedAt = performance.now()
    try {
      this.#tell(this.#counts())
    } catch (error) {
      this.#failure = { error }
    }
    this.#waitMs = Math.max(STEP_MS, (performance.now() - startedAt) / LARGEST_PART)
  }
}
