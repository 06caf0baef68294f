import { isReadable } from './memory'

const LF: i8 = 10
const VECTOR: usize = 16
/**
 * Eight vectors, two for each of four accumulators. After 127 strides a lane holds at most 254, so it cannot overflow.
 */
const STRIDE: usize = 8 * VECTOR
const STRIDES_PER_SUM: usize = 127

/** Sum of sixteen unsigned bytes. */
// @ts-ignore: decorator
@inline
export function sumOfLanes(lanes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes))
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  )
}

// @ts-ignore: decorator
@inline
function newlineLanes(at: usize): v128 {
  return i8x16.eq(v128.load(at), i8x16.splat(LF))
}

// @ts-ignore: decorator
@inline
function newlineBits(at: usize): i32 {
  return i8x16.bitmask(newlineLanes(at))
}

/** LF bytes in [ptr, ptr + len). */
export function countNewlines(ptr: usize, len: i32): i32 {
  assert(isReadable(ptr, len), 'countNewlines: ptr and len must lie inside the memory')
  const end = ptr + <usize>len
  const stridesEnd = ptr + (<usize>len & ~(STRIDE - 1))
  let count = 0
  let at = ptr
  while (at < stridesEnd) {
    const sumEnd = min<usize>(stridesEnd, at + STRIDE * STRIDES_PER_SUM)
    count += countStrides(at, sumEnd)
    at = sumEnd
  }
  for (; at + VECTOR <= end; at += VECTOR) count += popcnt<i32>(newlineBits(at))
  for (; at < end; at++) count += i32(load<i8>(at) == LF)
  return count
}

/** Counts the LF bytes from `from` to `end`, at most 127 strides apart. */
// @ts-ignore: decorator
@inline
function countStrides(from: usize, end: usize): i32 {
  let a = i8x16.splat(0)
  let b = i8x16.splat(0)
  let c = i8x16.splat(0)
  let d = i8x16.splat(0)
  for (let at = from; at < end; at += STRIDE) {
    // Equal lanes are -1, so subtracting them counts them.
    a = i8x16.sub(a, i8x16.add(newlineLanes(at), newlineLanes(at + 64)))
    b = i8x16.sub(b, i8x16.add(newlineLanes(at + 16), newlineLanes(at + 80)))
    c = i8x16.sub(c, i8x16.add(newlineLanes(at + 32), newlineLanes(at + 96)))
    d = i8x16.sub(d, i8x16.add(newlineLanes(at + 48), newlineLanes(at + 112)))
  }
  return sumOfLanes(a) + sumOfLanes(b) + sumOfLanes(c) + sumOfLanes(d)
}
