import { advanceCodePoints, countCodePoints } from '../render/graphemes.ts'
import { wholeUnits } from './units.ts'

const none = new Uint8Array(0)

/** Goes over the code points of bytes that come piece by piece, without joining the pieces. */
export class PointWalker {
  /** Code points gone over; one that the last piece cuts off is not among them. */
  points = 0
  #cut: Uint8Array = none

  /** True when the last piece ends inside a sequence. */
  get isCut(): boolean {
    return this.#cut.length > 0
  }

  /**
   * Goes on until `points` is `most`.
   *
   * @param isEnd true when no piece follows, so that a sequence that is cut off is one U+FFFD.
   * @returns the index in the piece of the next code point: its length when all of it was gone over.
   */
  walk(piece: Uint8Array, most: number, isEnd: boolean): number {
    const start = this.isCut ? this.#finish(piece, isEnd) : 0
    if (this.isCut) return start
    const rest = piece.subarray(start)
    const whole = rest.subarray(0, isEnd ? rest.length : wholeUnits(rest, rest.length))
    const left = most - this.points
    const length = left === Number.POSITIVE_INFINITY ? whole.length : advanceCodePoints(whole, 0, left)
    this.points += countCodePoints(whole, 0, length)
    if (this.points >= most) return start + length
    this.#cut = rest.slice(whole.length)
    return piece.length
  }

  /** Completes the sequence that the pieces before cut off; it stays cut where this one is too short for that. */
  #finish(piece: Uint8Array, isEnd: boolean): number {
    const joined = new Uint8Array(this.#cut.length + Math.min(LONGEST_REST, piece.length))
    joined.set(this.#cut)
    joined.set(piece.subarray(0, LONGEST_REST), this.#cut.length)
    const isWhole = isEnd || wholeUnits(joined, joined.length) > 0
    const length = isWhole ? advanceCodePoints(joined, 0, 1) - this.#cut.length : piece.length
    this.#cut = isWhole ? none : joined
    if (isWhole) this.points++
    return length
  }
}

/** Bytes that a sequence can lack. */
const LONGEST_REST = 3
