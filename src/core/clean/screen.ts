import { codePointFloor } from '../bytes/graphemes.ts'
import { columnsEnd, isLikeNext, measure, type Span, TAB_COLUMNS } from './columns.ts'
import type { LostErrors } from './lost-errors.ts'
import type { InputLine, LineEnd, ScreenRow } from './row.ts'
import { type RowsOptions, ScreenRows, type TakeRow } from './screen-rows.ts'

/** Without a given width, the cursor moves at most to this column unless the row is longer. No padding gets longer. */
const MOST_PADDING = 256
/** A longer line leaves the screen in parts of so many bytes. */
export const MAX_ROW_BYTES = 64 * 1024
/** What all rows of the screen may take, in bytes or cells. The first ones become final when it is more. */
export const MAX_SCREEN_BYTES = 256 * 1024

const CR = 0x0d

/** The cursor stands behind the text of a raw row. */
const AT_END = -1

export interface ScreenOptions extends RowsOptions {
  rows: number
}

/** The last rows of a terminal, and its cursor. */
export class Screen {
  readonly #rows: ScreenRows
  readonly #height: number
  readonly #width: number
  readonly #line: InputLine
  readonly #errors: LostErrors
  readonly #take: TakeRow | undefined
  #x = 0
  #y = 0
  /** First and last row of the region that scrolls. */
  #top = 0
  #bottom: number
  #savedX = 0
  #savedY = 0
  /** What was measured last. */
  readonly #text: Span = { end: 0, columns: 0 }

  constructor(options: ScreenOptions) {
    this.#rows = new ScreenRows(options)
    this.#height = options.rows
    this.#width = options.columns
    this.#bottom = options.rows - 1
    this.#line = options.line
    this.#errors = options.errors
    this.#take = options.take
  }

  /** Rows that nothing was written to yet may be missing at the end. */
  get rows(): readonly ScreenRow[] {
    return this.#rows.list
  }

  get x(): number {
    if (this.#x === AT_END) this.#x = this.#row.columns
    return this.#x
  }

  /** The cursor's column for a control. A cursor behind the last column stands on it, until text goes on below. */
  get #column(): number {
    return Math.min(this.x, this.#width - 1)
  }

  get y(): number {
    return this.#y
  }

  /** The cursor's row while the cursor stands behind its text, which is raw. */
  get openRow(): ScreenRow | undefined {
    return this.#x === AT_END ? this.#row : undefined
  }

  get #row(): ScreenRow {
    return this.#rows.at(this.#y)
  }

