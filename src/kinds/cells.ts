import { SPACE } from './bytes.ts'
import { type Column, hashOf, mixed } from './column.ts'
import type { Rarity } from './rarity.ts'

// The words of a line with columns, and the cells that they make.

/** A word, and where it stands in its line. */
export interface Word {
  from: number
  to: number
  text: string
}

export const isInk = (line: string, at: number): boolean => line.charCodeAt(at) > SPACE

export function wordsOf(line: string): Word[] {
  const words: Word[] = []
  for (let at = 0; at < line.length; at++) {
    if (!isInk(line, at)) continue
    const from = at
    while (isInk(line, at)) at++
    words.push({ from, to: at, text: line.slice(from, at) })
  }
  return words
}

/** Tells the cells of rows below a header. */
export class Cells {
  readonly #header: readonly Word[]
  readonly #columns: readonly Column[]
  readonly #rarity: Rarity

  constructor(header: readonly Word[], rarity: Rarity) {
    this.#header = header
    this.#columns = header.map(({ text }) => rarity.column(hashOf(text)))
    this.#rarity = rarity
  }

  /**
   * A word is in the last column that begins before it or ends with it.
   *
   * @param noted the number of a column
   * @returns the first word of the cell in that column. Empty if there is none
   */
  tell(line: string, byte: number, noted: number): string {
    const header = this.#header
    let first = ''
    let column = 0
    let cell: string[] = []
    const end = () => {
      if (column === noted) first = cell[0] ?? ''
      this.#tellCell(this.#columns[column++], cell, byte)
      if (cell.length > 0) cell = []
    }
    for (const { from, to, text } of wordsOf(line)) {
      for (let next = header[column + 1]; next; next = header[column + 1]) {
        if (from < next.from && to !== next.to && (cell.length === 0 || to <= next.from)) break
        end()
      }
      cell.push(text)
    }
    while (column < header.length) end()
    return first
  }

  /** Of several words, numbers tell nothing: `Up 3 hours` says what `Up 5 hours` does. */
  #tellCell(column: Column, words: readonly string[], byte: number): void {
    const [first = ''] = words
    if (words.length < 2) this.#rarity.tellText(column, first, byte)
    else this.#rarity.tell(column, words.reduce(withWord, 0), Number.NaN, byte)
  }
}

const withWord = (hash: number, word: string): number => mixed(hash, /^\d/.test(word) ? 1 : hashOf(word))

/**
 * Tells the first words of a line without a header, by their places.
 *
 * @param sort lines of one sort are compared with each other
 */
export function tellWords(rarity: Rarity, line: string, byte: number, most: number, sort = 0): void {
  let nth = 0
  for (let at = 0; at < line.length && nth < most; at++) {
    if (!isInk(line, at)) continue
    const from = at
    while (isInk(line, at)) at++
    rarity.tellText(rarity.column(mixed(sort, nth++)), line.slice(from, at), byte)
  }
  rarity.tell(rarity.column(mixed(sort, most)), nth + 1, Number.NaN, byte)
}

/** Tells the first cells of a line without a header. */
export function tellCells(rarity: Rarity, line: string, byte: number, most: number, delimiter: string): void {
  const cells = line.split(delimiter, most)
  for (let nth = 0; nth < cells.length; nth++) rarity.tellText(rarity.column(nth), cells[nth].trim(), byte)
}

const PAIR = /([^\s=]+)=("[^"]*"?\S*|\S*)/g

/** Tells the values of `name=value` and `name="a value"` in a line. */
export function tellPairs(rarity: Rarity, line: string, byte: number): void {
  if (!line.includes('=')) return
  for (const [, name, value] of line.matchAll(PAIR)) rarity.tellText(rarity.column(hashOf(name)), value, byte)
}

/** The number of the column of all names. */
const NAMES = 0
/** As in `status: ok`, `status = ok` and `status | ok`. */
const MARK = /[:=|]/

/** Tells the value of a line such as `name: value`, and the name among those of all lines. */
export function tellSetting(rarity: Rarity, line: string, byte: number): void {
  const at = line.search(MARK)
  if (at < 0) return
  const name = hashOf(line.slice(0, at).trim())
  rarity.tell(rarity.column(NAMES), name, Number.NaN, byte)
  rarity.tellText(rarity.column(name), line.slice(at + 1).trim(), byte)
}
