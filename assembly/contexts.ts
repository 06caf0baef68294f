// The situation between two bytes of a line, as src/signal/linear/bytes.ts describes it.

export const AT_LINE_START: u32 = 0
export const AFTER_WORD: u32 = 1
export const AFTER_OTHER: u32 = 2
const ONE_MORE: u32 = 3
const TWO_MORE: u32 = 4
const THREE_MORE: u32 = 5
const AFTER_E0: u32 = 6
const AFTER_ED: u32 = 7
const AFTER_F0: u32 = 8
const AFTER_F4: u32 = 9

/** The symbol for the end of a line. Others are bytes. */
export const END: u32 = 256

/** Whether a symbol continues the sequence that `context` is in. */
export function goesOn(context: u32, symbol: u32): bool {
  if (context < ONE_MORE) return false
  let low: u32 = 0x80
  let high: u32 = 0xbf
  if (context == AFTER_E0) low = 0xa0
  if (context == AFTER_ED) high = 0x9f
  if (context == AFTER_F0) low = 0x90
  if (context == AFTER_F4) high = 0x8f
  return symbol >= low && symbol <= high
}

/** @param isInside what `goesOn` says of both */
export function contextAfter(context: u32, byte: u32, isInside: bool): u32 {
  if (isInside) {
    if (context == ONE_MORE) return AFTER_OTHER
    return context == TWO_MORE || context == AFTER_E0 || context == AFTER_ED ? ONE_MORE : TWO_MORE
  }
  if (byte < 0x80) return isWord(byte) ? AFTER_WORD : AFTER_OTHER
  if (byte < 0xc2 || byte > 0xf4) return AFTER_OTHER
  if (byte < 0xe0) return ONE_MORE
  if (byte == 0xe0) return AFTER_E0
  if (byte == 0xed) return AFTER_ED
  if (byte < 0xf0) return TWO_MORE
  if (byte == 0xf0) return AFTER_F0
  return byte == 0xf4 ? AFTER_F4 : THREE_MORE
}

export function isWord(symbol: u32): bool {
  return (symbol | 0x20) - 0x61 < 26 || symbol - 0x30 < 10 || symbol == 0x5f
}
