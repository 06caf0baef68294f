import { endingOf, lineKey, type Text, withView } from './alike.ts'

/** Shown lines that a line may be alike to. A power of two. */
export const RECENT_LINES = 64
/** Most bytes of a line that can be folded, without its LF. */
export const MOST_FOLDED_BYTES = 1024

const POSITIONS = RECENT_LINES - 1
export const SHAPE_SLOTS = 4096
/** Place of a line that is no longer in the window. */
const HELD = -1

/** Lines, with the offset of each LF, and a hash by which most lines that are not alike differ. */
export interface ScannedLines {
  readonly bytes: Uint8Array
  readonly newlines: number
  readonly lineEnds: Int32Array
  readonly lineShapes: Uint32Array
}

export const NO_LINES: ScannedLines = {
  bytes: new Uint8Array(0),
  newlines: 0,
  lineEnds: new Int32Array(0),
  lineShapes: new Uint32Array(0),
}

/** The slot of a line's shape. */
export const slotOf = (shape: number): number => (shape ^ (shape >>> 12)) & (SHAPE_SLOTS - 1)

/**
 * The last lines that were shown. Each has an ordinal, from 1. Most are in the window. The others are held: copied when
 * their window ended.
 */
export class RecentLines {
  #next = 1
  /** The ordinal of the first line that is still recent. */
  #first = 1
  /** The ordinal of the last line by slot of its shape. */
  readonly #seen = new Uint32Array(SHAPE_SLOTS)
  // By ordinal, modulo RECENT_LINES.
  /** The line before it in the same slot. */
  readonly #previous = new Uint32Array(RECENT_LINES)
  /** Index in the window, or HELD. */
  readonly #index = new Int32Array(RECENT_LINES)
  // Of held lines.
  #heldText: Text = withView(new Uint8Array(0))
  readonly #ends = new Int32Array(RECENT_LINES)
  readonly #shapes = new Uint32Array(RECENT_LINES)
  readonly #keys = new Int32Array(RECENT_LINES)
  readonly #endings = new Int32Array(RECENT_LINES)
  readonly #bytes = new Float64Array(RECENT_LINES)
  readonly #lines = new Float64Array(RECENT_LINES)
  #window = NO_LINES
  #text: Text = withView(NO_LINES.bytes)
  #windowByte = 0
  #windowLine = 1

  /** The offset of each line. */
  get places(): number[] {
    return Array.from({ length: this.#next - this.#first }, (_, i) => this.byteOf(this.#first + i))
  }

  /** Sets the window of the lines that are added. It begins at an offset and a line number. */
  open(window: ScannedLines, text: Text, byte: number, line: number): void {
    this.#window = window
    this.#text = text
    this.#windowByte = byte
    this.#windowLine = line
  }

  /** Copies what is needed of the window. */
  close(): void {
    for (let ordinal = this.#first; ordinal < this.#next; ordinal++) this.#hold(ordinal)
    this.#window = NO_LINES
  }

  /** Adds a line of the window. Returns its ordinal. */
  add(index: number): number {
    const slot = slotOf(this.#window.lineShapes[index])
    const at = this.#next & POSITIONS
    this.#index[at] = index
    this.#previous[at] = this.#seen[slot]
    this.#seen[slot] = this.#next++
    if (this.#next - this.#first > RECENT_LINES) this.#first++
    return this.#next - 1
  }

  clear(): void {
    this.#first = this.#next
  }

  /** The last line with the same slot; 0 if there is none. */
  newest(shape: number): number {
    return this.#recent(this.#seen[slotOf(shape)])
  }

  /** The line before another one with the same slot; 0 if there is none. */
  before(ordinal: number): number {
    return this.#recent(this.#previous[ordinal & POSITIONS])
  }

  /** The ordinal of the line that was added last. */
  get last(): number {
    return this.#next - 1
  }

  isRecent(ordinal: number): boolean {
    return ordinal >= this.#first
  }

  textOf(ordinal: number): Text {
    return this.#index[ordinal & POSITIONS] === HELD ? this.#heldText : this.#text
  }

  startOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    const index = this.#index[at]
    if (index === HELD) return at * MOST_FOLDED_BYTES
    return index === 0 ? 0 : this.#window.lineEnds[index - 1] + 1
  }

  /** Where a line ends, without its LF. */
  endOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    return this.#index[at] === HELD ? this.#ends[at] : this.#window.lineEnds[this.#index[at]]
  }

  shapeOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    return this.#index[at] === HELD ? this.#shapes[at] : this.#window.lineShapes[this.#index[at]]
  }

  /** The key of a held line; 0 if it is not known yet. */
  keyOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    this.#keys[at] ||= lineKey(this.#heldText.bytes, this.startOf(ordinal), this.#ends[at])
    return this.#keys[at]
  }

  /** The ending of a held line. */
  endingOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    this.#endings[at] ||= endingOf(this.#heldText.bytes, this.startOf(ordinal), this.#ends[at])
    return this.#endings[at]
  }

  /** The index of a line in the window; negative for a held line. */
  indexOf(ordinal: number): number {
    return this.#index[ordinal & POSITIONS]
  }

  /** The offset of a line in the input. */
  byteOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    return this.#index[at] === HELD ? this.#bytes[at] : this.#windowByte + this.startOf(ordinal)
  }

  /** The number of a line, from 1. */
  lineOf(ordinal: number): number {
    const at = ordinal & POSITIONS
    return this.#index[at] === HELD ? this.#lines[at] : this.#windowLine + this.#index[at]
  }

  #recent(ordinal: number): number {
    return ordinal >= this.#first ? ordinal : 0
  }

  #hold(ordinal: number): void {
    const at = ordinal & POSITIONS
    if (this.#index[at] === HELD) return
    if (this.#heldText.bytes.length === 0)
      this.#heldText = withView(new Uint8Array(RECENT_LINES * MOST_FOLDED_BYTES))
    const start = this.startOf(ordinal)
    const end = this.endOf(ordinal)
    this.#bytes[at] = this.#windowByte + start
    this.#lines[at] = this.lineOf(ordinal)
    this.#shapes[at] = this.shapeOf(ordinal)
    this.#keys[at] = 0
    this.#endings[at] = 0
    this.#ends[at] = at * MOST_FOLDED_BYTES + end - start
    this.#heldText.bytes.set(this.#window.bytes.subarray(start, end), at * MOST_FOLDED_BYTES)
    this.#index[at] = HELD
  }
}
