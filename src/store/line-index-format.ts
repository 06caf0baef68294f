import type { StoredLineIndex } from './line-index.ts'

// The format is a list of 32-bit words: a magic number that contains the version, the stride, 10 words for the key, the
// lengths of head and tail, where the tail begins and the LFs before it (two words each), a checksum of two words, then
// the entries of head and tail. A machine with another byte order reads another magic number, and ignores the index.
const MAGIC = 0x70746832
const KEY_WORD = 2
const KEY_WORDS = 10
const LENGTHS_WORD = KEY_WORD + KEY_WORDS
const CHECKSUM_WORD = LENGTHS_WORD + 6
const HEADER_WORDS = CHECKSUM_WORD + 2

/** Identifies the file or artifact of an index, in up to 10 words of 32 bits. */
export type IndexKey = readonly number[]

/** The key for an artifact's index: its sha256. */
export const artifactKey = (sha256: string): IndexKey =>
  Array.from({ length: 8 }, (_, at) => Number.parseInt(sha256.slice(8 * at, 8 * at + 8), 16))

/** The size in bytes of an index with so many entries. */
export const indexBytes = (entries: number): number => 4 * (HEADER_WORDS + entries)

/** Encodes an index for `decodeIndex`. It takes 4 bytes for each stride. */
export function encodeIndex(key: IndexKey, index: StoredLineIndex): Uint8Array {
  const { strideBytes, head, tail, tailStart, tailLineFeeds } = index
  const words = new Uint32Array(HEADER_WORDS + head.length + tail.length)
  words[0] = MAGIC
  words[1] = strideBytes
  words.set(key, KEY_WORD)
  words.set([head.length, tail.length, ...halvesOf(tailStart), ...halvesOf(tailLineFeeds)], LENGTHS_WORD)
  words.set(head, HEADER_WORDS)
  words.set(tail, HEADER_WORDS + head.length)
  words.set(checksumOf(words), CHECKSUM_WORD)
  return new Uint8Array(words.buffer)
}

/** Decodes an index without copying it. Undefined when it has another key, is damaged, or has an older version. */
export function decodeIndex(bytes: Uint8Array, key: IndexKey): StoredLineIndex | undefined {
  if (bytes.length % 4 !== 0 || bytes.length < indexBytes(0)) return undefined
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(buffer, byteOffset, bytes.length / 4)
  const [headLength, tailLength, startLow, startHigh, feedsLow, feedsHigh] = words.subarray(LENGTHS_WORD)
  if (words[0] !== MAGIC || words.length !== HEADER_WORDS + headLength + tailLength) return undefined
  for (let at = 0; at < KEY_WORDS; at++) if (words[KEY_WORD + at] !== (key[at] ?? 0)) return undefined
  const [low, high] = checksumOf(words)
  if (words[CHECKSUM_WORD] !== low || words[CHECKSUM_WORD + 1] !== high) return undefined
  const tailFrom = HEADER_WORDS + headLength
  return {
    strideBytes: words[1],
    head: words.subarray(HEADER_WORDS, tailFrom),
    tail: words.subarray(tailFrom),
    tailStart: startLow + startHigh * 2 ** 32,
    tailLineFeeds: feedsLow + feedsHigh * 2 ** 32,
  }
}

const halvesOf = (value: number): [low: number, high: number] => [value >>> 0, Math.floor(value / 2 ** 32)]

/** The checksum of all words except its own two. Detects a truncated or overwritten index, but not a forged one. */
function checksumOf(words: Uint32Array): [low: number, high: number] {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < words.length; at++) {
    const word = at === CHECKSUM_WORD || at === CHECKSUM_WORD + 1 ? 0 : words[at]
    low = Math.imul(low ^ word, 0x9e3779b1)
    high = Math.imul(high ^ (low >>> 15) ^ word, 0x85ebca6b)
  }
  return [low >>> 0, high >>> 0]
}
