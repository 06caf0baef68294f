import { processKeys } from './keys.ts'

/** For each digit, the one that stands for its group. assembly/fingerprint.ts has the same. */
const ALIKE_DIGITS = '0111455111'

const ALIKE = alikeBytes()

function alikeBytes(): Uint8Array {
  const alike = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  for (let i = 0; i < 10; i++) alike[0x30 + i] = ALIKE_DIGITS.charCodeAt(i)
  return alike
}

/**
 * Writes two 32-bit hashes of the bytes from `start` to `end` to `out`. Bytes that differ only in digits of one group,
 * 1 2 3 7 8 9 or 5 6, have the same hashes, because many lines differ only in a number of the same length.
 */
export function fingerprintOf(bytes: Uint8Array, start: number, end: number, out: Uint32Array): void {
  const [firstKey, secondKey, thirdKey, fourthKey] = processKeys()
  let first = Math.imul(end - start, 0x85ebca6b) ^ thirdKey
  let second = Math.imul(end - start, 0x27d4eb2f) ^ fourthKey
  let at = start
  for (; at + 4 <= end; at += 4) {
    const low = ALIKE[bytes[at]] | (ALIKE[bytes[at + 1]] << 8)
    const word = low | (ALIKE[bytes[at + 2]] << 16) | (ALIKE[bytes[at + 3]] << 24)
    first = mixed(first, word, firstKey)
    second = mixed(second, word, secondKey)
  }
  for (; at < end; at++) {
    first = mixed(first, ALIKE[bytes[at]], firstKey)
    second = mixed(second, ALIKE[bytes[at]], secondKey)
  }
  out[0] = mixed(first, 0, thirdKey)
  out[1] = mixed(second, 0, fourthKey)
}

/** The state after a word. assembly/fingerprint.ts explains the key. */
function mixed(state: number, word: number, key: number): number {
  const sum = ((state ^ word) + key) | 0
  const product = (Math.imul(sum & 0xffff, sum >>> 16) + Math.imul(sum, 0x9e3779b1)) | 0
  return product ^ (product >>> 15)
}
