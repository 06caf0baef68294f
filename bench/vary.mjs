// Makes a text that no process has seen from one that it may have: other digits, and one letter in a hundred.

const ESC = 0x1b
const LETTER_EVERY = 100

/**
 * Copies `bytes` from `start` to `end` into `to` at `at`, with other digits and some other letters. Lines stay as long
 * as they are, and escape sequences stay as they are.
 *
 * @param {Uint8Array} bytes
 * @param {Uint8Array} to
 * @param {number} at
 * @param {() => number} random
 */
export function varyInto(bytes, start, end, to, at, random) {
  let inSequence = false
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    const letter = isLetter(byte)
    let next = byte
    if (inSequence) inSequence = !letter
    else if (byte === ESC) inSequence = true
    else if (isDigit(byte)) next = DIGIT_0 + Math.floor(random() * 10)
    else if (letter && random() * LETTER_EVERY < 1) next = (byte & CASE) + 1 + Math.floor(random() * 26)
    to[at++] = next
  }
}

const DIGIT_0 = 0x30
/** The bits of a letter that say whether it is a capital one. */
const CASE = 0x60

const isDigit = (byte) => byte >= DIGIT_0 && byte < DIGIT_0 + 10

function isLetter(byte) {
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
