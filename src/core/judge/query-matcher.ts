// Finds the words of a query in lines. A word of ASCII is found where a word of the line begins, or a part of a name. In the
// line it may have an ending. Any other word is found wherever its bytes stand.

const encoder = /* @__PURE__ */ new TextEncoder()

/** By the length of a word: how many letters of an ending it may have. So `log` is not found in `login`. Longer words may have any. */
const MOST_ENDING = [0, 0, 0, 1, 4]

/** The bit by which small letters differ from capital ones. */
const CASE = 0x20

const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const BEYOND_ASCII = 4

/** Sort of each byte: 0 for one that is part of no word. */
const SORTS: Uint8Array = /* @__PURE__ */ sortsOfBytes()

function sortsOfBytes(): Uint8Array {
  return new Uint8Array(256)
    .fill(SMALL, 0x61, 0x7b)
    .fill(CAPITAL, 0x41, 0x5b)
    .fill(DIGIT, 0x30, 0x3a)
    .fill(BEYOND_ASCII, 0x80)
}

export class QueryMatcher {
  readonly words: readonly Uint8Array[]
  /** By byte: a bit for each word that may have it as its first or its second byte. */
  readonly #firsts = new Uint16Array(256)
  readonly #seconds = new Uint16Array(256)
  /** By word: where it was found first in the last line. */
  readonly places: Int32Array

  /** @param words at most 16, in lower case */
  constructor(words: readonly string[]) {
    this.words = words.map((word) => encoder.encode(word))
    this.places = new Int32Array(words.length)
    for (const [word, bytes] of this.words.entries())
      for (const [at, table] of [this.#firsts, this.#seconds].entries())
        for (const byte of [bytes[at], bytes[at] & ~CASE]) table[byte] |= 1 << word
  }

  /** Finds words in the line from `start` to `end`. Returns a bit for each. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const firsts = this.#firsts
    const seconds = this.#seconds
    let found = 0
    for (let at = start; at < end - 1; at++) {
      for (let some = firsts[bytes[at]] & seconds[bytes[at + 1]] & ~found; some !== 0; some &= some - 1) {
        const word = 31 - Math.clz32(some & -some)
        if (!isAt(this.words[word], bytes, at, start, end)) continue
        found |= 1 << word
        this.places[word] = at
      }
    }
    return found
  }
}

function isAt(word: Uint8Array, bytes: Uint8Array, at: number, start: number, end: number): boolean {
  if (at + word.length > end) return false
  for (let i = 0; i < word.length; i++) {
    const byte = bytes[at + i]
    if (byte !== word[i] && (SORTS[byte] !== CAPITAL || (byte | CASE) !== word[i])) return false
  }
  const sort = SORTS[bytes[at]]
  return (
    sort === BEYOND_ASCII || (isStart(sort, bytes, at, start) && hasShortEnding(word.length, bytes, at, end))
  )
}

/** Whether a word begins here, or a part of a name such as `parseURLPart`. */
function isStart(sort: number, bytes: Uint8Array, at: number, start: number): boolean {
  const before = at > start ? SORTS[bytes[at - 1]] : 0
  if (before !== sort) return before !== CAPITAL || sort !== SMALL
  return sort === CAPITAL && SORTS[bytes[at + 1]] === SMALL
}

/** Whether so few letters follow a word that they can be an ending. None may follow a number. */
function hasShortEnding(length: number, bytes: Uint8Array, at: number, end: number): boolean {
  let to = at + length
  const last = SORTS[bytes[to - 1]]
  const most = last === DIGIT ? to : to + (MOST_ENDING[length] ?? Infinity)
  while (to <= most && to < end && SORTS[bytes[to]] === last) to++
  return to <= most
}
