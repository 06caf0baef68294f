import { ANCHOR_BYTES } from './anchors.ts'
import type { PatternSet } from './patterns.ts'

/** First filter of the JS scanner in its search for anchors. */
export interface AnchorFilter {
  /** What two adjacent bytes may be in an anchor. Indexed by their u16 in memory, with both bytes folded; see below. */
  readonly pairs: Uint32Array
  /** By hash of four folded bytes: 1 if an anchor has that hash. */
  readonly known: Uint8Array
}

/** Bytes to search, and the same memory as 32-bit words. */
export interface SearchMemory {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

// An entry of `pairs` has four bytes, each with one bit for each bucket of anchors. A bit is set if the pair may be
//
//   bits  0 to 7   places 0 and 1 of an anchor       bits  8 to 15  places 2 and 3
//   bits 16 to 23  any byte and place 0              bits 24 to 31  places 1 and 2
//
// Take two pairs in a row, and shift the entry of the second down by eight. If the two then share a bit of BOTH_FIT, an
// anchor may end at the last byte of the second pair, or at the byte after it.
const BOTH_FIT = 0x00ff00ff
const BUCKETS = 8

/** Folds letters to lower case in all four bytes. It turns no other byte into a letter. */
const FOLD = 0x20202020

/** Bits of a hash of four bytes. Enough that few other four bytes have the hash of an anchor. */
const KNOWN_BITS = 15

const knownHash = (fourBytes: number): number => Math.imul(fourBytes | FOLD, 0x9e3779b1) >>> (32 - KNOWN_BITS)

const filters = new WeakMap<PatternSet, AnchorFilter>()

/** A set's filter. Made at first use. */
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

/** In alphabetical order, so that the anchors of a bucket share their first letters. */
function anchorsOf({ patterns, anchorOffsets }: PatternSet): Uint8Array[] {
  const anchors = patterns.map(({ literal }, id) => {
    return literal.slice(anchorOffsets[id], anchorOffsets[id] + ANCHOR_BYTES).toLowerCase()
  })
  return [...new Set(anchors)].sort().map((anchor) => {
    return Uint8Array.from({ length: ANCHOR_BYTES }, (_, i) => anchor.charCodeAt(i))
  })
}

/** The four bytes up to `last`. The first is the lowest. */
export const fourBytes = (bytes: Uint8Array, last: number): number =>
  bytes[last - 3] | (bytes[last - 2] << 8) | (bytes[last - 1] << 16) | (bytes[last] << 24)

/**
 * The last byte of the next likely anchor; -1 for none. Few are false. Each word holds two pairs, and is responsible
 * for the anchors that end 1 to 4 bytes after its start.
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

/** Shift from a word to its first two bytes. */
const FIRST_PAIR = new Uint16Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 16
