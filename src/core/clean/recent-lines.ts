import { type Meaning, meaningOf } from './likeness.ts'

/** Shown lines that a line may be like. A power of two. */
export const RECENT_LINES = 64
/** Most bytes of a line that can be folded, without its LF. */
export const MOST_FOLDED_BYTES = 1024

const POSITIONS = RECENT_LINES - 1
const FORM_SLOTS = 4096

/** Lines, with the offset of each LF, and hashes of each line that may be folded: of all its bytes, and of its form. */
export interface ScannedLines {
  readonly bytes: Uint8Array
  readonly newlines: number
  readonly lineEnds: Int32Array
  readonly lineHashes: Int32Array
  /** Lines that differ in numbers only have the same form, but for lines that hold nothing else. */
  readonly lineForms: Int32Array
}

export const NO_LINES: ScannedLines = {
  bytes: new Uint8Array(0),
  newlines: 0,
  lineEnds: new Int32Array(0),
  lineHashes: new Int32Array(0),
  lineForms: new Int32Array(0),
}

const slotOf = (form: number): number => (form ^ (form >>> 12)) & (FORM_SLOTS - 1)

/** A line that was shown. */
export interface RecentLine {
  /** Counts lines, from 1. */
  ordinal: number
  hash: number
  form: number
  /** The ordinal of the recent line before it in the same slot. */
  previous: number
  /** Offset and number, from 1, in the input. */
  byte: number
  line: number
  /** Where it lies in `bytes`, without its LF. */
  bytes: Uint8Array
  start: number
  end: number
  /** What it means, and whether it is an error, once somebody asked. */
  meaning: Meaning | undefined
  isError: boolean | undefined
}

/** The last lines that were shown. */
export class RecentLines {
  #next = 1
  /** The ordinal of the first line that is still recent. */
  #first = 1
  /** The ordinal of the last line by slot of its form. */
  readonly #seen = new Uint32Array(FORM_SLOTS)
  /** By ordinal, modulo `RECENT_LINES`. */
  readonly #lines: RecentLine[] = []
  /** The first ordinal that is in the window. */
  #fresh = 1

  /** The offset of each line. */
  get places(): number[] {
    return Array.from({ length: this.#next - this.#first }, (_, i) => this.at(this.#first + i).byte)
  }

  /** Adds the line from `start` to `end` of the window's bytes, which has this index there. */
  add(window: ScannedLines, index: number, start: number, end: number, byte: number, line: number): void {
    const hash = window.lineHashes[index]
    const form = window.lineForms[index]
    const slot = slotOf(form)
    const ordinal = this.#next++
    const previous = this.#seen[slot]
    this.#seen[slot] = ordinal
    this.#lines[ordinal & POSITIONS] = {
      ordinal,
      hash,
      form,
      previous,
      byte,
      line,
      bytes: window.bytes,
      start,
      end,
      meaning: undefined,
      isError: undefined,
    }
    if (this.#next - this.#first > RECENT_LINES) this.#first++
  }

  /** Copies the recent lines of the window, whose bytes may change now. */
  close(): void {
    for (let ordinal = Math.max(this.#first, this.#fresh); ordinal < this.#next; ordinal++) {
      const recent = this.at(ordinal)
      recent.bytes = recent.bytes.slice(recent.start, recent.end)
      recent.start = 0
      recent.end = recent.bytes.length
    }
    this.#fresh = this.#next
  }

  clear(): void {
    this.#first = this.#next
  }

  at(ordinal: number): RecentLine {
    return this.#lines[ordinal & POSITIONS]
  }

  /** The last line with the slot of a form. */
  newest(form: number): RecentLine | undefined {
    return this.#recent(this.#seen[slotOf(form)])
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
export const knownMeaning = (recent: RecentLine): Meaning =>
  (recent.meaning ??= meaningOf(recent.bytes.subarray(recent.start, recent.end)))
