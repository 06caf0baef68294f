import { BLANK, byteAt, classAt } from './byte-classes'
import { matchText } from './match'
import { EVIDENCE, isReadable, MAX_LINE_BYTES, TEXT } from './memory'
import { judgedEnd, judgedFrom, normalise, originOf } from './normalise'
import { coarseOfText, shapeOfText } from './text-shapes'
import { IS_WARNING, kinds, scoreForms, strongestBit, strongestEnd } from './weigh'

// Finds the evidence in a line, as src/signal/evidence.ts does, and writes it to EVIDENCE.

/** Evidence begins at most this many bytes before the end of its match. */
const LONGEST_MATCH: usize = 24
/** The longest range, in bytes, that evidence may cover. */
const LONGEST_RANGE: i32 = 256
const KEY_FACTOR: u32 = 0x85ebca6b

// Offsets in EVIDENCE. src/scan/judge.ts has the same.
const AT_SCORE: usize = 0
const AT_KINDS: usize = 8
const AT_SHAPE: usize = 12
const AT_COARSE: usize = 16
const AT_RANGE: usize = 20

/**
 * Assesses the line [ptr, ptr + length), at most 8 KiB. Reads at most 16 bytes past the end.
 *
 * @returns 1 if EVIDENCE has evidence, else 0. The range of the evidence counts from `ptr`.
 */
export function assessLine(ptr: usize, length: i32): i32 {
  assert(length <= MAX_LINE_BYTES && isReadable(ptr, length), 'assessLine: the line must lie inside the memory')
  return i32(assess(ptr, ptr + <usize>length))
}

function assess(ptr: usize, end: usize): bool {
  normalise(ptr, end)
  const from = judgedFrom
  const to = judgedEnd
  if (to <= from) return false
  const count = matchText(from, to)
  if (count == 0) return false
  const score = scoreForms(count)
  if (score == 0) return false
  const key = (strongestBit | (kinds & IS_WARNING)) * KEY_FACTOR
  store<f64>(EVIDENCE, score, AT_SCORE)
  store<u32>(EVIDENCE, kinds, AT_KINDS)
  store<u32>(EVIDENCE, shapeOfText(from, to) ^ key, AT_SHAPE)
  store<u32>(EVIDENCE, coarseOfText(from, to) ^ key, AT_COARSE)
  storeRange(ptr, end, from, from + <usize>strongestEnd)
  return true
}

/** Writes where in the line [ptr, end) the evidence is whose match ends at `matchEnd` of the text. */
function storeRange(ptr: usize, end: usize, from: usize, matchEnd: usize): void {
  const matchStart = wordStart(from, matchEnd)
  const start = originOf(<i32>(matchStart - TEXT))
  const stop = matchEnd > matchStart ? originOf(<i32>(matchEnd - 1 - TEXT)) + 1 : start
  store<u16>(EVIDENCE, <u16>start, AT_RANGE)
  store<u16>(EVIDENCE, <u16>within(ptr, end, start, stop), AT_RANGE + 2)
}

/** Start of the last few words before an end. Approximates where the match that ends there began. */
function wordStart(from: usize, to: usize): usize {
  let at = to - from > LONGEST_MATCH ? to - LONGEST_MATCH : from
  while (at + 1 < to && at > from && (classAt(at - 1) & BLANK) == 0) at++
  while (at > from && at < to && (byteAt(at) & 0xc0) == 0x80) at--
  return at
}

/** The end of a range of the line, cut to `LONGEST_RANGE` bytes and back to the start of a character. */
function within(ptr: usize, end: usize, start: i32, stop: i32): i32 {
  if (stop <= start + LONGEST_RANGE) return max<i32>(start, stop)
  let at = start + LONGEST_RANGE
  while (at > start + LONGEST_RANGE - 3 && ptr + <usize>at < end && (byteAt(ptr + <usize>at) & 0xc0) == 0x80) at--
  return at
}
