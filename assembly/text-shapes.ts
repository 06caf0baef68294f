import { BLANK, byteAt, classAt, DIGIT, OF_WORD } from './byte-classes'

// Hashes of a normalised text, as src/signal/shape.ts makes them.

const SLASH_BYTE: u32 = 0x2f
const UNDERSCORE: u32 = 0x5f
/** Words of a line that its coarse hash depends on. */
const COARSE_WORDS: i32 = 4
/** The first word counts by this many bytes. */
const FIRST_WORD_BYTES: usize = 24

// @ts-ignore: decorator
@inline
function step(hash: u32, byte: u32): u32 {
  return (hash ^ byte) * 0x01000193
}

/** Hash of a line's shape. Blanks do not count; words with a digit and quoted strings count only as placeholders. */
export function shapeOfText(from: usize, to: usize): u32 {
  let hash: u32 = 0x811c9dc5
  let unclosed: u32 = 0
  for (let at = from; at < to; ) {
    const byte = byteAt(at)
    const bits = classAt(at)
    if ((bits & OF_WORD) != 0) {
      const before = hash
      let seen: u32 = 0
      for (; at < to; at++) {
        const inWord = classAt(at)
        if ((inWord & OF_WORD) == 0 && byteAt(at) != UNDERSCORE) break
        seen |= inWord
        hash = step(hash, byteAt(at))
      }
      if ((seen & DIGIT) != 0) hash = step(before, 1)
      continue
    }
    if (isQuote(byte) && (unclosed & (1 << (byte & 31))) == 0 && opens(at, from)) {
      const close = indexOf(byte, at + 1, to)
      if (close < to) {
        hash = step(hash, 2)
        at = close + 1
      } else {
        unclosed |= 1 << (byte & 31)
        at++
      }
      continue
    }
    if ((bits & BLANK) == 0) hash = step(hash, byte)
    at++
  }
  return hash
}

// @ts-ignore: decorator
@inline
function isQuote(byte: u32): bool {
  return byte == 0x22 || byte == 0x27 || byte == 0x60
}

// @ts-ignore: decorator
@inline
function opens(at: usize, from: usize): bool {
  return at == from || (classAt(at - 1) & OF_WORD) == 0
}

function indexOf(byte: u32, from: usize, to: usize): usize {
  let at = from
  while (at < to && byteAt(at) != byte) at++
  return at
}

/**
 * Hash of what similar lines share: indentation, the first word, the signs around the next three, the number of words.
 */
export function coarseOfText(from: usize, to: usize): u32 {
  let hash: u32 = from < to && (classAt(from) & BLANK) != 0 ? 7 : 11
  let words = 0
  for (let at = from; at < to; ) {
    while (at < to && (classAt(at) & BLANK) != 0) at++
    if (at >= to) break
    const start = at
    while (at < to && (classAt(at) & BLANK) == 0) at++
    words++
    if (words == 1) hash = firstWord(hash, start, at)
    else if (words <= COARSE_WORDS) hash = step(step(hash, signOf(start)), signOf(at - 1))
  }
  return step(hash, min<u32>(9, <u32>words >> 1))
}

/** Hash of the first word. All paths are equal. Other words count by their first bytes, without digits. */
function firstWord(start: u32, from: usize, to: usize): u32 {
  if (indexOf(SLASH_BYTE, from, to) < to) return step(start, 3)
  const limit = min<usize>(to, from + FIRST_WORD_BYTES)
  let hash = start
  for (let at = from; at < limit; at++) if ((classAt(at) & DIGIT) == 0) hash = step(hash, byteAt(at))
  return hash
}

/** All letters and digits are equal. */
// @ts-ignore: decorator
@inline
function signOf(at: usize): u32 {
  return (classAt(at) & OF_WORD) == 0 ? byteAt(at) : 1
}
