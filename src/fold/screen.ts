import { codePointFloor } from '../text/graphemes.ts'
import { columnsEnd, isLikeNext, measure, type Span, TAB_COLUMNS } from './columns.ts'
import type { LostErrors } from './lost-errors.ts'
import { type InputLine, LEAST_WRITTEN, type LineEnd, Row } from './row.ts'

/** Without a given width, the cursor moves at most to this column unless the row is longer. No padding gets longer. */
const MOST_PADDING = 256
/** A longer line leaves the screen in parts of so many bytes. */
export const MAX_ROW_BYTES = 64 * 1024
/** What all rows of the screen may take, in bytes or cells. The first ones become final when it is more. */
export const MAX_SCREEN_BYTES = 256 * 1024

const CR = 0x0d

/** The cursor stands behind the text of a raw row. */
const AT_END = -1

export interface ScreenOptions {
  rows: number
  columns: number
  line: InputLine
  errors: LostErrors
  /** Takes the first row, which no later byte can change. `shareByte` ends its share of the input. */
  take: ((row: Row, shareByte: number, shareLine: number) => void) | undefined
  /** Rows to use again. */
  spare?: Row[]
}

/** The last rows of a terminal, and its cursor. Rows that nothing was written to yet may be missing at the end. */
export class Screen {
  readonly rows: Row[] = []
  readonly #height: number
  readonly #width: number
  readonly #line: InputLine
  readonly #errors: LostErrors
  readonly #take: ScreenOptions['take']
  readonly #spare: Row[]
  #x = 0
  #y = 0
  /** First and last row of the region that scrolls. */
  #top = 0
  #bottom: number
  #savedX = 0
  #savedY = 0
  /** Counts what may come before text is lost: moves of the cursor. */
  #moves = 0
  /** Size of all rows. */
  #size = 0
  /** So many of the first rows may not come from the input in order. */
  #unordered = 0
  /** What was measured last. */
  readonly #text: Span = { end: 0, columns: 0 }
  /** A row that was made of cells in this line of the input. Later rows of the line are then out of order. */
  #cellsRow: Row | undefined
  /** The end of the input's part that rows above took. */
  #sharedByte = 0

