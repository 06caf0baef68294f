import type { Input } from '../limits.ts'

/** Token units in one token. */
export const UNITS_PER_TOKEN = 100

/**
 * Token units of each byte of UTF-8. A sum over bytes, so it is additive over concatenation, needs no look at
 * neighbours and no vocabulary. The weights follow how often o200k starts a token at each kind of byte: a lower-case
 * letter every fifth, a digit every second or third, most punctuation at once, a space seldom.
 */
export const tokenWeights: Uint8Array = buildWeights()

function buildWeights(): Uint8Array {
  const weights = new Uint8Array(256).fill(50)
  weights.fill(33, 0x80)
  weights.fill(42, 0x30, 0x3a)
  weights.fill(35, 0x41, 0x5b)
  weights.fill(20, 0x61, 0x7b)
  weights[0x0a] = 30
  weights[0x09] = 25
  weights[0x20] = 8
  return weights
}

/** Tokens for a number of units: rounded up, so that nothing that has text counts as none. */
export function tokensOfUnits(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN)
}

/** Words whose units stay below 2³¹, so that they are summed as integers. */
const BLOCK_WORDS = 2 ** 20

/** Token units of the first `length` bytes, of well-formed text. Four bytes are read at once where they lie so. */
export function unitsIn(bytes: Uint8Array, length: number): number {
  const wordCount = (bytes.byteOffset & 3) === 0 ? length >> 2 : 0
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset & ~3, wordCount)
  let units = 0
  for (let from = 0; from < wordCount; from += BLOCK_WORDS) {
    units += unitsOfWords(words, from, Math.min(wordCount, from + BLOCK_WORDS))
  }
  for (let i = 4 * wordCount; i < length; i++) units += tokenWeights[bytes[i]]
  return units
}

function unitsOfWords(words: Uint32Array, from: number, end: number): number {
  const weights = tokenWeights
  let even = 0
  let odd = 0
  for (let i = from; i < end; i++) {
    const word = words[i]
    even = (even + weights[word & 0xff] + weights[(word >>> 16) & 0xff]) | 0
    odd = (odd + weights[(word >>> 8) & 0xff] + weights[word >>> 24]) | 0
  }
  return even + odd
}

/**
 * About how many tokens a model will count, without a vocabulary.
 *
 * `tokens` is the point value that `maxTokens` uses where no exact counter is given; `low` and `high` are the interval
 * outside which natural text (logs, code, prose) is seldom found. Bytes are counted as the text that they decode to.
 *
 * @example
 * estimateTokens('hello world').tokens // 3
 */
export function estimateTokens(input: Input): { tokens: number; low: number; high: number } {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input
  const tokens = tokensOfUnits(unitsIn(bytes, bytes.length))
  return { tokens, low: Math.floor(tokens * 0.6), high: Math.ceil(tokens * 1.7) }
}
