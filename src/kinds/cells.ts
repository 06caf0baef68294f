import { EQUALS, isDigitByte, QUOTE, SPACE } from './bytes.ts'
import { type Column, cellHash, mixed } from './column.ts'
import type { Line } from './line.ts'
import type { Rarity } from './rarity.ts'

// The words of a line with columns, and the cells that they make.

export interface Word {
  from: number
  to: number
}

const isInk = (line: Uint8Array, at: number): boolean => line[at] > SPACE

export function wordsOf(line: Uint8Array): Word[] {
  const words: Word[] = []
  for (let at = 0; at < line.length; at++) {
    if (!isInk(line, at)) continue
    const from = at
    while (isInk(line, at)) at++
    words.push({ from, to: at })
  }
  return words
}

/** Tells the cells of rows below a header. */
export class Cells {
  readonly #header: readonly Word[]
  readonly #columns: readonly Column[]
  readonly #rarity: Rarity
  /** The column whose first word is noted, and where that word is in the last row. Nothing if it is empty there. */
  noted = -1
  notedFrom = 0
  notedTo = 0

  constructor(header: Uint8Array, rarity: Rarity) {
    this.#header = wordsOf(header)
    this.#columns = this.#header.map(({ from, to }) => rarity.column(cellHash(header, from, to)))
    this.#rarity = rarity
  }

  /** A word is in the last column that begins before it or ends with it. Columns are counted in code points. */
  tell(bytes: Uint8Array, from: number, to: number, byte: number): void {
    const header = this.#header
    const columns = this.#columns
    const rarity = this.#rarity
    this.notedFrom = this.notedTo = 0
    let column = 0
    let words = 0
    /** A hash of the words so far of the cell without its numbers: `Up 3 hours` says what `Up 5 hours` does. */
    let loose = 0
    /** Where the first word of the cell is. */
    let wordFrom = from
    let wordTo = from
    let origin = from
    const end = (count: number) => {
      const told = columns[column++]
      if (count > 1) rarity.tell(told, loose, Number.NaN, byte)
      else rarity.tellText(told, bytes, wordFrom, count === 0 ? wordFrom : wordTo, byte)
    }
    for (let at = from; at < to; at++) {
      if (bytes[at] <= SPACE) continue
      const first = at
      const start = first - origin
      for (; at < to && bytes[at] > SPACE; at++) if ((bytes[at] & 0xc0) === 0x80) origin++
      const endColumn = at - origin
      for (let next = header[column + 1]; next; next = header[column + 1]) {
        if (start < next.from && endColumn !== next.to && (words === 0 || endColumn <= next.from)) break
        end(words)
        words = 0
      }
      if (column === this.noted && words === 0) {
        this.notedFrom = first
        this.notedTo = at
      }
      if (words === 0) {
        wordFrom = first
        wordTo = at
      } else {
        if (words === 1) loose = withWord(0, columns[column], bytes, wordFrom, wordTo)
        loose = withWord(loose, columns[column], bytes, first, at)
      }
      words++
    }
    for (; column < header.length; words = 0) end(words)
  }
}

/** Continues the hash of a cell with a word, if that is no number. */
const withWord = (hash: number, column: Column, bytes: Uint8Array, from: number, to: number): number =>
  mixed(hash, isDigitByte(bytes[from]) ? 1 : column.hash(bytes, from, to, Number.NaN))

/** A line, or a part of one. */
type Told = Pick<Line, 'buffer' | 'from' | 'to' | 'startByte'>

/**
 * Tells the first words of a line without a header, by their places.
 *
 * @param sort lines of one sort are compared with each other
 */
export function tellWords(
  rarity: Rarity,
  { buffer, from, to, startByte }: Told,
  most: number,
  sort = 0,
): void {
  let at = from
  let nth = 0
  for (; nth < most; nth++) {
    while (at < to && !isInk(buffer, at)) at++
    if (at >= to) break
    const first = at
    while (at < to && isInk(buffer, at)) at++
    rarity.tellText(rarity.column(mixed(sort, nth)), buffer, first, at, startByte)
  }
  rarity.tell(rarity.column(mixed(sort, most)), nth + 1, Number.NaN, startByte)
}

/** Blanks, and the bytes of lines that are drawn between cells. */
const isAround = (byte: number): boolean => byte <= SPACE || byte === 0xe2 || byte === 0x94

/** Tells the first cells of a line without a header. A byte stands between them. */
export function tellCells(
  rarity: Rarity,
  { buffer, from, to, startByte }: Line,
  most: number,
  delimiter: number,
): void {
  for (let nth = 0, at = from; nth < most && at <= to; nth++, at++) {
    let first = at
    while (at < to && buffer[at] !== delimiter) at++
    let end = at
    while (first < end && isAround(buffer[first])) first++
    while (end > first && isAround(buffer[end - 1])) end--
    rarity.tellText(rarity.column(nth), buffer, first, end, startByte)
  }
}

/** Tells the values of `name=value` and `name="a value"` in a line. */
export function tellPairs(rarity: Rarity, { buffer, from, to, startByte }: Line): void {
  for (let at = from; at < to; at++) {
    if (buffer[at] !== EQUALS) continue
    let first = at
    while (first > from && isInk(buffer, first - 1) && buffer[first - 1] !== EQUALS) first--
    if (first === at) continue
    const name = cellHash(buffer, first, at)
    const start = ++at
    if (at < to && buffer[at] === QUOTE)
      do at++
      while (at < to && buffer[at] !== QUOTE)
    while (at < to && isInk(buffer, at)) at++
    rarity.tellText(rarity.column(name), buffer, start, Math.min(at, to), startByte)
  }
}

/** The number of the column of all names. */
const NAMES = 0

/**
 * Tells the value of a line such as `name: value`, and the name among those of all lines. One of the marks stands between
 * them.
 */
export function tellSetting(rarity: Rarity, line: Line, marks: readonly number[]): void {
  const { buffer, startByte } = line
  let { from, to } = line
  while (from < to && !isInk(buffer, from)) from++
  let end = from
  while (end < to && !marks.includes(buffer[end])) end++
  if (end === to) return
  let start = end + 1
  while (start < to && !isInk(buffer, start)) start++
  while (to > start && !isInk(buffer, to - 1)) to--
  while (end > from && !isInk(buffer, end - 1)) end--
  const name = cellHash(buffer, from, end)
  rarity.tell(rarity.column(NAMES), name, Number.NaN, startByte)
  rarity.tellText(rarity.column(name), buffer, start, to, startByte)
}
