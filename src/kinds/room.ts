import type { Choosing } from './choosing.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'

export interface Ranked {
  unit: Unit
  /** Its container. Undefined for the root. */
  around: Ranked | undefined
  /** Its place among those units of the container that are in memory. */
  at: number
  rank: number
}

/** True for a unit whose bytes are not all in memory. */
export const isOpaque = ({ start, inner, close, end, clip, isLost }: Unit): boolean =>
  isLost ||
  (!clip && (inner.byte - start.byte > MOST_RECORD_BYTES || end.byte - close.byte > MOST_RECORD_BYTES))

/** The room that is left, in which units are kept. */
export class Room {
  readonly #choosing: Choosing
  readonly #markBytes: Map<Unit, number>
  #bytes: number
  #lines: number

  /** @param markBytes the most bytes of a mark, by container, as far as they are known */
  constructor(choosing: Choosing, markBytes: Map<Unit, number>, bytes: number, lines: number) {
    this.#choosing = choosing
    this.#markBytes = markBytes
    this.#bytes = bytes
    this.#lines = lines
  }

  /** Leaves room for nothing but units that are no longer than the mark in their place. */
  close(): void {
    this.#bytes = Math.min(this.#bytes, 0)
  }

  /** Keeps a unit with the containers around it, if there is room for all of them. */
  addWith(each: Ranked): boolean {
    if (each.around?.unit.isKept) {
      if (!each.unit.isKept && !(this.#isInOrder(each) && this.add(each))) return false
      this.#addBeside(each)
      return true
    }
    const bytes = this.#bytes
    const lines = this.#lines
    const chain: Ranked[] = []
    for (let at: Ranked | undefined = each; at && !at.unit.isKept; at = at.around) chain.push(at)
    for (let at = chain.length - 1; at >= 0; at--) {
      if (this.#isInOrder(chain[at]) && this.add(chain[at])) continue
      for (let undone = at + 1; undone < chain.length; undone++) chain[undone].unit.isKept = false
      this.#bytes = bytes
      this.#lines = lines
      return false
    }
    this.#addBeside(each)
    return true
  }

  /** Keeps the units next to a kept one that take no more bytes than the marks in their place. */
  #addBeside({ around, at }: Ranked): void {
    if (!around) return
    for (const near of [at - 1, at + 1]) {
      const unit = around.unit.units[near]
      if (!unit || unit.size > 0 || isOpaque(unit)) continue
      if (ownBytes(unit) <= this.#markBytesIn(around.unit))
        this.addBetween({ unit, around, at: near, rank: 0 })
    }
  }

  /** Keeps a unit between two kept ones, which then need no mark, if there is room. */
  addBetween(each: Ranked): boolean {
    const { unit, around, at } = each
    if (unit.isKept || !around?.unit.isKept || marksAdded(unit, around.unit, at) >= 0) return false
    return this.add(each)
  }

  /** Keeps a unit whose container is kept. */
  add(each: Ranked): boolean {
    const { unit, around } = each
    const mark = around ? this.#markBytesIn(around.unit) : 0
    // At best it takes the place of a mark. Most units that have no room need no closer look.
    if (ownBytes(unit) - mark > this.#bytes) return false
    const { bytes, lines } = this.#costOf(each)
    if (!this.has(bytes, lines)) return false
    this.#bytes -= bytes
    this.#lines -= lines
    unit.isKept = true
    return true
  }

  /** What a unit takes with the marks that it needs, or saves. */
  #costOf({ unit, around, at }: Ranked): { bytes: number; lines: number } {
    const outside = around ? marksAdded(unit, around.unit, at) : 0
    const inside = unit.size > 0 || unit.clip ? 1 : 0
    const marks = around ? outside * this.#markBytesIn(around.unit) : 0
    return {
      bytes: ownBytes(unit) + marks + (inside ? this.#markBytesIn(unit) : 0),
      lines: ownLines(unit) + outside + inside,
    }
  }

  has(bytes: number, lines: number): boolean {
    return bytes <= this.#bytes && lines <= this.#lines
  }

  /** What some records of one kept container cost together. None of them may be kept. */
  costOf(records: readonly Ranked[]): { bytes: number; lines: number } {
    let bytes = 0
    let lines = 0
    for (const each of records) {
      const cost = this.#costOf(each)
      bytes += cost.bytes
      lines += cost.lines
      each.unit.isKept = true
    }
    for (const { unit } of records) unit.isKept = false
    return { bytes, lines }
  }

  /** Keeps some records of kept containers, for which there is room. */
  addAll(records: readonly Ranked[]): void {
    for (const each of records) {
      this.#pay(each, 1)
      each.unit.isKept = true
    }
  }

  /** Gives a kept record up, unless that would need a mark. */
  take(each: Ranked): boolean {
    const { unit, around, at } = each
    if (!around || marksAdded(unit, around.unit, at) < 0) return false
    unit.isKept = false
    this.#pay(each, -1)
    return true
  }

  #pay(each: Ranked, times: 1 | -1): void {
    const { bytes, lines } = this.#costOf(each)
    this.#bytes -= times * bytes
    this.#lines -= times * lines
  }

  /** False for a unit that would leave a gap in a container that is shown in one piece. */
  #isInOrder({ unit, around, at }: Ranked): boolean {
    if (!around || unit.index === 0 || !this.#choosing.isInOnePiece?.(around.unit)) return true
    return isNext(around.unit.units[at - 1], unit.index - 1)
  }

  #markBytesIn(container: Unit): number {
    const { markBytes } = this.#choosing
    if (typeof markBytes === 'number') return markBytes
    let bytes = this.#markBytes.get(container)
    if (bytes === undefined) {
      bytes = markBytes(container)
      this.#markBytes.set(container, bytes)
    }
    return bytes
  }
}

/** How many gaps there are more when a unit is kept. */
function marksAdded({ index }: Unit, { units, size }: Unit, at: number): number {
  const left = index === 0 || isNext(units[at - 1], index - 1) ? 0 : 1
  const right = index === size - 1 || isNext(units[at + 1], index + 1) ? 0 : 1
  return left + right - 1
}

/** True for a kept unit at this place in its container. */
const isNext = (near: Unit | undefined, index: number): boolean =>
  near?.isKept === true && near.index === index

/** Bytes of a unit without its own units and without the part that is clipped. */
export const ownBytes = ({ start, inner, close, end, clip }: Unit): number =>
  clip
    ? end.byte - start.byte - (clip.to.byte - clip.from.byte)
    : inner.byte - start.byte + end.byte - close.byte

const ownLines = ({ start, inner, close, end, clip }: Unit): number =>
  clip
    ? end.line - start.line - (clip.to.line - clip.from.line)
    : inner.line - start.line + end.line - close.line
