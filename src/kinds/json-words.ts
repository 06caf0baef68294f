// Numbers and the three words of JSON.

/** A number of so many bytes, or of more, is none. */
export const MOST_WORD = 2048

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

export const isWordByte = (byte: number): boolean =>
  isDigit(byte) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e ||
  byte === 0x45

const words = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))

/** True for `true`, `false`, `null` and numbers. */
export function isWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from >= MOST_WORD) return false
  if (bytes[from] >= 0x61)
    return words.some(
      (word) => word.length === to - from && word.every((byte, i) => byte === bytes[from + i]),
    )
  return isNumber(bytes, from, to)
}

/** `-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?` */
function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from] === 0x2d ? from + 1 : from
  let at = behindDigits(bytes, first, to)
  if (at === first || (bytes[first] === 0x30 && at > first + 1)) return false
  if (at < to && bytes[at] === 0x2e) {
    const point = at + 1
    at = behindDigits(bytes, point, to)
    if (at === point) return false
  }
  if (at < to && (bytes[at] | 0x20) === 0x65) {
    const sign = bytes[at + 1]
    const power = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1
    at = behindDigits(bytes, power, to)
    if (at === power) return false
  }
  return at === to
}

function behindDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && isDigit(bytes[at])) at++
  return at
}
