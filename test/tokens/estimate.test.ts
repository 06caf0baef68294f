import { describe, expect, it } from 'vitest'
import { estimateTokens, tokenWeights, unitsIn } from '../../src/tokens/estimate.ts'

const oneByOne = (bytes: Uint8Array, length: number): number =>
  bytes.subarray(0, length).reduce((sum, byte) => sum + tokenWeights[byte], 0)

describe('unitsIn', () => {
  const all = Uint8Array.from({ length: 700 }, (_, i) => (i * 37) & 0xff)

  it.each([0, 1, 2, 3, 4, 5])('sums the weights from any place in memory, as from %i', (from) => {
    const bytes = all.subarray(from)
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 255, 256, bytes.length]) {
      expect(unitsIn(bytes, length)).toBe(oneByOne(bytes, length))
    }
  })

  it('counts a text of many bytes exactly', () => {
    const bytes = new Uint8Array(90 * 1024 * 1024).fill(0x21)
    expect(unitsIn(bytes, bytes.length)).toBe(50 * bytes.length)
    expect(50 * bytes.length).toBeGreaterThan(2 ** 32)
  })
})

describe('estimateTokens', () => {
  it('counts text and its bytes alike', () => {
    const text = 'größer als\t10 % – 日本 👍🏽\n'
    expect(estimateTokens(text)).toEqual(estimateTokens(new TextEncoder().encode(text)))
    expect(estimateTokens('hello world').tokens).toBe(3)
  })
})
