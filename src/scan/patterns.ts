import { PithError } from '../errors.ts'
import { ANCHOR_BYTES, type Anchor, anchorOf, assignBuckets, classOf } from './anchors.ts'

/** One literal to look for. ASCII letters match in either case. */
export interface Pattern {
  /** Printable ASCII, 4 to 24 bytes, with at least four letters in a row. */
  literal: string
  /** True if a word byte right after the match rules it out (`hang` but not `change` or `hanging`). */
  wholeWord?: boolean
  /** True if the match may begin inside a word (`error` in `stderror`). */
  anywhere?: boolean
}

/** A compiled list of patterns, as plain data that both scanners read. A pattern's id is its index. */
export interface PatternSet {
  readonly patterns: readonly Pattern[]
  /** Where each literal's anchor begins: the four letters that a filter looks for. */
  readonly anchorOffsets: readonly number[]
  /** Tables and literals in the layout drawn below. */
  readonly bytes: Uint8Array
}

export const MAX_LITERAL_BYTES = 24
export const MAX_PATTERNS = 512

/** Anchors that end in this many last bytes wait for the next window, so that the bytes after a match are in memory. */
export const PATTERN_LAG = 32

/**
 * After a match, the search skips this many bytes, or up to the end of the line, because one match per line is usually
 * enough.
 */
export const RESTING_BYTES = 4096

// Layout of PatternSet.bytes, little-endian. assembly/patterns.ts has the same offsets.
//
//   0     u32       number of records
//   16    4 × 16    filter tables: bit b of table[place][class] = bucket b has a letter of that class at that place
//   128   u16[2048] records by hash of the anchor: index + 1 of the first, 0 for none
//   4224  u8[4096]  a bit for each 15-bit hash: whether an anchor has it. The lowest 3 bits of the hash number the bit
//   8320  64 each   records in order of id:
//           0  24 × u8  literal in lower case, 0xff after its end
//           24 24 × u8  bits to set before comparing: 0x20 for a letter, 0xff after the end, else 0
//           48 u8 length · 49 u8 offset of the anchor's last byte · 50 u8 RECORD_ flags
//           52 u16      index + 1 of the next record with this hash, a higher id; 0 for none
export const TABLES_AT = 16
export const HEADS_AT = 128
const HEADS = 2048
const KNOWN_AT = HEADS_AT + 2 * HEADS
const KNOWN_BYTES = 4096
export const RECORDS_AT = KNOWN_AT + KNOWN_BYTES
export const RECORD_BYTES = 64
export const RECORD_FOLD = 24
export const RECORD_LENGTH = 48
export const RECORD_ANCHOR_END = 49
export const RECORD_FLAGS = 50
export const RECORD_NEXT = 52
export const RECORD_WHOLE_WORD = 1
export const RECORD_WORD_START = 2

/** 32-bit hash of the four bytes of an anchor (little-endian, any case). */
const hashOf = (fourBytes: number): number => Math.imul(fourBytes | 0x20202020, 0x9e3779b1)

/** The same hash as an index into the heads of the chains of records. */
export const anchorHash = (fourBytes: number): number => hashOf(fourBytes) >>> 21

/** A word byte is a letter, a digit or `_`. */
export const isWordByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x5f || isLetter(byte)

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/**
 * Compiles at most `MAX_PATTERNS` literals for the scanners. A pattern's id is its index.
 *
 * @throws PithError `PITH_INVALID_PATTERN` for too many patterns, or for a literal that scanners cannot look for.
 */
export function compilePatterns(list: readonly Pattern[]): PatternSet {
  if (list.length > MAX_PATTERNS) {
    throw new PithError(
      'PITH_INVALID_PATTERN',
      `Expected at most ${MAX_PATTERNS} patterns, got ${list.length}.`,
    )
  }
  const anchors = list.map(checkedAnchor)
  if (anchors.some(({ bucket }) => bucket < 0)) assignBuckets(anchors)
  const bytes = new Uint8Array(RECORDS_AT + RECORD_BYTES * list.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, list.length, true)
  bytes.fill(0xff, RECORDS_AT)
  anchors.forEach((anchor) => {
    writeAnchor(bytes, anchor)
  })
  // From last to first, so that each chain is in order of id.
  for (let id = list.length - 1; id >= 0; id--) writeRecord(bytes, view, id, list[id], anchors[id])
  return {
    patterns: list.map((pattern) => ({ ...pattern })),
    anchorOffsets: anchors.map((anchor) => anchor.offset),
    bytes,
  }
}

function checkedAnchor(pattern: Pattern): Anchor {
  const { literal } = pattern
  if (typeof literal !== 'string' || !/^[\x20-\x7e]{4,24}$/.test(literal)) {
    throw invalid(literal, `4 to ${MAX_LITERAL_BYTES} printable ASCII characters`)
  }
  const anchor = anchorOf(literal.toLowerCase())
  if (anchor === undefined) throw invalid(literal, 'a literal with four letters in a row')
  return anchor
}

function invalid(literal: unknown, expected: string): PithError {
  return new PithError('PITH_INVALID_PATTERN', `Expected ${expected}, got ${JSON.stringify(literal)}.`)
}

function writeAnchor(bytes: Uint8Array, anchor: Anchor): void {
  for (let place = 0; place < ANCHOR_BYTES; place++) {
    bytes[TABLES_AT + 16 * place + classOf(anchor.letters.charCodeAt(place))] |= 1 << anchor.bucket
  }
}

/** Expects bytes that are all 0xff. Writes only what differs, because a process does this in its first call. */
function writeRecord(bytes: Uint8Array, view: DataView, id: number, pattern: Pattern, anchor: Anchor): void {
  const at = RECORDS_AT + RECORD_BYTES * id
  const lower = pattern.literal.toLowerCase()
  for (let i = 0; i < lower.length; i++) {
    const byte = lower.charCodeAt(i)
    bytes[at + i] = byte
    bytes[at + RECORD_FOLD + i] = byte >= 0x61 && byte <= 0x7a ? 0x20 : 0
  }
  bytes.fill(0, at + RECORD_LENGTH, at + RECORD_BYTES)
  bytes[at + RECORD_LENGTH] = lower.length
  bytes[at + RECORD_ANCHOR_END] = anchor.offset + ANCHOR_BYTES - 1
  const wholeWord = pattern.wholeWord === true ? RECORD_WHOLE_WORD : 0
  const isBounded = pattern.anywhere !== true && isWordByte(lower.charCodeAt(0))
  const wordStart = isBounded ? RECORD_WORD_START : 0
  bytes[at + RECORD_FLAGS] = wholeWord | wordStart
  const letters = view.getUint32(at + anchor.offset, true)
  bytes[KNOWN_AT + (hashOf(letters) >>> 20)] |= 1 << ((hashOf(letters) >>> 17) & 7)
  const head = HEADS_AT + 2 * anchorHash(letters)
  view.setUint16(at + RECORD_NEXT, view.getUint16(head, true), true)
  view.setUint16(head, id + 1, true)
}
