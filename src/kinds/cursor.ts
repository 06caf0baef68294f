import { ESC, LF } from './bytes.ts'
import type { Clip } from './clip.ts'
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

  /** Goes over bytes. */
  over(bytes: Uint8Array, from: number, to: number): void {
    const ahead = this.byte - from
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      // Most bytes are letters.
      if (byte > LF && byte < 0x80) continue
      if (byte === LF) {
        this.line++
        this.lineStart = ahead + at + 1 - this.continuations
      } else if ((byte & 0xc0) === 0x80) this.continuations++
    }
    this.byte = ahead + to
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

/** A range of a text that may be left out. `least` is where the text begins. */
export interface TextClip extends Clip {
  least: number
}

/** Places in a text that is read, at which a clip may begin or end. */
export class ClipMarks {
  /** Where the next byte is at which there may be one. */
  next = Infinity
  /** Where the next one is due. */
  due = 0
  readonly #recordBytes: number
  #start = 0
  #from: Place | undefined
  /** Two places, each a while behind the last. */
  #to: [Place, Place] | undefined

  constructor(recordBytes: number) {
    this.#recordBytes = recordBytes
  }

  /** A text begins at a byte. */
  begin(startByte: number): void {
    this.#from = this.#to = undefined
    this.#start = startByte
    this.next = this.due = startByte + (this.#recordBytes >> 1)
  }

  /** There is one at a place. */
  pass(at: ByteCursor): void {
    const place = at.place()
    if (this.#from) this.#to = [this.#to?.[1] ?? place, place]
    else this.#from = place
    this.next = this.due = at.byte + (this.#recordBytes >> 2)
  }

  /** True behind the first bytes of a text, which are always shown, as long as these are not too many to be. */
  isLongText(byte: number): boolean {
    return this.#from !== undefined && byte - this.#start <= 4 * this.#recordBytes
  }

  /** The part of the text that may be left out. Undefined if this part has at most `bytes` bytes. */
  clip(bytes: number): TextClip | undefined {
    const from = this.#from
    const to = this.#to?.[0]
    return from && to && to.byte - from.byte > bytes ? { from, to, least: this.#start } : undefined
  }
}

/** The letters that end a colour: `ESC [ … m` and `ESC [ K`. */
const LAST = [0x6d, 0x4b]

/** Splits the chunks of a text into runs without colours, for readers that do not know colours. */
export class ColourRuns {
  /** True between an ESC and its letter. */
  #isOpen = false
  readonly #text: (bytes: Uint8Array) => void
  readonly #colour: (count: number) => void

  /**
   * @param text takes bytes of the text
   * @param colour takes the number of bytes of a colour, all ASCII
   */
  constructor(text: (bytes: Uint8Array) => void, colour: (count: number) => void) {
    this.#text = text
    this.#colour = colour
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#isOpen) {
        let to = at
        while (to < bytes.length && !LAST.includes(bytes[to])) to++
        this.#isOpen = to === bytes.length
        to = Math.min(bytes.length, to + 1)
        this.#colour(to - at)
        at = to
        continue
      }
      const next = bytes.indexOf(ESC, at)
      const to = next < 0 ? bytes.length : next
      if (to > at) this.#text(bytes.subarray(at, to))
      this.#isOpen = next >= 0
      at = to
    }
  }
}
