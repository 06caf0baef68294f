import { ENCODED, SHUFFLES, UNITS, UNITS_END } from './memory'

/** Bytes of eight units. */
const VECTOR: usize = 16
/** Zeros behind the text: so much may be read of what is past its end. */
const PADDING_BYTES: usize = 3 * VECTOR

/** Once SHUFFLES is filled. */
let isReady: bool = false

/**
 * Writes `length` UTF-16 units of UNITS to ENCODED as UTF-8, as TextEncoder does: a surrogate without its other half
 * becomes U+FFFD. Gives the bytes written.
 */
export function encodeUnits(length: i32): i32 {
  const end = UNITS + (<usize>length << 1)
  assert(length >= 0 && end <= UNITS_END, 'encodeUnits: length must lie between 0 and the room for units')
  if (!isReady) fillShuffles()
  // A NUL takes one byte and is no half of a pair; those behind the text are taken off again.
  store<u16>(UNITS - 2, 0)
  memory.fill(end, 0, PADDING_BYTES)
  let at = UNITS
  let out = ENCODED
  while (at < end) {
    const a = v128.load(at)
    const b = v128.load(at, VECTOR)
    if (!v128.any_true(v128.and(v128.or(a, b), i16x8.splat(-0x80)))) {
      v128.store(out, i8x16.narrow_i16x8_u(a, b))
      out += VECTOR
      at += 2 * VECTOR
    } else {
      out = v128.any_true(isIn(a, SURROGATES, SURROGATE)) ? writeWithPairs(at, out) : writeEight(a, out)
      at += VECTOR
    }
  }
  return <i32>(out - ENCODED) - (<i32>((at - UNITS) >> 1) - length)
}

const SURROGATES: i16 = -0x2800
const HIGH_SURROGATES: i16 = -0x2800
const LOW_SURROGATES: i16 = -0x2400
/** Bits of a unit that tell which half of a pair it is. */
const HALF: i16 = -0x400
/** Bits that tell whether it is a half at all. */
const SURROGATE: i16 = -0x800

// @ts-ignore: decorator
@inline
function isIn(units: v128, first: i16, mask: i16): v128 {
  return i16x8.eq(v128.and(units, i16x8.splat(mask)), i16x8.splat(first))
}

/** Writes eight units, none of them a surrogate; gives where the next go. */
// @ts-ignore: decorator
@inline
function writeEight(units: v128, out: usize): usize {
  return writeFour(i32x4.extend_high_i16x8_u(units), writeFour(i32x4.extend_low_i16x8_u(units), out))
}

/** Writes the eight units at `at`: of a pair, whether or not both are among them, each gives two bytes. */
function writeWithPairs(at: usize, out: usize): usize {
  const before = v128.load(at - 2)
  const units = v128.load(at)
  const after = v128.load(at, 2)
  const isFront = v128.and(isIn(units, HIGH_SURROGATES, HALF), isIn(after, LOW_SURROGATES, HALF))
  const isBack = v128.and(isIn(units, LOW_SURROGATES, HALF), isIn(before, HIGH_SURROGATES, HALF))
  const halves = v128.bitselect(frontHalves(units), backHalves(before, units), isFront)
  const isHalf = v128.or(isFront, isBack)
  const isLone = v128.andnot(isIn(units, SURROGATES, SURROGATE), isHalf)
  const points = v128.bitselect(i16x8.splat(-3), units, isLone)
  const next = writeHalves(
    i32x4.extend_low_i16x8_u(points),
    i32x4.extend_low_i16x8_u(halves),
    i32x4.extend_low_i16x8_s(isHalf),
    out,
  )
  return writeHalves(
    i32x4.extend_high_i16x8_u(points),
    i32x4.extend_high_i16x8_u(halves),
    i32x4.extend_high_i16x8_s(isHalf),
    next,
  )
}

