/** So many hashes are counted exactly; from then on the sketch counts. */
const EXACT = 1024
const WIDTH = 1 << 14
const ROWS = 2

/**
 * How often each hash came, in constant memory: exactly while few came, by a count-min sketch (Cormode and
 * Muthukrishnan, 2005) from then on. An estimate is never too low; it is too high by about n / 16384 at most places.
 *
 * @example
 * const counts = new ShapeCounts()
 * for (const shape of [7, 9, 7]) counts.add(shape)
 * counts.count(7) // 2
 */
export class ShapeCounts {
  #exact: Map<number, number> | undefined = new Map()
  #total = 0
  #table = new Uint32Array(0)

  /** Adds one of this hash, a whole number below 2^32. */
  add(hash: number): void {
    if (this.#exact === undefined) this.#addTo(hash, 1)
    else {
      this.#exact.set(hash, (this.#exact.get(hash) ?? 0) + 1)
      if (++this.#total > EXACT) this.#spill()
    }
  }

  #spill(): void {
    if (this.#exact === undefined) return
    this.#table = new Uint32Array(ROWS * WIDTH)
    for (const [hash, count] of this.#exact) this.#addTo(hash, count)
    this.#exact = undefined
  }

  /** The rows look at different bits of the hash, so that hashes that meet in one part in the other. */
  #addTo(hash: number, count: number): void {
    this.#table[hash & (WIDTH - 1)] += count
    this.#table[WIDTH + (Math.imul(hash, 0x9e3779b1) >>> 18)] += count
  }

  /** How often this hash came; never too low. */
  count(hash: number): number {
    if (this.#exact) return this.#exact.get(hash) ?? 0
    return Math.min(
      this.#table[hash & (WIDTH - 1)],
      this.#table[WIDTH + (Math.imul(hash, 0x9e3779b1) >>> 18)],
    )
  }

  /** Adds what another has counted: two halves equal the whole. */
  merge(other: ShapeCounts): void {
    if (other.#exact) {
      for (const [hash, count] of other.#exact) for (let i = 0; i < count; i++) this.add(hash)
      return
    }
    this.#spill()
    for (let i = 0; i < this.#table.length; i++) this.#table[i] += other.#table[i]
  }
}
