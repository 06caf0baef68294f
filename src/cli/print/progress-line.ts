import { countOf, formatBytes } from '../../core/words/notices.ts'
import { countLineFeeds } from '../../store/ranges.ts'

const FIRST_MS = 1000
const STEP_MS = 250
const USUAL_WIDTH = 80
/** Goes to the beginning of the line, and clears it. */
const CLEAR = '\r\u001b[K'
/** Signals that a terminal and whoever closes it send. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * One line on standard error that says how far a call is, once it has run for a second: bytes, what was found, and rate.
 * It is drawn only when there is something new, so that the question of a command that waits for an answer stays visible.
 */
export class ProgressLine {
  readonly #startMs = performance.now()
  readonly #timer: NodeJS.Timeout
  #bytes = 0
  #counts: Readonly<Record<string, number>> = {}
  #drawn = ''

  constructor() {
    this.#timer = setInterval(() => this.#draw(), STEP_MS)
    this.#timer.unref()
    for (const signal of SIGNALS) process.on(signal, this.#onSignal)
  }

  /** Counts what comes out of a stream. */
  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const { lines = 0 } = this.#counts
      this.found({ bytes: this.#bytes + chunk.length, lines: lines + countLineFeeds(chunk) })
      yield chunk
    }
  }

  /** Sets what was found so far, such as `{ bytes: 812, matches: 12 }`. */
  found({ bytes = this.#bytes, ...counts }: { bytes?: number } & Readonly<Record<string, number>>): void {
    this.#bytes = bytes
    this.#counts = { ...this.#counts, ...counts }
  }

  /** Removes the line. Nothing is drawn from now on. */
  end(): void {
    clearInterval(this.#timer)
    for (const signal of SIGNALS) process.off(signal, this.#onSignal)
    if (this.#drawn !== '') write(CLEAR)
    this.#drawn = ''
  }

  /** Ends this process as the signal does by default, unless another listener handles the signal. */
  readonly #onSignal = (signal: NodeJS.Signals) => {
    this.end()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }

  #draw(): void {
    const ms = performance.now() - this.#startMs
    // The line does not say that there are no errors.
    const counts = Object.entries(this.#counts).filter(([name, count]) => count > 0 || name !== 'errors')
    if (ms < FIRST_MS || (this.#bytes === 0 && counts.every(([, count]) => count === 0))) return
    const amount = [formatBytes(this.#bytes), ...counts.map(([name, count]) => countOf(count, name))].join(
      ', ',
    )
    if (amount === this.#drawn) return
    this.#drawn = amount
    const rate = formatBytes(Math.round((this.#bytes * 1000) / ms))
    // A line that wraps could not be cleared. A terminal that does not know its width says 0.
    const width = Math.max(1, (process.stderr.columns || USUAL_WIDTH) - 1)
    write(`${CLEAR}${`pith: ${amount}, ${rate}/s`.slice(0, width)}`)
  }
}

function write(text: string): void {
  try {
    process.stderr.write(text)
  } catch {
    // The terminal is gone.
  }
}
