import { BLANK, byteClass, IS_DIGIT, LETTER, PATH } from './bytes.ts'

const step = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193)

/** Stand for a word with a digit, and for a path or a file with a line, of which one message may tell many. */
const NUMBERED = 1
const PLACE = 2

const DOT = 0x2e
const UNDERSCORE = 0x5f

/** Hash of what a line says: its words, also those in quotes, without blanks, numbers and places. */
export function messageShape(text: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; ) {
    const start = at
    while (at < to && (byteClass[text[at]] & PATH) !== 0) at++
    if (at > start) hash = isPlace(text, start, at) ? step(hash, PLACE) : withWords(hash, text, start, at)
    else {
      if (byteClass[text[at]] !== BLANK) hash = step(hash, text[at])
      at++
    }
  }
  return hash >>> 0
}

function withWords(start: number, text: Uint8Array, from: number, to: number): number {
  let hash = start
  for (let at = from; at < to; ) {
    const before = hash
    let hasDigits = false
    for (; at < to && isOfWord(text[at]); at++) {
      if ((byteClass[text[at]] & IS_DIGIT) !== 0) hasDigits = true
      hash = step(hash, text[at])
    }
    if (hasDigits) hash = step(before, NUMBERED)
    if (at < to && !isOfWord(text[at])) hash = step(hash, text[at++])
  }
  return hash
}

const isOfWord = (byte: number): boolean =>
  (byteClass[byte] & (LETTER | IS_DIGIT)) !== 0 || byte === UNDERSCORE

/** True for a path (`a/b/c`, `./a`, `a/b.c`), and for a file before its line (`a.c:3`, `a.c(3`). */
function isPlace(text: Uint8Array, from: number, to: number): boolean {
  let slashes = 0
  let hasExtension = false
  for (let at = from; at < to; at++) {
    const isSlash = text[at] === 0x2f || text[at] === 0x5c
    if (isSlash) slashes++
    if (isSlash || text[at] === DOT) hasExtension = !isSlash && at > from
  }
  const isLineNext = (text[to] === 0x3a || text[to] === 0x28) && (byteClass[text[to + 1]] & IS_DIGIT) !== 0
  if (slashes === 0) return hasExtension && isLineNext
  return slashes > 1 || hasExtension || text[from] === 0x2f || text[from] === DOT
}

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
    if ((byteClass[text[at]] & IS_DIGIT) === 0) hash = step(hash, text[at])
  }
  return hash
}

/** Hash of a word's first and last byte. All letters and digits are equal. */
function signsOf(start: number, text: Uint8Array, from: number, to: number): number {
  const sign = (byte: number): number => ((byteClass[byte] & (LETTER | IS_DIGIT)) === 0 ? byte : 1)
  return step(step(start, sign(text[from])), sign(text[to - 1]))
}
