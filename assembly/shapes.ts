/** Bytes at the start of a line that its hash is made from. */
const HASHED_BYTES: i32 = 64

/** A mask of 64 set bytes, then 64 clear ones. Loaded from `MASKS + 64 - n`, it keeps the first n of 64 bytes. */
const MASKS: usize = memory.data<u64>([-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0])

/** The bytes, with `[0-9A-Fa-f]` set to zero. */
// @ts-ignore: decorator
@inline
function withoutHex(bytes: v128): v128 {
  // Zero for a digit, and zero for a letter from a to f.
  const digit = i8x16.sub_sat_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9))
  const lower = v128.or(bytes, i8x16.splat(0x20))
  const letter = i8x16.sub_sat_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(5))
  return v128.andnot(bytes, i8x16.eq(i8x16.min_u(digit, letter), i8x16.splat(0)))
}

/** Fourth powers of sixteen bytes, added up in four sums. src/core/scan/line-facts.ts draws the rest of the hash. */
// @ts-ignore: decorator
@inline
function powers(bytes: v128): v128 {
  const low = i16x8.extmul_low_i8x16_u(bytes, bytes)
  const high = i16x8.extmul_high_i8x16_u(bytes, bytes)
  return i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high))
}

/** Hash of the line from `start` to `end`, in 31 bits. Always reads 64 bytes from `start`. */
// @ts-ignore: decorator
@inline
export function hashOfLine(start: usize, end: usize): u32 {
  if (end - start <= 16) return hashOfShortLine(start, end - start)
  const mask = MASKS + HASHED_BYTES - min<usize>(end - start, HASHED_BYTES)
  const a = powers(withoutHex(v128.and(v128.load(start), v128.load(mask))))
  const b = powers(withoutHex(v128.and(v128.load(start, 16), v128.load(mask, 16))))
  const c = powers(withoutHex(v128.and(v128.load(start, 32), v128.load(mask, 32))))
  const d = powers(withoutHex(v128.and(v128.load(start, 48), v128.load(mask, 48))))
  return avalanche(sumOf(i32x4.add(i32x4.add(a, b), i32x4.add(c, d))))
}

/** Hash of a line of at most 16 bytes. The same as for longer lines, because a missing byte adds nothing. */
// @ts-ignore: decorator
@inline
function hashOfShortLine(start: usize, length: usize): u32 {
  const mask = MASKS + HASHED_BYTES - length
  return avalanche(sumOf(powers(withoutHex(v128.and(v128.load(start), v128.load(mask))))))
}

// @ts-ignore: decorator
@inline
function sumOf(four: v128): u32 {
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1))
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1)
}

/** Lets each bit of the sum affect each bit of the hash. 0 stays 0. */
// @ts-ignore: decorator
@inline
function avalanche(sum: u32): u32 {
  let hash = (sum ^ (sum >>> 16)) * 0x7feb352d
  hash = (hash ^ (hash >>> 15)) * 0x846ca68b
  return (hash ^ (hash >>> 16)) & 0x7fffffff
}