/** The first two of four bytes, of a high surrogate: `11110hhh 10hhhhhh`, where h is its ten bits and 64. */
// @ts-ignore: decorator
@inline
function frontHalves(units: v128): v128 {
  const bits = i16x8.add(v128.and(units, i16x8.splat(0x3ff)), i16x8.splat(0x40))
  const tail = v128.and(i16x8.shl(bits, 6), i16x8.splat(0x3f00))
  return v128.or(v128.or(i16x8.shr_u(bits, 8), tail), i16x8.splat(-0x7f10))
}

/** The last two: `10hhllll 10llllll`, where h is the last two bits of the high surrogate. */
// @ts-ignore: decorator
@inline
function backHalves(before: v128, units: v128): v128 {
  const high = v128.and(i16x8.shl(before, 4), i16x8.splat(0x30))
  const low = v128.and(i16x8.shr_u(units, 6), i16x8.splat(0x0f))
  const tail = v128.and(i16x8.shl(units, 8), i16x8.splat(0x3f00))
  return v128.or(v128.or(high, low), v128.or(tail, i16x8.splat(-0x7f80)))
}

// @ts-ignore: decorator
@inline
function isAbove(units: v128, most: i32): v128 {
  return i32x4.gt_s(units, i32x4.splat(most))
}

/** Writes four units as 4 to 12 bytes; 16 are overwritten. */
// @ts-ignore: decorator
@inline
function writeFour(units: v128, out: usize): usize {
  const isWide = isAbove(units, 0x7f)
  const isWider = isAbove(units, 0x7ff)
  return moveTogether(sequencesOf(units, isWide, isWider), isWide, isWider, out)
}

/** The same with two bytes from `halves` where `isHalf`. */
// @ts-ignore: decorator
@inline
function writeHalves(units: v128, halves: v128, isHalf: v128, out: usize): usize {
  const isWide = isAbove(units, 0x7f)
  const isWider = v128.andnot(isAbove(units, 0x7ff), isHalf)
  const bytes = v128.bitselect(i32x4.shl(halves, 8), sequencesOf(units, isWide, isWider), isHalf)
  return moveTogether(bytes, isWide, isWider, out)
}

/** The UTF-8 of one unit a lane, so that its last byte is the third. */
// @ts-ignore: decorator
@inline
function sequencesOf(units: v128, isWide: v128, isWider: v128): v128 {
  const last = i32x4.shl(units, 16)
  const middle = v128.and(i32x4.shl(units, 2), i32x4.splat(0x3f00))
  const tails = v128.or(middle, v128.and(last, i32x4.splat(0x3f0000)))
  const leadOfTwo = v128.andnot(i32x4.splat(0x4000), isWider)
  const leads = v128.or(v128.or(leadOfTwo, i32x4.shr_u(units, 12)), i32x4.splat(0x8080e0))
  return v128.bitselect(v128.or(tails, leads), last, isWide)
}

/** Writes up to the third byte of each lane: one byte, two where it is wide, three where it is wider. */
// @ts-ignore: decorator
@inline
function moveTogether(lanes: v128, isWide: v128, isWider: v128, out: usize): usize {
  const kinds = i32x4.bitmask(isWide) | (i32x4.bitmask(isWider) << 4)
  v128.store(out, i8x16.swizzle(lanes, v128.load(SHUFFLES + (<usize>kinds << 4))))
  return out + 4 + <usize>popcnt<i32>(kinds)
}

/** For each answer of `moveTogether` to which lanes are wide and wider, where their bytes come from. */
function fillShuffles(): void {
  for (let kinds = 0; kinds < 256; kinds++) {
    let next = SHUFFLES + (<usize>kinds << 4)
    v128.store(next, i8x16.splat(-1))
    for (let lane = 0; lane < 4; lane++) {
      const isWide = (kinds >> lane) & 1
      const isWider = (kinds >> (lane + 4)) & 1
      for (let byte = 2 - isWide - isWider; byte < 3; byte++) store<u8>(next++, <u8>(4 * lane + byte))
    }
  }
  isReady = true
}
