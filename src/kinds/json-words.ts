// Numbers and the three words of JSON.

/** A number of so many bytes, or of more, is none. */
export const MOST_WORD = 2048

export const isWordByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e ||
  byte === 0x45

const words = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** True for `true`, `false`, `null` and numbers. */
export function isWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from >= MOST_WORD) return false
  if (bytes[from] >= 0x61)
    return words.some(
      (word) => word.length === to - from && word.every((byte, i) => byte === bytes[from + i]),
    )
  return isNumber(bytes, from, to)
}

function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  let at = bytes[from] === MINUS ? from + 1 : from
  const first = at
  // Most numbers are a few digits.
  while (at < to && isDigit(bytes[at])) at++
  if (at === to) return at > first && (bytes[first] !== ZERO || at === first + 1)
  at = first
  const skipDigits = (): boolean => {
    const start = at
    while (at < to && isDigit(bytes[at])) at++
    return at > start
  }
  if (!skipDigits() || (bytes[first] === ZERO && at > first + 1)) return false
  if (at < to && bytes[at] === POINT) {
    at++
    if (!skipDigits()) return false
  }
  if (at < to && (bytes[at] === SMALL_E || bytes[at] === LARGE_E)) {
    at++
    if (at < to && (bytes[at] === PLUS || bytes[at] === MINUS)) at++
    if (!skipDigits()) return false
  }
  return at === to
}

const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const LARGE_E = 0x45
const SMALL_E = 0x65
