import {
  BLOCK_BYTES,
  RESULT,
  RESULT_TOKEN_UNITS,
  RANGES,
  TOKEN_CHARACTERS,
  TOKEN_COMMON,
  TOKEN_LAST_SCRIPT,
  TOKEN_LONG_RUNS,
  TOKEN_PAIRS,
  TOKEN_REPEATS,
  TOKEN_RUNS,
  TOKEN_SCRIPTS,
  TOKEN_STEPS,
} from './memory'
import { isSecondByte, pendingBytes, sequenceLength } from './utf8'

// src/core/scan/token-units.ts explains what bytes cost. Ranges of plain ASCII are looked up in vectors. Other ranges are
// looked up byte by byte, in the same table of steps as there.

const COST: u32 = 0xff
const GROUP_SHIFT: u32 = 8
/** The row of TOKEN_STEPS for a byte that follows one that is not ASCII. */
const NOT_ASCII: u32 = 128
const LOOK_BACK: usize = 4
const REPLACEMENT: u32 = 0xfffd
/** Place of a character: the first after ASCII, or a repeat of the character before it. */
const FIRST: u32 = 1
const AGAIN: u32 = 2
const BEYOND: u32 = 0x20000

/**
 * Adds the token units of the bytes from `from` to `end`, at most one block. RANGES lists the ranges that are not
 * plain.
 */
export function tokensOfBlock(from: usize, end: usize, listEnd: usize): void {
  assert(end - from <= <usize>BLOCK_BYTES, 'tokensOfBlock: expects at most a block')
  const vectorsEnd = from + ((end - from) & ~63)
  let units: u32 = 0
  let entry = RANGES
  let at = from
  while (at < vectorsEnd) {
    const next = entry < listEnd ? min<usize>(vectorsEnd, <usize>load<u32>(entry)) : vectorsEnd
    if (at < next) {
      units += unitsOfAscii(at, next) + unitsOfUnfinished(at)
      at = next
    } else {
      units += unitsOfAny(at, at + 64)
      at += 64
      entry += 4
    }
  }
  if (at < end) units += unitsOfAny(at, end)
  store<u32>(RESULT + RESULT_TOKEN_UNITS, load<u32>(RESULT + RESULT_TOKEN_UNITS) + units)
}

/** Each lane moved up by one place. The first is the last lane of `before`. */
// @ts-ignore: decorator
@inline
function moveUp(before: v128, lanes: v128): v128 {
  return v128.shuffle<i8>(before, lanes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
}

// @ts-ignore: decorator
@inline
function moveUpTwo(before: v128, lanes: v128): v128 {
  return v128.shuffle<i8>(before, lanes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
}

// In each 16 consecutive ASCII bytes the class changes at most once, at the lower four bits given by this table. Bytes
// below that take their class from the front half of `classes`, the others from the back half. An entry holds its class
// twice, × 1 and × 8, so that one mask combines it with the neighbour's class. Bytes that are not ASCII fall off the
// end of the table and get class 0.
// @ts-ignore: decorator
@inline
function edges(): v128 {
  return i8x16(10, 16, 1, 10, 1, 11, 1, 11, 0, 0, 0, 0, 0, 0, 0, 0)
}

const SMALL: i8 = 0
const CAPITAL: i8 = 9
const DIGIT: i8 = 18
const SPACE: i8 = 27
const NEWLINE: i8 = 36
const SIGN: i8 = 45

// @ts-ignore: decorator
@inline
function classes(): v128 {
  return i8x16(
    SPACE, SIGN, SPACE, DIGIT, SIGN, CAPITAL, SIGN, SMALL,
    NEWLINE, SIGN, SIGN, SIGN, CAPITAL, SIGN, SMALL, SIGN,
  )
}

/** Index of each byte's class in `classes`. */
// @ts-ignore: decorator
@inline
function placesOf(bytes: v128): v128 {
  const upper = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15))
  const isPast = i8x16.ge_u(v128.and(bytes, i8x16.splat(15)), i8x16.swizzle(edges(), upper))
  return i8x16.add(upper, v128.and(isPast, i8x16.splat(8)))
}

/**
 * What each consonant or digit adds to a run of four; else 0. The two weights share no bit, so lanes of a mixed run
 * become 0 when they are combined by AND. Letters are consonants unless their lower four bits are those of a vowel.
 */
// @ts-ignore: decorator
@inline
function groupsOf(bytes: v128, places: v128, groups: v128, vowels: v128): v128 {
  return v128.andnot(
    i8x16.swizzle(groups, places),
    i8x16.swizzle(vowels, v128.and(bytes, i8x16.splat(15))),
  )
}

/**
 * Cost of each two bytes. `kinds` are their classes, `before` those of the bytes before them, `fours` the costs of
 * runs.
 */
