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

/** The text of bytes that are all ASCII. Decoding tells it: a loop of our own is slow in the first call of a process. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string | undefined {
  const text = decoder.decode(bytes.subarray(from, to))
  return text.length === to - from && !text.includes('\ufffd') ? text : undefined
}

/** True when all bytes are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += DECODED_BYTES)
    if (asciiText(bytes, at, Math.min(bytes.length, at + DECODED_BYTES)) === undefined) return false
  return true
}

/** What is decoded at once of long inputs. */
const DECODED_BYTES = 64 * 1024
const decoder = /* @__PURE__ */ new TextDecoder()
