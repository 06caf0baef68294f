/** A shape is familiar when it was seen within this many lines. */
const FAMILIAR_LINES = 64
/** An unfamiliar line is unusual once the count of familiar lines has reached this. */
const FAMILIAR_RUN = 15
/** The count of familiar lines goes no higher. */
const MAX_RUN = 60
const SLOTS = 4096

/** Finds unusual lines: lines of a new shape after many lines of familiar shapes. */
export class UnusualLines {
  readonly #lastSeen = new Uint32Array(SLOTS)
  #familiar = 0

  /** True when the line is unusual. Must be called once for every line, in order. */
  has(shape: number, line: number): boolean {
    const slot = slotOf(shape)
    const seen = this.#lastSeen[slot]
    this.#lastSeen[slot] = line
    if (seen !== 0 && line - seen <= FAMILIAR_LINES) {
      if (this.#familiar < MAX_RUN) this.#familiar++
      return false
    }
    const isUnusual = this.#familiar >= FAMILIAR_RUN && shape !== 0
    this.#familiar = Math.max(0, this.#familiar - 6)
    return isUnusual
  }

  /** Counts `lines` more lines of the shape that `has` saw last. The last of them is `line`. */
  seenAgain(shape: number, line: number, lines: number): void {
    if (lines === 0) return
    this.#lastSeen[slotOf(shape)] = line
    this.#familiar = Math.max(this.#familiar, Math.min(MAX_RUN, this.#familiar + lines))
  }
}

const slotOf = (shape: number): number => (shape ^ (shape >>> 12)) & (SLOTS - 1)
