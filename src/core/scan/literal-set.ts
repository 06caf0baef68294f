import { BEFORE, CLASSES, STEPS, WORD } from './words.ts'

// The literals that a selector looks for, in the layout of the module: one list of literals for each hash of four bytes.
//
//        0  u8[4096] a bit for each hash that some literal has, from the highest 15 bits of the hash on
//     4096  u16[2048] by the highest 11 bits of a hash: the number of the first literal there, plus 1
//     8192  records of 80 bytes, one for each literal:
//            0  u8[24] its bytes, then FF   24 u8[24] the bits that are set before a text is compared: 20 for a letter,
//               FF behind the end
//           48  u8 length   49 u8 where its first word begins   52 u16 the next literal, plus 1
//           64  u8[16] its weight in each context

/** Bytes of a literal at most. */
export const LITERAL_BYTES = 24

const KNOWN_AT = 0
const FIRSTS_AT = 4096
export const RECORDS_AT = 8192
export const RECORD_BYTES = 80
// Offsets in a record.
const MASK_AT = 24
export const LENGTH_AT = 48
export const WORD_AT = 49
const NEXT_AT = 52
export const WEIGHTS_AT = 64

export interface LiteralSet {
  readonly literals: readonly string[]
  readonly bytes: Uint8Array
}

export interface WeightedLiteral {
  /** Small letters stand for capital ones too. */
  readonly literal: string
  /** 1 to 255, for each of the 16 contexts of a hit, see `contextOf` in hits.ts. */
  readonly weights: Uint8Array
}

const FOLD = 0x20202020

/** Hash of the four bytes at `at`, ASCII letters of either case alike. The highest bits are the best. */
export const hashAt = (bytes: Uint8Array, at: number): number =>
  Math.imul(
    bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24) | FOLD,
    0x9e3779b1,
  ) >>> 0

/**
 * Compiles at most 1024 literals. Each has at most 24 bytes, and a word start with four bytes from there on. Their places in
 * the list are the numbers of their hits.
 */
export function compileLiterals(weighted: readonly WeightedLiteral[]): LiteralSet {
  const bytes = new Uint8Array(RECORDS_AT + RECORD_BYTES * weighted.length)
  const view = new DataView(bytes.buffer)
  // From the last to the first, so that each list begins with its first literal.
  for (let id = weighted.length - 1; id >= 0; id--) addLiteral(bytes, view, id, weighted[id])
  return { literals: weighted.map(({ literal }) => literal), bytes }
}

function addLiteral(
  bytes: Uint8Array,
  view: DataView,
  id: number,
  { literal, weights }: WeightedLiteral,
): void {
  const folded = foldedBytes(literal)
  const word = firstWord(folded)
  const at = RECORDS_AT + RECORD_BYTES * id
  bytes.fill(0xff, at, at + 2 * LITERAL_BYTES)
  bytes.set(folded, at)
  for (let i = 0; i < folded.length; i++) bytes[at + MASK_AT + i] = isSmall(folded[i]) ? 0x20 : 0
  bytes[at + LENGTH_AT] = folded.length
  bytes[at + WORD_AT] = word
  bytes.set(weights, at + WEIGHTS_AT)
  const hash = hashAt(folded, word)
  bytes[KNOWN_AT + (hash >>> 20)] |= 1 << ((hash >>> 17) & 7)
  const first = FIRSTS_AT + 2 * (hash >>> 21)
  view.setUint16(at + NEXT_AT, view.getUint16(first, true), true)
  view.setUint16(first, id + 1, true)
}

const isSmall = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a

const encoder = new TextEncoder()

const foldedBytes = (literal: string): Uint8Array =>
  encoder.encode(literal.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))

function firstWord(folded: Uint8Array): number {
  let step = 0
  return folded.findIndex((byte) => {
    step = STEPS[(step & BEFORE) | CLASSES[byte]]
    return (step & WORD) !== 0
  })
}

/** Whether some literal may have the hash of the bytes at `at`. */
export function isKnown(set: Uint8Array, hash: number): boolean {
  return ((set[KNOWN_AT + (hash >>> 20)] >> ((hash >>> 17) & 7)) & 1) !== 0
}

/** The first literal, plus 1, in the list of a hash; 0 if there is none. */
export function firstOf(set: Uint8Array, hash: number): number {
  const at = FIRSTS_AT + 2 * (hash >>> 21)
  return set[at] | (set[at + 1] << 8)
}

/** The next literal, plus 1, after the one whose record is at `record`; 0 if there is none. */
export const nextOf = (set: Uint8Array, record: number): number =>
  set[record + NEXT_AT] | (set[record + NEXT_AT + 1] << 8)

/** Whether the literal whose record is at `record` stands at `start`. */
export function standsAt(set: Uint8Array, record: number, bytes: Uint8Array, start: number): boolean {
  const length = set[record + LENGTH_AT]
  for (let i = 0; i < length; i++) {
    if ((bytes[start + i] | set[record + MASK_AT + i]) !== set[record + i]) return false
  }
  return true
}

/** All hits in some bytes, as pairs of (offset, number of the literal), in order. They show which rules to try on a line. */
export function findLiterals({ bytes: set }: LiteralSet, bytes: Uint8Array): Int32Array {
  const hits: (readonly [at: number, id: number])[] = []
  let step = 0
  for (let at = 0; at < bytes.length; at++) {
    step = STEPS[(step & BEFORE) | CLASSES[bytes[at]]]
    if ((step & WORD) === 0) continue
    const hash = hashAt(bytes, at)
    if (!isKnown(set, hash)) continue
    for (let next = firstOf(set, hash); next !== 0; ) {
      const record = RECORDS_AT + RECORD_BYTES * (next - 1)
      const start = at - set[record + WORD_AT]
      if (start >= 0 && standsAt(set, record, bytes, start)) hits.push([start, next - 1])
      next = nextOf(set, record)
    }
  }
  return Int32Array.from(hits.sort((a, b) => a[0] - b[0] || a[1] - b[1]).flat())
}
