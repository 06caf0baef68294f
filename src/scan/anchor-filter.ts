import { ANCHOR_BYTES } from './anchors.ts'
import type { PatternSet } from './patterns.ts'

/** Where the JS scanner looks first for anchors. */
export interface AnchorFilter {
  /** What two bytes next to each other may be of an anchor, by their u16 in memory with both folded; see below. */
  readonly pairs: Uint32Array
  /** By hash of four folded bytes: 1 where that is some anchor's. */
  readonly known: Uint8Array
}

/** Bytes to search and the same memory in words. */
export interface SearchMemory {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

// An entry of `pairs`: four bytes, each with one bit for each bucket of anchors. A bit says that the two may be
//
//   bits  0 to 7   places 0 and 1 of an anchor       bits  8 to 15  places 2 and 3
//   bits 16 to 23  any byte and place 0              bits 24 to 31  places 1 and 2
//
// Of two pairs in a row, the first and the second moved down by eight have a bit in common, of those in BOTH_FIT,
// where an anchor may end: at the last byte of the second pair, or at the byte after it.
const BOTH_FIT = 0x00ff00ff
const BUCKETS = 8

/** Folds letters to lower case in all four bytes, and makes a letter of nothing else. */
const FOLD = 0x20202020

/** Bits of a hash of four bytes: so many that hardly any that are no anchor have an anchor's. */
const KNOWN_BITS = 15

const knownHash = (fourBytes: number): number => Math.imul(fourBytes | FOLD, 0x9e3779b1) >>> (32 - KNOWN_BITS)

const filters = new WeakMap<PatternSet, AnchorFilter>()

/** A set's filter, made at first use. */
export function filterOf(set: PatternSet): AnchorFilter {
  let filter = filters.get(set)
  if (filter === undefined) {
    const anchors = anchorsOf(set)
    filter = { pairs: pairsOf(anchors), known: knownOf(anchors) }
    filters.set(set, filter)
  }
  return filter
}

function pairsOf(anchors: readonly Uint8Array[]): Uint32Array {
  const pairs = new Uint32Array(0x10000)
  const pair = new Uint8Array(2)
  const pairInMemory = new Uint16Array(pair.buffer)
  const add = (first: number, second: number, bits: number): void => {
    pair[0] = first
    pair[1] = second
    pairs[pairInMemory[0]] |= bits
  }
  const firsts = new Uint32Array(256)
  anchors.forEach(([a, b, c, d], i) => {
    const bit = 1 << Math.floor((BUCKETS * i) / anchors.length)
    add(a, b, bit)
    add(c, d, bit << 8)
    add(b, c, bit << 24)
    firsts[a] |= bit << 16
  })
  firsts.forEach((bits, first) => {
    if (bits !== 0) for (let before = 0; before < 256; before++) add(before, first, bits)
  })
  return pairs
}

function knownOf(anchors: readonly Uint8Array[]): Uint8Array {
  const known = new Uint8Array(1 << KNOWN_BITS)
  for (const anchor of anchors) known[knownHash(fourBytes(anchor, ANCHOR_BYTES - 1))] = 1
  return known
}

/** In alphabetical order, so that those of a bucket have their first letters in common. */
function anchorsOf({ patterns, anchorOffsets }: PatternSet): Uint8Array[] {
  const anchors = patterns.map(({ literal }, id) => {
    return literal.slice(anchorOffsets[id], anchorOffsets[id] + ANCHOR_BYTES).toLowerCase()
  })
  return [...new Set(anchors)].sort().map((anchor) => {
    return Uint8Array.from({ length: ANCHOR_BYTES }, (_, i) => anchor.charCodeAt(i))
  })
}

/** The four bytes up to `last`, the first of them lowest. */
export const fourBytes = (bytes: Uint8Array, last: number): number =>
  bytes[last - 3] | (bytes[last - 2] << 8) | (bytes[last - 1] << 16) | (bytes[last] << 24)

/**
 * The next last byte of what is, but for rare chance, an anchor; -1 for none. Each word, two pairs, owns those 1 to 4
 * bytes after its start.
 */
export function nextAnchor(
  { pairs, known }: AnchorFilter,
  { bytes, words }: SearchMemory,
  from: number,
  limit: number,
): number {
  const firstShift = FIRST_PAIR
  const secondShift = 16 - firstShift
  const lastWord = (limit - 2) >> 2
  let i = (from - 1) >> 2
  let before = pairs[((words[i - 1] | FOLD) >>> secondShift) & 0xffff]
  for (; i <= lastWord; i++) {
    const word = words[i] | FOLD
    const first = pairs[(word >>> firstShift) & 0xffff]
    const second = pairs[(word >>> secondShift) & 0xffff]
    const fits = (before & (first >>> 8)) | (first & (second >>> 8))
    before = second
    if ((fits & BOTH_FIT) === 0) continue
    const end = Math.min(4 * i + 5, limit)
    for (let at = Math.max(4 * i + 1, from); at < end; at++) {
      if (known[knownHash(fourBytes(bytes, at))] !== 0) return at
    }
  }
  return -1
}

/** How far up in a word its first two bytes are. */
const FIRST_PAIR = new Uint16Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 16
