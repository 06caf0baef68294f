import { sumOfLanes } from './lines'
import {
  FLAG_INVALID,
  isReadable,
  RESULT,
  RESULT_CODE_POINTS,
  RESULT_EXTRA_BYTES,
  RESULT_FLAGS,
  RANGES,
} from './memory'

const REPLACEMENT_BYTES: i32 = 3

/** Bytes in a sequence with this first byte; 0 if no sequence begins with it. */
export function sequenceLength(lead: i32): i32 {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/**
 * Whether `byte` may follow `lead`. Rejects overlong forms, surrogates and values above U+10FFFF (Unicode, table 3-7).
 */
export function isSecondByte(lead: i32, byte: i32): bool {
  if (lead == 0xe0) return byte >= 0xa0 && byte <= 0xbf
  if (lead == 0xed) return byte >= 0x80 && byte <= 0x9f
  if (lead == 0xf0) return byte >= 0x90 && byte <= 0xbf
  if (lead == 0xf4) return byte >= 0x80 && byte <= 0x8f
  return byte >> 6 == 2
}

/** The first address after `at`, at most `limit`, that does not continue the sequence that begins at `at`. */
function sequenceEnd(at: usize, limit: usize): usize {
  let end = at + 1
  if (end < limit && isSecondByte(<i32>load<u8>(at), <i32>load<u8>(end))) {
    end++
    while (end < limit && load<u8>(end) >> 6 == 2) end++
  }
  return end
}

/** Number of bytes (0 to 3) of an unfinished sequence that ends right before `at`. Reads from `at - 3`. */
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

// A byte either continues a sequence or begins one. A malformed sequence is one too, and decodes to a U+FFFD. The three
// bytes before a byte decide which it is, so lanes are enough to count sequences, even in malformed text. A lane that
// continues a sequence has one bit set, for the row of Unicode's table 3-7 that the sequence is in:
//
//   bit     0       1       2              3       4       5       6       7
//   lead    c2..cf  d0..df  e1..ec ee ef   e0      ed      f1..f3  f0      f4
//   second  80..bf  80..bf  80..bf         a0..bf  80..9f  80..bf  90..bf  80..8f
const OF_TWO: i8 = 0x03
const OF_THREE: i8 = 0x1c
const OF_FOUR: i8 = -0x20
const OF_MORE_THAN_TWO: i8 = -0x04

/** Each lane moved up by one place. The first is the last lane of `before`. */
// @ts-ignore: decorator
@inline
function moveUp(before: v128, lanes: v128): v128 {
  return v128.shuffle<i8>(before, lanes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
}

// @ts-ignore: decorator
@inline
function highNibbles(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(0x0f))
}

/**
 * Lanes that are the second byte of a sequence. Each table maps a nibble to its rows. The lookup is that of Keiser and
 * Lemire, "Validating UTF-8 in less than one instruction per byte" (2021), who use it to find errors.
 */
// @ts-ignore: decorator
@inline
function secondBytes(before: v128, bytes: v128, highBefore: v128, high: v128): v128 {
  const leadHigh = i8x16.swizzle(
    i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x02, 0x1c, -0x20),
    moveUp(highBefore, high),
  )
  const leadLow = i8x16.swizzle(
    i8x16(0x4a, 0x26, 0x27, 0x27, -0x79, 7, 7, 7, 7, 7, 7, 7, 7, 0x13, 7, 7),
    v128.and(moveUp(before, bytes), i8x16.splat(0x0f)),
  )
  const secondHigh = i8x16.swizzle(i8x16(0, 0, 0, 0, 0, 0, 0, 0, -0x49, 0x77, 0x6f, 0x6f, 0, 0, 0, 0), high)
  return v128.and(v128.and(leadHigh, leadLow), secondHigh)
}

/** Lanes that directly follow one in `lanes`, in sequences of the given rows. */
// @ts-ignore: decorator
@inline
function nextBytes(before: v128, lanes: v128, bytes: v128, rows: i8): v128 {
  const continuations = i8x16.lt_s(bytes, i8x16.splat(-0x40))
  return v128.and(moveUp(before, lanes), v128.and(continuations, i8x16.splat(rows)))
}

// @ts-ignore: decorator
@inline
function zeroLanes(lanes: v128): v128 {
  return i8x16.eq(lanes, i8x16.splat(0))
}

// @ts-ignore: decorator
@inline
function zerosOf(lanes: v128, rows: i8): v128 {
  return zeroLanes(v128.and(lanes, i8x16.splat(rows)))
}

// Counts of the current block: sequence starts, ASCII bytes, and complete sequences of two, three and four bytes.
let starts: i32 = 0
let ascii: i32 = 0
let twos: i32 = 0
let threes: i32 = 0
let fours: i32 = 0

