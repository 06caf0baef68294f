const CR = 0x0d
const SPACE = 0x20
const COMMA = 0x2c
const BRACE = 0x7d

/** A line of at most so many bytes is judged whole; of a longer one each piece, none of which has more. */
export const JUDGED_BYTES = 8192

/** Bytes in which a border between two pieces is looked for. */
export const BORDER_BYTES = 512

/**
 * How far apart these places are, from the line's start on. So a piece's borders depend on a few bytes at its ends
 * alone, and pieces in which nothing was found cost nothing, however many they are.
 *
 *     line   |.............[border 1].............[border 2].............[border 3]....|
 *     piece  0                  1                      2                      3
 */
export const PIECE_STEP = JUDGED_BYTES - BORDER_BYTES

/** Where text ends, or an entry of a list, rather than within a phrase; the first of these that is there. */
const BORDER_SIGNS = [CR, BRACE, COMMA, SPACE]

/** Where in `BORDER_BYTES` bytes a piece ends; `bytes` has the one behind them too. Never within a code point. */
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

/** Calls `tell` with both ends of each stretch between CRs that is not empty, until it gives true; gives whether it did. */
export function someStretch(bytes: Uint8Array, tell: (start: number, end: number) => boolean): boolean {
  for (let start = 0; start < bytes.length; ) {
    const cr = bytes.indexOf(CR, start)
    const end = cr < 0 ? bytes.length : cr
    if (end > start && tell(start, end)) return true
    start = end + 1
  }
  return false
}