// @ts-ignore: decorator
@inline
function costsOf(kinds: v128, before: v128, bytes: v128, at: usize, fours: v128): v128 {
  const last = v128.load(at - 1)
  const isSame = i8x16.eq(bytes, last)
  const isAgain = v128.and(isSame, i8x16.eq(last, v128.load(at - 2)))
  // Lower three bits: the class, or 6 if the byte repeats the one before it, or 7 if that one was a repeat too.
  const places = v128.bitselect(i8x16.sub(i8x16.splat(6), isAgain), kinds, isSame)
  const pairs = v128.bitselect(places, before, i8x16.splat(7))
  const front = i8x16.swizzle(v128.load(TOKEN_PAIRS), pairs)
  const middle = i8x16.swizzle(v128.load(TOKEN_PAIRS, 16), i8x16.sub(pairs, i8x16.splat(16)))
  const back = i8x16.swizzle(v128.load(TOKEN_PAIRS, 32), i8x16.sub(pairs, i8x16.splat(32)))
  return i16x8.extadd_pairwise_i8x16_u(i8x16.add(v128.or(v128.or(front, middle), back), fours))
}

/** Token units from `from` to `end`: whole 64-byte ranges of plain ASCII. */
function unitsOfAscii(from: usize, end: usize): u32 {
  const consonant = load<u8>(TOKEN_RUNS)
  const digit = load<u8>(TOKEN_RUNS, 1)
  const groups = i8x16(
    0, 0, 0, digit, 0, consonant, 0, consonant,
    0, 0, 0, 0, consonant, 0, consonant, 0,
  )
  const vowels = i8x16(
    0, consonant, 0, 0, 0, consonant, 0, 0,
    0, consonant, 0, 0, 0, 0, 0, consonant,
  )
  const last = v128.load(from - 16)
  const lastPlaces = placesOf(last)
  let kindsBefore = i8x16.swizzle(classes(), lastPlaces)
  let groupsBefore = groupsOf(last, lastPlaces, groups, vowels)
  let twosBefore = v128.and(groupsBefore, moveUp(i8x16.splat(0), groupsBefore))
  let sums = i16x8.splat(0)
  for (let at = from; at < end; at += 64) {
    const bytes0 = v128.load(at)
    const bytes1 = v128.load(at, 16)
    const bytes2 = v128.load(at, 32)
    const bytes3 = v128.load(at, 48)
    const places0 = placesOf(bytes0)
    const places1 = placesOf(bytes1)
    const places2 = placesOf(bytes2)
    const places3 = placesOf(bytes3)
    const group0 = groupsOf(bytes0, places0, groups, vowels)
    const group1 = groupsOf(bytes1, places1, groups, vowels)
    const group2 = groupsOf(bytes2, places2, groups, vowels)
    const group3 = groupsOf(bytes3, places3, groups, vowels)
    const twos0 = v128.and(group0, moveUp(groupsBefore, group0))
    const twos1 = v128.and(group1, moveUp(group0, group1))
    const twos2 = v128.and(group2, moveUp(group1, group2))
    const twos3 = v128.and(group3, moveUp(group2, group3))
    const fours0 = v128.and(twos0, moveUpTwo(twosBefore, twos0))
    const fours1 = v128.and(twos1, moveUpTwo(twos0, twos1))
    const fours2 = v128.and(twos2, moveUpTwo(twos1, twos2))
    const fours3 = v128.and(twos3, moveUpTwo(twos2, twos3))
    const kinds0 = i8x16.swizzle(classes(), places0)
    const kinds1 = i8x16.swizzle(classes(), places1)
    const kinds2 = i8x16.swizzle(classes(), places2)
    const kinds3 = i8x16.swizzle(classes(), places3)
    const sum0 = costsOf(kinds0, moveUp(kindsBefore, kinds0), bytes0, at, fours0)
    const sum1 = costsOf(kinds1, moveUp(kinds0, kinds1), bytes1, at + 16, fours1)
    const sum2 = costsOf(kinds2, moveUp(kinds1, kinds2), bytes2, at + 32, fours2)
    const sum3 = costsOf(kinds3, moveUp(kinds2, kinds3), bytes3, at + 48, fours3)
    sums = i16x8.add(sums, i16x8.add(i16x8.add(sum0, sum1), i16x8.add(sum2, sum3)))
    kindsBefore = kinds3
    groupsBefore = group3
    twosBefore = twos3
  }
  const wide = i32x4.extadd_pairwise_i16x8_u(sums)
  return (
    i32x4.extract_lane(wide, 0) +
    i32x4.extract_lane(wide, 1) +
    i32x4.extract_lane(wide, 2) +
    i32x4.extract_lane(wide, 3)
  )
}

/** Token units of an unfinished sequence that the ASCII byte at `at` breaks off; 0 if there is none. */
function unitsOfUnfinished(at: usize): u32 {
  const pending = pendingBytes(at)
  if (pending == 0) return 0
  const start = at - <usize>pending
  return unitsOfCharacter(REPLACEMENT, placeOf(start, REPLACEMENT))
}

