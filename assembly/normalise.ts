import { byteAt, prepareClasses } from './byte-classes'
import { withDigitGroups } from './digit-groups'
import { escapeLength } from './escapes'
import { hideFalseAlarms } from './false-alarms'
import { isReadable, MAX_LINE_BYTES, RESULT, RESULT_JUDGED, TEXT, TEXT_MAP } from './memory'
import { skipPrefixes } from './prefixes'

const VECTOR: usize = 16
const SPACE: u32 = 0x20
/** Prefixes and masks may read this many bytes past the end. */
const SPARE_BYTES: usize = 64

/** The text of the last line that was normalised: [judgedFrom, judgedEnd), without prefixes. Zeros follow it. */
export let judgedFrom: usize = TEXT
export let judgedEnd: usize = TEXT

/** End of the last line's list in TEXT_MAP. */
let mapEnd: usize = TEXT_MAP

/**
 * Copies the line [ptr, end) to TEXT as src/signal/normalise.ts does: without escapes and prefixes, digits of a group
 * made equal, harmless words masked. A line has at most 8 KiB. Reads at most 16 bytes past `end`.
 */
export function normalise(ptr: usize, end: usize): void {
  prepareClasses()
  let last = end
  while (last > ptr && (byteAt(last - 1) == 0x0d || byteAt(last - 1) == 0x0a)) last--
  mapEnd = TEXT_MAP
  let to = copyText(ptr, last)
  while (to > TEXT && byteAt(to - 1) == SPACE) to--
  for (let at: usize = 0; at < SPARE_BYTES; at += VECTOR) v128.store(to + at, i8x16.splat(0))
  judgedFrom = skipPrefixes(TEXT, to)
  judgedEnd = to
  hideFalseAlarms(judgedFrom, to)
}

/**
 * Normalises the line [ptr, ptr + length), at most 8 KiB.
 *
 * @returns Where its text begins in TEXT. RESULT_JUDGED has where it ends.
 */
export function normaliseLine(ptr: usize, length: i32): i32 {
  assert(length <= MAX_LINE_BYTES && isReadable(ptr, length), 'normaliseLine: the line must lie inside the memory')
  normalise(ptr, ptr + <usize>length)
  store<i32>(RESULT, <i32>(judgedEnd - TEXT), RESULT_JUDGED)
  return <i32>(judgedFrom - TEXT)
}

/** The offset in the line of the byte at offset `at` of TEXT. */
export function originOf(at: i32): i32 {
  let low: usize = TEXT_MAP
  let high: usize = mapEnd - 4
  while (low < high) {
    const middle = TEXT_MAP + (((low - TEXT_MAP + high - TEXT_MAP + 4) >> 3) << 2)
    if (<i32>load<u16>(middle) <= at) low = middle
    else high = middle - 4
  }
  return at + <i32>load<u16>(low, 2)
}

/** Copies the line without its escapes. Returns the end of the copy. */
function copyText(ptr: usize, end: usize): usize {
  let to: usize = TEXT
  note(to, 0)
  for (let at = ptr; at < end; ) {
    const bytes = v128.load(at)
    const plain = min<usize>(end - at, <usize>ctz<i32>(escapesIn(bytes) | 0x10000))
    v128.store(to, seenAs(bytes))
    to += plain
    at += plain
    if (plain == VECTOR || at >= end) continue
    const skipped = escapeLength(at, end)
    at += skipped
    if (skipped > 0) note(to, at - ptr)
    else store<u8>(to++, <u8>byteAt(at++))
  }
  return to
}

/** Notes that what stands at `to` comes from offset `origin` of the line. Of notes for one place the last counts. */
function note(to: usize, origin: usize): void {
  const at = to - TEXT
  if (mapEnd > TEXT_MAP && <usize>load<u16>(mapEnd - 4) == at) mapEnd -= 4
  store<u16>(mapEnd, <u16>at)
  store<u16>(mapEnd, <u16>(origin - at), 2)
  mapEnd += 4
}

/** A bit for each byte that may begin an escape. */
// @ts-ignore: decorator
@inline
function escapesIn(bytes: v128): i32 {
  const brackets = v128.or(i8x16.eq(bytes, i8x16.splat(0x5b)), i8x16.eq(bytes, i8x16.splat(0x5e)))
  return i8x16.bitmask(v128.or(brackets, i8x16.eq(bytes, i8x16.splat(0x1b))))
}

/** The bytes as the rules see them: a CR or NUL is a space, a digit is the one that stands for its group. */
// @ts-ignore: decorator
@inline
function seenAs(bytes: v128): v128 {
  const blanks = v128.or(i8x16.eq(bytes, i8x16.splat(0x0d)), i8x16.eq(bytes, i8x16.splat(0)))
  return v128.bitselect(i8x16.splat(0x20), withDigitGroups(bytes), blanks)
}
