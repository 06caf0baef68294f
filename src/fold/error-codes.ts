const ZERO = 0x30
const UNDERSCORE = 0x5f
/** Lengths of what a code consists of: capitals, then digits. */
const MOST_LETTERS = 4
const LEAST_DIGITS = 3

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a
const isWord = (byte: number): boolean =>
  isDigit(byte) || isCapital(byte) || (byte >= 0x61 && byte <= 0x7a) || byte === UNDERSCORE || byte >= 0x80

/** True when two ranges have the same codes of errors, such as `TS2322` or `E0308`. Their digits are no count. */
export function haveSameCodes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean {
  let [i, j] = [aStart, bStart]
  for (;;) {
    const [aCode, aStop] = nextCode(a, i, aEnd)
    const [bCode, bStop] = nextCode(b, j, bEnd)
    if (aStop - aCode !== bStop - bCode) return false
    if (aStop === aCode) return true
    for (let k = 0; k < aStop - aCode; k++) if (a[aCode + k] !== b[bCode + k]) return false
    i = aStop
    j = bStop
  }
}

/** The range of the first code from a word's start or end on. Empty if there is none. */
function nextCode(bytes: Uint8Array, from: number, end: number): [from: number, to: number] {
  for (let at = from; at < end; ) {
    const start = at
    while (at < end && isCapital(bytes[at])) at++
    const letters = at - start
    while (at < end && isDigit(bytes[at])) at++
    const digits = at - start - letters
    const isWhole = at === end || !isWord(bytes[at])
    if (isWhole && letters > 0 && letters <= MOST_LETTERS && digits >= LEAST_DIGITS) return [start, at]
    while (at < end && isWord(bytes[at])) at++
    while (at < end && !isWord(bytes[at])) at++
  }
  return [end, end]
}
