import { MOST_FOLDED_BYTES, type ScannedLines } from '../clean/recent-lines.ts'
import { isDigit } from '../judge/bytes.ts'

const LF = 0x0a
const NUMBER = 0x30
/** Lines of a window of 256 KiB, if they have 64 bytes. */
const LEAST_LINES = 4096
const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193
/** 1 for digits, blanks and the signs that a column of numbers has. */
const isOfData = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\d\s,.:;+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
)

/** Finds the ends and the hashes of lines. What it gives is valid until the next call. */
export class LineScanner {
  #lineEnds = new Int32Array(LEAST_LINES)
  #lineHashes = new Int32Array(LEAST_LINES)
  #lineForms = new Int32Array(LEAST_LINES)

  /** The lines that end in some bytes, which begin with a line. */
  scan(bytes: Uint8Array): ScannedLines {
    let newlines = 0
    for (let start = 0, lf = bytes.indexOf(LF); lf >= 0; start = lf + 1, lf = bytes.indexOf(LF, start)) {
      if (newlines === this.#lineEnds.length) this.#grow()
      this.#lineEnds[newlines] = lf
      if (lf - start <= MOST_FOLDED_BYTES) this.#hash(bytes, start, lf, newlines)
      newlines++
    }
    const [lineEnds, lineHashes, lineForms] = [this.#lineEnds, this.#lineHashes, this.#lineForms]
    return { bytes, newlines, lineEnds, lineHashes, lineForms }
  }

  /**
   * Hashes a line and its form by FNV-1a. In a form, each number is one byte, whatever its length. A line of numbers alone
   * is its own form.
   */
  #hash(bytes: Uint8Array, start: number, end: number, index: number): void {
    let hash = FNV_START
    let form = FNV_START
    let isNumber = false
    let isData = 1
    for (let at = start; at < end; at++) {
      const byte = bytes[at]
      hash = Math.imul(hash ^ byte, FNV_PRIME)
      isData &= isOfData[byte]
      const wasNumber = isNumber
      isNumber = isDigit(byte)
      if (!isNumber) form = Math.imul(form ^ byte, FNV_PRIME)
      else if (!wasNumber) form = Math.imul(form ^ NUMBER, FNV_PRIME)
    }
    this.#lineHashes[index] = hash
    this.#lineForms[index] = isData === 1 ? hash : form
  }

  #grow(): void {
    this.#lineEnds = grown(this.#lineEnds)
    this.#lineHashes = grown(this.#lineHashes)
    this.#lineForms = grown(this.#lineForms)
  }
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length)
  more.set(numbers)
  return more
}
