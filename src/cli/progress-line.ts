import { truncate } from '../engine/truncate.ts'
import { countOf, formatBytes } from '../render/notices.ts'

const FIRST_MS = 1000
const STEP_MS = 250
const USUAL_WIDTH = 80
const LF = 0x0a
/** Bytes that wait to be searched for errors between two steps. */
const MOST_WAITING_BYTES = 256 * 1024
/** Goes to the beginning of the line, and clears it. */
const CLEAR = '\r\u001b[K'

/**
 * One line on standard error that says how far a call is, from its first second on: bytes, lines, errors and rate. It is
 * drawn only when there is something new, so that the question of a command that waits for an answer is not cleared.
 */
export class ProgressLine {
  readonly #startMs = performance.now()
  readonly #timer: NodeJS.Timeout
  #bytes = 0
  #lines = 0
  #errors = 0
  #found: string | undefined
  #drawn = ''
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  constructor() {
    this.#timer = setInterval(() => this.#draw(), STEP_MS)
    this.#timer.unref()
  }

  /** Counts the next bytes of an output. They may change when this call has returned. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    this.#waiting.push(new Uint8Array(chunk))
    this.#waitingBytes += chunk.length
    if (this.#waitingBytes >= MOST_WAITING_BYTES) this.#search()
  }

  /** Counts what comes out of a stream. */
  async *of(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk)
      yield chunk
    }
  }

  /** Sets what was found so far, such as `{ bytes: 812, matches: 12 }`. */
  found({ bytes, ...counts }: { bytes: number } & Readonly<Record<string, number>>): void {
    this.#bytes = bytes
    this.#found = Object.entries(counts)
      .map(([name, count]) => `, ${countOf(count, name)}`)
      .join('')
  }

  /** Removes the line. Nothing is drawn from now on. */
  end(): void {
    clearInterval(this.#timer)
    if (this.#drawn !== '') write(CLEAR)
    this.#drawn = ''
  }

  #draw(): void {
    const ms = performance.now() - this.#startMs
    if (ms < FIRST_MS) return
    this.#search()
    const errors = this.#errors > 0 ? `, ${countOf(this.#errors, 'errors')}` : ''
    const counts = this.#found ?? `, ${countOf(this.#lines, 'lines')}${errors}`
    const amount = `${formatBytes(this.#bytes)}${counts}`
    if ((this.#bytes === 0 && this.#found === undefined) || amount === this.#drawn) return
    this.#drawn = amount
    const rate = formatBytes(Math.round((this.#bytes * 1000) / ms))
    // A line that wraps could not be cleared. A terminal that does not know its width says 0.
    const width = Math.max(1, (process.stderr.columns || USUAL_WIDTH) - 1)
    write(`${CLEAR}${`pith: ${amount}, ${rate}/s`.slice(0, width)}`)
  }

  /** Counts the lines and errors of what waits. The line that is still open waits on, unless it is very long. */
  #search(): void {
    const all = Buffer.concat(this.#waiting)
    const end = all.lastIndexOf(LF) + 1 || (all.length >= MOST_WAITING_BYTES ? all.length : 0)
    this.#waiting = end < all.length ? [all.subarray(end)] : []
    this.#waitingBytes = all.length - end
    if (end === 0) return
    const { errors, totalLines } = truncate(all.subarray(0, end), {
      errors: true,
      keep: 'head',
      maxLines: 1,
      maxBytes: 1024,
      notice: false,
    })
    this.#errors += errors.total
    this.#lines += all[end - 1] === LF ? totalLines : totalLines - 1
  }
}

function write(text: string): void {
  try {
    process.stderr.write(text)
  } catch {
    // The terminal is gone.
  }
}
