import { BLANK, byteClass, DIGIT, LETTER } from './bytes.ts'

const step = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193)

/** Hash of a line's shape. Blanks do not count; words with a digit and quoted strings count only as placeholders. */
export function shapeOf(text: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  let unclosed = 0
  for (let at = from; at < to; ) {
    const byte = text[at]
    if ((byteClass[byte] & (LETTER | DIGIT)) !== 0) {
      const before = hash
      let digits = false
      while (at < to && ((byteClass[text[at]] & (LETTER | DIGIT)) !== 0 || text[at] === 0x5f)) {
        if ((byteClass[text[at]] & DIGIT) !== 0) digits = true
        hash = step(hash, text[at++])
      }
      if (digits) hash = step(before, 1)
    } else if (isQuote(byte) && (unclosed & (1 << (byte & 31))) === 0 && opens(text, at, from)) {
      const close = text.indexOf(byte, at + 1)
      if (close > at && close < to) {
        hash = step(hash, 2)
        at = close + 1
      } else {
        unclosed |= 1 << (byte & 31)
        at++
      }
    } else {
      if (byteClass[byte] !== BLANK) hash = step(hash, byte)
      at++
    }
  }
  return hash >>> 0
}

const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27 || byte === 0x60

const opens = (text: Uint8Array, at: number, from: number): boolean =>
  at === from || (byteClass[text[at - 1]] & (LETTER | DIGIT)) === 0

/** Words of a line that its coarse hash depends on. */
const COARSE_WORDS = 4

/**
 * Hash of what similar lines share: indentation, the first word, the signs around the next three, the number of words.
 */
export function coarseOf(text: Uint8Array, from: number, to: number): number {
  let hash = from < to && byteClass[text[from]] === BLANK ? 7 : 11
  let words = 0
  for (let at = from; at < to; ) {
    while (at < to && byteClass[text[at]] === BLANK) at++
    if (at >= to) break
    const start = at
    while (at < to && byteClass[text[at]] !== BLANK) at++
    words++
    if (words === 1) hash = firstWord(hash, text, start, at)
    else if (words <= COARSE_WORDS) hash = signsOf(hash, text, start, at)
  }
  return step(hash, Math.min(9, words >> 1)) >>> 0
}

/** Hash of the first word. All paths are equal. Other words count by their first 24 bytes, without digits. */
function firstWord(start: number, text: Uint8Array, from: number, to: number): number {
  let hash = start
  for (let at = from; at < to; at++) if (text[at] === 0x2f) return step(start, 3)
  for (let at = from; at < Math.min(to, from + 24); at++) {
    if ((byteClass[text[at]] & DIGIT) === 0) hash = step(hash, text[at])
  }
  return hash
}

/** Hash of a word's first and last byte. All letters and digits are equal. */
function signsOf(start: number, text: Uint8Array, from: number, to: number): number {
  const sign = (byte: number): number => ((byteClass[byte] & (LETTER | DIGIT)) === 0 ? byte : 1)
  return step(step(start, sign(text[from])), sign(text[to - 1]))
}
