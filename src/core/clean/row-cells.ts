import { codePointAt } from '../bytes/graphemes.ts'
import { unitLength } from '../bytes/size.ts'
import { cellWidth } from './cell-width.ts'
import { EMPTY, MALFORMED, putCell, shapeOfCells, TAIL } from './cells.ts'
import { nextTab } from './columns.ts'
import type { LineStart, Places } from './places.ts'

const TAB = 0x09
const SPACE = 0x20
/** Most marks on one character. */
const MAX_MARKS = 16

const LEAST_CELLS = 128
/** Cells that were more give their memory back. */
const MOST_SPARE = 1024

const noCells = new Uint32Array(0)

/** Of a cell whose place in the input is not known. */
const NOWHERE = 0xffffffff
/** Of the lines of the input that cells were written in, so many are remembered: each by its first byte and its number. */
const MOST_LINES = 8
/** More blanks than this count as text, so that they are not read again and again. */
const MOST_BLANKS = 512

/** The cells of a row that something was overwritten in. */
export class RowCells {
  width = 0
  /** The columns of the terminal. */
  most = Infinity
  #cells = noCells
  /** Where the character of each cell stands in the input, counted from `#firstByte`. */
  #origins = noCells
  #firstByte = 0
  /** The first byte and the number of the last lines in which cells were written. */
  readonly #lines: number[] = []
  #marks: Map<number, number[]> | undefined

  clear(): void {
    this.width = 0
    this.#marks = undefined
    if (this.#lines.length > 0) this.#lines.length = 0
  }

  /** Gives the memory of many cells back. Their text is lost. */
  giveBack(): void {
    if (this.#cells.length <= MOST_SPARE) return
    this.#cells = noCells
    this.#origins = noCells
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
        if (byte === TAB) x = nextTab(x, this.most)
        at++
      } else {
        const length = unitLength(bytes, at, to)
        if (length > 0) x = this.#putPoint(x, codePointAt(bytes, at), at + shift)
        else for (let i = 0; i < -length; i++) this.#set(x++, MALFORMED + bytes[at + i], at + i + shift)
        at += Math.abs(length)
      }
    }
    return x
  }

  /** Writes ASCII over single ASCII cells, and behind the last cell. Returns the number of characters. */
  #putOver(column: number, bytes: Uint8Array, from: number, to: number, origin: number): number {
    if (column > this.width) return 0
    this.#reserve(column + to - from)
    const cells = this.#cells
    const origins = this.#origins
    const shift = column - from
    const stop = Math.min(to, this.width - shift)
    let at = from
    while (at < stop && bytes[at] >= SPACE && bytes[at] < 0x80 && cells[at + shift] < 0x80) {
      cells[at + shift] = bytes[at]
      origins[at + shift] = at + origin
      at++
    }
    if (at + shift < this.width) return at - from
    while (at < to && bytes[at] >= SPACE && bytes[at] < 0x80) {
      cells[at + shift] = bytes[at]
      origins[at + shift] = at + origin
      at++
    }
    this.width = Math.max(this.width, at + shift)
    return at - from
  }

  /** Writes blanks over columns. Those at the end are dropped. */
  erase(from: number, to: number): void {
    const stop = Math.min(to, this.width)
    if (from >= stop) return
    this.#cut(from)
    this.#cut(stop)
    this.#cells.fill(EMPTY, from, stop)
    if (this.#marks) for (const at of this.#marks.keys()) if (at >= from && at < stop) this.#marks.delete(at)
    if (stop === this.width) this.width = from
  }

  /** Moves what is from a column on to the right by a number of blanks, or to the left over that many cells. */
  shift(column: number, by: number): void {
    if (column >= this.width) return
    this.#cut(column)
    if (by < 0) this.#cut(Math.min(this.width, column - by))
    this.#shiftMarks(column, by)
    if (by < 0) {
      for (const cells of [this.#cells, this.#origins])
        cells.copyWithin(column, Math.min(this.width, column - by), this.width)
      this.width = Math.max(column, this.width + by)
      return
    }
    this.#reserve(this.width + by)
    for (const cells of [this.#cells, this.#origins]) cells.copyWithin(column + by, column, this.width)
    this.#cells.fill(EMPTY, column, column + by)
    this.width += by
    this.erase(this.most, this.width)
  }

  /** True when something but blanks stands in some columns. */
  hasText(from: number, to: number): boolean {
    const stop = Math.min(to, this.width)
    const most = Math.min(stop, from + MOST_BLANKS)
    for (let at = from; at < most; at++)
      if (this.#cells[at] !== EMPTY && this.#cells[at] !== SPACE) return true
    return most < stop
  }

  /** Writes the text of a range as UTF-8 behind `offset` in `target`. Returns the offset behind it. */
  writeTo(target: Uint8Array, offset: number, from: number, to: number, places?: Places): number {
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

  /** The line of the input in which a byte of the cells stands. Undefined when it was forgotten. */
  lineOf(inputByte: number): LineStart | undefined {
    const lines = this.#lines
    for (let at = lines.length - 2; at >= 0; at -= 2)
      if (lines[at] <= inputByte) return { startByte: lines[at], number: lines[at + 1] }
    return undefined
  }

  /** A hash of the letters in a range, and of whether its numbers are 0. */
  shapeOf(from: number, end: number): number {
    return shapeOfCells(this.#cells, from, end)
  }

  /** Room that `writeTo` needs for all cells. */
  get mostBytes(): number {
    return 4 * (this.width + (this.#marks?.size ?? 0) * MAX_MARKS)
  }

  /**
   * Adds what was left out between raw bytes to the places of their cells. `edits` are the counts of bytes that were
   * copied and left out, by turns.
   */
  passEdits(startByte: number, edits: readonly number[], editCount: number): void {
    if (editCount === 1) return
    const origins = this.#origins
    const first = startByte - this.#firstByte
    let end = first
    let skipped = 0
    let edit = -2
    for (let x = 0; x < this.width; x++) {
      if (this.#cells[x] === EMPTY) continue
      while (origins[x] >= end && edit + 2 < editCount) {
        edit += 2
        if (edit > 0) skipped += edits[edit - 1]
        end += edits[edit]
      }
      origins[x] += skipped
    }
  }

  /** Notes the line that cells are written in, from a place in the input on. */
  #noteLine({ number, startByte }: LineStart, inputByte: number, count: number): void {
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
    if (at < 0 || at >= this.width) return
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
    if (x >= this.width) {
      if (x >= this.#cells.length) this.#reserve(x + 1)
      if (x > this.width) this.#cells.fill(EMPTY, this.width, x)
      this.width = x + 1
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
    if (x + 1 < this.width && this.#cells[x + 1] === TAIL) this.#cells[x + 1] = EMPTY
    this.#marks?.delete(x)
  }

  /** Blanks a wide character that stands on both sides of a column. */
  #cut(x: number): void {
    if (x <= 0 || x >= this.width || this.#cells[x] !== TAIL) return
    this.#cells[x] = EMPTY
    this.#cells[x - 1] = EMPTY
    this.#marks?.delete(x - 1)
  }

  #reserve(width: number): void {
    if (width <= this.#cells.length) return
    const grown = new Uint32Array(Math.max(width, 2 * this.#cells.length, LEAST_CELLS))
    grown.set(this.#cells.subarray(0, this.width))
    this.#cells = grown
    const origins = new Uint32Array(grown.length)
    origins.set(this.#origins.subarray(0, this.width))
    this.#origins = origins
  }
}
