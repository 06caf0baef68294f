import type { ScanMemory } from './scan-state.ts'
import { FLAG_ESC, FLAG_NON_ASCII } from './scanner.ts'
import { LF_WORD, sumOfBytes } from './swar.ts'

const LF = 0x0a
/** The FLAG_ bits of each byte value. */
const FLAGS = flagsOfBytes()

function flagsOfBytes(): Uint8Array {
  const flags = new Uint8Array(256)
  flags.fill(FLAG_NON_ASCII, 0x80)
  flags[0x1b] = FLAG_ESC
  return flags
}

/** Number of newlines of a range in the upper bits, the FLAG_ bits of its bytes in the low eight. */
export function kindsOf({ bytes, words }: ScanMemory, start: number, end: number): number {
  const firstWord = start >> 2
  const endWord = end >> 2
  let others = 0
  let sums = 0
  for (let i = firstWord; i < endWord; i++) {
    const word = words[i]
    const fromLf = word ^ LF_WORD
    // The high bit of each byte is set: in isNoLf unless it is LF, in isNoTab unless it is 8 to 11, in isPrinted unless
    // it is below the space.
    const isNoLf = ((fromLf & 0x7f7f7f7f) + 0x7f7f7f7f) | fromLf
    const isNoTab = (fromLf & 0x7c7c7c7c) + 0x7c7c7c7c
    const isPrinted = (word & 0x60606060) + 0x60606060
    sums = (sums + ((isNoLf >>> 7) & 0x01010101)) | 0
    others |= (isNoTab & ~isPrinted) | word
  }
  let newlines = 4 * (endWord - firstWord) - sumOfBytes(sums)
  let flags = (others & 0x80808080) === 0 ? 0 : flagsOf(words, firstWord, endWord)
  for (let at = end & ~3; at < end; at++) {
    if (bytes[at] === LF) newlines++
    flags |= FLAGS[bytes[at]]
  }
  return (newlines << 8) | flags
}

/**
 * The FLAG_ bits of the bytes of some words. It has no branches, because texts with control characters have many of
 * them.
 */
function flagsOf(words: Uint32Array, from: number, to: number): number {
  const high = 0x80808080
  let all = 0
  let noEsc = -1
  for (let i = from; i < to; i++) {
    const word = words[i]
    const fromEsc = word ^ 0x1b1b1b1b
    all |= word
    noEsc &= ((fromEsc & 0x7f7f7f7f) + 0x7f7f7f7f) | fromEsc
  }
  return ((all & high) === 0 ? 0 : FLAG_NON_ASCII) | ((~noEsc & high) === 0 ? 0 : FLAG_ESC)
}
