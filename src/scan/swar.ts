// Four bytes at once in a word of 32 bits.

/** An LF in each byte. */
export const LF_WORD = 0x0a0a0a0a

/** Sum of a word's four bytes. */
export const sumOfBytes = (word: number): number =>
  (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24)
