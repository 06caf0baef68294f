import { graphemeTable } from './grapheme-table.ts'

/**
 * Answers here depend on at most this many bytes on either side of an offset. A slice that holds as many, or that
 * reaches the input's end, has the same answers as the whole input. Only runs of flags are an exception.
 */
export const graphemeContextBytes = 131

// Clusters of up to this many code points are kept whole. Inside a longer one, an offset counts as a boundary when
// there is none within this many code points before it. A run of regional indicators is always followed to its start,
// because only the start decides how its flags pair.
const reach = 32

// Classes of UAX #29, numbered by the letters of the table. The classes of Hangul syllables are computed.
const other = 0
const carriageReturn = 1
const lineFeed = 2
const control = 3
const extend = 4
const conjunctExtend = 5
const linker = 6
const zeroWidthJoiner = 7
const spacingMark = 8
const prepend = 9
const regional = 10
const hangulL = 11
const hangulV = 12
const hangulT = 13
const pictographic = 14
const consonant = 15
const hangulLV = 16
const hangulLVT = 17

type Rule = 'breaks' | 'joins' | 'depends'

/**
 * Largest grapheme cluster boundary at or before `offset`.
 *
 * @param bytes UTF-8, or a slice of it with `graphemeContextBytes` around the offset. Each maximal
 *   subpart of a malformed sequence counts as one U+FFFD.
 * @param offset 0 to `bytes.length`; an offset outside is moved to the nearest end.
 */
export function graphemeFloor(bytes: Uint8Array, offset: number): number {
  if (offset <= 0) return 0
  if (offset >= bytes.length) return bytes.length
  if (isPlainAscii(bytes, offset)) return offset
  return clusterStart(bytes, codePointFloor(bytes, offset))
}

/**
 * Smallest grapheme cluster boundary at or after `offset`.
 *
 * @param bytes UTF-8, or a slice of it with `graphemeContextBytes` around the offset.
 * @param offset 0 to `bytes.length`; an offset outside is moved to the nearest end.
 */
export function graphemeCeil(bytes: Uint8Array, offset: number): number {
  if (offset <= 0) return 0
  if (offset >= bytes.length) return bytes.length
  if (isPlainAscii(bytes, offset)) return offset
  const floor = codePointFloor(bytes, offset)
  const nearest = floor < offset ? floor + unitLength(bytes, floor) : floor
  let at = nearest
  for (let tried = 0; tried < reach; tried++) {
    if (at >= bytes.length || clusterStart(bytes, at) === at) return at
    at += unitLength(bytes, at)
  }
  return nearest
}

/** True when a cut at `offset` leaves every grapheme cluster whole. False outside 0 to `bytes.length`. */
export function isGraphemeBoundary(bytes: Uint8Array, offset: number): boolean {
  return offset >= 0 && offset <= bytes.length && graphemeFloor(bytes, offset) === offset
}

/**
 * Largest offset at or before `offset` that is inside neither a valid UTF-8 sequence nor a maximal
 * subpart of a malformed one. Looks at `bytes[offset]` and at most 3 bytes before it.
 */
export function codePointFloor(bytes: Uint8Array, offset: number): number {
  if (offset <= 0) return 0
  if (offset >= bytes.length) return bytes.length
  if (!isContinuation(bytes[offset])) return offset
  let start = offset - 1
  while (start > 0 && offset - start < 3 && isContinuation(bytes[start])) start--
  return start + unitLength(bytes, start) > offset ? start : offset
}

/**
 * Number of code points in the WHATWG decoding of `bytes` from `start` to `end` (exclusive).
 *
 * @param start an offset where decoding may begin, such as `codePointFloor` returns.
 */
export function countCodePoints(bytes: Uint8Array, start: number, end: number): number {
  const limit = Math.min(end, bytes.length)
  let count = 0
  let at = start
  while (at < limit) {
    if (at + 8 <= limit && startsWithAscii(bytes, at)) {
      at += 8
      count += 8
    } else {
      at += unitLength(bytes, at)
      count++
    }
  }
  return count
}

/**
 * Offset after `count` code points from `start`, or `bytes.length` when there are fewer.
 *
 * @param start an offset where decoding may begin, such as `codePointFloor` returns.
 */
export function advanceCodePoints(bytes: Uint8Array, start: number, count: number): number {
  let at = start
  let left = count
  while (left > 0 && at < bytes.length) {
    if (left >= 8 && at + 8 <= bytes.length && startsWithAscii(bytes, at)) {
      at += 8
      left -= 8
    } else {
      at += unitLength(bytes, at)
      left--
    }
  }
  return at
}

function isPlainAscii(bytes: Uint8Array, offset: number): boolean {
  const before = bytes[offset - 1]
  const after = bytes[offset]
  return (before | after) < 0x80 && !(before === 0x0d && after === 0x0a)
}

function startsWithAscii(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] | bytes[at + 1] | bytes[at + 2] | bytes[at + 3]
  return (first | bytes[at + 4] | bytes[at + 5] | bytes[at + 6] | bytes[at + 7]) < 0x80
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Bytes of the code point that begins at `at`, or of the maximal subpart that decodes to U+FFFD. */
function unitLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]
  if (lead < 0xc2 || lead > 0xf4) return 1
  const second = bytes[at + 1]
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (!(second >= lowest && second <= highest)) return 1
  if (lead < 0xe0 || !isContinuation(bytes[at + 2])) return 2
  if (lead < 0xf0 || !isContinuation(bytes[at + 3])) return 3
  return 4
}

export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]
  if (lead < 0x80) return lead
  const length = unitLength(bytes, at)
  if (length === 1 || length !== (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)) return 0xfffd
  let codePoint = lead & (0x7f >> length)
  for (let i = 1; i < length; i++) codePoint = (codePoint << 6) | (bytes[at + i] & 0x3f)
  return codePoint
}

