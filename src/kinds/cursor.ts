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
