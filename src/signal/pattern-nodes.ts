import type { Cursor } from './pack-cursor.ts'

// Makes the nodes of an automaton from the code of its pattern, as assembly/nodes.ts does. build/automata/code.mjs writes
// the code from the pattern's end to its beginning.

/** The pattern has matched. The first node is of this kind. */
export const MATCH = 0
/** Takes a byte of a range. Is at `other` too, which takes other bytes; 0 if there is none. */
export const TAKE = 1
/** Takes a letter in either case. Is at `other` too. */
export const TAKE_FOLDED = 2
/** Is at both `next` and `other`. */
export const SPLIT = 3
/** Takes the rest of a code point whose first byte is already taken. */
export const REST = 4
/** Takes the rest of a sequence that turns out to be unfinished. */
export const BROKEN = 5
export const LINE_START = 6
export const LINE_END = 7
export const WORD_BOUNDARY = 8
const NO_WORD_BOUNDARY = 9

/** How often an item comes; 0 for no end. */
const repeats: Readonly<Record<string, readonly [number, number]>> = { '?': [0, 1], '*': [0, 0], '+': [1, 0] }
const assertions: Readonly<Record<string, number>> = {
  '^': LINE_START,
  $: LINE_END,
  '~': WORD_BOUNDARY,
  '`': NO_WORD_BOUNDARY,
}

const HAS_ALL_OTHERS = 1
const HAS_MALFORMED = 2
const LAST_LEAD = 0xf4

/** A pattern has fewer nodes: the build refuses others. */
const MAX_NODES = 4096
/** Where the nodes of a pattern are made. */
const room = {
  kinds: new Uint8Array(MAX_NODES),
  low: new Uint8Array(MAX_NODES),
  high: new Uint8Array(MAX_NODES),
  next: new Uint16Array(MAX_NODES),
  other: new Uint16Array(MAX_NODES),
}

/** A pattern's nodes. Each list has one entry for each. */
export class PatternNodes {
  readonly kinds: Uint8Array
  readonly low: Uint8Array
  readonly high: Uint8Array
  readonly next: Uint16Array
  readonly other: Uint16Array
  /** The first one to visit. */
  readonly start: number
  readonly #code: Cursor
  readonly #end: number
  readonly #sets: readonly number[]
  readonly #fold: boolean
  #count = 0

  /** The code is from the cursor's place to `end`; `sets` are the places of sets. */
  constructor(code: Cursor, end: number, sets: readonly number[], fold: boolean) {
    this.#code = code
    this.#end = end
    this.#sets = sets
    this.#fold = fold
    this.start = this.#run(this.#add(MATCH, 0, 0))
    this.kinds = room.kinds.slice(0, this.#count)
    this.low = room.low.slice(0, this.#count)
    this.high = room.high.slice(0, this.#count)
    this.next = room.next.slice(0, this.#count)
    this.other = room.other.slice(0, this.#count)
  }

  /** Whether a node is a word boundary or none. */
  get hasWords(): boolean {
    return this.kinds.some((kind) => kind >= WORD_BOUNDARY)
  }

  #add(kind: number, next: number, other: number, low = 0, high = 0): number {
    const node = this.#count++
    room.kinds[node] = kind
    room.low[node] = low
    room.high[node] = high
    room.next[node] = next
    room.other[node] = other
    return node
  }

  #take(low: number, high: number, next: number, other = 0): number {
    return this.#add(TAKE, next, other, low, high)
  }

  #letter(character: string, next: number): number {
    const code = character.charCodeAt(0)
    const kind = this.#fold && code >= 0x61 && code <= 0x7a ? TAKE_FOLDED : TAKE
    return this.#add(kind, next, 0, code, code)
  }

  /** Makes what comes before `next`, up to a bar or a closing sign. */
  #run(next: number): number {
    let entry = next
    for (;;) {
      const sign = this.#code.at < this.#end ? this.#code.peek() : ')'
      if (sign === '|' || sign === ')') return entry
      entry = this.#item(entry)
    }
  }

  #item(next: number): number {
    const code = this.#code
    const sign = code.read()
    if (sign === '(') return this.#choices(next)
    if (sign in repeats) return this.#repeat(repeats[sign], next)
    if (sign === '{') return this.#repeat([code.number(), code.number()], next)
    if (sign === '[') return this.#set(code.number(), next)
    if (sign === '}') {
      const byte = code.number() + 0x80
      return this.#take(byte, byte, next)
    }
    if (sign in assertions) return this.#add(assertions[sign], next, 0)
    return this.#letter(sign === '\\' ? code.read() : sign, next)
  }

  #choices(next: number): number {
    let entry = this.#run(next)
    while (this.#code.read() === '|') entry = this.#add(SPLIT, this.#run(next), entry)
    return entry
  }

  #repeat([least, most]: readonly [number, number], next: number): number {
    const body = this.#code.at
    let entry = next
    let required = least
    if (most === 0) {
      const loop = this.#add(SPLIT, 0, next)
      const once = this.#item(loop)
      room.next[loop] = once
      entry = least === 0 ? loop : once
      required = Math.max(0, least - 1)
    }
    const again = (): number => {
      this.#code.at = body
      return this.#item(entry)
    }
    for (let times = least; times < most; times++) entry = this.#add(SPLIT, again(), next)
    for (; required > 0; required--) entry = again()
    return entry
  }

  /** A node that takes a character of a set. Its tails, which take the bytes after the first one, are made before it. */
  #set(number: number, next: number): number {
    const code = this.#code
    const after = code.at
    code.at = this.#sets[number]
    const beyond = code.number()
    const tails = [next]
    for (let left = code.number(); left > 0; left--) tails.push(this.#ranges(tails, 0))
    let entry = beyond === HAS_ALL_OTHERS ? this.#take(0x80, 0xff, this.#add(REST, next, 0)) : 0
    if (beyond === HAS_MALFORMED) {
      const broken = this.#add(BROKEN, next, 0)
      entry = this.#take(0x80, 0xc1, next)
      entry = this.#take(0xc2, LAST_LEAD, broken, entry)
      entry = this.#take(LAST_LEAD + 1, 0xff, next, entry)
    }
    entry = this.#ranges(tails, entry)
    code.at = after
    return entry
  }

  /** Nodes that take a byte of the ranges that follow. Each leads to a tail of the set, or behind it. */
  #ranges(tails: readonly number[], other: number): number {
    const code = this.#code
    let entry = other
    for (let left = code.number(); left > 0; left--) {
      const low = code.number()
      const high = low + code.number()
      entry = this.#take(low, high, tails[code.number()], entry)
    }
    return entry
  }
}
