const CR = 0x0d
const SPACE = 0x20
const COMMA = 0x2c
const BRACE = 0x7d

/**
 * A line of at most this many bytes is assessed as a whole. A longer one is assessed in pieces of at most this size.
 */
export const ASSESSED_BYTES = 8192

/** Bytes in which a border between two pieces is chosen. */
export const BORDER_BYTES = 512

/**
 * Distance between these ranges of bytes, from the start of the line. A piece's borders depend only on a few bytes at
 * its ends. So pieces in which nothing was found cost nothing, however many they are.
 *
 *     line   |.............[border 1].............[border 2].............[border 3]....|
 *     piece  0                  1                      2                      3
 */
export const PIECE_STEP = ASSESSED_BYTES - BORDER_BYTES

/**
 * Bytes that end a text or an entry of a list, not in the middle of a phrase. The first of them that occurs is used.
 */
const BORDER_SIGNS = [CR, BRACE, COMMA, SPACE]

/**
 * Returns where a piece ends in the first `BORDER_BYTES` of `bytes`, never inside a code point. Needs one more byte.
 */
export function borderIn(bytes: Uint8Array): number {
  for (const sign of BORDER_SIGNS) {
    const at = bytes.lastIndexOf(sign, BORDER_BYTES - 1)
    if (at >= 0) return at + 1
  }
  let at = BORDER_BYTES
  while (at > BORDER_BYTES - 3 && isContinuation(bytes[at])) at--
  return isContinuation(bytes[at]) ? BORDER_BYTES : at
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

/** Like `Array.some`, over the parts between CRs that are not empty. Passes the range of each part to `test`. */
export function somePart(bytes: Uint8Array, test: (start: number, end: number) => boolean): boolean {
  for (let start = 0; start < bytes.length; ) {
    const cr = bytes.indexOf(CR, start)
    const end = cr < 0 ? bytes.length : cr
    if (end > start && test(start, end)) return true
    start = end + 1
  }
  return false
}
