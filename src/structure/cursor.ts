import type { Place } from './kind.ts'

/** Where a reader is. A place is made of it only when it is asked for. */
export class Cursor {
  byte = 0
  line = 1
  /** Bytes before it that continue a character. */
  continuations = 0
  /** Code points before its line. */
  lineStart = 0

  set(other: Cursor): void {
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

  place(): Place {
    const codePoints = this.byte - this.continuations
    return { byte: this.byte, line: this.line, column: codePoints - this.lineStart + 1, codePoints }
  }

  addTo(numbers: number[]): void {
    const codePoints = this.byte - this.continuations
    numbers.push(this.byte, this.line, codePoints - this.lineStart + 1, codePoints)
  }
}

/** Numbers of a place in a list of numbers. */
export const PLACE_NUMBERS = 4

export function addPlace(numbers: number[], { byte, line, column, codePoints }: Place): void {
  numbers.push(byte, line, column, codePoints)
}

export function placesIn(numbers: readonly number[]): Place[] {
  const places: Place[] = []
  for (let at = 0; at < numbers.length; at += PLACE_NUMBERS) {
    const [byte, line, column, codePoints] = numbers.slice(at, at + PLACE_NUMBERS)
    places.push({ byte, line, column, codePoints })
  }
  return places
}
