import { amountIn, isDigitByte } from './amounts.ts'
import { type Column, cellHash, mixed } from './column.ts'
import type { Line } from './line.ts'
import type { Rarity } from './rarity.ts'

// The words of a line with columns, and the cells that they make.

const SPACE = 0x20

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
  #column = 0
  /** A hash of the words so far of the cell that is being read. 0 for none. */
  #hash = 0
  #words = 0
  /** The same without its numbers: `Up 3 hours` says what `Up 5 hours` does. */
  #loose = 0
  #amount = Number.NaN
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
    this.#column = this.#hash = this.#words = this.notedFrom = this.notedTo = 0
    let continuations = 0
    for (let at = from; at < to; at++) {
      if (!isInk(bytes, at)) continue
      const first = at
      const start = at - from - continuations
      for (; at < to && isInk(bytes, at); at++) if ((bytes[at] & 0xc0) === 0x80) continuations++
      const end = at - from - continuations
      for (let next = header[this.#column + 1]; next; next = header[this.#column + 1]) {
        if (start < next.from && end !== next.to && (this.#hash === 0 || end <= next.from)) break
        this.#end(byte)
      }
      if (this.#column === this.noted && this.#words === 0) {
        this.notedFrom = first
        this.notedTo = at
      }
      this.#amount = this.#hash === 0 ? amountIn(bytes, first, at) : Number.NaN
      const hash = this.#columns[this.#column].hash(bytes, first, at, this.#amount)
      this.#loose = mixed(this.#words++ === 0 ? 0 : this.#loose, isDigitByte(bytes[first]) ? 1 : hash)
      this.#hash = mixed(this.#hash, hash)
    }
    while (this.#column < header.length) this.#end(byte)
  }

  #end(byte: number): void {
    const amount = this.#words === 1 ? this.#amount : Number.NaN
    this.#rarity.tell(this.#columns[this.#column++], this.#words > 1 ? this.#loose : this.#hash, amount, byte)
    this.#hash = this.#words = 0
  }
}

/** Tells the first words of a line without a header. */
export function tellWords(rarity: Rarity, { buffer, from, to, startByte }: Line, most: number): void {
  let at = from
  for (let nth = 0; nth < most && at < to; nth++) {
    while (at < to && !isInk(buffer, at)) at++
    const first = at
    while (at < to && isInk(buffer, at)) at++
    rarity.tellText(rarity.column(nth), buffer, first, at, startByte)
  }
}

const EQUALS = 0x3d
const QUOTE = 0x22

/** Tells the values of `name=value` and `name="a value"` in a line. */
export function tellPairs(rarity: Rarity, { buffer, from, to, startByte }: Line): void {
  for (let at = from; at < to; at++) {
    const first = at
    while (at < to && isInk(buffer, at) && buffer[at] !== EQUALS) at++
    if (buffer[at] !== EQUALS || at === first || at >= to) continue
    const name = cellHash(buffer, first, at)
    const start = ++at
    if (at < to && buffer[at] === QUOTE)
      do at++
      while (at < to && buffer[at] !== QUOTE)
    while (at < to && isInk(buffer, at)) at++
    rarity.tellText(rarity.column(name), buffer, start, Math.min(at, to), startByte)
  }
}
