import type { WindowFacts } from '../scan/scanner.ts'

/** The most additions that are counted exactly. After that, the sketch counts. */
const EXACT = 1024
const WIDTH = 1 << 14
const ROWS = 2
const FACTOR = 0x9e3779b1
const NO_COUNTS = new Uint32Array(0)

/**
 * Counts how often each hash came, in constant memory. Counts are exact for the first 1024 additions. After that, they
 * are estimates of a count-min sketch (Cormode and Muthukrishnan, 2005): never too low, and mostly at most n / 16384
 * too high.
 *
 * @example
 * const counts = new ShapeCounts()
 * for (const shape of [7, 9, 7]) counts.add(shape)
 * counts.count(7) // 2
 */
export class ShapeCounts {
  /** Undefined once the sketch counts. */
  #exact: ExactCounts | undefined = new ExactCounts()
  #total = 0
  #table = NO_COUNTS

  /** Adds a hash, a whole number below 2^32, and returns how often it likely came before. */
  add(hash: number): number {
    this.#total++
    if (this.#exact === undefined) return this.#withoutNoise(this.#addTo(hash, 1))
    const before = this.#exact.add(hash)
    if (this.#total > EXACT) this.#spill()
    return before
  }

  /** How often this hash likely came: the estimate, less what other hashes add to its counters on average. */
  likely(hash: number): number {
    return this.#exact ? this.count(hash) : this.#withoutNoise(this.count(hash))
  }

  #withoutNoise(count: number): number {
    return Math.max(0, count - Math.round((this.#total - count) / WIDTH))
  }

  /** Adds the shapes of a window's lines, limited to the bits of `mask`. */
  addLines(facts: WindowFacts, mask: number): void {
    const { lineShapes, newlines } = facts
    let i = 0
    for (; i < newlines && this.#exact !== undefined; i++) this.add((lineShapes[i] & mask) >>> 0)
    if (i === newlines) return
    this.#total += newlines - i
    this.#addBlocks(facts, mask, i)
  }

  /** Adds each run of equal shapes at once, because equal lines come in runs, some of many blocks. */
  #addBlocks(
    { lineShapes, newlines, blockNewlines, blockAlike }: WindowFacts,
    mask: number,
    first: number,
  ): void {
    let from = first
    let next = first
    let end = 0
    for (let block = 0; next < newlines; block++) {
      end += blockNewlines[block]
      if (end <= next) continue
      if (blockAlike[block] === 0) {
        for (; next < end; next++) {
          if (lineShapes[next] === lineShapes[from]) continue
          this.#addTo(lineShapes[from] & mask, next - from)
          from = next
        }
      }
      next = end
    }
    this.#addTo(lineShapes[from] & mask, next - from)
  }

  #spill(): void {
    if (this.#exact === undefined) return
    this.#table = new Uint32Array(ROWS * WIDTH)
    const { slots } = this.#exact
    this.#exact = undefined
    for (let at = 0; at < slots.length; at += 2) if (slots[at + 1] > 0) this.#addTo(slots[at], slots[at + 1])
  }

  /** Adds `count`. The rows use different bits of the hash, so that two hashes rarely share a place in both. */
  #addTo(hash: number, count: number): number {
    const table = this.#table
    const first = hash & (WIDTH - 1)
    const second = WIDTH + (Math.imul(hash, FACTOR) >>> 18)
    const before = Math.min(table[first], table[second])
    table[first] += count
    table[second] += count
    return before
  }

  /** How often this hash came. Never too low. */
  count(hash: number): number {
    if (this.#exact) return this.#exact.count(hash)
    return Math.min(this.#table[hash & (WIDTH - 1)], this.#table[WIDTH + (Math.imul(hash, FACTOR) >>> 18)])
  }

  /** Adds the counts of another sketch. Counting two halves and merging equals counting the whole. */
  merge(other: ShapeCounts): void {
    if (other.#exact) {
      const { slots } = other.#exact
      for (let at = 0; at < slots.length; at += 2) for (let i = 0; i < slots[at + 1]; i++) this.add(slots[at])
      return
    }
    this.#spill()
    this.#total += other.#total
    for (let i = 0; i < this.#table.length; i++) this.#table[i] += other.#table[i]
  }
}

const LEAST_SLOTS = 128

/** Counts of few hashes, at most `EXACT`. At most half of the slots are used. */
class ExactCounts {
  /** For each slot a hash and its count, which is 0 for a free slot. */
  slots = new Uint32Array(2 * LEAST_SLOTS)
  #used = 0

  /** Returns the count before. */
  add(hash: number): number {
    const at = this.#placeOf(hash)
    const before = this.slots[at + 1]
    this.slots[at] = hash
    this.slots[at + 1] = before + 1
    if (before === 0 && 4 * ++this.#used > this.slots.length) this.#grow()
    return before
  }

  count(hash: number): number {
    return this.slots[this.#placeOf(hash) + 1]
  }

  /** Where the slot of a hash is, or the free one that it would take. */
  #placeOf(hash: number): number {
    const { slots } = this
    const last = slots.length - 2
    let at = ((Math.imul(hash, FACTOR) >>> 16) << 1) & last
    while (slots[at + 1] > 0 && slots[at] !== hash) at = (at + 2) & last
    return at
  }

  #grow(): void {
    const { slots } = this
    this.slots = new Uint32Array(2 * slots.length)
    for (let from = 0; from < slots.length; from += 2) {
      if (slots[from + 1] === 0) continue
      const at = this.#placeOf(slots[from])
      this.slots[at] = slots[from]
      this.slots[at + 1] = slots[from + 1]
    }
  }
}
