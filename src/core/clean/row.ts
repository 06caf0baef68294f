import { unitLength } from '../bytes/size.ts'
import { shapeOfText } from './cells.ts'
import { columnAfter } from './columns.ts'
import type { LineStart, LostError, Places } from './places.ts'
import { RowCells } from './row-cells.ts'

const LF = 0x0a
const CR = 0x0d

const LEAST_BYTES = 128
/** Of a longer row only what was written since it was judged is judged again, with so much text on both sides. */
const LONG_ROW = 512
const CONTEXT = 256
/** A row that was longer gives its memory back. */
const MOST_SPARE = 1024

/** The line of the input that is being read. */
export interface InputLine extends LineStart {
  /** Rows that were written in this line. One that left the screen may be among them, also more than once. */
  readonly written: ScreenRow[]
  /** With more of them, those that left the screen are taken out. */
  mostWritten: number
}

/** The least of `InputLine.mostWritten`. */
export const LEAST_WRITTEN = 1024

/** How a line of the input ended that made the row end. */
export type LineEnd = '' | '\n' | '\r\n'

/**
 * One row of a screen. As long as its text came from left to right it is bytes, and `edits` tells where they come from.
 * Once something was overwritten it is cells.
 */
export class ScreenRow {
  isRaw = true
  /** The text while it is raw. */
  bytes = new Uint8Array(LEAST_BYTES)
  length = 0
  /** How many bytes were copied, how many of the input were left out then, and so on. */
  readonly edits: number[] = []
  editCount = 0
  /** True when something was written since the row was made or emptied. */
  hasBegun = false
  /** The range of the input that raw text comes from, and the number and first byte of its line. */
  startByte = 0
  stopByte = 0
  startLine = 0
  lineByte = 0
  /** True when the raw text goes on with the line end itself. */
  endsRaw = false
  lineEnd: LineEnd = ''
  /** True when the row goes on in the next one without a line end: a part of a very long line. */
  isPart = false
  /** The end of the line of the input in which the row was last written. Infinite as long as that line goes on. */
  shareByte = 0
  shareLine = 0
  /** The line of the input in which the row was last written, while it is in `InputLine.written`. */
  writtenLine = -1
  /** Strong errors that stood here and were overwritten, and the number of others that are only counted. */
  lost: LostError[] = []
  lostMore = 0
  /** The cursor's move after which the row's text was judged. */
  judgedMove = -1
  /** The columns that were written since the row was judged, and how many they were with repetitions. */
  #unjudgedFrom = 0
  #unjudgedTo = 0
  #unjudged = 0
  #isRawJudged = false
  /** The text while it is not raw. */
  readonly #cells = new RowCells()
  /** Columns of the first `#measured` raw bytes. */
  #columns = 0
  #measured = 0

  get isBlank(): boolean {
    return this.isRaw ? this.length === 0 : this.#cells.width === 0
  }

  /** What the row takes of memory, in bytes or cells. */
  get size(): number {
    return this.isRaw ? this.length : this.#cells.width
  }

  get columns(): number {
    if (!this.isRaw) return this.#cells.width
    for (let at = this.#measured; at < this.length; ) {
      const length = unitLength(this.bytes, at, this.length)
      this.#columns = columnAfter(this.#columns, this.bytes, at, length, this.#cells.most)
      at += Math.abs(length)
    }
    this.#measured = this.length
    return this.#columns
  }

