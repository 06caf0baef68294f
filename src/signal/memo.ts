import type { Evidence } from './evidence.ts'

const LEAST_ENTRIES = 4096
const MOST_ENTRIES = 65536
/** The table grows when more than this share of it is used. */
const MOST_LOAD = 0.5
/** Entries that form a pair. A line may be in either of two pairs, one for each half of its fingerprint. */
const WAYS = 2

// The facts of an entry: kinds, shape, coarse hash, and the evidence's start (lower half) and end (upper half). Facts,
// scores and fingerprints are in separate arrays, so that the fingerprints, which are read most, are close together.
const FACTS = 4

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
  /** Two halves of a fingerprint for each entry, both 0 if the entry is unused. */
  #keys = new Uint32Array(2 * (WAYS + 1))
  #scores = new Float64Array(WAYS + 1)
  #facts = new Uint32Array(FACTS * (WAYS + 1))

  /** The entry of the line with this fingerprint, or `UNKNOWN`. */
  find(low: number, high: number): number {
    if ((low | high) === 0) return UNKNOWN
    const entry = this.#findIn(low & (this.#entries - WAYS), low, high)
    return entry === UNKNOWN ? this.#findIn(high & (this.#entries - WAYS), low, high) : entry
  }

  #findIn(first: number, low: number, high: number): number {
    const keys = this.#keys
    const at = 2 * first
    if (keys[at] === low && keys[at + 1] === high) return first
    if (keys[at + 2] === low && keys[at + 3] === high) return first + 1
    return UNKNOWN
  }

  /** Lines that were kept since the memo was made, forgotten ones too. */
  get kept(): number {
    return this.#kept
  }

  /** Stores a line's evidence until the next call of `hold` or `keep`, and returns its entry. */
  hold(evidence: Evidence | undefined): number {
    const entry = this.#entries
    this.#scores[entry] = evidence ? evidence.score : 0
    const facts = this.#facts
    const at = FACTS * entry
    facts[at] = evidence ? evidence.kinds : 0
    facts[at + 1] = evidence ? evidence.shape : 0
    facts[at + 2] = evidence ? evidence.coarse : 0
    facts[at + 3] = evidence ? evidence.startByte | (evidence.endByte << 16) : 0
    return entry
  }

  /** Remembers the held evidence for the line with this fingerprint, and returns its entry. */
  keep(low: number, high: number): number {
    this.#kept++
    if (this.#used >= MOST_LOAD * this.#entries && this.#entries < MOST_ENTRIES) this.#grow()
    const first = this.#pairFor(low, high)
    this.#put(this.#keys, this.#scores, this.#facts, this.#entries, first)
    this.#keys[2 * first] = low
    this.#keys[2 * first + 1] = high
    return first
  }

  /** Remembers evidence that was found elsewhere. Does nothing for a known line. */
  learn(low: number, high: number, evidence: Evidence): void {
    if (this.find(low, high) !== UNKNOWN) return
    this.hold(evidence)
    this.keep(low, high)
  }

  scoreOf(entry: number): number {
    return this.#scores[entry]
  }

  kindsOf(entry: number): number {
    return this.#facts[FACTS * entry]
  }

  shapeOf(entry: number): number {
    return this.#facts[FACTS * entry + 1]
  }

  /** Copies a line's evidence to `out`, as the assessor returned it. All zeros for a line without evidence. */
  read(entry: number, out: Evidence): void {
    const facts = this.#facts
    const at = FACTS * entry
    out.score = this.#scores[entry]
    out.kinds = facts[at]
    out.shape = facts[at + 1]
    out.coarse = facts[at + 2]
    out.startByte = facts[at + 3] & 0xffff
    out.endByte = facts[at + 3] >>> 16
  }

  /** First entry of the pair that takes a new line: of its two pairs, the one with more room. */
  #pairFor(low: number, high: number): number {
    const first = low & (this.#entries - WAYS)
    const second = high & (this.#entries - WAYS)
    return this.#roomIn(second) > this.#roomIn(first) ? second : first
  }

  #roomIn(first: number): number {
    const keys = this.#keys
    const at = 2 * first
    return ((keys[at] | keys[at + 1]) === 0 ? 1 : 0) + ((keys[at + 2] | keys[at + 3]) === 0 ? 1 : 0)
  }

  /** Overwrites a pair's second entry with its first, and the first with an entry of the given tables. */
  #put(keys: Uint32Array, scores: Float64Array, facts: Uint32Array, from: number, first: number): void {
    const ownKeys = this.#keys
    const ownScores = this.#scores
    const ownFacts = this.#facts
    const key = 2 * first
    const fact = FACTS * first
    // Element by element, which is faster than calls for so few.
    ownKeys[key + 2] = ownKeys[key]
    ownKeys[key + 3] = ownKeys[key + 1]
    ownKeys[key] = keys[2 * from]
    ownKeys[key + 1] = keys[2 * from + 1]
    ownScores[first + 1] = ownScores[first]
    ownScores[first] = scores[from]
    for (let i = 0; i < FACTS; i++) {
      ownFacts[fact + FACTS + i] = ownFacts[fact + i]
      ownFacts[fact + i] = facts[FACTS * from + i]
    }
    this.#used++
  }

  /** Doubles the table. */
  #grow(): void {
    const keys = this.#keys
    const scores = this.#scores
    const facts = this.#facts
    const entries = this.#entries
    this.#entries = Math.max(LEAST_ENTRIES, 2 * entries)
    this.#keys = new Uint32Array(2 * (this.#entries + 1))
    this.#scores = new Float64Array(this.#entries + 1)
    this.#facts = new Uint32Array(FACTS * (this.#entries + 1))
    this.#used = 0
    // The second entry of a pair is the older one. It goes first, so that it stays the older one.
    for (let first = 0; first < entries; first += WAYS) {
      for (let from = first + WAYS - 1; from >= first; from--) {
        const low = keys[2 * from]
        const high = keys[2 * from + 1]
        if ((low | high) !== 0) this.#put(keys, scores, facts, from, this.#pairFor(low, high))
      }
    }
    this.#scores[this.#entries] = scores[entries]
    this.#facts.set(facts.subarray(FACTS * entries), FACTS * this.#entries)
  }
}
