import { STRIDE_BYTES } from '../../ring.ts'
import type { LineIndex } from './line-counts.ts'

// Words of 32 bits: a magic number, the stride, the first 8 bytes of the artifact's sha256, the lengths of head and
// tail, the stride that the tail begins at and the LFs before it (two words each), a checksum, then head and tail.
const MAGIC = 0x70746831
const HEADER_WORDS = 11
const CHECKSUM_WORD = 10
const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Smaller artifacts are read as fast as their index. */
export const LEAST_INDEXED_BYTES = 16 * STRIDE_BYTES

const highOf = (value: number): number => Math.floor(value / 2 ** 32)
const joined = (low: number, high: number): number => low + high * 2 ** 32

/** The file of an index: 4 bytes for each 256 KiB. Undefined where its words would be the wrong way round. */
export function encodeIndex(
  sha256: string,
  { head, tailStride, tailLineFeeds, tail }: LineIndex,
): Uint8Array {
  const words = new Uint32Array(HEADER_WORDS + head.length + tail.length)
  words.set([MAGIC, STRIDE_BYTES, ...digestWords(sha256), head.length, tail.length])
  words.set([tailStride, highOf(tailStride), tailLineFeeds, highOf(tailLineFeeds)], 6)
  words.set(head, HEADER_WORDS)
  words.set(tail, HEADER_WORDS + head.length)
  words[CHECKSUM_WORD] = checksumOf(words)
  return new Uint8Array(words.buffer)
}

/** Most bytes that the index of an artifact has. */
export const mostIndexBytes = (keptBytes: number): number =>
  4 * (HEADER_WORDS + Math.ceil(keptBytes / STRIDE_BYTES) + 2)

/** Reads an index back; undefined for whatever is not this artifact's, whole and unchanged. */
export function decodeIndex(bytes: Uint8Array, sha256: string): LineIndex | undefined {
  if (!LITTLE_ENDIAN || bytes.length % 4 !== 0 || bytes.length < 4 * HEADER_WORDS) return undefined
  const words = new Uint32Array(bytes.slice().buffer)
  const [magic, stride, first, second, headLength, tailLength, low, high, feedsLow, feedsHigh, checksum] =
    words
  const expected = digestWords(sha256)
  if (magic !== MAGIC || stride !== STRIDE_BYTES || first !== expected[0] || second !== expected[1])
    return undefined
  if (words.length !== HEADER_WORDS + headLength + tailLength || checksum !== checksumOf(words))
    return undefined
  const tailFrom = HEADER_WORDS + headLength
  return {
    head: words.subarray(HEADER_WORDS, tailFrom),
    tailStride: joined(low, high),
    tailLineFeeds: joined(feedsLow, feedsHigh),
    tail: words.subarray(tailFrom),
  }
}

const digestWords = (sha256: string): [number, number] => [
  Number.parseInt(sha256.slice(0, 8), 16),
  Number.parseInt(sha256.slice(8, 16), 16),
]

/** Over all words but its own. It finds what was cut short or overwritten, not what was forged. */
function checksumOf(words: Uint32Array): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at++) {
    if (at === CHECKSUM_WORD) continue
    sum = Math.imul(sum ^ words[at], 0x9e3779b1)
    sum ^= sum >>> 15
  }
  return sum >>> 0
}
