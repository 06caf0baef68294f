import { BLANK, byteClass } from './bytes.ts'

/** Evidence begins at most this many bytes before the end of its match. */
const LONGEST_MATCH = 24
/** The longest range, in bytes, that evidence may cover. It limits ranges with many escapes. */
const LONGEST_RANGE = 256

/** Start of the last few words before an end. Approximates where the match that ends there began. */
export function wordStart(text: Uint8Array, from: number, to: number): number {
  let at = Math.max(from, to - LONGEST_MATCH)
  while (at < to - 1 && at > from && byteClass[text[at - 1]] !== BLANK) at++
  while (at > from && at < to && (text[at] & 0xc0) === 0x80) at--
  return at
}

/** The end of a range, cut to `LONGEST_RANGE` bytes and back to the start of a character. */
export function within(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start + LONGEST_RANGE) return Math.max(start, end)
  let at = start + LONGEST_RANGE
  while (at > start + LONGEST_RANGE - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}
