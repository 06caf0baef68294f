import { ENCODED, SHUFFLES, UNITS, UNITS_END } from './memory'

/** Bytes of eight units. */
const VECTOR: usize = 16
/** Zeros after the text, because the kernel may read this far past its end. */
const PADDING_BYTES: usize = 3 * VECTOR

/** True once SHUFFLES is filled. */
let isReady: bool = false

/**
 * Encodes `length` UTF-16 units from UNITS to ENCODED as UTF-8, as TextEncoder does: a lone surrogate becomes U+FFFD.
 * Returns the number of bytes written.
 */
export function encodeUnits(length: i32): i32 {
  const end = UNITS + (<usize>length << 1)
  assert(length >= 0 && end <= UNITS_END, 'encodeUnits: length must lie between 0 and the room for units')
  if (!isReady) fillShuffles()
  // NULs around the text: a NUL is no half of a pair and encodes to one byte. The result leaves out those after the
  // text.
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
/** Bits of a unit that show which half of a pair it is. */
const HALF: i16 = -0x400
/** Bits that show whether a unit is a surrogate at all. */
const SURROGATE: i16 = -0x800

// @ts-ignore: decorator
@inline
function isIn(units: v128, first: i16, mask: i16): v128 {
  return i16x8.eq(v128.and(units, i16x8.splat(mask)), i16x8.splat(first))
}

/** Writes eight units, none of them a surrogate. Returns where the next bytes go. */
// @ts-ignore: decorator
@inline
function writeEight(units: v128, out: usize): usize {
  return writeFour(i32x4.extend_high_i16x8_u(units), writeFour(i32x4.extend_low_i16x8_u(units), out))
}

/**
 * Writes the eight units at `at`, surrogates included. Each half of a pair becomes two bytes, so the pair may be split.
 */
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

/**
 * The first two of a pair's four bytes, from its high surrogate: `11110hhh 10hhhhhh`, where h is its ten bits plus 64.
 */
// @ts-ignore: decorator
@inline
function frontHalves(units: v128): v128 {
  const bits = i16x8.add(v128.and(units, i16x8.splat(0x3ff)), i16x8.splat(0x40))
  const tail = v128.and(i16x8.shl(bits, 6), i16x8.splat(0x3f00))
  return v128.or(v128.or(i16x8.shr_u(bits, 8), tail), i16x8.splat(-0x7f10))
}

/**
 * The last two bytes: `10hhllll 10llllll`, where h is the last two bits of the high surrogate and l the low one's ten
 * bits.
 */
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

/** Writes four units as 4 to 12 bytes. Overwrites 16 bytes. */
// @ts-ignore: decorator
@inline
function writeFour(units: v128, out: usize): usize {
  const isWide = isAbove(units, 0x7f)
  const isWider = isAbove(units, 0x7ff)
  return moveTogether(sequencesOf(units, isWide, isWider), isWide, isWider, out)
}

/** The same, but writes two bytes from `halves` in lanes with `isHalf`. */
// @ts-ignore: decorator
@inline
function writeHalves(units: v128, halves: v128, isHalf: v128, out: usize): usize {
  const isWide = isAbove(units, 0x7f)
  const isWider = v128.andnot(isAbove(units, 0x7ff), isHalf)
  const bytes = v128.bitselect(i32x4.shl(halves, 8), sequencesOf(units, isWide, isWider), isHalf)
  return moveTogether(bytes, isWide, isWider, out)
}

/** The UTF-8 of one unit in each lane, aligned so that its last byte is the lane's third. */
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

/** Writes bytes up to the third of each lane: one byte, two if the lane is wide, three if it is wider. */
// @ts-ignore: decorator
@inline
function moveTogether(lanes: v128, isWide: v128, isWider: v128, out: usize): usize {
  const kinds = i32x4.bitmask(isWide) | (i32x4.bitmask(isWider) << 4)
  v128.store(out, i8x16.swizzle(lanes, v128.load(SHUFFLES + (<usize>kinds << 4))))
  return out + 4 + <usize>popcnt<i32>(kinds)
}

/** Fills SHUFFLES: for each combination of wide and wider lanes, where their bytes come from. */
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
