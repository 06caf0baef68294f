import { BLANK, byteClass, DIGIT, LETTER } from './bytes.ts'

const step = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193)

/** A hash of a line's shape: words with a digit, quoted strings and signs around them blanked. */
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

/** Words that a coarse hash looks at. */
const COARSE_WORDS = 4

/** A hash of what lines alike share: whether indented, the first word, the signs around the next few, how many words. */
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

/** A path counts as one; of other words the letters and signs count, as far as they are likely to be fixed. */
function firstWord(start: number, text: Uint8Array, from: number, to: number): number {
  let hash = start
  for (let at = from; at < to; at++) if (text[at] === 0x2f) return step(start, 3)
  for (let at = from; at < Math.min(to, from + 24); at++) {
    if ((byteClass[text[at]] & DIGIT) === 0) hash = step(hash, text[at])
  }
  return hash
}

/** The first and the last byte where they are signs. */
function signsOf(start: number, text: Uint8Array, from: number, to: number): number {
  const sign = (byte: number): number => ((byteClass[byte] & (LETTER | DIGIT)) === 0 ? byte : 1)
  return step(step(start, sign(text[from])), sign(text[to - 1]))
}
