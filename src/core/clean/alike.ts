/** How two lines compare, from no likeness to equality. */
export const DIFFERENT = 0
/** Alike, but their numbers may make them mean different things. */
export const ALIKE = 1
/** Alike, and numbers differ only in digits that no rule distinguishes. */
export const ALIKE_FOR_RULES = 2
export const IDENTICAL = 3

export type Likeness = typeof DIFFERENT | typeof ALIKE | typeof ALIKE_FOR_RULES | typeof IDENTICAL

// Classes of a byte.
const DIGIT = 1
const HEX = 2
const LETTER = 4
/** A letter, a digit or `_`. */
const WORD = 8
/** What a number may consist of. */
const IN_NUMBER = 16
/** What a number cannot hold. */
const LITERAL = 32
/** A letter that no number has. */
const PLAIN = 64
const LETTER_X = 128

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  const isLetter = /[A-Za-z]/.test(sign) || byte >= 0x80
  return (
    (/[0-9]/.test(sign) ? DIGIT : 0) |
    (/[0-9A-Fa-f]/.test(sign) ? HEX : 0) |
    (isLetter ? LETTER : 0) |
    (/\w/.test(sign) ? WORD : 0) |
    (/[0-9A-Za-z-]/.test(sign) ? IN_NUMBER : 0) |
    (/[0-9A-Fa-fXx-]/.test(sign) ? 0 : LITERAL) |
    (isLetter && !/[A-FXa-fx]/.test(sign) ? PLAIN : 0) |
    (/[Xx]/.test(sign) ? LETTER_X : 0)
  )
})

/** The same groups of digits as in src/core/judge/normalise.ts. */
const ALIKE_DIGITS = '0111455111'
export const GROUPS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x30 && byte <= 0x39 ? ALIKE_DIGITS.charCodeAt(byte - 0x30) : byte,
)

/** A shorter word of hex digits may be a word. */
const LEAST_HEX = 6
const LEAST_WORD = 3
/** A blank line of a log with time stamps, `#` in place of each number. */
const STAMP_ALONE = /^#-#-#[T ]#:#:#(?:\.#)?(?:Z|[+-]#(?::#)?)?[ \t\r]*$/
const MOST_STAMP = 64

/** Lengths of the five groups of a UUID. */
const UUID_GROUPS = [8, 4, 4, 4, 12]
const UUID_BYTES = 36

/** What is found of a line without reading its numbers. */
const NO_LETTERS = 0
const MAY_HOLD_WORD = 1
const WORD_FOUND = 2
type Finding = typeof NO_LETTERS | typeof MAY_HOLD_WORD | typeof WORD_FOUND

/** The key of every line with a word. */
const OF_WORDS = 2

/** How a line of pith's own begins. */
export const MARK_START = [0x5b, 0x2e, 0x2e, 0x2e]

/** True for a line that may be one of pith's own: it begins with `[...`. */
export function beginsLikeMark(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start >= MARK_START.length && MARK_START.every((byte, i) => bytes[start + i] === byte)
}

/**
 * The key of a line. Never 0. Lines with a word share one: they are compared as they are. The numbers of other lines are
 * data: their key is odd and a hash, which only equal lines share.
 */
export function lineKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0
  let at = start
  // A column of numbers is digits alone, which one pass tells.
  for (; at < end && (CLASSES[bytes[at]] & DIGIT) !== 0; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  if (at < end && hasWord(bytes, start, end)) return OF_WORDS
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  return hash | 1
}

/** True when the key is that of a line with a word. */
export const isOfWords = (key: number): boolean => key === OF_WORDS

/** Bytes, and a view of them to read several at once. */
export interface Text {
  readonly bytes: Uint8Array
  readonly view: DataView
}

export const withView = (bytes: Uint8Array): Text => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** Words at the end of a line that its ending is made from. */
const ENDING_WORDS = 3
/** Stands for a number in an ending. No byte is as large. */
const NUMBER = 256

/**
 * A hash of a line's last words, in which all numbers are equal. Lines that are alike have the same. Most lines that
 * only begin alike do not. Never 0.
 */
export function endingOf(bytes: Uint8Array, start: number, end: number): number {
  let from = end
  for (let words = 0; words < ENDING_WORDS && from > start; words++) {
    while (from > start && (CLASSES[bytes[from - 1]] & IN_NUMBER) === 0) from--
    while (from > start && (CLASSES[bytes[from - 1]] & IN_NUMBER) !== 0) from--
  }
  let hash = 0
  for (let at = from; at < end; ) {
    const next = numberEnd(bytes, at, start, end)
    hash = Math.imul(hash ^ (next > at ? NUMBER : bytes[at]), 0x01000193)
    at = Math.max(next, at + 1)
  }
  return hash | 1
}

/**
 * Compares two lines. They are alike when they differ only in numbers: runs of digits, words of hex digits, `0x…` and
 * UUIDs. This is an equivalence: lines that are alike to the same line are alike.
 */
