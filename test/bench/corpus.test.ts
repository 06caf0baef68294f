import { isUtf8 } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { ending, mixedLog } from '../../bench/corpus.mjs'

const SIZE = 128 * 1024
const LF = 0x0a

describe('the log of the benchmarks', () => {
  it('has the same bytes every time, nearly as many as asked for, in UTF-8', () => {
    const bytes = mixedLog(SIZE)
    expect(Buffer.compare(bytes, mixedLog(SIZE))).toBe(0)
    expect(bytes.length).toBeLessThanOrEqual(SIZE)
    expect(bytes.length).toBeGreaterThan(SIZE - 1024)
    expect(bytes.at(-1)).toBe(LF)
    expect(isUtf8(bytes)).toBe(true)
  })
})

describe('a prefix of a size', () => {
  it('has exactly so many bytes, ends with a line and splits no character', () => {
    const log = mixedLog(SIZE)
    for (const size of [32, 100, 101, 102, 4096]) {
      const bytes = ending(log, size)
      expect(bytes.length).toBe(size)
      expect(bytes.at(-1)).toBe(LF)
      expect(isUtf8(bytes)).toBe(true)
    }
  })

  it('is refused where the input is too short', () => {
    expect(() => ending(mixedLog(1000), 1001)).toThrow('line end')
  })
})
