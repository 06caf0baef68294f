import { PointWalker } from '../../core/bytes/code-points.ts'

/** Skips the characters of a line before a column. */
export class SkippedPoints {
  readonly #most: number
  readonly #walker = new PointWalker()
  /** Characters before the window at which the walker failed, and since. */
  #counted: number | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** Index behind the characters, in the next piece of the line. Undefined if it ends first. */
  skip(line: Uint8Array, isEnded: boolean, onError: (error: unknown) => void): number | undefined {
    const before = this.#walker.points + (this.#walker.isCut ? 1 : 0)
    try {
      if (this.#counted === undefined) {
        const index = this.#walker.walk(line, this.#most, isEnded)
        return this.#walker.points === this.#most ? index : undefined
      }
    } catch (error) {
      onError(error)
      this.#counted = before
    }
    return this.#count(line, isEnded)
  }

  /** Counts the bytes that begin a character. */
  #count(line: Uint8Array, isEnded: boolean): number | undefined {
    let points = this.#counted ?? 0
    for (let at = 0; at < line.length; at++) {
      if ((line[at] & 0xc0) === 0x80) continue
      if (points === this.#most) return at
      points++
    }
    this.#counted = points
    return isEnded && points === this.#most ? line.length : undefined
  }
}