/** Counts sequences in the ranges that RANGES lists up to `listEnd`, at most one block: lanes cannot overflow. */
function countSequences(listEnd: usize): void {
  const none = i8x16.splat(0)
  let startLanes = none
  let asciiLanes = none
  let noTwos = none
  let noThrees = none
  let noFours = none
  // The previous vector: its bytes, high nibbles, second bytes and third bytes. Carried over between adjacent ranges.
  let x = none
  let h = none
  let s = none
  let t = none
  let next: usize = 0
  for (let entry = RANGES; entry < listEnd; entry += 4) {
    const at = <usize>load<u32>(entry)
    // Only the last three bytes of the previous vector matter here, so what comes before it is not needed.
    if (at != next) {
      x = v128.load(at - 16)
      h = highNibbles(x)
      s = secondBytes(none, x, none, h)
      t = nextBytes(none, s, x, OF_MORE_THAN_TWO)
    }
    // Unrolled. A loop takes a sixth longer.
    const x0 = v128.load(at, 0)
    const h0 = highNibbles(x0)
    const s0 = secondBytes(x, x0, h, h0)
    const t0 = nextBytes(s, s0, x0, OF_MORE_THAN_TWO)
    const f0 = nextBytes(t, t0, x0, OF_FOUR)
    startLanes = i8x16.sub(startLanes, zeroLanes(v128.or(v128.or(s0, t0), f0)))
    asciiLanes = i8x16.sub(asciiLanes, i8x16.gt_s(x0, i8x16.splat(-1)))
    noTwos = i8x16.sub(noTwos, zerosOf(s0, OF_TWO))
    noThrees = i8x16.sub(noThrees, zerosOf(t0, OF_THREE))
    noFours = i8x16.sub(noFours, zeroLanes(f0))
    const x1 = v128.load(at, 16)
    const h1 = highNibbles(x1)
    const s1 = secondBytes(x0, x1, h0, h1)
    const t1 = nextBytes(s0, s1, x1, OF_MORE_THAN_TWO)
    const f1 = nextBytes(t0, t1, x1, OF_FOUR)
    startLanes = i8x16.sub(startLanes, zeroLanes(v128.or(v128.or(s1, t1), f1)))
    asciiLanes = i8x16.sub(asciiLanes, i8x16.gt_s(x1, i8x16.splat(-1)))
    noTwos = i8x16.sub(noTwos, zerosOf(s1, OF_TWO))
    noThrees = i8x16.sub(noThrees, zerosOf(t1, OF_THREE))
    noFours = i8x16.sub(noFours, zeroLanes(f1))
    const x2 = v128.load(at, 32)
    const h2 = highNibbles(x2)
    const s2 = secondBytes(x1, x2, h1, h2)
    const t2 = nextBytes(s1, s2, x2, OF_MORE_THAN_TWO)
    const f2 = nextBytes(t1, t2, x2, OF_FOUR)
    startLanes = i8x16.sub(startLanes, zeroLanes(v128.or(v128.or(s2, t2), f2)))
    asciiLanes = i8x16.sub(asciiLanes, i8x16.gt_s(x2, i8x16.splat(-1)))
    noTwos = i8x16.sub(noTwos, zerosOf(s2, OF_TWO))
    noThrees = i8x16.sub(noThrees, zerosOf(t2, OF_THREE))
    noFours = i8x16.sub(noFours, zeroLanes(f2))
    const x3 = v128.load(at, 48)
    const h3 = highNibbles(x3)
    const s3 = secondBytes(x2, x3, h2, h3)
    const t3 = nextBytes(s2, s3, x3, OF_MORE_THAN_TWO)
    const f3 = nextBytes(t2, t3, x3, OF_FOUR)
    startLanes = i8x16.sub(startLanes, zeroLanes(v128.or(v128.or(s3, t3), f3)))
    asciiLanes = i8x16.sub(asciiLanes, i8x16.gt_s(x3, i8x16.splat(-1)))
    noTwos = i8x16.sub(noTwos, zerosOf(s3, OF_TWO))
    noThrees = i8x16.sub(noThrees, zerosOf(t3, OF_THREE))
    noFours = i8x16.sub(noFours, zeroLanes(f3))
    x = x3
    h = h3
    s = s3
    t = t3
    next = at + 64
  }
  const bytes = <i32>(listEnd - RANGES) << 4
  starts = sumOfLanes(startLanes)
  ascii = sumOfLanes(asciiLanes)
  twos = bytes - sumOfLanes(noTwos)
  threes = bytes - sumOfLanes(noThrees)
  fours = bytes - sumOfLanes(noFours)
}

/**
 * Adds to RESULT what the `length` bytes at `from`, at most one block, decode to. RANGES lists up to `listEnd` all
 * 64-byte ranges with bytes that are not ASCII. The padding after the end is ASCII. A sequence that began earlier
 * continues. One that is unfinished at the end is counted but not checked. Reads from `from - 16`.
 */
export function decodeBlock(from: usize, length: i32, listEnd: usize): void {
  const pending = pendingBytes(from)
  if (listEnd == RANGES && pending == 0) {
    addResult(RESULT_CODE_POINTS, length)
    return
  }
  countSequences(listEnd)
  const unlisted = length - (<i32>(listEnd - RANGES) << 4)
  const unfinished = pendingBytes(from + <usize>length)
  const sequences = starts + unlisted
  addResult(RESULT_CODE_POINTS, sequences)
  judge(
    length + pending - unfinished,
    sequences + i32(pending > 0) - i32(unfinished > 0),
    ascii + unlisted,
  )
}

/**
 * Records malformed sequences: those of `sequences` that are neither complete nor one of the `singles`, which are
 * ASCII.
 */
function judge(bytes: i32, sequences: i32, singles: i32): void {
  const malformed = sequences - singles - twos - threes - fours
  if (malformed == 0) return
  const malformedBytes = bytes - singles - 2 * twos - 3 * threes - 4 * fours
  addResult(RESULT_EXTRA_BYTES, REPLACEMENT_BYTES * malformed - malformedBytes)
  store<i32>(RESULT + RESULT_FLAGS, load<i32>(RESULT + RESULT_FLAGS) | FLAG_INVALID)
}

/**
 * Largest offset ≤ `at` that does not split a sequence of [ptr, ptr + len). A malformed sequence is a group of bytes
 * that the decoder replaces with one U+FFFD.
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
