import { advanceCodePoints, countCodePoints } from './graphemes.ts'
import { wholeUnits } from './utf8.ts'

const none = new Uint8Array(0)

/** Counts the code points of bytes that come in pieces, without joining the pieces. */
export class PointWalker {
  /** Code points counted so far, without one that the last piece cuts off. */
  points = 0
  #cut: Uint8Array = none

  /** True when the last piece ends inside a sequence. */
  get isCut(): boolean {
    return this.#cut.length > 0
  }

  /**
   * Advances until `points` is `most` or the piece ends.
   *
   * @param isEnd true when no piece follows. A sequence that is cut off then counts as one U+FFFD.
   * @returns the index in the piece of the next code point; the piece's length when all of it was counted.
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

  /** Completes the sequence that earlier pieces cut off. It stays cut when this piece is too short. */
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

/** Most bytes that a cut sequence can lack. */
const LONGEST_REST = 3
