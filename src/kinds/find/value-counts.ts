import { BACKSLASH, QUOTE } from '../bytes.ts'
import { LINE_BREAK } from './find.ts'

/** Most different values that are counted by themselves. */
const MOST_VALUES = 10_000
/** Most bytes of a value that is told from others. */
const MOST_BYTES = 1000

/** Counts how often each value came. Blanks outside of strings make no difference. */
export class ValueCounts {
  readonly #counts = new Map<string, number>()
  #others = 0
  #long = 0
  readonly #value = new Uint8Array(MOST_BYTES + 1)
  #bytes = 0
  #inString = false
  #isEscaped = false

  /** Takes what a selector gives out. */
  write(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      if (part === LINE_BREAK) this.#end()
      else for (let at = 0; at < part.length && this.#bytes <= MOST_BYTES; at++) this.#add(part[at])
    }
  }

  /** Lines such as `397 "Running"`, the most frequent value first, then the one that came first. */
  end(): string {
    const lines = [...this.#counts].sort(([, a], [, b]) => b - a).map(([value, count]) => `${count} ${value}`)
    if (this.#long > 0) lines.push(`${this.#long} longer than ${MOST_BYTES} bytes`)
    if (this.#others > 0) lines.push(`${this.#others} others`)
    return lines.map((line) => `${line}\n`).join('')
  }

  #add(byte: number): void {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#inString = false
    } else if (byte === QUOTE) this.#inString = true
    else if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) return
    this.#value[this.#bytes++] = byte
  }

  #end(): void {
    const value = new TextDecoder().decode(this.#value.subarray(0, this.#bytes))
    const count = this.#counts.get(value)
    if (this.#bytes > MOST_BYTES) this.#long++
    else if (count !== undefined || this.#counts.size < MOST_VALUES) this.#counts.set(value, (count ?? 0) + 1)
    else this.#others++
    this.#bytes = 0
    this.#inString = false
    this.#isEscaped = false
  }
}
