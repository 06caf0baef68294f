import { shapeOfText } from './cells.ts'
import { cleanRow } from './clean-row.ts'
import { type LostError, Places } from './places.ts'
import type { ScreenRow } from './row.ts'

/** Verdicts that are remembered. A power of two. */
const VERDICTS = 256
/** Most overwritten errors of one row that stay: as many of the first as of the last. Others are counted. */
const MOST_EACH = 128
/** Bytes that all overwritten errors of a screen may take. */
const MOST_BYTES = 64 * 1024

/** Keeps strong errors that are about to be overwritten. */
export class LostErrors {
  readonly #isStrongError: (bytes: Uint8Array, start: number, end: number) => boolean
  /** Shapes that were judged, and whether they were strong errors. */
  readonly #shapes = new Int32Array(VERDICTS)
  readonly #verdicts = new Uint8Array(VERDICTS)
  #text = new Uint8Array(256)
  #heldBytes = 0

  constructor(isStrongError: (bytes: Uint8Array, start: number, end: number) => boolean) {
    this.#isStrongError = isStrongError
  }

  /** Keeps the text of a row that is about to change, if it is a strong error. Of a long row, what is new in it. */
  note(row: ScreenRow): void {
    const [from, to] = row.takeUnjudged()
    if (from === to) return
    const shape = row.shapeOf(from, to)
    if (!this.#isStrong(shape, () => this.#textOf(row, from, to))) return
    const places = new Places((inputByte) => row.lineOf(inputByte))
    const text = this.#textOf(row, from, to, places)
    // The first text of a shape stays.
    if (row.lost.some((other) => other.shape === shape)) return
    if (row.lost.length === 2 * MOST_EACH || this.#heldBytes + text.length > MOST_BYTES) {
      row.lostMore++
      const gone = row.lost.length > MOST_EACH ? row.lost.splice(MOST_EACH, 1) : []
      for (const each of gone) this.#heldBytes -= each.text.length
      if (this.#heldBytes + text.length > MOST_BYTES) return
    }
    this.#heldBytes += text.length
    const { parts } = places
    const isPlaced = parts.reduce((sum, { viewBytes }) => sum + viewBytes, 0) === text.length
    // What comes together is not at the places of what was written.
    const unplaced = [{ viewBytes: text.length, inputByte: -1, line: 0, startsLine: false }]
    row.lost.push({ text: new Uint8Array(text), shape, parts: isPlaced ? parts : unplaced })
  }

  /** What of a row stays when it leaves the screen: all that no row of the screen shows. */
  take(row: ScreenRow, rows: readonly ScreenRow[]): LostError[] {
    const shown = new Set(rows.map((other) => other.shape))
    for (const { text } of row.lost) this.#heldBytes -= text.length
    const kept = row.lost.filter(({ shape }) => !shown.has(shape))
    row.lost = []
    return kept
  }

  /** Whether `bytes[from, to)`, in which no control comes together, are a strong error. */
  isStrongText(bytes: Uint8Array, from: number, to: number): boolean {
    return this.#isStrong(shapeOfText(bytes, from, to), () => bytes.slice(from, to))
  }

  #isStrong(shape: number, textOf: () => Uint8Array): boolean {
    const slot = (shape ^ (shape >>> 16)) & (VERDICTS - 1)
    if (this.#shapes[slot] !== shape) {
      this.#shapes[slot] = shape
      const text = textOf()
      this.#verdicts[slot] = this.#isStrongError(text, 0, text.length) ? 1 : 0
    }
    return this.#verdicts[slot] === 1
  }

  /** Valid until the next call. */
  #textOf(row: ScreenRow, from: number, to: number, places?: Places): Uint8Array {
    if (row.mostBytes > this.#text.length) this.#text = new Uint8Array(2 * row.mostBytes)
    return cleanRow(this.#text.subarray(0, row.writeTo(this.#text, 0, from, to, places)))
  }
}
