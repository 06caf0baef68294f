import { expect, it } from 'vitest'
import { countLineFeeds } from '../../src/store/ranges.ts'
import { noise } from './conformance.ts'

const oneByOne = (bytes: Uint8Array) => bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0)

it('counts line feeds at every length and alignment', () => {
  const bytes = noise(200)
  for (let start = 0; start < 8; start++) {
    for (let end = start; end <= bytes.length; end++) {
      const part = bytes.subarray(start, end)
      expect(countLineFeeds(part), `${start}-${end}`).toBe(oneByOne(part))
    }
  }
})

it('counts line feeds when there is nothing else, past every carry', () => {
  for (const length of [1019, 1020, 1021, 1024, 4096, 100_003]) {
    expect(countLineFeeds(new Uint8Array(length).fill(0x0a))).toBe(length)
  }
})

it('takes no other byte for a line feed', () => {
  for (let value = 0; value < 256; value++) {
    expect(countLineFeeds(new Uint8Array(64).fill(value))).toBe(value === 0x0a ? 64 : 0)
  }
})
