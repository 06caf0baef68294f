import { codePointAt } from '../text/graphemes.ts'
import { unitLength } from '../text/size.ts'
import { cellWidth } from './cell-width.ts'
import { EMPTY, MALFORMED, putCell, shapeOfCells, shapeOfText, TAIL } from './cells.ts'
import { columnAfter, nextTab } from './columns.ts'
import type { LostError, Places } from './places.ts'

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
/** Most marks on one character. */
const MAX_MARKS = 16

const LEAST_BYTES = 128
/** Of a longer row only what was written since it was judged is judged again, with so much text on both sides. */
const LONG_ROW = 512
const CONTEXT = 256
/** A row that was longer gives its memory back. */
const MOST_SPARE = 1024

const noCells = new Uint32Array(0)

/** Of a cell whose place in the input is not known. */
const NOWHERE = 0xffffffff
/** Of the lines of the input that a row was written in, so many are remembered: each by its first byte and its number. */
const MOST_LINES = 8

/** The line of the input that is being read. */
export interface InputLine {
  /** Its number and its first byte. */
  number: number
  startByte: number
  /** Rows that were written in this line. One that left the screen may be among them, also more than once. */
  readonly written: Row[]
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
export class Row {
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
  #cells = noCells
  /** Where the character of each cell stands in the input, counted from `#firstByte`. */
  #origins = noCells
  #firstByte = 0
  /** The first byte and the number of the last lines in which cells were written. */
  readonly #lines: number[] = []
  #width = 0
  #marks: Map<number, number[]> | undefined
  /** The columns of the terminal. */
  #most = Infinity
  /** Columns of the first `#measured` raw bytes. */
  #columns = 0
  #measured = 0

  get isBlank(): boolean {
    return this.isRaw ? this.length === 0 : this.#width === 0
  }

  /** What the row takes of memory, in bytes or cells. */
  get size(): number {
    return this.isRaw ? this.length : this.#width
  }

  get columns(): number {
    if (!this.isRaw) return this.#width
    for (let at = this.#measured; at < this.length; ) {
      const length = unitLength(this.bytes, at, this.length)
      this.#columns = columnAfter(this.#columns, this.bytes, at, length, this.#most)
      at += Math.abs(length)
    }
    this.#measured = this.length
    return this.#columns
  }

