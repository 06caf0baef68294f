import { sumOfLanes } from './lines'
import {
  FLAG_INVALID,
  isReadable,
  RESULT,
  RESULT_CODE_POINTS,
  RESULT_EXTRA_BYTES,
  RESULT_FLAGS,
} from './memory'

const REPLACEMENT_BYTES: i32 = 3

/** Bytes that a sequence with this first byte takes; 0 when no sequence begins so. */
function sequenceLength(lead: i32): i32 {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** Rules out overlong forms, surrogates and what is past U+10FFFF (Unicode, table 3-7). */
function isSecondByte(lead: i32, byte: i32): bool {
  if (lead == 0xe0) return byte >= 0xa0 && byte <= 0xbf
  if (lead == 0xed) return byte >= 0x80 && byte <= 0x9f
  if (lead == 0xf0) return byte >= 0x90 && byte <= 0xbf
  if (lead == 0xf4) return byte >= 0x80 && byte <= 0x8f
  return byte >> 6 == 2
}

/** The first address after `at`, at most `limit`, that does not continue the sequence begun at `at`. */
function sequenceEnd(at: usize, limit: usize): usize {
  let end = at + 1
  if (end < limit && isSecondByte(<i32>load<u8>(at), <i32>load<u8>(end))) {
    end++
    while (end < limit && load<u8>(end) >> 6 == 2) end++
  }
  return end
}

/** Bytes (0 to 3) of an unfinished sequence that ends right before `at`. Reads from `at - 3`. */
export function pendingBytes(at: usize): i32 {
  const last = <i32>load<u8>(at - 1)
  if (last < 0x80) return 0
  if (last >= 0xc0) return sequenceLength(last) > 1 ? 1 : 0
  const second = <i32>load<u8>(at - 2)
  if (second >= 0xc0) return sequenceLength(second) > 2 && isSecondByte(second, last) ? 2 : 0
  const third = <i32>load<u8>(at - 3)
  return sequenceLength(third) == 4 && isSecondByte(third, second) ? 3 : 0
}

// @ts-ignore: decorator
@inline
function addResult(offset: usize, amount: i32): void {
  store<i32>(RESULT + offset, load<i32>(RESULT + offset) + amount)
}

/** Adds what `from` to `to` decodes to, byte by byte; `pending` bytes before `from` belong to it. */
function decodeScalar(from: usize, to: usize, pending: i32): void {
  let at = from - <usize>pending
  let codePoints = pending > 0 ? -1 : 0
  while (at < to) {
    codePoints++
    const length = sequenceLength(<i32>load<u8>(at))
    const end = length > 1 ? sequenceEnd(at, min<usize>(at + <usize>length, to)) : at + 1
    if (length == 0 || (end < at + <usize>length && end < to)) {
      addResult(RESULT_EXTRA_BYTES, REPLACEMENT_BYTES - <i32>(end - at))
      store<i32>(RESULT + RESULT_FLAGS, load<i32>(RESULT + RESULT_FLAGS) | FLAG_INVALID)
    }
    at = end
  }
  addResult(RESULT_CODE_POINTS, codePoints)
}

/**
 * Lanes that are not zero where `bytes`, after `before`, break a rule of UTF-8. The three lookups
 * of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte" (2021): each
 * table names the rules that a nibble may break, and a rule is broken where all three agree.
 */
// @ts-ignore: decorator
@inline
function brokenRules(before: v128, bytes: v128): v128 {
  const low4 = i8x16.splat(0x0f)
  const back1 = v128.shuffle<i8>(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
  const back2 = v128.shuffle<i8>(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
  const back3 = v128.shuffle<i8>(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
  const firstHigh = i8x16.swizzle(
    i8x16(2, 2, 2, 2, 2, 2, 2, 2, -0x80, -0x80, -0x80, -0x80, 0x21, 0x01, 0x15, 0x49),
    v128.and(i16x8.shr_u(back1, 4), low4),
  )
  const firstLow = i8x16.swizzle(
    i8x16(-25, -93, -125, -125, -117, -53, -53, -53, -53, -53, -53, -53, -53, -37, -53, -53),
    v128.and(back1, low4),
  )
  const secondHigh = i8x16.swizzle(
    i8x16(1, 1, 1, 1, 1, 1, 1, 1, -26, -82, -70, -70, 1, 1, 1, 1),
    v128.and(i16x8.shr_u(bytes, 4), low4),
  )
  const pairRules = v128.and(v128.and(firstHigh, firstLow), secondHigh)
  // The third and fourth byte of a sequence: its lead stands two or three bytes back.
  const isThird = i8x16.sub_sat_u(back2, i8x16.splat(0x60))
  const isFourth = i8x16.sub_sat_u(back3, i8x16.splat(0x70))
  return v128.xor(v128.and(v128.or(isThird, isFourth), i8x16.splat(-0x80)), pairRules)
}

// @ts-ignore: decorator
@inline
function continuationLanes(bytes: v128): v128 {
  return i8x16.lt_s(bytes, i8x16.splat(-0x40))
}

// @ts-ignore: decorator
@inline
function continuationBytes(a: v128, b: v128, c: v128, d: v128): i32 {
  const first = i8x16.add(continuationLanes(a), continuationLanes(b))
  const second = i8x16.add(continuationLanes(c), continuationLanes(d))
  return sumOfLanes(i8x16.neg(i8x16.add(first, second)))
}

/** The `pending` bytes before `at` as the end of a vector, and zeros before them. */
function pendingVector(at: usize, pending: i32): v128 {
  let last4 = 0
  for (let back = 1; back <= pending; back++) {
    last4 |= <i32>load<u8>(at - <usize>back) << (8 * (4 - back))
  }
  return i32x4.replace_lane(i32x4.splat(0), 3, last4)
}

/** Bytes that are in no valid text: 0xc0, 0xc1, 0xf5 to 0xff. */
// @ts-ignore: decorator
@inline
function isNeverValid(byte: i32): bool {
  return (byte & 0xfe) == 0xc0 || byte >= 0xf5
}

/**
 * Adds to RESULT what `from` to `to` decodes to. `pending` bytes before `from` belong to it, and
 * nothing else before `from` is read. A sequence unfinished at `to` is counted and not judged.
 */
export function decodeRange(from: usize, to: usize, pending: i32): void {
  let before = pendingVector(from, pending)
  let at = from
  let codePoints = 0
  for (; at + 64 <= to; at += 64) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const bits = v128.or(v128.or(v128.or(a, b), v128.or(c, d)), before)
    if (i8x16.bitmask(bits) == 0) {
      codePoints += 64
      continue
    }
    const broken = v128.or(
      v128.or(brokenRules(before, a), brokenRules(a, b)),
      v128.or(brokenRules(b, c), brokenRules(c, d)),
    )
    // A byte that is never valid breaks a rule at the byte after it, which may be in the next block.
    if (v128.any_true(broken) || isNeverValid(<i32>load<u8>(at, 63))) {
      decodeScalar(at, at + 64, at == from ? pending : pendingBytes(at))
      before = pendingVector(at + 64, pendingBytes(at + 64))
      continue
    }
    codePoints += 64 - continuationBytes(a, b, c, d)
    before = d
  }
  addResult(RESULT_CODE_POINTS, codePoints)
  if (at < to) decodeScalar(at, to, at == from ? pending : pendingBytes(at))
}

/**
 * Code points of [ptr, ptr + len), as the WHATWG decoder counts them; a sequence unfinished at the
 * end is counted and not judged. RESULT has the flag for malformed text and the extra bytes.
 */
export function decode(ptr: usize, len: i32): i32 {
  assert(isReadable(ptr, len), 'decode: ptr and len must lie inside the memory')
  store<i32>(RESULT + RESULT_CODE_POINTS, 0)
  store<i32>(RESULT + RESULT_FLAGS, 0)
  store<i32>(RESULT + RESULT_EXTRA_BYTES, 0)
  decodeRange(ptr, ptr + <usize>len, 0)
  return load<i32>(RESULT + RESULT_CODE_POINTS)
}

/**
 * Largest offset ≤ `at` that does not split a sequence of [ptr, ptr + len), where a malformed
 * sequence is what the decoder replaces by one U+FFFD.
 */
export function floorBoundary(ptr: usize, len: i32, at: i32): i32 {
  assert(isReadable(ptr, len), 'floorBoundary: ptr and len must lie inside the memory')
  assert(at >= 0 && at <= len, 'floorBoundary: at must lie between 0 and len')
  const cut = ptr + <usize>at
  for (let back = 1; back <= 3 && back <= at; back++) {
    const lead = cut - <usize>back
    const length = sequenceLength(<i32>load<u8>(lead))
    if (length == 0 && load<u8>(lead) < 0xc0) continue
    const limit = min<usize>(lead + <usize>length, ptr + <usize>len)
    return length > 1 && sequenceEnd(lead, limit) > cut ? at - back : at
  }
  return at
}