  constructor({ rows, columns, line, errors, take, spare = [] }: ScreenOptions) {
    this.#spare = spare
    this.#height = rows
    this.#width = columns
    this.#bottom = rows - 1
    this.#line = line
    this.#errors = errors
    this.#take = take
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
  get openRow(): Row | undefined {
    return this.#x === AT_END ? this.#row : undefined
  }

  get #row(): Row {
    while (this.rows.length <= this.#y) this.#insertRow(this.rows.length)
    return this.rows[this.#y]
  }

  /** Writes text without controls at the cursor. `inputByte` is where it stands in the input. */
  write(bytes: Uint8Array, from: number, to: number, inputByte: number): void {
    if (this.#x === AT_END && this.#width === Infinity) {
      // The cursor's row is raw and open.
      const row = this.rows[this.#y]
      if (row.length + to - from <= MAX_ROW_BYTES) {
        row.append(bytes, from, to, inputByte, this.#line)
        this.#size += to - from
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
      if (isFirst) this.#lose(row, 0, Infinity)
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
      row.appendEnd(inputByte, this.#line, end.length)
      this.#written(row)
    }
    this.closeLine(inputByte + end.length)
    this.#x = 0
    this.index()
  }

  /** Notes that a line of the input ends before a byte. */
  closeLine(endByte: number): void {
    const line = this.#line
    line.number++
    line.startByte = endByte
    this.#cellsRow = undefined
    for (let row = line.written.pop(); row !== undefined; row = line.written.pop()) {
      row.shareByte = endByte
      row.shareLine = line.number
    }
  }

  /** Makes the first rows final while the rows take too much memory. */
  settle(): void {
    while (this.#size > MAX_SCREEN_BYTES && this.#y > 0) this.#dropFirst()
  }

  carriageReturn(): void {
    this.moveTo(0, this.#y)
  }

  /** Moves the cursor one row down, and scrolls at the end of the region. */
  index(): void {
    this.#x = this.#column
    if (this.#y === this.#bottom) this.#scroll()
    else if (this.#y < this.#height - 1) this.#y++
    this.#moves++
  }

  /** Moves the cursor one row up, and scrolls back at the start of the region. */
  reverseIndex(): void {
    this.#x = this.#column
    if (this.#y === this.#top) this.#insertRows(this.#top, 1)
    else if (this.#y > 0) this.#y--
    this.#moves++
  }

  moveTo(x: number, y: number): void {
    this.#y = Math.min(Math.max(0, y), this.#height - 1)
    this.#x = x <= 0 ? 0 : Math.min(x, this.#mostColumn(x))
    this.#moves++
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
    this.#moves++
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
    if (mode > 0) this.#moves++
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
    this.#lose(row, x, Infinity)
    this.#change(row, () => {
      row.toCells()
      row.shift(x, Math.min(by, this.#mostColumn(0) + 1, Math.max(0, MAX_ROW_BYTES - row.columns)))
    })
  }

  /** Inserts blank rows at the cursor, or removes rows when `by` is negative. */
  shiftRows(by: number): void {
    this.#x = this.x
    if (this.#y < this.#top || this.#y > this.#bottom) return
    if (by > 0) this.#insertRows(this.#y, by)
    else this.#removeRows(this.#y, -by)
    this.moveTo(0, this.#y)
  }

  /** Scrolls the region, upwards when `by` is positive. */
  scrollRegion(by: number): void {
    this.#x = this.x
    if (by > 0) this.#removeRows(this.#top, by)
    else this.#insertRows(this.#top, -by)
    this.#moves++
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
    const others = other.#takeText(this.#row)
    if (others.length === 0) return
    this.#x = this.x
    this.rows.splice(this.#y, 0, ...others)
    for (const row of others) this.#size += row.size
    if (this.#savedY >= this.#y) this.#savedY += others.length
    this.#y += others.length
    this.#noteOrder()
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
    this.rows.length = last + 1
    while (this.rows.length > 0) {
      if (this.rows.length > 1) this.#dropFirst()
      else {
        this.rows[0].isPart = isOpen
        const isWritten = this.#isOpen(this.rows[0])
        const share = isWritten ? endByte : this.rows[0].shareByte
        this.#take?.(this.rows[0], share, isWritten ? this.#line.number : this.rows[0].shareLine)
        this.rows.length = 0
      }
    }
  }

  /** Removes and returns all rows, if they are the input from `byte` on, as it came or but for colours, and nothing else is remembered. */
  takePlain(byte: number, mayHaveColours: boolean): Row[] | undefined {
    if (this.#y !== this.rows.length || this.#x !== 0 || this.#savedY > 0) return undefined
    if (this.#top > 0 || this.#bottom < this.#height - 1) return undefined
    let next = byte
    for (const row of this.rows) {
      const start = mayHaveColours ? row.lineByte : row.startByte
      if (!row.endsRaw || start !== next || row.lost.length + row.lostMore > 0) return undefined
      if (row.editCount > 1 && !mayHaveColours) return undefined
      next = row.stopByte
    }
    this.#size = 0
    this.#y = 0
    this.#unordered = 0
    this.#line.written.length = 0
    const rows = this.rows.splice(0)
    this.#spare.push(...rows)
    return rows
  }

  /** Removes all rows and returns those from the first with text to the last. `heir` gets what else was lost. */
  #takeText(heir: Row): Row[] {
    const last = this.rows.findLastIndex((row) => row.hasText(0, Infinity))
    const first = this.rows.findIndex((row) => row.hasText(0, Infinity))
    for (const [y, row] of this.rows.entries()) {
      if (y >= first && y <= last) continue
      this.#giveLost(row, this.rows[y < first ? first : last] ?? heir)
      this.#spare.push(row)
    }
    return this.rows.splice(0).slice(Math.max(0, first), last + 1)
  }

  #canAppend(row: Row): boolean {
    if (!row.isRaw || row.endsRaw || row.isPart) return false
    if (!row.hasBegun) return this.#x === 0 || this.#x === AT_END
    if (row.startLine !== this.#line.number) return false
    return this.#x === AT_END || this.#x === row.columns
  }

  #append(row: Row, bytes: Uint8Array, from: number, to: number, inputByte: number): number {
    let stop = to
    if (this.#width !== Infinity)
      stop = columnsEnd(bytes, from, to, { column: this.x, most: this.#width, width: this.#width })
    const room = MAX_ROW_BYTES - row.length
    if (stop - from > room) stop = codePointFloor(bytes, from + room)
    this.#x = AT_END
    if (stop > from) {
      if (row.length === 0) this.#written(row)
      row.append(bytes, from, stop, inputByte, this.#line)
      this.#size += stop - from
    }
    if (stop < to) this.#wrap(row)
    return stop
  }

  #overwrite(row: Row, bytes: Uint8Array, from: number, to: number, inputByte: number): number {
    const x = this.x
    this.#lose(row, x, Infinity)
    let stop = to
    const before = row.size
    row.toCells()
    const most = Math.min(this.#width, MAX_ROW_BYTES)
    const start = this.#width === Infinity ? Math.min(x, Math.max(row.columns, this.#mostColumn(0))) : x
    if (start + (to - from) * TAB_COLUMNS > most)
      stop = columnsEnd(bytes, from, to, { column: start, most, width: this.#width })
    this.#x = row.put(start, bytes, from, stop, inputByte, this.#line)
    this.#size += row.size - before
    this.#written(row)
    if (stop < to) this.#wrap(row)
    return stop
  }

  /** Goes on in the next row, because the row is full. */
  #wrap(row: Row): void {
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

  #erase(row: Row, from: number, to: number): void {
    if (row.isBlank || !row.reaches(from)) return
    this.#lose(row, from, to)
    this.#change(row, () => {
      const isToEnd = to === Infinity
      if (from > 0 || !(isToEnd || to >= row.columns)) {
        row.toCells()
        row.erase(from, to)
      }
      if (from === 0 && (isToEnd || to >= row.columns || row.isBlank)) row.clear()
    })
  }

  #change(row: Row, act: () => void): void {
    this.#size -= row.size
    act()
    this.#size += row.size
    this.#written(row)
  }

  #written(row: Row): void {
    const { number, written } = this.#line
    const isLast = row === this.rows[this.rows.length - 1]
    if (!isLast || (this.#cellsRow !== undefined && this.#cellsRow !== row)) this.#noteOrder()
    if (!row.isRaw) this.#cellsRow ??= row
    if (this.#isOpen(row)) return
    row.writtenLine = number
    written.push(row)
    if (written.length > this.#line.mostWritten) this.#forgetWritten()
  }

  #forgetWritten(): void {
    const { number, written } = this.#line
    const open = [...new Set(written)].filter((row) => row.writtenLine === number)
    written.length = 0
    for (const row of open) written.push(row)
    this.#line.mostWritten = Math.max(LEAST_WRITTEN, 2 * open.length)
  }

  /** True for a row that was written in the line of the input that is being read. */
  #isOpen(row: Row): boolean {
    return row.writtenLine === this.#line.number
  }

  #noteOrder(): void {
    this.#unordered = this.rows.length
  }

  /** Keeps a strong error that is about to be lost. */
  #lose(row: Row, from: number, to: number): void {
    if (row.judgedMove === this.#moves || !row.hasText(from, to)) return
    row.judgedMove = this.#moves
    this.#errors.note(row)
  }

  #scroll(): void {
    if (this.#top > 0) {
      this.#removeRows(this.#top, 1)
      return
    }
    // Makes the rows up to the cursor.
    if (this.#row !== undefined) this.#dropFirst()
    this.#y = this.#bottom
    if (this.#bottom < this.rows.length) this.#insertRow(this.#bottom)
  }

  /** True for a row that goes on in the next one, as long as both have only the text that was too long for one. */
  goesOn(y: number): boolean {
    const row = this.rows[y]
    const next = this.rows[y + 1]
    if (!row.isPart || !next) return row.isPart
    const isText = row.isRaw && next.isRaw && next.hasBegun
    return isText && next.lineByte === row.lineByte && next.startByte >= row.stopByte
  }

  /** Makes the first row final. */
  #dropFirst(): void {
    const row = this.rows[0]
    if (row) {
      row.isPart = this.goesOn(0)
      const [byte, line] = this.#shareOfFirst(row)
      if (this.#take) this.#take(row, byte, line)
      else if (this.rows.length > 1) this.#giveLost(row, this.rows[1])
      this.rows.shift()
      this.#free(row)
    }
    if (this.#unordered > 0) this.#unordered--
    this.#y = Math.max(0, this.#y - 1)
    this.#savedY = Math.max(0, this.#savedY - 1)
  }

  /**
   * The end of the first row's share of the input, as an offset and the number of its line. Shares are in order: a row's
   * share ends before that of a later row, and where a later row begins that came in order.
   */
  #shareOfFirst(first: Row): [byte: number, line: number] {
    const line = this.#line
    const isOpen = this.#isOpen(first)
    const isRaw = first.isRaw && first.hasBegun
    let byte = isOpen ? (isRaw ? first.stopByte : line.startByte) : first.shareByte
    let number = isOpen ? line.number : first.shareLine
    if (this.#unordered > 0) {
      for (let y = 1; y < this.rows.length; y++) {
        const row = this.rows[y]
        const isCopy = row.isRaw && row.hasBegun && row.lineByte >= this.#sharedByte
        if (!isCopy && this.#isOpen(row)) continue
        const end = isCopy ? row.lineByte : row.shareByte
        if (end >= byte) continue
        byte = end
        number = isCopy ? row.startLine : row.shareLine
      }
    }
    this.#sharedByte = Math.max(this.#sharedByte, byte)
    return [byte, number]
  }

  #insertRows(at: number, count: number): void {
    const many = Math.min(count, this.#bottom + 1 - at)
    if (at >= this.rows.length) return
    for (let i = 0; i < many; i++) {
      if (this.rows.length > this.#bottom) this.#removeRow(this.#bottom)
      this.#insertRow(at)
    }
    this.#noteOrder()
  }

  #removeRows(at: number, count: number): void {
    const many = Math.min(count, this.#bottom + 1 - at)
    for (let i = 0; i < many && at < this.rows.length; i++) {
      this.#removeRow(at)
      if (this.#bottom < this.rows.length) this.#insertRow(this.#bottom)
    }
    this.#noteOrder()
  }

  #removeRow(at: number): void {
    const row = this.rows[at]
    this.#moves++
    this.#lose(row, 0, Infinity)
    this.rows.splice(at, 1)
    const heir = this.rows[at] ?? this.rows[at - 1]
    if (heir) this.#giveLost(row, heir)
    this.#free(row)
  }

  #giveLost(row: Row, heir: Row): void {
    if (row.lost.length > 0) heir.lost.unshift(...row.lost)
    heir.lostMore += row.lostMore
    row.lost = []
  }

  #insertRow(at: number): void {
    const row = this.#spare.pop() ?? new Row()
    row.reset(this.#line.startByte, this.#line.number, this.#width)
    if (at === this.rows.length) this.rows.push(row)
    else this.rows.splice(at, 0, row)
  }

  #free(row: Row): void {
    this.#size -= row.size
    row.giveBack()
    this.#spare.push(row)
  }
}