  /** True when the text goes on behind the start of a column. For the first one, its first character mostly tells. */
  reaches(column: number): boolean {
    if (column === 0 && this.isRaw && this.length > 0) {
      const length = unitLength(this.bytes, 0, this.length)
      if (columnAfter(0, this.bytes, 0, length, this.#most) > 0) return true
    }
    return column < this.columns
  }

  /** A new row of the same memory. `byte` and `line` are the end of the last whole line of the input. */
  reset(byte: number, line: number, width: number): void {
    this.clear()
    this.#most = width
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
    if (this.#cells.length > MOST_SPARE) {
      this.#cells = noCells
      this.#origins = noCells
    }
  }

  /** Empties the row. */
  clear(): void {
    this.isRaw = true
    this.hasBegun = false
    this.endsRaw = false
    this.isPart = false
    this.length = 0
    this.editCount = 0
    this.#width = 0
    this.#marks = undefined
    if (this.#lines.length > 0) this.#lines.length = 0
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

  /** Notes the line end that directly follows raw text. */
  appendEnd(inputByte: number, line: InputLine, bytes: number): void {
    this.#goTo(inputByte, line)
    this.edits[this.editCount - 1] += bytes
    this.stopByte = inputByte + bytes
    this.endsRaw = true
  }

  /** Makes cells of the bytes. */
  toCells(): void {
    if (!this.isRaw) return
    this.isRaw = false
    this.endsRaw = false
    this.#width = 0
    if (this.length > 0) {
      const { startByte, startLine: number, lineByte } = this
      this.put(0, this.bytes, 0, this.length, startByte, { number, startByte: lineByte })
      this.#passEdits()
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
    line: Pick<InputLine, 'number' | 'startByte'>,
  ): number {
    this.#noteLine(line, inputByte, to - from)
    const shift = inputByte - from - this.#firstByte
    let x = column
    let at = from
    while (at < to) {
      const byte = bytes[at]
      if (byte >= SPACE && byte < 0x80) {
        const count = this.#marks ? 0 : this.#putOver(x, bytes, at, to, shift)
        if (count === 0) this.#set(x, byte, at + shift)
        x += Math.max(1, count)
        at += Math.max(1, count)
      } else if (byte < 0x80) {
        if (byte === TAB) x = nextTab(x, this.#most)
        at++
      } else {
        const length = unitLength(bytes, at, to)
        if (length > 0) x = this.#putPoint(x, codePointAt(bytes, at), at + shift)
        else for (let i = 0; i < -length; i++) this.#set(x++, MALFORMED + bytes[at + i], at + i + shift)
        at += Math.abs(length)
      }
    }
    this.#noteWritten(column, x)
    return x
  }

  /** Writes ASCII over single ASCII cells, and behind the last cell. Returns the number of characters. */
  #putOver(column: number, bytes: Uint8Array, from: number, to: number, origin: number): number {
    if (column > this.#width) return 0
    this.#reserve(column + to - from)
    const cells = this.#cells
    const origins = this.#origins
    const shift = column - from
    const stop = Math.min(to, this.#width - shift)
    let at = from
    while (at < stop && bytes[at] >= SPACE && bytes[at] < 0x80 && cells[at + shift] < 0x80) {
      cells[at + shift] = bytes[at]
      origins[at + shift] = at + origin
      at++
    }
    if (at + shift < this.#width) return at - from
    while (at < to && bytes[at] >= SPACE && bytes[at] < 0x80) {
      cells[at + shift] = bytes[at]
      origins[at + shift] = at + origin
      at++
    }
    this.#width = Math.max(this.#width, at + shift)
    return at - from
  }

  /** Writes blanks over columns. Those at the end are dropped. */
  erase(from: number, to: number): void {
    const stop = Math.min(to, this.#width)
    if (from >= stop) return
    this.#cut(from)
    this.#cut(stop)
    this.#cells.fill(EMPTY, from, stop)
    if (this.#marks) for (const at of this.#marks.keys()) if (at >= from && at < stop) this.#marks.delete(at)
    if (stop === this.#width) this.#width = from
  }

  /** Moves what is from a column on to the right by a number of blanks, or to the left over that many cells. */
  shift(column: number, by: number): void {
    if (column >= this.#width) return
    this.#cut(column)
    if (by < 0) this.#cut(Math.min(this.#width, column - by))
    this.#noteWritten(column, column + 1)
    this.#shiftMarks(column, by)
    if (by < 0) {
      for (const cells of [this.#cells, this.#origins])
        cells.copyWithin(column, Math.min(this.#width, column - by), this.#width)
      this.#width = Math.max(column, this.#width + by)
      return
    }
    this.#reserve(this.#width + by)
    for (const cells of [this.#cells, this.#origins]) cells.copyWithin(column + by, column, this.#width)
    this.#cells.fill(EMPTY, column, column + by)
    this.#width += by
    this.erase(this.#most, this.#width)
  }

  /** True when something but blanks stands in some columns. */
  hasText(from: number, to: number): boolean {
    if (this.isRaw) return from < to && this.reaches(from)
    const stop = Math.min(to, this.columns)
    const most = Math.min(stop, from + LONG_ROW)
    for (let at = from; at < most; at++)
      if (this.#cells[at] !== EMPTY && this.#cells[at] !== SPACE) return true
    // Many blanks count as text, so that they are not read again and again.
    return most < stop
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
    const cells = this.#cells
    let width = to
    while (width > from && (cells[width - 1] === EMPTY || cells[width - 1] === SPACE)) width--
    let at = offset
    for (let x = from; x < width; x++) {
      const cell = cells[x]
      const start = at
      if (cell < 0x80) target[at++] = cell === EMPTY ? SPACE : cell
      else if (cell < TAIL) at = putCell(target, at, cell)
      if (places && at > start) places.add(at - start, this.#inputByteOf(x))
      const marks = this.#marks?.get(x)
      if (!marks) continue
      const marksStart = at
      for (const mark of marks) at = putCell(target, at, mark)
      // Something may have been left out before a mark.
      places?.add(at - marksStart, -1)
    }
    return at
  }

  /** The number of the line of the input in which a byte of the row stands. Undefined when it was forgotten. */
  lineOf(inputByte: number): number | undefined {
    if (this.isRaw) return this.startLine
    const lines = this.#lines
    for (let at = lines.length - 2; at >= 0; at -= 2) if (lines[at] <= inputByte) return lines[at + 1]
    return undefined
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
    return this.isRaw ? shapeOfText(this.bytes, from, end) : shapeOfCells(this.#cells, from, end)
  }

  /** Room that `writeTo` needs. */
  get mostBytes(): number {
    if (this.isRaw) return this.length
    return 4 * (this.#width + (this.#marks?.size ?? 0) * MAX_MARKS)
  }

  /** Notes the line that cells are written in, from a place in the input on. */
  #noteLine(
    { number, startByte }: Pick<InputLine, 'number' | 'startByte'>,
    inputByte: number,
    count: number,
  ): void {
    const lines = this.#lines
    if (lines.length === 0) this.#firstByte = startByte
    if (lines[lines.length - 2] !== startByte) lines.push(startByte, number)
    if (lines.length > 2 * MOST_LINES) lines.splice(0, 2)
    if (inputByte + count - this.#firstByte < NOWHERE) return
    this.#origins.fill(NOWHERE)
    this.#firstByte = inputByte
  }

  #inputByteOf(x: number): number {
    const origin = this.#origins[x]
    return this.#cells[x] === EMPTY || origin === NOWHERE ? -1 : origin + this.#firstByte
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

  /** Adds what was left out between raw bytes to the places of their cells. */
  #passEdits(): void {
    if (this.editCount === 1) return
    const origins = this.#origins
    const first = this.startByte - this.#firstByte
    let end = first
    let skipped = 0
    let edit = -2
    for (let x = 0; x < this.#width; x++) {
      if (this.#cells[x] === EMPTY) continue
      while (origins[x] >= end && edit + 2 < this.editCount) {
        edit += 2
        if (edit > 0) skipped += this.edits[edit - 1]
        end += this.edits[edit]
      }
      origins[x] += skipped
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

  #putPoint(x: number, codePoint: number, origin: number): number {
    const width = cellWidth(codePoint)
    if (width === 0) {
      this.#mark(x - 1, codePoint)
      return x
    }
    this.#set(x, codePoint, origin)
    if (width === 1) return x + 1
    this.#set(x + 1, TAIL, origin)
    return x + 2
  }

  #mark(column: number, codePoint: number): void {
    const at = this.#cells[column] === TAIL ? column - 1 : column
    if (at < 0 || at >= this.#width) return
    this.#marks ??= new Map()
    const marks = this.#marks.get(at) ?? []
    if (marks.length < MAX_MARKS) marks.push(codePoint)
    this.#marks.set(at, marks)
  }

  #shiftMarks(column: number, by: number): void {
    if (!this.#marks) return
    const shifted = new Map<number, number[]>()
    for (const [at, marks] of this.#marks) {
      if (at < column) shifted.set(at, marks)
      else if (at >= column - by) shifted.set(at + by, marks)
    }
    this.#marks = shifted
  }

  #set(x: number, cell: number, origin: number): void {
    if (x >= this.#width) {
      if (x >= this.#cells.length) this.#reserve(x + 1)
      if (x > this.#width) this.#cells.fill(EMPTY, this.#width, x)
      this.#width = x + 1
    } else {
      const old = this.#cells[x]
      if (old >= 0x80 || this.#cells[x + 1] === TAIL || this.#marks) this.#unset(x, cell)
    }
    this.#cells[x] = cell
    this.#origins[x] = origin
  }

  /** Half of a wide character goes with its other half, and the marks with their character. */
  #unset(x: number, cell: number): void {
    if (cell !== TAIL) this.#cut(x)
    if (x + 1 < this.#width && this.#cells[x + 1] === TAIL) this.#cells[x + 1] = EMPTY
    this.#marks?.delete(x)
  }

  /** Blanks a wide character that stands on both sides of a column. */
  #cut(x: number): void {
    if (x <= 0 || x >= this.#width || this.#cells[x] !== TAIL) return
    this.#cells[x] = EMPTY
    this.#cells[x - 1] = EMPTY
    this.#marks?.delete(x - 1)
  }

  #reserve(width: number): void {
    if (width <= this.#cells.length) return
    const grown = new Uint32Array(Math.max(width, 2 * this.#cells.length, LEAST_BYTES))
    grown.set(this.#cells.subarray(0, this.#width))
    this.#cells = grown
    const origins = new Uint32Array(grown.length)
    origins.set(this.#origins.subarray(0, this.#width))
    this.#origins = origins
  }
}
