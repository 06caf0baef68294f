import type { Place } from './kind.ts'
import { type Line, placeOf } from './line.ts'

/** Lines that wait at most. A power of two. */
const MOST = 32

/**
 * The last lines of a container of which only a sample stays in memory. Most of them leave it soon, so that they are kept
 * as numbers, and become units only when they stay.
 */
export class LateLines {
  size = 0
  #first = 0
  readonly #bytes = new Float64Array(2 * MOST)
  readonly #lines = new Float64Array(MOST)
  readonly #codePoints = new Float64Array(2 * MOST)
  readonly #indices = new Float64Array(MOST)
  readonly #sorts = new Int32Array(MOST)

  push(line: Line, index: number, sort: number): void {
    const at = (this.#first + this.size++) & (MOST - 1)
    this.#bytes[2 * at] = line.startByte
    this.#bytes[2 * at + 1] = line.endByte
    this.#lines[at] = line.number
    this.#codePoints[2 * at] = line.startCodePoints
    this.#codePoints[2 * at + 1] = line.endCodePoints
    this.#indices[at] = index
    this.#sorts[at] = sort
  }

  /** Drops the first one. */
  shift(): void {
    this.#first = (this.#first + 1) & (MOST - 1)
    this.size--
  }

  /** Its place among the units of its container. */
  index(nth: number): number {
    return this.#indices[this.#at(nth)]
  }

  sort(nth: number): number {
    return this.#sorts[this.#at(nth)]
  }

  startByte(nth: number): number {
    return this.#bytes[2 * this.#at(nth)]
  }

  endByte(nth: number): number {
    return this.#bytes[2 * this.#at(nth) + 1]
  }

  start(nth: number): Place {
    const at = this.#at(nth)
    return placeOf(this.#bytes[2 * at], this.#lines[at], this.#codePoints[2 * at])
  }

  end(nth: number): Place {
    const at = this.#at(nth)
    return placeOf(this.#bytes[2 * at + 1], this.#lines[at] + 1, this.#codePoints[2 * at + 1])
  }

  #at(nth: number): number {
    return (this.#first + nth) & (MOST - 1)
  }
}
