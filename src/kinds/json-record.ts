import { amountIn } from './amounts.ts'
import { badnessOf, badnessOfNumber, GOOD, hashed, isLevel, levelsOut } from './json-levels.ts'
import { ANY, hashOfWord, pathIn } from './json-paths.ts'
import { isWord, isWordByte } from './json-words.ts'
import type { Rarity } from './rarity.ts'

// Most containers of a long document are records: short, and whole in a chunk. They are read here at once, without a unit
// for each of their parts. What is not so simple is left to the reader: colours, errors, and what may not be a record.

/** Containers inside a record. */
export const MOST_INSIDE = 15
/** The most values of a record that are counted. */
const MOST_VALUES = 512

// What may come next.
const VALUE = 0
const FIRST_VALUE = 1
const NAME = 2
const FIRST_NAME = 3
const COLON = 4
const AFTER = 5

const ESCAPED = /* @__PURE__ */ new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))

export class RecordReader {
  /** Line breaks in the record that was read last. */
  lines = 0
  /** The index behind the last of them. */
  lineStart = 0
  /** Bytes in it that continue a character, and how many of them stand before that line. */
  continuations = 0
  continuationsBefore = 0
  /** A hash of its names. */
  shape = 0
  /** How bad it says it is, and how bad the worst of its parts is. */
  own = GOOD
  worst = GOOD
  #hash = 0
  #values = 0
  /** Of each value: a hash of its path, a hash of itself, and the index behind it. */
  readonly #paths = new Int32Array(MOST_VALUES)
  readonly #hashes = new Int32Array(MOST_VALUES)
  readonly #ends = new Int32Array(MOST_VALUES)
  readonly #amounts = new Float64Array(MOST_VALUES)
  /** The path of the values of each container. */
  readonly #around = new Int32Array(MOST_INSIDE + 1)
  readonly #isArray = new Uint8Array(MOST_INSIDE + 1)
  readonly #names = new Int32Array(MOST_INSIDE + 1)
  readonly #worst = new Uint8Array(MOST_INSIDE + 1)

