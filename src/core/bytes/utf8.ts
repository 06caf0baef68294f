import { unitLength } from './size.ts'

/** Bytes at the start of a slice that continue a UTF-8 sequence from before it: 0 to 3. */
export function leadingContinuations(bytes: Uint8Array): number {
  let count = 0
  while (count < 3 && count < bytes.length && (bytes[count] & 0xc0) === 0x80) count++
  return count
}

/** The length of `bytes[0, length)` without a UTF-8 sequence that is cut off at its end. */
export function wholeUnits(bytes: Uint8Array, length: number): number {
  for (let k = 1; k <= 3 && k <= length; k++) {
    const byte = bytes[length - k]
    if ((byte & 0xc0) === 0x80) continue
    return byte >= 0xc2 && unitLength(bytes, length - k, length) === -k ? length - k : length
  }
  return length
}

/** How many bytes of a range continue a character. */
export function continuationsIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if ((bytes[at] & 0xc0) === 0x80) count++
  return count
}

/** True when all bytes from `from` to `to` are ASCII. */
export function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  const { buffer, byteOffset } = bytes
  const firstWord = Math.min(to, from + (-(byteOffset + from) & 3))
  const words = (to - firstWord) >> 2
  let all = 0
  for (let at = from; at < firstWord; at++) all |= bytes[at]
  for (let at = firstWord + 4 * words; at < to; at++) all |= bytes[at]
  // Without a whole word, the offset may not be one of a word.
  if (words > 0) {
    const view = new Uint32Array(buffer, byteOffset + firstWord, words)
    for (let at = 0; at < words; at++) all |= view[at]
  }
  return (all & HIGH_BITS) === 0
}

/** The bits that no byte of ASCII has, in a word of four bytes. */
const HIGH_BITS = 0x80808080
