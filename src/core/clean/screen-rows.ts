import type { LostErrors } from './lost-errors.ts'
import { type InputLine, LEAST_WRITTEN, ScreenRow } from './row.ts'

/** Takes the first row, which no later byte can change. `shareByte` ends its share of the input. */
export type TakeRow = (row: ScreenRow, shareByte: number, shareLine: number) => void

export interface RowsOptions {
  columns: number
  line: InputLine
  errors: LostErrors
  take: TakeRow | undefined
  /** Rows to use again. */
  spare?: ScreenRow[]
}

/**
 * The rows of a screen. Knows what they take of memory, which of them the input's line has written, and which part of the
 * input each of them stands for. Rows that nothing was written to yet may be missing at the end.
 */
export class ScreenRows {
  readonly list: ScreenRow[] = []
  readonly #width: number
  readonly #line: InputLine
  readonly #errors: LostErrors
  readonly #take: TakeRow | undefined
  readonly #spare: ScreenRow[]
  /** Counts what may come before text is lost: moves of the cursor and of rows. */
  #moves = 0
  #size = 0
  /** So many of the first rows may not come from the input in order. */
  #unordered = 0
  /** A row that was made of cells in this line of the input. Later rows of the line are then out of order. */
  #cellsRow: ScreenRow | undefined
  /** The end of the input's part that rows above took. */
  #sharedByte = 0

  constructor({ columns, line, errors, take, spare = [] }: RowsOptions) {
    this.#width = columns
    this.#line = line
    this.#errors = errors
    this.#take = take
    this.#spare = spare
  }

  /** What all rows take of memory, in bytes or cells. */
  get size(): number {
    return this.#size
  }

  /** The row at this place. It is made if it is missing. */
  at(y: number): ScreenRow {
    while (this.list.length <= y) this.insert(this.list.length)
    return this.list[y]
  }

  noteMove(): void {
    this.#moves++
  }

  /** Keeps a strong error that is about to be lost. */
  lose(row: ScreenRow, from: number, to: number): void {
    if (row.judgedMove === this.#moves || !row.hasText(from, to)) return
    row.judgedMove = this.#moves
    this.#errors.note(row)
  }

  /** Counts bytes that were appended to a row. */
  grow(bytes: number): void {
    this.#size += bytes
  }

  /** Changes the text of a row. */
  change(row: ScreenRow, act: () => void): void {
    this.#size -= row.size
    act()
    this.#size += row.size
    this.written(row)
  }

  /** Notes that a row was written. */
  written(row: ScreenRow): void {
    const { number, written } = this.#line
    const isLast = row === this.list[this.list.length - 1]
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

  /** True for a row that was written in the line of the input that is being read. */
  #isOpen(row: ScreenRow): boolean {
    return row.writtenLine === this.#line.number
  }

  #noteOrder(): void {
    this.#unordered = this.list.length
  }

  /** True for a row that goes on in the next one, as long as both have only the text that was too long for one. */
  goesOn(y: number): boolean {
    const row = this.list[y]
    const next = this.list[y + 1]
    if (!row.isPart || !next) return row.isPart
    const isText = row.isRaw && next.isRaw && next.hasBegun
    return isText && next.lineByte === row.lineByte && next.startByte >= row.stopByte
  }