/** Token units of any bytes. Includes a sequence that is open at `from`. Leaves out one that is still open at `to`. */
function unitsOfAny(from: usize, to: usize): u32 {
  const end = to - <usize>pendingBytes(to)
  let at = from - <usize>pendingBytes(from)
  let former: u32 = 0
  let last: u32 = 0
  let run: u32 = 0
  for (let before = at - LOOK_BACK; before < at; before++) {
    const byte = <u32>load<u8>(before)
    run = byte < 0x80 ? (run << 2) | (stepOf(0, byte) >> GROUP_SHIFT) : 0
    former = last
    last = min<u32>(byte, NOT_ASCII)
  }
  let character = last == NOT_ASCII ? characterBefore(at) : 0
  let units: u32 = 0
  while (at < end) {
    const byte = <u32>load<u8>(at)
    if (byte < 0x80) {
      const step = stepOf(last, byte)
      run = ((run << 2) | (step >> GROUP_SHIFT)) & 0xff
      const isAgain = byte == last && byte == former
      units += isAgain ? <u32>load<u8>(TOKEN_REPEATS + <usize>byte) : step & COST
      units += <u32>load<u8>(TOKEN_LONG_RUNS + <usize>run)
      former = last
      last = byte
      at++
    } else {
      const found = isPlainThree(byte, at, end) ? threeAt(byte, at) : characterAt(at, end)
      const place: u32 = last != NOT_ASCII ? FIRST : found >> 3 == character ? AGAIN : 0
      character = found >> 3
      units += unitsOfCharacter(character, place)
      at += <usize>(found & 7)
      last = NOT_ASCII
      run = 0
    }
  }
  return units
}

// @ts-ignore: decorator
@inline
function stepOf(last: u32, byte: u32): u32 {
  return <u32>load<u16>(TOKEN_STEPS + (<usize>((last << 7) | byte) << 1))
}

/**
 * True for a three-byte sequence whose lead byte allows every continuation byte, as in most ideographs. May read the
 * slack after the window.
 */
// @ts-ignore: decorator
@inline
function isPlainThree(lead: u32, at: usize, end: usize): bool {
  return lead - 0xe1 < 12 && at + 3 <= end && (load<u16>(at, 1) & 0xc0c0) == 0x8080
}

// @ts-ignore: decorator
@inline
function threeAt(lead: u32, at: usize): u32 {
  const second = <u32>load<u8>(at, 1) & 0x3f
  const third = <u32>load<u8>(at, 2) & 0x3f
  return (((lead & 15) << 12) | (second << 6) | third) << 3 | 3
}

/**
 * Code point at `at` × 8 + its length in bytes. A malformed sequence is U+FFFD with the length of the bytes it
 * replaces.
 */
function characterAt(at: usize, end: usize): u32 {
  const lead = <i32>load<u8>(at)
  const length = sequenceLength(lead)
  if (length < 2) return (REPLACEMENT << 3) | 1
  let codePoint = <u32>(lead & (0x7f >> length))
  for (let i = 1; i < length; i++) {
    const byte = at + <usize>i < end ? <i32>load<u8>(at + <usize>i) : 0
    const goesOn = i == 1 ? isSecondByte(lead, byte) : byte >> 6 == 2
    if (!goesOn) return (REPLACEMENT << 3) | <u32>i
    codePoint = (codePoint << 6) | <u32>(byte & 0x3f)
  }
  return (codePoint << 3) | <u32>length
}

/**
 * Code point of the character, not ASCII, that ends at `at`; U+FFFD if none does. The lead byte shows where it begins.
 */
function characterBefore(at: usize): u32 {
  for (let length: i32 = 2; length <= 4; length++) {
    const start = at - <usize>length
    const found = characterAt(start, at)
    if (<i32>(found & 7) == length && sequenceLength(<i32>load<u8>(start)) == length) return found >> 3
  }
  return REPLACEMENT
}

function placeOf(at: usize, codePoint: u32): u32 {
  if (load<u8>(at - 1) < 0x80) return FIRST
  return characterBefore(at) == codePoint ? AGAIN : 0
}

function unitsOfCharacter(codePoint: u32, place: u32): u32 {
  const isKnown = codePoint < BEYOND
  const script = <usize>load<u8>(isKnown ? TOKEN_SCRIPTS + <usize>(codePoint >> 6) : TOKEN_LAST_SCRIPT)
  const common = isKnown ? (<usize>load<u8>(TOKEN_COMMON + <usize>(codePoint >> 3)) >> (codePoint & 7)) & 1 : 0
  return load<u16>(TOKEN_CHARACTERS + ((8 * script + 4 * common + <usize>place) << 1))
}
