import type { Origin, ViewPlace } from './edit.ts'

// An edit is a few small numbers: what it does and how much of the input it takes, and for a replacement what stands for
// it. A number takes seven bits of each byte, the lowest first.

export const COPY = 0
/** Input that nothing stands for. */
export const SKIP = 1
export const REPLACE = 2
export const REPEAT = 3
export const KINDS = 4

/** Bytes from one mark to the next. */
const MARK_BYTES = 48

/** Where an edit begins in its block, and the place before it. */
export interface EditMark {
  readonly at: number
  readonly place: Readonly<ViewPlace>
}

/** Reads edits one by one. It must be opened first, and again after edits were added. */
export class EditReader {
  /** False behind the last edit. */
  isAtEdit = false
  kind = COPY
  /** LF bytes of the input in the edit. Not counted in copies. */
  inputLines = 0
  origin: Origin | undefined
  /** Whether a line of the input begins at the edit's start, if something stands for it. */
  startsLine = true
  /** Where the edit begins in its block. */
  start = 0
  /** The places before and after the edit. */
  readonly before: ViewPlace = { viewByte: 0, inputByte: 0, lineShift: 0, errors: 0, endsLine: undefined }
  readonly after: ViewPlace = { viewByte: 0, inputByte: 0, lineShift: 0, errors: 0, endsLine: undefined }
  #bytes: Uint8Array | undefined
  #length = 0
  #marks: EditMark[] | undefined
  /** From where on an edit gets a mark. */
  #unmarked = 0
  #at = 0

  /** True when it was opened for the block of some marks, and the block has got no more edits. */
  reads(marks: EditMark[], length: number): boolean {
    return this.#marks === marks && this.#length === length
  }

  /** Goes to the edit at a mark of a block. Adds marks to the block's while it reads. */
  open(bytes: Uint8Array, length: number, marks: EditMark[], { at, place }: EditMark): void {
    this.#bytes = bytes
    this.#length = length
    this.#marks = marks
    this.#unmarked = marks[marks.length - 1].at + MARK_BYTES
    this.#at = at
    copyPlace(place, this.after)
    this.next()
  }

  /** Goes to the next edit. */
  next(): void {
    const { before, after } = this
    copyPlace(after, before)
    this.start = this.#at
    this.isAtEdit = this.#at < this.#length
    this.origin = undefined
    if (!this.isAtEdit) return
    if (this.start >= this.#unmarked) this.#mark()
    this.inputLines = 0
    const first = this.#take()
    this.kind = first % KINDS
    const inputBytes = Math.floor(first / KINDS)
    after.inputByte += inputBytes
    after.endsLine = this.kind === COPY ? undefined : false
    if (this.kind === COPY) after.viewByte += inputBytes
    else if (this.kind !== SKIP) {
      this.inputLines = this.#take()
      after.viewByte += this.#take()
      const ends = this.#take()
      after.lineShift += this.inputLines - (ends >> 2)
      this.startsLine = (ends & 2) > 0
      after.endsLine = (ends & 1) > 0
      const errors = this.#take()
      after.errors += Math.floor(errors / 2)
      if (errors % 2 === 1) this.origin = { bytes: signed(this.#take()), lines: signed(this.#take()) }
    }
  }

  #mark(): void {
    this.#unmarked = this.start + MARK_BYTES
    this.#marks?.push({ at: this.start, place: { ...this.before } })
  }

  #take(): number {
    const bytes = this.#bytes as Uint8Array
    const first = bytes[this.#at++]
    if (first < 0x80) return first
    let value = first & 0x7f
    let scale = 0x80
    for (;;) {
      const byte = bytes[this.#at++]
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 0x80
    }
  }
}

function copyPlace(from: Readonly<ViewPlace>, to: ViewPlace): void {
  to.viewByte = from.viewByte
  to.inputByte = from.inputByte
  to.lineShift = from.lineShift
  to.errors = from.errors
  to.endsLine = from.endsLine
}

/** A number that may be negative, from one that is not. */
const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)