  /** Makes the first row final. */
  dropFirst(): void {
    const row = this.list[0]
    if (row) {
      row.isPart = this.goesOn(0)
      const [byte, line] = this.#shareOfFirst(row)
      if (this.#take) this.#take(row, byte, line)
      else if (this.list.length > 1) giveLost(row, this.list[1])
      this.list.shift()
      this.#free(row)
    }
    if (this.#unordered > 0) this.#unordered--
  }

  /** Makes the only row final, at the end of the input. */
  dropLast(endByte: number, isPart: boolean): void {
    const [row] = this.list
    row.isPart = isPart
    if (this.#isOpen(row)) this.#take?.(row, endByte, this.#line.number)
    else this.#take?.(row, row.shareByte, row.shareLine)
    this.list.length = 0
  }

  /**
   * The end of the first row's share of the input, as an offset and the number of its line. Shares are in order: a row's
   * share ends before that of a later row, and where a later row begins that came in order.
   */
  #shareOfFirst(first: ScreenRow): [byte: number, line: number] {
    const line = this.#line
    const isOpen = this.#isOpen(first)
    const isRaw = first.isRaw && first.hasBegun
    let byte = isOpen ? (isRaw ? first.stopByte : line.startByte) : first.shareByte
    let number = isOpen ? line.number : first.shareLine
    if (this.#unordered > 0) {
      for (let y = 1; y < this.list.length; y++) {
        const row = this.list[y]
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

  /** Inserts a blank row. */
  insert(at: number): void {
    const row = this.#spare.pop() ?? new ScreenRow()
    row.reset(this.#line.startByte, this.#line.number, this.#width)
    if (at === this.list.length) this.list.push(row)
    else this.list.splice(at, 0, row)
  }

  /** Inserts blank rows. Rows that are then below `bottom` are lost. */
  insertAbove(bottom: number, at: number, count: number): void {
    const many = Math.min(count, bottom + 1 - at)
    if (at >= this.list.length) return
    for (let i = 0; i < many; i++) {
      if (this.list.length > bottom) this.#remove(bottom)
      this.insert(at)
    }
    this.#noteOrder()
  }

  /** Removes rows, and inserts as many blank ones at `bottom`. */
  removeAbove(bottom: number, at: number, count: number): void {
    const many = Math.min(count, bottom + 1 - at)
    for (let i = 0; i < many && at < this.list.length; i++) {
      this.#remove(at)
      if (bottom < this.list.length) this.insert(bottom)
    }
    this.#noteOrder()
  }

  #remove(at: number): void {
    const row = this.list[at]
    this.#moves++
    this.lose(row, 0, Infinity)
    this.list.splice(at, 1)
    const heir = this.list[at] ?? this.list[at - 1]
    if (heir) giveLost(row, heir)
    this.#free(row)
  }

  #free(row: ScreenRow): void {
    this.#size -= row.size
    row.giveBack()
    this.#spare.push(row)
  }

  /** Inserts rows of another screen. */
  insertTaken(at: number, rows: readonly ScreenRow[]): void {
    this.list.splice(at, 0, ...rows)
    for (const row of rows) this.#size += row.size
    this.#noteOrder()
  }

  /** Removes all rows and returns those from the first with text to the last. `heir` gets what else was lost. */
  takeText(heir: ScreenRow): ScreenRow[] {
    const last = this.list.findLastIndex((row) => row.hasText(0, Infinity))
    const first = this.list.findIndex((row) => row.hasText(0, Infinity))
    for (const [y, row] of this.list.entries()) {
      if (y >= first && y <= last) continue
      giveLost(row, this.list[y < first ? first : last] ?? heir)
      this.#spare.push(row)
    }
    return this.list.splice(0).slice(Math.max(0, first), last + 1)
  }

  /** Removes and returns all rows, if they are the input from `byte` on, as it came or but for colours. */
  takePlain(byte: number, mayHaveColours: boolean): ScreenRow[] | undefined {
    let next = byte
    for (const row of this.list) {
      const start = mayHaveColours ? row.lineByte : row.startByte
      if (!row.endsRaw || start !== next || row.lost.length + row.lostMore > 0) return undefined
      if (row.editCount > (row.lineEnd === '\r\n' ? 3 : 1) && !mayHaveColours) return undefined
      next = row.stopByte
    }
    this.#size = 0
    this.#unordered = 0
    this.#line.written.length = 0
    const rows = this.list.splice(0)
    this.#spare.push(...rows)
    return rows
  }
}

function giveLost(row: ScreenRow, heir: ScreenRow): void {
  if (row.lost.length > 0) heir.lost.unshift(...row.lost)
  heir.lostMore += row.lostMore
  row.lost = []
}