export function compareLines(
  { bytes: a, view: aView }: Text,
  aStart: number,
  aEnd: number,
  { bytes: b, view: bView }: Text,
  bStart: number,
  bEnd: number,
): Likeness {
  let i = aStart
  let j = bStart
  /** Where the last number ended. No number that begins before it reaches past it. */
  let floor = aStart
  let likeness: Likeness = IDENTICAL
  for (;;) {
    while (i + 4 <= aEnd && j + 4 <= bEnd && aView.getInt32(i) === bView.getInt32(j)) {
      i += 4
      j += 4
    }
    while (i < aEnd && j < bEnd && a[i] === b[j]) {
      i++
      j++
    }
    if (i === aEnd && j === bEnd) return likeness
    // Both bytes come after the same bytes that no number can hold.
    if (i < aEnd && j < bEnd && (CLASSES[a[i]] & CLASSES[b[j]] & LITERAL) !== 0) return DIFFERENT
    const aDiffers = i
    const bDiffers = j
    while (i > floor && (CLASSES[a[i - 1]] & IN_NUMBER) !== 0) i--
    j -= aDiffers - i
    while (i <= aDiffers && j <= bDiffers) {
      // No number begins here, as for most bytes of a word.
      if (i < aDiffers && j < bDiffers && (CLASSES[a[i]] & HEX) === 0 && a[i] === b[j]) {
        i++
        j++
        continue
      }
      const aNext = numberEnd(a, i, aStart, aEnd)
      const bNext = numberEnd(b, j, bStart, bEnd)
      if (aNext > i && bNext > j) {
        const isSame: boolean = likeness !== ALIKE && isSameForRules(a, i, aNext, b, j, bNext)
        likeness = isSame ? ALIKE_FOR_RULES : ALIKE
        i = aNext
        j = bNext
      } else if (aNext === i && bNext === j && i < aEnd && j < bEnd && a[i] === b[j]) {
        i++
        j++
      } else return DIFFERENT
    }
    floor = i
  }
}

/** The end of the number that begins at `at`; `at` if none does. */
function numberEnd(bytes: Uint8Array, at: number, start: number, end: number): number {
  if (at === end || (CLASSES[bytes[at]] & HEX) === 0) return at
  if (at === start || (CLASSES[bytes[at - 1]] & WORD) === 0) {
    const word = hexWordEnd(bytes, at, end)
    if (word > at) return word
  }
  return runEnd(bytes, at, end, DIGIT)
}

/** The end of the UUID, the `0x…` or the word of hex digits with a digit that begins at `at`; `at` if none does. */
function hexWordEnd(bytes: Uint8Array, at: number, end: number): number {
  const stop = runEnd(bytes, at, end, HEX)
  if (stop === at + 1 && bytes[at] === 0x30 && stop < end && (bytes[stop] | 0x20) === 0x78) {
    const hexEnd = runEnd(bytes, stop + 1, end, HEX)
    return hexEnd > stop + 1 ? hexEnd : at
  }
  if (stop - at < LEAST_HEX || (stop < end && (CLASSES[bytes[stop]] & WORD) !== 0)) return at
  if (isUuid(bytes, at, end)) return at + UUID_BYTES
  for (let i = at; i < stop; i++) if ((CLASSES[bytes[i]] & DIGIT) !== 0) return stop
  return at
}

function runEnd(bytes: Uint8Array, from: number, end: number, kind: number): number {
  let at = from
  while (at < end && (CLASSES[bytes[at]] & kind) !== 0) at++
  return at
}

function isUuid(bytes: Uint8Array, start: number, end: number): boolean {
  if (start + UUID_BYTES > end) return false
  let at = start
  for (const length of UUID_GROUPS) {
    if (runEnd(bytes, at, end, HEX) !== at + length) return false
    at += length + 1
    if (at - 1 < start + UUID_BYTES && bytes[at - 1] !== 0x2d) return false
  }
  return at > end || (CLASSES[bytes[at - 1]] & WORD) === 0
}

function isSameForRules(
  a: Uint8Array,
  from: number,
  to: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): boolean {
  if (to - from !== bTo - bFrom) return false
  for (let i = from, j = bFrom; i < to; i++, j++) if (GROUPS[a[i]] !== GROUPS[b[j]]) return false
  return true
}

/** True when a line holds a word or a `%`, or nothing but a time stamp. Otherwise its numbers are data. */
function hasWord(bytes: Uint8Array, start: number, end: number): boolean {
  const found = plainWordIn(bytes, start, end)
  if (found === WORD_FOUND || (found === MAY_HOLD_WORD && hasOddWord(bytes, start, end))) return true
  const year = numberEnd(bytes, start, start, end)
  return year > start && bytes[year] === 0x2d && STAMP_ALONE.test(withoutNumbers(bytes, start, end))
}

/** True when a word or a `%` stands beside the numbers, which may hold letters too. */
function hasOddWord(bytes: Uint8Array, start: number, end: number): boolean {
  let letters = 0
  for (let at = start; at < end; ) {
    const next = numberEnd(bytes, at, start, end)
    if (next > at) {
      letters = 0
      at = next
      continue
    }
    letters = (CLASSES[bytes[at]] & LETTER) !== 0 ? letters + 1 : 0
    if (letters === LEAST_WORD || bytes[at] === 0x25) return true
    at++
  }
  return false
}

/** Looks for a word or a `%` without reading numbers: that tells of most lines. */
function plainWordIn(bytes: Uint8Array, start: number, end: number): Finding {
  let found: Finding = NO_LETTERS
  let letters = 0
  let kinds = 0
  for (let at = start; at < end; at++) {
    const kind = CLASSES[bytes[at]]
    if ((kind & LETTER) === 0) {
      if (bytes[at] === 0x25) return WORD_FOUND
      letters = 0
      kinds = 0
      continue
    }
    found = MAY_HOLD_WORD
    kinds |= kind
    // What stands behind an x may belong to a number.
    if (++letters >= LEAST_WORD && (kinds & (PLAIN | LETTER_X)) === PLAIN) return WORD_FOUND
  }
  return found
}

/** The first characters of a line, with `#` in place of each number. */
function withoutNumbers(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end && text.length <= MOST_STAMP; ) {
    const next = numberEnd(bytes, at, start, end)
    text += next > at ? '#' : String.fromCharCode(bytes[at])
    at = Math.max(next, at + 1)
  }
  return text
}
