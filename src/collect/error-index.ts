import { lowerBound } from '../plan/material.ts'

/**
 * Where error matches lie: all of them near both ends of the stream, and how many there are in all. Matches arrive in
 * ascending order.
 */
export class ErrorIndex {
  /** Matches before `headBytes`, and the first one after. */
  readonly head: number[] = []
  total = 0
  last = -1
  readonly #headBytes: number
  readonly #tailBytes: number
  #recent: number[] = []

  constructor(headBytes: number, tailBytes: number) {
    this.#headBytes = headBytes
    this.#tailBytes = tailBytes
  }

  add(offset: number): void {
    if (this.last < this.#headBytes) this.head.push(offset)
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

  /** How many matches lie before `offset`, which is in the head or the tail. */
  before(offset: number): number {
    if (offset <= this.#headBytes) return lowerBound(this.head, offset)
    return this.total - (this.#recent.length - lowerBound(this.#recent, offset))
  }
}
