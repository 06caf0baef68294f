import { CANDIDATES, PLACES, UNIT_ENDS, WORDS } from './select-memory'
import { mayBegin } from './select-literals'

// Finds word starts, ends of units and locations in 64 bytes at once. The twin is src/core/scan/words.ts.

/** End of the list in CANDIDATES. */
export let candidatesEnd: usize = CANDIDATES

/** The bytes, each moved up by one place, with the last one of those before in the first place. */
// @ts-ignore: decorator
@inline
function moved(before: v128, bytes: v128): v128 {
  return v128.shuffle<i8>(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
}

// @ts-ignore: decorator
@inline
function lettersOf(folded: v128): v128 {
  return i8x16.lt_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(26))
}

// @ts-ignore: decorator
@inline
function digitsOf(bytes: v128): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10))
}

// @ts-ignore: decorator
@inline
function marksOf(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(0x3a)), i8x16.eq(bytes, i8x16.splat(0x28)))
}

// @ts-ignore: decorator
@inline
function endsOf(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(10)), i8x16.eq(bytes, i8x16.splat(13)))
}

/** First bytes of East Asian letters, and those of Cyrillic ones behind an ASCII byte. */
// @ts-ignore: decorator
@inline
function otherWordsOf(bytes: v128, before: v128): u64 {
  const eastAsian = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(<i8>0xe3)), i8x16.splat(11))
  const cyrillic = i8x16.eq(v128.and(bytes, i8x16.splat(<i8>0xfe)), i8x16.splat(<i8>0xd0))
  const isBehindHigh = i8x16.lt_s(moved(before, bytes), i8x16.splat(0))
  return <u64>i8x16.bitmask(v128.or(eastAsian, v128.andnot(cyrillic, isBehindHigh)))
}

/**
 * Fills UNIT_ENDS, PLACES and CANDIDATES for the bytes from `from` to `end`. Reads 16 bytes before them and 64 behind
 * them.
 */
export function findEvents(from: usize, end: usize): void {
  const space = i8x16.splat(0x20)
  // What is known of the 16 bytes before.
  const first = v128.load(from - 16)
  const firstFolded = v128.or(first, space)
  let letters = lettersOf(firstFolded)
  let small = v128.and(letters, i8x16.eq(first, firstFolded))
  let numbers = v128.or(digitsOf(first), i8x16.eq(first, i8x16.splat(0x5b)))
  // The place before these 16 bytes is not known; only what is in the last of them matters.
  let colours = v128.and(i8x16.eq(first, i8x16.splat(0x6d)), moved(numbers, numbers))
  let marks = v128.and(marksOf(first), moved(letters, letters))
  let before = first
  let list = WORDS
  let ends = UNIT_ENDS
  let places = PLACES
  for (let at = from; at < end; at += 64) {
    let words: u64 = 0
    let unitEnds: u64 = 0
    let locations: u64 = 0
    for (let i: usize = 0; i < 4; i++) {
      const bytes = v128.load(at + 16 * i)
      const folded = v128.or(bytes, space)
      const isLetter = lettersOf(folded)
      const isSmall = v128.and(isLetter, i8x16.eq(bytes, folded))
      const isDigit = digitsOf(bytes)
      const isNumber = v128.or(isDigit, i8x16.eq(bytes, i8x16.splat(0x5b)))
      const isColour = v128.and(i8x16.eq(bytes, i8x16.splat(0x6d)), moved(numbers, isNumber))
      const isMark = v128.and(marksOf(bytes), moved(letters, isLetter))
      const isFirst = v128.or(v128.not(moved(letters, isLetter)), moved(colours, isColour))
      const isHump = v128.andnot(moved(small, isSmall), isSmall)
      const shift = <u64>(16 * i)
      words |= <u64>i8x16.bitmask(v128.and(isLetter, v128.or(isFirst, isHump))) << shift
      unitEnds |= <u64>i8x16.bitmask(endsOf(bytes)) << shift
      locations |= <u64>i8x16.bitmask(v128.and(isDigit, moved(marks, isMark))) << shift
      if (i8x16.bitmask(bytes) != 0) words |= otherWordsOf(bytes, before) << shift
      before = bytes
      letters = isLetter
      small = isSmall
      numbers = isNumber
      colours = isColour
      marks = isMark
    }
    const inside = end - at >= 64 ? <u64>-1 : (<u64>1 << <u64>(end - at)) - 1
    words &= inside
    store<u64>(ends, unitEnds & inside)
    store<u64>(places, locations & inside)
    ends += 8
    places += 8
    store<u64>(list, words)
    store<u32>(list, <u32>at, 8)
    list += words == 0 ? 0 : 16
  }
  findCandidates(list)
}

function findCandidates(listEnd: usize): void {
  let out = CANDIDATES
  for (let word = WORDS; word < listEnd; word += 16) {
    const at = <usize>load<u32>(word, 8)
    for (let bits = load<u64>(word); bits != 0; bits &= bits - 1) {
      const start = at + <usize>ctz(bits)
      // Always stored, but kept only if it counts: there is no branch to mispredict.
      store<u32>(out, <u32>start)
      out += mayBegin(start) << 2
    }
  }
  candidatesEnd = out
}
