import type { UnitAnswer } from '../../kinds/kind.ts'
import { QueryMatcher } from '../judge/query-matcher.ts'
import { shapeOf } from '../scan/line-facts.ts'
import { type Entry, SHAPES } from '../scan/selector.ts'
import { UnitSplitter } from './unit-splitter.ts'

// Selects the lines of an input that answer a query best, beside those that may be errors. They are compared by BM25 with
// the counts so far, so that lines of common words push out none of a rare one.

const MOST_LINES = 256
/** Slots that no other selection uses. */
const FIRST_SLOT = 8192
/** Of lines that differ in numbers alone, so many are kept: the best, and of equal ones the first. */
const MOST_ALIKE = 4
/** Answers below this share of the best one's score say nothing beside it. */
export const LEAST_SHARE = 0.5
/** The factors of BM25. */
const K1 = 1.2
const B = 0.75

export class QueryLines {
  readonly matcher: QueryMatcher
  readonly #units = new UnitSplitter((...unit) => this.#look(...unit))
  /** By word: the lines that hold it. */
  readonly #counts: number[]
  /** Lines that are not empty, or parts of long ones, and their bytes. */
  #lines = 0
  #bytes = 0
  readonly #entries: Entry[] = []
  /** The least value that another line must be above. */
  #least = -Infinity
  /** The same among lines of a shape. Of those with fewer lines it is below all values. */
  readonly #leastAlike = new Float64Array(SHAPES).fill(-Infinity)
  /** By shape: lines that are kept. */
  readonly #alike = new Uint8Array(SHAPES)
  #entered: Entry[] = []

  /** @param words at most 16 */
  constructor(words: readonly string[]) {
    this.matcher = new QueryMatcher(words)
    this.#counts = words.map(() => 0)
  }

  /** Reads the next bytes, and returns the entries that they added. An entry replaces an older one in its slot. */
  push(bytes: Uint8Array): readonly Entry[] {
    this.#entered = []
    this.#units.push(bytes)
    return this.#entered
  }

  end(): readonly Entry[] {
    this.#entered = []
    this.#units.end()
    return this.#entered
  }

  /** Where the line, or the part of a long one, begins that is not read to its end. */
  get openByte(): number {
    return this.#units.openByte
  }

  /** The slots of all entries, in the order of the input. */
  slots(): number[] {
    return [...this.#entries].sort((a, b) => a.startByte - b.startByte).map(({ slot }) => slot)
  }

  /** Where the lines that answer best hold their words, in order, and how well they answer, from 0 to 1. */
  answers(): UnitAnswer[] {
    const best = Math.max(...this.#entries.map(({ value }) => value))
    return this.#entries
      .map(({ hitByte, value }) => ({ byte: hitByte, value: value / best }))
      .filter(({ value }) => value >= LEAST_SHARE)
      .sort((a, b) => a.byte - b.byte)
  }

  /** How well a line answers, by its words and its length: BM25 with the counts so far. */
  scoreOf(words: number, lengthBytes: number): number {
    let rarity = 0
    for (let rest = words; rest !== 0; rest &= rest - 1) {
      const count = this.#counts[31 - Math.clz32(rest & -rest)] + 0.5
      rarity += Math.log(1 + (this.#lines - count + 1) / count)
    }
    return (rarity * (K1 + 1)) / (K1 * (1 - B + (B * lengthBytes * this.#lines) / this.#bytes) + 1)
  }

  #look(bytes: Uint8Array, start: number, end: number, base: number, line: number): void {
    this.#lines++
    this.#bytes += end - start
    const { matcher } = this
    const words = matcher.find(bytes, start, end)
    if (words === 0) return
    for (let rest = words; rest !== 0; rest &= rest - 1) this.#counts[31 - Math.clz32(rest & -rest)]++
    const value = this.scoreOf(words, end - start)
    if (value <= this.#least) return
    const shape = shapeOf(bytes, start, end) % SHAPES
    if (value <= this.#leastAlike[shape]) return
    const index = this.#placeFor(shape)
    const entry = {
      slot: FIRST_SLOT + index,
      line,
      startByte: base + start,
      endByte: base + end,
      hitByte: base + matcher.places[31 - Math.clz32(words)],
      literal: -1,
      score: value,
      value,
      shape,
      repeat: 0,
    }
    this.#entries[index] = entry
    this.#alike[shape]++
    this.#entered.push(entry)
    if (this.#alike[shape] === MOST_ALIKE) this.#leastAlike[shape] = this.#entries[this.#weakest(shape)].value
    if (this.#entries.length === MOST_LINES) this.#least = this.#entries[this.#weakest()].value
  }

  /** The slot for a line of a shape: a new one, or that of the weakest line once all are taken. */
  #placeFor(shape: number): number {
    const entries = this.#entries
    const isFull = this.#alike[shape] === MOST_ALIKE
    if (!isFull && entries.length < MOST_LINES) return entries.length
    const index = this.#weakest(isFull ? shape : undefined)
    const old = entries[index].shape
    this.#alike[old]--
    this.#leastAlike[old] = -Infinity
    return index
  }

  /** The index of the entry of the least value, of all or of a shape. Of equal ones the last. */
  #weakest(shape?: number): number {
    const entries = this.#entries
    let weakest = -1
    for (let i = 0; i < entries.length; i++) {
      if (shape !== undefined && entries[i].shape !== shape) continue
      if (weakest < 0 || entries[i].value <= entries[weakest].value) weakest = i
    }
    return weakest
  }
}
