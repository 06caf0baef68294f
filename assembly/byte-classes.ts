import { BYTE_CLASSES } from './memory'

// Classes of bytes, as bits. src/signal/bytes.ts and the roles in src/signal/false-alarms.ts say the same.
export const LETTER: u32 = 1
export const DIGIT: u32 = 2
export const LOWER: u32 = 4
/** Bytes of a path or a flag that are no letter, digit, slash or dot: `_ $ + ~ -`, and all that is not ASCII. */
export const OF_PATH: u32 = 8
export const SLASH: u32 = 16
export const DOT: u32 = 32
export const BLANK: u32 = 64
/** Bytes of a run: a word, a path or a flag. */
export const OF_RUN: u32 = LETTER | DIGIT | OF_PATH | SLASH | DOT
export const OF_WORD: u32 = LETTER | DIGIT

let isReady: bool = false

/** Fills the table of classes, once. */
export function prepareClasses(): void {
  if (isReady) return
  for (let byte: u32 = 0; byte < 256; byte++) store<u8>(BYTE_CLASSES + byte, <u8>madeClass(byte))
  isReady = true
}

function madeClass(byte: u32): u32 {
  if (byte >= 0x80) return OF_PATH
  if (byte - 0x61 < 26) return LETTER | LOWER
  if (byte - 0x41 < 26) return LETTER
  if (isDigit(byte)) return DIGIT
  if (byte == 0x2f || byte == 0x5c) return SLASH
  if (byte == 0x2e) return DOT
  if (byte == 0x20 || byte == 0x09) return BLANK
  const isInPath = byte == 0x5f || byte == 0x24 || byte == 0x2b || byte == 0x7e || byte == 0x2d
  return isInPath ? OF_PATH : 0
}

// @ts-ignore: decorator
@inline
export function byteAt(at: usize): u32 {
  return load<u8>(at)
}

/** The class bits of the byte at `at`. Needs `prepareClasses`. */
// @ts-ignore: decorator
@inline
export function classAt(at: usize): u32 {
  return load<u8>(BYTE_CLASSES + <usize>load<u8>(at))
}

// @ts-ignore: decorator
@inline
export function isDigit(byte: u32): bool {
  return byte - 0x30 < 10
}

// @ts-ignore: decorator
@inline
export function isDigitAt(at: usize): bool {
  return isDigit(load<u8>(at))
}

// @ts-ignore: decorator
@inline
export function isLetterAt(at: usize): bool {
  return (classAt(at) & LETTER) != 0
}
