import { keyOf, type Text, textOf } from './alike.ts'

/** Lines that a run may repeat. */
export const RECENT_LINES = 16
/** Most bytes of a line that can be folded, without its LF. */
export const MAX_LINE_BYTES = 1024

/** Whole lines, and what the scanner found of them. */
export interface ScannedLines {
  readonly bytes: Uint8Array
  readonly newlines: number
  readonly lineEnds: Int32Array
  readonly lineShapes: Uint32Array
  readonly lineOpenings: Uint32Array
}

/** The last lines before a window, next to each other. Their indices are -1 for the last one, -2, and so on. */
export class RecentLines {
  count = 0
  /** Offset and number, from 1, of the first line. */
  firstByte = 0
  firstLine = 1
  readonly text: Text = textOf(new Uint8Array(RECENT_LINES * (MAX_LINE_BYTES + 1)))
  readonly #ends = new Int32Array(RECENT_LINES)
  readonly #shapes = new Uint32Array(RECENT_LINES)
  /** 0 for a key that is not known yet. */
  readonly #keys = new Int32Array(RECENT_LINES)

  startOf(index: number): number {
    const at = this.count + index
    return at === 0 ? 0 : this.#ends[at - 1] + 1
  }

  /** The offset of a line's LF in `bytes`. */
  endOf(index: number): number {
    return this.#ends[this.count + index]
  }

  shapeOf(index: number): number {
    return this.#shapes[this.count + index]
  }

  keyOf(index: number): number {
    const at = this.count + index
    this.#keys[at] ||= keyOf(this.text.bytes, this.startOf(index), this.#ends[at])
    return this.#keys[at]
  }

  clear(): void {
    this.count = 0
  }

  /** Keeps the lines from `first` to before `stop`, of which some may be in a window that begins at a place. */
  keep(first: number, stop: number, window: ScannedLines, windowByte: number, windowLine: number): void {
    if (first < 0) this.#drop(this.count + first)
    else {
      this.count = 0
      this.firstByte = windowByte + (first === 0 ? 0 : window.lineEnds[first - 1] + 1)
      this.firstLine = windowLine + first
    }
    if (stop > Math.max(first, 0)) this.#append(Math.max(first, 0), stop, window)
  }

  #drop(lines: number): void {
    if (lines === 0) return
    const ends = this.#ends
    const bytes = ends[lines - 1] + 1
    this.text.bytes.copyWithin(0, bytes, ends[this.count - 1] + 1)
    this.count -= lines
    this.firstByte += bytes
    this.firstLine += lines
    for (let at = 0; at < this.count; at++) {
      ends[at] = ends[at + lines] - bytes
      this.#shapes[at] = this.#shapes[at + lines]
      this.#keys[at] = this.#keys[at + lines]
    }
  }

  #append(first: number, stop: number, { bytes, lineEnds, lineShapes }: ScannedLines): void {
    const start = first === 0 ? 0 : lineEnds[first - 1] + 1
    const to = this.count === 0 ? 0 : this.#ends[this.count - 1] + 1
    this.text.bytes.set(bytes.subarray(start, lineEnds[stop - 1] + 1), to)
    for (let line = first; line < stop; line++) {
      this.#ends[this.count] = lineEnds[line] - start + to
      this.#keys[this.count] = 0
      this.#shapes[this.count++] = lineShapes[line]
    }
  }
}
