// Processes the four bytes of a 32-bit word at once.

/** An LF in each byte. */
export const LF_WORD = 0x0a0a0a0a

/** Sum of a word's four bytes. */
export const sumOfBytes = (word: number): number =>
  (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24)
