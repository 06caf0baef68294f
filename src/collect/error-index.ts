import { lowerBound } from './sorted.ts'

/**
 * Where error matches lie: all of them near both ends of the stream, and how many there are in all. Matches arrive in
 * ascending order.
 */
export class ErrorIndex {
  /** Matches before `headBytes`. */
  readonly head: number[] = []
  /** The first match after those, and how many its line has from there on. */
  #beyond = { offset: Infinity, line: 0, count: 0 }
  total = 0
  last = -1
  readonly #headBytes: number
  readonly #tailBytes: number
  #recent: number[] = []

  constructor(headBytes: number, tailBytes: number) {
    this.#headBytes = headBytes
    this.#tailBytes = tailBytes
  }

  add(offset: number, line: number): void {
    if (offset < this.#headBytes) this.head.push(offset)
    else if (this.#beyond.count === 0) this.#beyond = { offset, line, count: 1 }
    else if (this.#beyond.line === line) this.#beyond.count++
    this.#recent.push(offset)
    this.total++
    this.last = offset
  }

  /** Forgets what is too far behind `endByte` to be asked for again. */
  trim(endByte: number): void {
    const from = lowerBound(this.#recent, endByte - this.#tailBytes)
    if (from > 1024 && from * 2 > this.#recent.length) this.#recent = this.#recent.slice(from)
  }

  /** Matches at or after `startByte`, which is not further back than the tail. */
  since(startByte: number): number[] {
    return this.#recent.slice(lowerBound(this.#recent, startByte))
  }

  /** How many matches lie before the end of the line that goes on where the head ends. */
  beforeHeadLineEnd(lineEnd: number): number {
    const { offset, count } = this.#beyond
    return this.head.length + (offset < lineEnd ? count : 0)
  }
}