/**
 * Start of the cluster that `cut` would split, or `cut` itself when it splits none. Goes back to the nearest pair that
 * breaks in any context, then applies the rules that depend on context from there.
 */
function clusterStart(bytes: Uint8Array, cut: number): number {
  // The code point after the cut, then those before it, nearest first.
  const starts = [cut]
  const classes = [classOf(codePointAt(bytes, cut))]
  let oldest = cut
  while (oldest > 0 && starts.length <= reach) {
    const start = codePointFloor(bytes, oldest - 1)
    const before = classOf(codePointAt(bytes, start))
    if (pairRule(before, classes[classes.length - 1]) === 'breaks') break
    starts.push(start)
    classes.push(before)
    oldest = start
  }
  let found = starts.length <= reach ? oldest : cut
  let emoji = 0
  let conjunct = 0
  let regionals = starts.length > reach ? regionalsBefore(bytes, oldest) : 0
  for (let i = starts.length - 1; i >= 0; i--) {
    const current = classes[i]
    if (i < starts.length - 1 && pairRule(classes[i + 1], current) === 'depends') {
      const joined =
        current === regional ? regionals % 2 === 1 : current === consonant ? conjunct === 2 : emoji === 2
      if (!joined) found = starts[i]
    }
    emoji = nextEmoji(emoji, current)
    conjunct = nextConjunct(conjunct, current)
    regionals = current === regional ? regionals + 1 : 0
  }
  return found
}

/** UTF-8 bytes of one regional indicator, half a flag. */
export const REGIONAL_BYTES = 4

/** Length of the run of regional indicators (U+1F1E6 to U+1F1FF) that ends at `at`. Flags pair from its start. */
export function regionalsBefore(bytes: Uint8Array, at: number): number {
  let start = at
  while (
    start >= REGIONAL_BYTES &&
    bytes[start - 4] === 0xf0 &&
    bytes[start - 3] === 0x9f &&
    bytes[start - 2] === 0x87 &&
    bytes[start - 1] >= 0xa6
  ) {
    start -= REGIONAL_BYTES
  }
  return (at - start) / 4
}

/** GB11: 1 within pictograph + Extend*, 2 after the joiner that follows it, else 0. */
function nextEmoji(state: number, current: number): number {
  if (current === pictographic) return 1
  if (state !== 1) return 0
  return current === zeroWidthJoiner ? 2 : current >= extend && current <= linker ? 1 : 0
}

/** GB9c: 1 after a consonant and its extenders, 2 once they hold a linker, else 0. */
function nextConjunct(state: number, current: number): number {
  if (current === consonant) return 1
  if (state === 0) return 0
  if (current === linker) return 2
  return current === conjunctExtend || current === zeroWidthJoiner ? state : 0
}

/** The rule of UAX #29 for two neighbours. GB3 to GB9b decide at once; GB9c to GB13 need more context. */
function pairRule(before: number, after: number): Rule {
  if (before === other && after === other) return 'breaks'
  if (before === carriageReturn && after === lineFeed) return 'joins'
  if (isControl(before) || isControl(after)) return 'breaks'
  if (after >= extend && after <= spacingMark) return 'joins'
  if (before === prepend) return 'joins'
  if (after === consonant) return before >= conjunctExtend && before <= zeroWidthJoiner ? 'depends' : 'breaks'
  if (after === pictographic) return before === zeroWidthJoiner ? 'depends' : 'breaks'
  if (after === regional) return before === regional ? 'depends' : 'breaks'
  return joinsHangul(before, after) ? 'joins' : 'breaks'
}

function isControl(value: number): boolean {
  return value >= carriageReturn && value <= control
}

/** GB6 to GB8. */
function joinsHangul(before: number, after: number): boolean {
  if (after === hangulT) return before >= hangulV && before !== pictographic && before !== consonant
  if (after === hangulV) return before === hangulL || before === hangulV || before === hangulLV
  return before === hangulL && (after === hangulL || after === hangulLV || after === hangulLVT)
}

/** True for marks, joiners and other characters that take no column of their own: a terminal puts them on what is before. */
export function isWithoutWidth(codePoint: number): boolean {
  const found = classOf(codePoint)
  const isJoined = found === hangulV || found === hangulT
  return isJoined || (found >= control && found <= zeroWidthJoiner)
}

interface Ranges {
  readonly begins: Int32Array
  readonly ends: Int32Array // exclusive
  readonly classes: Uint8Array
}

let decoded: Ranges | undefined

function classOf(codePoint: number): number {
  if (codePoint >= 0x20 && codePoint < 0x7f) return other
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3)
    return (codePoint - 0xac00) % 28 === 0 ? hangulLV : hangulLVT
  decoded ??= decodeTable()
  const { begins, ends, classes } = decoded
  let low = 0
  let high = begins.length // the range sought is in [low, high)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (begins[middle] <= codePoint) low = middle
    else high = middle
  }
  return codePoint < ends[low] ? classes[low] : other
}

function decodeTable(): Ranges {
  const entries = [...graphemeTable.matchAll(/([A-Z])([0-9a-z]*)(?:\.([0-9a-z]+))?/g)]
  const begins = new Int32Array(entries.length)
  const ends = new Int32Array(entries.length)
  const classes = new Uint8Array(entries.length)
  let end = 0
  entries.forEach(([, letter, gap, further], i) => {
    begins[i] = end + Number.parseInt(gap || '0', 36)
    end = begins[i] + Number.parseInt(further ?? '0', 36) + 1
    ends[i] = end
    classes[i] = letter.charCodeAt(0) - 64
  })
  return { begins, ends, classes }
}
