import { caretEnd, endsInCaret } from './caret.ts'

// What was written in pieces can come together as a control again: the two bytes of a C1 code point, or a sequence in
// caret notation. A row must hold neither, so that rendering it again changes nothing.

const CARET = 0x5e
const C1_LEAD = 0xc2

const isC1 = (byte: number): boolean => byte >= 0x80 && byte <= 0x9f

/** True when `cleanRow` would not change the bytes. */
export function isCleanRow(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(C1_LEAD); at >= 0; at = bytes.indexOf(C1_LEAD, at + 1)) {
    if (isC1(bytes[at + 1])) return false
  }
  for (let at = bytes.indexOf(CARET); at >= 0; at = bytes.indexOf(CARET, at + 1)) {
    if (caretEnd(bytes, at, bytes.length) > 0 && !endsInCaret(bytes, at)) return false
  }
  return true
}

/** Removes C1 code points and sequences in caret notation, and what comes together when they are gone. Changes `bytes`. */
export function cleanRow(bytes: Uint8Array): Uint8Array {
  const whole = withoutC1(bytes)
  let length = 0
  for (let at = 0; at < whole.length; ) {
    const end = whole[at] === CARET ? caretEnd(whole, at, whole.length) : -1
    // A C1 code point must not come about either.
    if (end > 0 && !endsInCaret(whole, length) && whole[length - 1] !== C1_LEAD) at = end
    else whole[length++] = whole[at++]
  }
  return whole.subarray(0, length)
}

function withoutC1(bytes: Uint8Array): Uint8Array {
  let length = 0
  for (const byte of bytes) {
    if (isC1(byte) && length > 0 && bytes[length - 1] === C1_LEAD) length--
    else bytes[length++] = byte
  }
  return bytes.subarray(0, length)
}
