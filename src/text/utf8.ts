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