  /** Writes text without controls at the cursor. `inputByte` is where it stands in the input. */
  write(bytes: Uint8Array, from: number, to: number, inputByte: number): void {
    if (this.#x === AT_END && this.#width === Infinity) {
      // The cursor's row is raw and open.
      const row = this.rows[this.#y]
      if (row.length + to - from <= MAX_ROW_BYTES) {
        row.append(bytes, from, to, inputByte, this.#line)
        this.#rows.grow(to - from)
        return
      }
    }
    for (let at = from; at < to; ) {
      const row = this.#row
      if (this.#canAppend(row)) at = this.#append(row, bytes, at, to, inputByte + at - from)
      else at = this.#overwrite(row, bytes, at, to, inputByte + at - from)
    }
  }

  /**
   * Passes texts that begin in the first column and that the next one, behind a CR, overwrites wholly. Strong errors
   * stay. Returns where the last one begins.
   */
  passOverwritten(bytes: Uint8Array, from: number, to: number): number {
    const row = this.rows[this.#y]
    // In an empty row the first text stays bytes, with its blanks. One that was overwritten does not.
    if (!row || row.isBlank || this.#x !== 0 || this.#width !== Infinity) return from
    const text = this.#text
    let at = from
    measure(bytes, at, to, text)
    if (text.end === to || bytes[text.end] !== CR || row.columns > text.columns) return from
    // True for a text of the shape of the one before it.
    let isJudged = false
    while (bytes[text.end] === CR && text.end < to) {
      const { end, columns } = text
      const isLike = isLikeNext(bytes, at, end, to)
      if (isLike) text.end = 2 * end + 1 - at
      else measure(bytes, end + 1, to, text)
      if (text.columns < columns || (!isJudged && this.#errors.isStrongText(bytes, at, end))) break
      const isFirst = at === from
      if (isFirst) this.#rows.lose(row, 0, Infinity)
      // What the row showed may be judged in between.
      isJudged = isLike && !isFirst
      at = end + 1
    }
    return at
  }

  /** Ends the line of the input. `inputByte` is where its end stands. */
  endLine(end: LineEnd, inputByte: number): void {
    const row = this.#row
    // A row that the cursor comes back to keeps the end that it has.
    if (!row.endsRaw) row.lineEnd = end
    if (this.#canAppend(row)) {
      row.appendEnd(inputByte, this.#line, end)
      this.#rows.written(row)
    }
    this.#rows.closeLine(inputByte + end.length)
    this.#x = 0
    this.index()
  }

  /** Makes the first rows final while the rows take too much memory. */
  settle(): void {
    while (this.#rows.size > MAX_SCREEN_BYTES && this.#y > 0) this.#dropFirst()
  }

  carriageReturn(): void {
    this.moveTo(0, this.#y)
  }

  /** Moves the cursor one row down, and scrolls at the end of the region. */
  index(): void {
    this.#x = this.#column
    if (this.#y === this.#bottom) this.#scroll()
    else if (this.#y < this.#height - 1) this.#y++
    this.#rows.noteMove()
  }

  /** Moves the cursor one row up, and scrolls back at the start of the region. */
  reverseIndex(): void {
    this.#x = this.#column
    if (this.#y === this.#top) this.#rows.insertAbove(this.#bottom, this.#top, 1)
    else if (this.#y > 0) this.#y--
    this.#rows.noteMove()
  }

  moveTo(x: number, y: number): void {
    this.#y = Math.min(Math.max(0, y), this.#height - 1)
    this.#x = x <= 0 ? 0 : Math.min(x, this.#mostColumn(x))
    this.#rows.noteMove()
  }

  moveBy(columns: number, rows: number): void {
    if (rows === 0) {
      this.moveTo(this.#column + columns, this.#y)
      return
    }
    const x = this.#column
    const least = rows < 0 && this.#y >= this.#top ? this.#top : 0
    const most = rows > 0 && this.#y <= this.#bottom ? this.#bottom : this.#height - 1
    this.#y = Math.min(Math.max(least, this.#y + rows), most)
    this.#x = x
    this.#rows.noteMove()
  }

  save(): void {
    this.#savedX = this.x
    this.#savedY = this.#y
  }

  restore(): void {
    this.moveTo(this.#savedX, this.#savedY)
  }

  /** Sets the region that scrolls, and moves the cursor to the first row. */
  setRegion(first: number, last: number): void {
    const bottom = last < 1 || last > this.#height ? this.#height - 1 : last - 1
    const top = Math.max(0, first - 1)
    if (bottom <= top) return
    // A cursor further below shows that the terminal has fewer rows than this screen.
    while (this.#take && bottom < this.#height - 1 && this.#y > bottom + 1) this.#dropFirst()
    this.#top = top
    this.#bottom = bottom
    this.moveTo(0, 0)
  }

  /** Erases to the end of the row (0), to its start (1), or all of it (2). */
  eraseLine(mode: number): void {
    const row = this.rows[this.#y]
    if (row === undefined || mode > 2 || (mode === 0 && this.#x === AT_END)) return
    if (mode > 0) this.#rows.noteMove()
    const x = this.x
    this.#erase(row, mode === 0 ? x : 0, mode === 1 ? x + 1 : Infinity)
  }

  /** Erases the same of the screen. */
  eraseDisplay(mode: number): void {
    if (mode > 2) return
    this.eraseLine(mode)
    for (const [y, row] of this.rows.entries()) {
      if (mode === 2 || (mode === 0 ? y > this.#y : y < this.#y)) this.#erase(row, 0, Infinity)
    }
  }

  eraseCells(count: number): void {
    const row = this.rows[this.#y]
    this.#x = this.#column
    if (row) this.#erase(row, this.#x, this.#x + count)
  }

  /** Inserts blanks at the cursor, or removes cells when `by` is negative. */
  shiftCells(by: number): void {
    const row = this.rows[this.#y]
    const x = this.#column
    this.#x = x
    if (row === undefined || x >= row.columns) return
    this.#rows.lose(row, x, Infinity)
    this.#rows.change(row, () => {
      row.toCells()
      row.shift(x, Math.min(by, this.#mostColumn(0) + 1, Math.max(0, MAX_ROW_BYTES - row.columns)))
    })
  }

  /** Inserts blank rows at the cursor, or removes rows when `by` is negative. */
  shiftRows(by: number): void {
    this.#x = this.x
    if (this.#y < this.#top || this.#y > this.#bottom) return
    if (by > 0) this.#rows.insertAbove(this.#bottom, this.#y, by)
    else this.#rows.removeAbove(this.#bottom, this.#y, -by)
    this.moveTo(0, this.#y)
  }

  /** Scrolls the region, upwards when `by` is positive. */
  scrollRegion(by: number): void {
    this.#x = this.x
    if (by > 0) this.#rows.removeAbove(this.#bottom, this.#top, by)
    else this.#rows.insertAbove(this.#bottom, this.#top, -by)
    this.#rows.noteMove()
  }

  reset(): void {
    this.eraseDisplay(2)
    this.#top = 0
    this.#bottom = this.#height - 1
    this.#savedX = 0
    this.#savedY = 0
    this.moveTo(0, 0)
  }

  /** Puts the rows of another screen before the cursor's row, from the first with text to the last. */
  insert(other: Screen): void {
    const others = other.#rows.takeText(this.#row)
    if (others.length === 0) return
    this.#x = this.x
    this.#rows.insertTaken(this.#y, others)
    if (this.#savedY >= this.#y) this.#savedY += others.length
    this.#y += others.length
    while (this.rows.length > this.#height) this.#dropFirst()
    this.moveTo(this.x, this.#y)
  }

  /** Index of the last row that a text of the screen has, and whether that row has no end. */
  get lastShown(): { last: number; isOpen: boolean } {
    const written = this.rows.findLastIndex((row) => !row.isBlank || row.lost.length + row.lostMore > 0)
    const last = Math.max(written, Math.min(this.#y, this.rows.length) - 1)
    return { last, isOpen: last === this.#y && this.rows[last]?.lineEnd === '' }
  }

  /** Makes all rows final. `endByte` is the length of the input. */
  end(endByte: number): void {
    const { last, isOpen } = this.lastShown
    const rows = this.#rows
    rows.list.length = last + 1
    while (rows.list.length > 1) this.#dropFirst()
    if (rows.list.length > 0) rows.dropLast(endByte, isOpen)
  }

  /** Removes and returns all rows, if they are the input from `byte` on, as it came or but for colours, and nothing else is remembered. */
  takePlain(byte: number, mayHaveColours: boolean): ScreenRow[] | undefined {
    if (this.#y !== this.rows.length || this.#x !== 0 || this.#savedY > 0) return undefined
    if (this.#top > 0 || this.#bottom < this.#height - 1) return undefined
    const rows = this.#rows.takePlain(byte, mayHaveColours)
    if (rows) this.#y = 0
    return rows
  }

  #canAppend(row: ScreenRow): boolean {
    if (!row.isRaw || row.endsRaw || row.isPart) return false
    if (!row.hasBegun) return this.#x === 0 || this.#x === AT_END
    if (row.startLine !== this.#line.number) return false
    return this.#x === AT_END || this.#x === row.columns
  }

  #append(row: ScreenRow, bytes: Uint8Array, from: number, to: number, inputByte: number): number {
    let stop = to
    if (this.#width !== Infinity)
      stop = columnsEnd(bytes, from, to, { column: this.x, most: this.#width, width: this.#width })
    const room = MAX_ROW_BYTES - row.length
    if (stop - from > room) stop = codePointFloor(bytes, from + room)
    this.#x = AT_END
    if (stop > from) {
      if (row.length === 0) this.#rows.written(row)
      row.append(bytes, from, stop, inputByte, this.#line)
      this.#rows.grow(stop - from)
    }
    if (stop < to) this.#wrap(row)
    return stop
  }

  #overwrite(row: ScreenRow, bytes: Uint8Array, from: number, to: number, inputByte: number): number {
    const x = this.x
    this.#rows.lose(row, x, Infinity)
    let stop = to
    const before = row.size
    row.toCells()
    const most = Math.min(this.#width, MAX_ROW_BYTES)
    const start = this.#width === Infinity ? Math.min(x, Math.max(row.columns, this.#mostColumn(0))) : x
    if (start + (to - from) * TAB_COLUMNS > most)
      stop = columnsEnd(bytes, from, to, { column: start, most, width: this.#width })
    this.#x = row.put(start, bytes, from, stop, inputByte, this.#line)
    this.#rows.grow(row.size - before)
    this.#rows.written(row)
    if (stop < to) this.#wrap(row)
    return stop
  }

  /** Goes on in the next row, because the row is full. */
  #wrap(row: ScreenRow): void {
    if (this.#width !== Infinity) {
      // The place of a wide character that did not fit stays empty.
      this.#erase(row, this.x, Infinity)
      this.#x = 0
      row.isPart = row.isRaw
      this.index()
      return
    }
    this.#x = 0
    if (this.#y === this.rows.length - 1) {
      row.isPart = true
      while (this.rows.length > 0) this.#dropFirst()
    } else this.index()
  }

  /** Most columns that the cursor may move to. */
  #mostColumn(x: number): number {
    if (this.#width !== Infinity) return this.#width - 1
    if (x < MOST_PADDING) return MOST_PADDING - 1
    return Math.max(MOST_PADDING - 1, this.rows[this.#y]?.columns ?? 0)
  }

  #erase(row: ScreenRow, from: number, to: number): void {
    if (row.isBlank || !row.reaches(from)) return
    this.#rows.lose(row, from, to)
    this.#rows.change(row, () => {
      const isToEnd = to === Infinity
      if (from > 0 || !(isToEnd || to >= row.columns)) {
        row.toCells()
        row.erase(from, to)
      }
      if (from === 0 && (isToEnd || to >= row.columns || row.isBlank)) row.clear()
    })
  }

  #scroll(): void {
    if (this.#top > 0) {
      this.#rows.removeAbove(this.#bottom, this.#top, 1)
      return
    }
    // Makes the rows up to the cursor.
    if (this.#row !== undefined) this.#dropFirst()
    this.#y = this.#bottom
    if (this.#bottom < this.rows.length) this.#rows.insert(this.#bottom)
  }

  /** True for a row that goes on in the next one. */
  goesOn(y: number): boolean {
    return this.#rows.goesOn(y)
  }

  /** Makes the first row final. */
  #dropFirst(): void {
    this.#rows.dropFirst()
    this.#y = Math.max(0, this.#y - 1)
    this.#savedY = Math.max(0, this.#savedY - 1)
  }
}
