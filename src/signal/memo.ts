import type { Evidence } from './evidence.ts'

const LEAST_ENTRIES = 4096
const MOST_ENTRIES = 65536
/** The table grows when more than this share of it is used. */
const MOST_LOAD = 0.5
/** Entries that form a pair. A line may be in either of two pairs, one for each half of its fingerprint. */
const WAYS = 2

// An entry has 32 bytes, so that a pair lies in one line of the processor's cache. 32-bit words: 0 and 1 the fingerprint,
// both 0 if the entry is unused; 2 and 3 the score, a 64-bit float; 4 kinds; 5 shape; 6 coarse hash; 7 the evidence's
// start (lower half) and end (upper half).
const WORDS = 8
const SCORE_IN_FLOATS = 1
const KINDS = 4
const SHAPE = 5
const COARSE = 6
const RANGE = 7

/** What `find` returns for an unknown line. */
export const UNKNOWN = -1

/**
 * Remembers the evidence of lines by their fingerprints, in bounded memory: new lines replace older ones. It only saves
 * work, because a forgotten line is assessed again. An entry is valid until the next `hold` or `keep`.
 *
 * @example
 * const memo = new EvidenceMemo()
 * memo.hold({ score: 5, kinds: 1, startByte: 0, endByte: 5, shape: 7, coarse: 9 })
 * memo.keep(11, 22)
 * memo.scoreOf(memo.find(11, 22)) // 5
 */
export class EvidenceMemo {
  /** Number of entries of the table. One more entry follows them, for `hold`. */
  #entries = WAYS
  #used = 0
  #kept = 0
  #words = new Uint32Array(WORDS * (WAYS + 1))
  /** The same memory as `#words`. */
  #floats = new Float64Array(this.#words.buffer)

  /** The entry of the line with this fingerprint, or `UNKNOWN`. */
  find(low: number, high: number): number {
    if ((low | high) === 0) return UNKNOWN
    const entry = this.#findIn(low & (this.#entries - WAYS), low, high)
    return entry === UNKNOWN ? this.#findIn(high & (this.#entries - WAYS), low, high) : entry
  }

  #findIn(first: number, low: number, high: number): number {
    const words = this.#words
    const at = WORDS * first
    if (words[at] === low && words[at + 1] === high) return first
    if (words[at + WORDS] === low && words[at + WORDS + 1] === high) return first + 1
    return UNKNOWN
  }

  /** Lines that were kept since the memo was made, forgotten ones too. */
  get kept(): number {
    return this.#kept
  }

  /** Stores a line's evidence until the next call of `hold` or `keep`, and returns its entry. */
  hold(evidence: Evidence | undefined): number {
    const entry = this.#entries
    const words = this.#words
    const at = WORDS * entry
    this.#floats[at / 2 + SCORE_IN_FLOATS] = evidence ? evidence.score : 0
    words[at + KINDS] = evidence ? evidence.kinds : 0
    words[at + SHAPE] = evidence ? evidence.shape : 0
    words[at + COARSE] = evidence ? evidence.coarse : 0
    words[at + RANGE] = evidence ? evidence.startByte | (evidence.endByte << 16) : 0
    return entry
  }

  /** Remembers the held evidence for the line with this fingerprint, and returns its entry. */
  keep(low: number, high: number): number {
    this.#kept++
    if (this.#used >= MOST_LOAD * this.#entries && this.#entries < MOST_ENTRIES) this.#grow()
    const first = this.#pairFor(low, high)
    const held = WORDS * this.#entries
    this.#words[held] = low
    this.#words[held + 1] = high
    this.#put(this.#words, held, first)
    return first
  }

  scoreOf(entry: number): number {
    return this.#floats[(WORDS / 2) * entry + SCORE_IN_FLOATS]
  }

  kindsOf(entry: number): number {
    return this.#words[WORDS * entry + KINDS]
  }

  shapeOf(entry: number): number {
    return this.#words[WORDS * entry + SHAPE]
  }

  /** Copies a line's evidence to `out`, as the assessor returned it. All zeros for a line without evidence. */
  read(entry: number, out: Evidence): void {
    const words = this.#words
    const at = WORDS * entry
    out.score = this.#floats[at / 2 + SCORE_IN_FLOATS]
    out.kinds = words[at + KINDS]
    out.shape = words[at + SHAPE]
    out.coarse = words[at + COARSE]
    out.startByte = words[at + RANGE] & 0xffff
    out.endByte = words[at + RANGE] >>> 16
  }

  /** First entry of the pair that takes a new line: of its two pairs, the one with more room. */
  #pairFor(low: number, high: number): number {
    const first = low & (this.#entries - WAYS)
    const second = high & (this.#entries - WAYS)
    return this.#roomIn(second) > this.#roomIn(first) ? second : first
  }

  #roomIn(first: number): number {
    const words = this.#words
    const at = WORDS * first
    return (
      ((words[at] | words[at + 1]) === 0 ? 1 : 0) +
      ((words[at + WORDS] | words[at + WORDS + 1]) === 0 ? 1 : 0)
    )
  }

  /** Overwrites a pair's second entry with its first, and the first with the words from `from` on. */
  #put(words: Uint32Array, from: number, first: number): void {
    const own = this.#words
    const to = WORDS * first
    // Word by word, which is faster than calls for so few.
    for (let i = to; i < to + WORDS; i++) {
      own[i + WORDS] = own[i]
      own[i] = words[from + i - to]
    }
    this.#used++
  }

  /** Doubles the table. */
  #grow(): void {
    const words = this.#words
    const entries = this.#entries
    this.#entries = Math.max(LEAST_ENTRIES, 2 * entries)
    this.#words = new Uint32Array(WORDS * (this.#entries + 1))
    this.#floats = new Float64Array(this.#words.buffer)
    this.#used = 0
    // The second entry of a pair is the older one. It goes first, so that it stays the older one.
    for (let first = 0; first < entries; first += WAYS) {
      for (let entry = first + WAYS - 1; entry >= first; entry--) {
        const from = WORDS * entry
        const low = words[from]
        const high = words[from + 1]
        if ((low | high) !== 0) this.#put(words, from, this.#pairFor(low, high))
      }
    }
    this.#words.set(words.subarray(WORDS * entries), WORDS * this.#entries)
  }
}
