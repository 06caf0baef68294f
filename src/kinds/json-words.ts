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

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

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
  // Most numbers are a few digits.
  let at = from
  while (at < to && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++
  if (at === to) return bytes[from] !== 0x30 || at === from + 1
  return NUMBER.test(String.fromCharCode(...bytes.subarray(from, to)))
}
