import { describe, expect, it } from 'vitest'
import {
  coarsened,
  fitsArtifact,
  newlinesOf,
  placeOfLines,
  type StoredLineIndex,
  strideEntry,
} from '../../src/store/line-index.ts'
import type { ArtifactStat } from '../../src/store/store.ts'

const STRIDE = 256 * 1024

describe('the index of lines', () => {
  it('grows coarse, not long', () => {
    const counts = Array.from({ length: 5001 }, (_, at) => at % 7)
    const bytes = counts.length * STRIDE
    const head = counts.map((count, at) => strideEntry(count, at % 2 ? 0x0a : 0x20))
    const index = coarsened({ strideBytes: STRIDE, head, tail: [], tailStart: 0, tailLineFeeds: 0 })
    expect(index.head.length).toBeLessThanOrEqual(2048)
    expect(index.strideBytes).toBe(4 * STRIDE)
    const total = counts.reduce((sum, count) => sum + count, 0)
    expect(index.head.reduce((sum, entry) => sum + newlinesOf(entry), 0)).toBe(total)
    const stat = { bytes, lines: total + 1 } as ArtifactStat
    expect(fitsArtifact(index, stat)).toBe(true)
    const lineFeedsBefore = (byte: number) =>
      counts.slice(0, byte / STRIDE).reduce((sum, count) => sum + count, 0)
    for (const firstLine of [1, 2, 3000, total - 1, total]) {
      const place = placeOfLines(index, { firstLine, lastLine: firstLine }, stat)
      expect(place.lineFeeds).toBe(lineFeedsBefore(place.startByte))
      expect(place.lineFeeds).toBeLessThan(firstLine)
      expect(lineFeedsBefore(place.endByte)).toBeGreaterThanOrEqual(firstLine)
      expect(place.endByte - place.startByte).toBeLessThanOrEqual(3 * index.strideBytes)
    }
  })

  it('leads to the right lines before and behind a gap, also where the strides are coarse', () => {
    // The last coarse stride of the head is not whole.
    const head = Array.from({ length: 5003 }, () => strideEntry(3, 0x20))
    const tail = Array.from({ length: 101 }, () => strideEntry(1000, 0x0a))
    const tailStart = 20_000 * STRIDE
    const lineFeeds = { firstLine: 15_010, lastLine: 60_001 }
    const missing = { startByte: 5003 * STRIDE + 5, endByte: tailStart, ...lineFeeds }
    const stat = { bytes: tailStart + 101 * STRIDE, lines: 161_000, missing } as ArtifactStat
    const index = coarsened({ strideBytes: STRIDE, head, tail, tailStart, tailLineFeeds: 60_000 })
    expect(fitsArtifact(index, stat)).toBe(true)
    for (const firstLine of [1, 12_000, 15_000, 15_009]) {
      const place = placeOfLines(index, { firstLine, lastLine: firstLine }, stat)
      expect(place.lineFeeds).toBe((3 * place.startByte) / STRIDE)
      expect(place.lineFeeds).toBeLessThan(firstLine)
      expect(place.endByte).toBeLessThanOrEqual(missing.startByte)
      expect(place.endByte - place.startByte).toBeLessThanOrEqual(3 * index.strideBytes)
    }
    for (const line of [60_002, 100_000, 161_000]) {
      const place = placeOfLines(index, { firstLine: line, lastLine: line }, stat)
      expect(place.lineFeeds).toBe(60_000 + (1000 * (place.startByte - tailStart)) / STRIDE)
      expect(place.lineFeeds).toBeLessThan(line)
      expect(place.endByte).toBeLessThanOrEqual(stat.bytes)
    }
  })

  it('that lies is not believed', () => {
    const stat = { bytes: 500_000, lines: 3 } as ArtifactStat
    const index = (strideBytes: number, head: number[], tail: number[] = []): StoredLineIndex => ({
      ...{ strideBytes, head, tail, tailStart: 0, tailLineFeeds: 0 },
    })
    expect(fitsArtifact(index(STRIDE, [2, 3]), { ...stat, lines: 2 })).toBe(true)
    expect(fitsArtifact(index(STRIDE, [3, 2]), stat)).toBe(true)
    for (const lie of [
      index(0, []),
      index(1, []),
      index(STRIDE, []),
      index(STRIDE, [2]),
      index(STRIDE, [9e8, 2]),
      index(STRIDE, [3, 4]),
      index(STRIDE, [1, 2, 3]),
      index(
        STRIDE,
        Array.from({ length: 99 }, () => 0),
      ),
      index(STRIDE, [3, 2], [1]),
    ])
      expect(fitsArtifact(lie, stat)).toBe(false)
  })
})
