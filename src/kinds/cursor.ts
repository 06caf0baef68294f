import type { Place } from './kind.ts'

/** Where a reader is. A place is made of it only when it is asked for. */
export class ByteCursor {
  byte = 0
  line = 1
  /** Bytes before it that continue a character. */
  continuations = 0
  /** Code points before its line. */
  lineStart = 0

  set(other: ByteCursor): void {
    this.byte = other.byte
    this.line = other.line
    this.continuations = other.continuations
    this.lineStart = other.lineStart
  }

  /** An LF was read. */
  newLine(): void {
    this.line++
    this.lineStart = this.byte - this.continuations
  }

  /** Goes back to the start of its line. What it read of that line must be ASCII. */
  goToLineStart(): void {
    this.byte = this.lineStart + this.continuations
  }

  place(): Place {
    const codePoints = this.byte - this.continuations
    return { byte: this.byte, line: this.line, column: codePoints - this.lineStart + 1, codePoints }
  }
}

/** Numbers of a place in a list of numbers. */
const PLACE_NUMBERS = 4

/** A list of places in numbers. It keeps its memory when it is emptied, so that lists that are used again cost none. */
export class PlaceList {
  readonly #numbers: number[] = []
  size = 0

  /** The offset of the last one. */
  get lastByte(): number {
    return this.#numbers[(this.size - 1) * PLACE_NUMBERS]
  }

  add(byte: number, line: number, column: number, codePoints: number): void {
    const numbers = this.#numbers
    const at = this.size++ * PLACE_NUMBERS
    numbers[at] = byte
    numbers[at + 1] = line
    numbers[at + 2] = column
    numbers[at + 3] = codePoints
  }

  addHere({ byte, line, continuations, lineStart }: ByteCursor): void {
    const codePoints = byte - continuations
    this.add(byte, line, codePoints - lineStart + 1, codePoints)
  }

  addLastOf(other: PlaceList): void {
    const at = (other.size - 1) * PLACE_NUMBERS
    const numbers = other.#numbers
    this.add(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3])
  }

  all(): Place[] {
    return Array.from({ length: this.size }, (_, nth) => {
      const at = nth * PLACE_NUMBERS
      const [byte, line, column, codePoints] = this.#numbers.slice(at, at + PLACE_NUMBERS)
      return { byte, line, column, codePoints }
    })
  }
}