  /**
   * Reads the container that begins at an index. Returns the index behind its last bracket, or -1 if it must be read token
   * by token.
   *
   * @param end its last bracket stands before this index
   * @param out how many objects further out its own level belongs
   * @param path the path of its values
   */
  read(bytes: Uint8Array, from: number, end: number, out: number, path: number): number {
    this.#values = 0
    this.lines = this.continuations = this.continuationsBefore = this.own = 0
    const isArray = this.#isArray
    const names = this.#names
    const worst = this.#worst
    let depth = -1
    let shape = 0
    let level = 0
    let state = VALUE
    for (let at = from; at < end; ) {
      const byte = bytes[at]
      if (byte === 0x22) {
        const isName = (state & 2) !== 0
        if (!isName && state > FIRST_VALUE) return -1
        at = this.#string(bytes, at + 1, end)
        if (at < 0) return -1
        const hash = this.#hash
        if (isName) {
          names[depth] = hash
          if (depth === 0) shape = hashed(shape, hash)
          level = isLevel(hash) ? hash : 0
        } else {
          this.#add(depth, hash, Number.NaN, at - from)
          if (level !== 0 && !this.#tell(depth, badnessOf(hash), out)) return -1
          level = 0
        }
        state = isName ? COLON : AFTER
      } else if (byte === 0x2c) {
        if (state !== AFTER) return -1
        state = isArray[depth] === 1 ? VALUE : NAME
        at++
      } else if (byte === 0x3a) {
        if (state !== COLON) return -1
        state = VALUE
        at++
      } else if (byte <= 0x20) {
        at++
        if (byte === 0x0a) {
          this.lines++
          this.lineStart = at
          this.continuationsBefore = this.continuations
        } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return -1
      } else if (byte === 0x7b || byte === 0x5b) {
        if (state > FIRST_VALUE || depth === MOST_INSIDE) return -1
        this.#around[depth + 1] = depth < 0 ? path : this.#pathAt(depth)
        depth++
        isArray[depth] = byte === 0x5b ? 1 : 0
        names[depth] = worst[depth] = level = 0
        state = byte === 0x5b ? FIRST_VALUE : FIRST_NAME
        at++
      } else if (byte === 0x7d || byte === 0x5d) {
        const isLast = state === AFTER || state === (byte === 0x5d ? FIRST_VALUE : FIRST_NAME)
        if (!isLast || isArray[depth] !== (byte === 0x5d ? 1 : 0)) return -1
        at++
        if (depth === 0) {
          this.shape = shape
          this.worst = worst[0]
          return at
        }
        if (worst[depth] > worst[depth - 1]) worst[depth - 1] = worst[depth]
        depth--
        state = AFTER
      } else {
        const first = at
        while (at < end && isWordByte(bytes[at])) at++
        if (state > FIRST_VALUE || at === end || !isWord(bytes, first, at)) return -1
        if (level !== 0 && !this.#tell(depth, badnessOfNumber(level, bytes, first, at), out)) return -1
        level = 0
        state = AFTER
        this.#add(depth, hashOfWord(bytes, first, at), amountIn(bytes, first, at), at - from)
      }
    }
    return -1
  }

  /** The path of the value that is being read in a container at a depth. */
  #pathAt(depth: number): number {
    return pathIn(this.#around[depth], this.#isArray[depth] === 1 ? ANY : this.#names[depth])
  }

  #add(depth: number, hash: number, amount: number, end: number): void {
    const nth = this.#values
    if (nth === MOST_VALUES) return
    this.#values++
    this.#paths[nth] = this.#pathAt(depth)
    this.#hashes[nth] = hash
    this.#amounts[nth] = amount
    this.#ends[nth] = end
  }

  /** Has the values of the last record counted. `byte`: where it begins in the input. */
  tellValues(rarity: Rarity, byte: number): void {
    for (let nth = 0; nth < this.#values; nth++)
      rarity.tell(
        rarity.column(this.#paths[nth]),
        this.#hashes[nth],
        this.#amounts[nth],
        byte + this.#ends[nth] - 1,
      )
  }

  /** The container at a depth is so bad. False if that belongs to something outside of the record. */
  #tell(depth: number, badness: number, out: number): boolean {
    if (badness === GOOD) return true
    const around = depth - 1
    const further = depth === 0 ? out : this.#isArray[around] === 1 ? 0 : levelsOut(this.#names[around])
    if (further < 0) return true
    const at = around - further
    if (at >= 0) this.#worst[at] = Math.max(this.#worst[at], badness)
    else if (at === -1) this.own = Math.max(this.own, badness)
    return at >= -1
  }

  /** Reads a string to its end, and hashes it. Returns the index behind its last quote, or -1. */
  #string(bytes: Uint8Array, from: number, end: number): number {
    let hash = 0
    let at = from
    for (; at < end; at++) {
      const byte = bytes[at]
      if (SPECIAL[byte] === 0) {
        hash = (Math.imul(hash, 31) + (byte | 0x20)) | 0
        continue
      }
      if (byte === 0x22) {
        this.#hash = hash
        return at + 1
      }
      if (byte < 0x20) return -1
      if (byte === 0x5c) {
        at = escapeEnd(bytes, at + 1)
        if (at < 0) return -1
      } else {
        if (byte < 0xc0) this.continuations++
        hash = hashed(hash, byte)
      }
    }
    return -1
  }
}

/** Bytes of a string that are more than one letter of it: controls, quotes, backslashes, and what is not ASCII. */
const SPECIAL = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === 0x22 || byte === 0x5c || byte >= 0x80 ? 1 : 0,
)

/** The index of the last byte of an escape, behind its backslash. -1 if it is none. */
function escapeEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x75) return ESCAPED.has(bytes[at]) ? at : -1
  for (let digit = 1; digit <= 4; digit++) if (!isHex(bytes[at + digit])) return -1
  return at + 4
}

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