  /** True when the text goes on behind the start of a column. For the first one, its first character mostly tells. */
  reaches(column: number): boolean {
    if (column === 0 && this.isRaw && this.length > 0) {
      const length = unitLength(this.bytes, 0, this.length)
      if (columnAfter(0, this.bytes, 0, length, this.#cells.most) > 0) return true
    }
    return column < this.columns
  }

  /** A new row of the same memory. `byte` and `line` are the end of the last whole line of the input. */
  reset(byte: number, line: number, width: number): void {
    this.clear()
    this.#cells.most = width
    this.endsRaw = false
    this.lineEnd = ''
    this.shareByte = byte
    this.shareLine = line
    this.writtenLine = -1
    if (this.lost.length > 0) this.lost = []
    this.lostMore = 0
    this.judgedMove = -1
    this.giveBack()
  }

  /** Gives the memory of a long row back. Its text is lost. */
  giveBack(): void {
    if (this.bytes.length > MOST_SPARE) this.bytes = new Uint8Array(LEAST_BYTES)
    this.#cells.giveBack()
  }

  /** Empties the row. */
  clear(): void {
    this.isRaw = true
    this.hasBegun = false
    this.endsRaw = false
    this.isPart = false
    this.length = 0
    this.editCount = 0
    this.#cells.clear()
    this.#isRawJudged = false
    this.#unjudged = 0
    this.#columns = 0
    this.#measured = 0
  }

  /** The next text of a raw row, from a place in the input. */
  append(bytes: Uint8Array, from: number, to: number, inputByte: number, line: InputLine): void {
    this.#goTo(inputByte, line)
    const count = to - from
    let length = this.length
    if (length + count > this.bytes.length) this.#grow(length + count)
    const target = this.bytes
    if (count > 48) target.set(bytes.subarray(from, to), length)
    else for (let at = from; at < to; at++) target[length++] = bytes[at]
    this.length += count
    this.edits[this.editCount - 1] += count
    this.stopByte = inputByte + count
  }

  /** Notes the line end that directly follows raw text. Its CR is left out. */
  appendEnd(inputByte: number, line: InputLine, end: LineEnd): void {
    this.#goTo(inputByte, line)
    this.stopByte = inputByte
    this.#goTo(inputByte + end.length - 1, line)
    this.edits[this.editCount - 1]++
    this.stopByte = inputByte + end.length
    this.endsRaw = true
  }

  /** Makes cells of the bytes. */
  toCells(): void {
    if (!this.isRaw) return
    this.isRaw = false
    this.endsRaw = false
    if (this.length > 0) {
      const { startByte, startLine: number, lineByte } = this
      this.put(0, this.bytes, 0, this.length, startByte, { number, startByte: lineByte })
      this.#cells.passEdits(this.startByte, this.edits, this.editCount)
    }
    this.hasBegun = true
    if (this.#isRawJudged) this.#unjudged = 0
  }

  /**
   * The part to judge before some text is lost, as bytes or cells. Notes that it was judged. All parts together are not
   * much longer than what was written.
   */
  takeUnjudged(): [from: number, to: number] {
    const size = this.size
    const written = this.#unjudged
    this.#unjudged = 0
    if (this.isRaw) this.#isRawJudged = true
    if (this.isRaw || size <= LONG_ROW) return [0, size]
    const [from, to] = written > 0 ? [this.#unjudgedFrom, this.#unjudgedTo] : [size, size]
    const least = Math.max(from, to - written) - CONTEXT
    return [Math.min(size, Math.max(0, least)), Math.min(size, to + CONTEXT)]
  }

  /** Writes text that stands at a place in the input from a column on. Returns the column behind it. */
  put(
    column: number,
    bytes: Uint8Array,
    from: number,
    to: number,
    inputByte: number,
    line: LineStart,
  ): number {
    const stop = this.#cells.put(column, bytes, from, to, inputByte, line)
    this.#noteWritten(column, stop)
    return stop
  }

  /** Writes blanks over columns. Those at the end are dropped. */
  erase(from: number, to: number): void {
    this.#cells.erase(from, to)
  }

  /** Moves what is from a column on to the right by a number of blanks, or to the left over that many cells. */
  shift(column: number, by: number): void {
    if (column >= this.#cells.width) return
    this.#noteWritten(column, column + 1)
    this.#cells.shift(column, by)
  }

  /** True when something but blanks stands in some columns. */
  hasText(from: number, to: number): boolean {
    return this.isRaw ? from < to && this.reaches(from) : this.#cells.hasText(from, to)
  }

  /**
   * Writes the text, or a range of its bytes or cells, behind `offset` in `target`, which must have room for `mostBytes`.
   * Returns the offset behind it. `places` learns where it comes from.
   */
  writeTo(target: Uint8Array, offset: number, from = 0, to = this.size, places?: Places): number {
    if (this.isRaw) {
      target.set(this.bytes.subarray(from, to), offset)
      if (places) this.#addRaw(from, to, places)
      return offset + to - from
    }
    return this.#cells.writeTo(target, offset, from, to, places)
  }

  /** The line of the input in which a byte of the row stands. Undefined when it was forgotten. */
  lineOf(inputByte: number): LineStart | undefined {
    return this.isRaw ? { number: this.startLine, startByte: this.lineByte } : this.#cells.lineOf(inputByte)
  }

  /** Writes raw text with its line end. */
  writeWhole(target: Uint8Array, offset: number): number {
    let at = this.writeTo(target, offset)
    if (this.lineEnd === '\r\n') target[at++] = CR
    target[at++] = LF
    return at
  }

  /**
   * A hash of the letters in the text, and of whether its numbers are 0. What only counts on, or turns a spinner, keeps
   * its shape. 0 for a row without text.
   */
  get shape(): number {
    return this.shapeOf(0, this.size)
  }

  /** The same of a range of its bytes or cells. */
  shapeOf(from: number, end: number): number {
    return this.isRaw ? shapeOfText(this.bytes, from, end) : this.#cells.shapeOf(from, end)
  }

  /** Room that `writeTo` needs. */
  get mostBytes(): number {
    return this.isRaw ? this.length : this.#cells.mostBytes
  }

  /** Tells where a range of raw text comes from. */
  #addRaw(from: number, to: number, places: Places): void {
    let inputByte = this.startByte
    let at = 0
    for (let edit = 0; edit < this.editCount && at < to; edit += 2) {
      if (edit > 0) inputByte += this.edits[edit - 1]
      const count = this.edits[edit]
      const start = Math.max(at, from)
      const stop = Math.min(at + count, to)
      if (stop > start) places.add(stop - start, inputByte + start - at)
      at += count
      inputByte += count
    }
  }

  #noteWritten(from: number, to: number): void {
    const isFirst = this.#unjudged === 0
    if (isFirst || from < this.#unjudgedFrom) this.#unjudgedFrom = from
    if (isFirst || to > this.#unjudgedTo) this.#unjudgedTo = to
    this.#unjudged += to - from
  }

  /** Raw bytes follow from here. What lies between is left out. */
  #goTo(inputByte: number, line: InputLine): void {
    if (!this.hasBegun) {
      this.hasBegun = true
      this.startByte = inputByte
      this.startLine = line.number
      this.lineByte = line.startByte
      this.edits[0] = 0
      this.editCount = 1
    } else if (inputByte > this.stopByte) {
      this.edits[this.editCount++] = inputByte - this.stopByte
      this.edits[this.editCount++] = 0
    }
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.bytes.length))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }
}
