import { type Meaning, meaningOf } from './likeness.ts'

/** Shown lines that a line may be like. A power of two. */
export const RECENT_LINES = 64
/** Most bytes of a line that can be folded, without its LF. */
export const MOST_FOLDED_BYTES = 1024

const POSITIONS = RECENT_LINES - 1
const SHAPE_SLOTS = 4096

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

/** A line that was shown. */
export interface RecentLine {
  /** Counts lines, from 1. */
  ordinal: number
  shape: number
  /** The ordinal of the recent line before it in the same slot. */
  previous: number
  /** Offset and number, from 1, in the input. */
  byte: number
  line: number
  /** The line's bytes without its LF: in the window, or copied when that ended. */
  text: Uint8Array
  /** What it means, and whether it is an error, once somebody asked. */
  meaning: Meaning | undefined
  isError: boolean | undefined
}

/** The last lines that were shown. */
export class RecentLines {
  #next = 1
  /** The ordinal of the first line that is still recent. */
  #first = 1
  /** The ordinal of the last line by slot of its shape. */
  readonly #seen = new Uint32Array(SHAPE_SLOTS)
  /** By ordinal, modulo `RECENT_LINES`. */
  readonly #lines: RecentLine[] = []
  /** The first ordinal that is in the window. */
  #fresh = 1

  /** The offset of each line. */
  get places(): number[] {
    return Array.from({ length: this.#next - this.#first }, (_, i) => this.at(this.#first + i).byte)
  }

  /** Adds a line of the window. */
  add(text: Uint8Array, shape: number, byte: number, line: number): void {
    const slot = slotOf(shape)
    const ordinal = this.#next++
    const previous = this.#seen[slot]
    this.#seen[slot] = ordinal
    this.#lines[ordinal & POSITIONS] = {
      ordinal,
      shape,
      previous,
      byte,
      line,
      text,
      meaning: undefined,
      isError: undefined,
    }
    if (this.#next - this.#first > RECENT_LINES) this.#first++
  }

  /** Copies the recent lines of the window, whose bytes may change now. */
  close(): void {
    for (let ordinal = Math.max(this.#first, this.#fresh); ordinal < this.#next; ordinal++) {
      const recent = this.at(ordinal)
      recent.text = recent.text.slice()
    }
    this.#fresh = this.#next
  }

  clear(): void {
    this.#first = this.#next
  }

  at(ordinal: number): RecentLine {
    return this.#lines[ordinal & POSITIONS]
  }

  /** The last line with the slot of a shape. */
  newest(shape: number): RecentLine | undefined {
    return this.#recent(this.#seen[slotOf(shape)])
  }

  /** The line before another one with the same slot. */
  before({ previous }: RecentLine): RecentLine | undefined {
    return this.#recent(previous)
  }

  #recent(ordinal: number): RecentLine | undefined {
    return ordinal >= this.#first ? this.at(ordinal) : undefined
  }
}

/** The meaning of a recent line. */
export const knownMeaning = (recent: RecentLine): Meaning => (recent.meaning ??= meaningOf(recent.text))
