// @node

import { describe, expect, it } from 'vitest'
import { NewestBytes } from '../../../src/store/backends/s3/newest-bytes.ts'
import { noise } from '../conformance.ts'

describe('the newest bytes', () => {
  it.each([1, 2, 7, 64])('are the last %d, however they come', (capacity) => {
    const bytes = noise(500)
    for (const step of [1, 3, 7, 8, 63, 64, 65, 200]) {
      const newest = new NewestBytes(capacity)
      for (let at = 0; at < bytes.length; at += step) {
        newest.push(bytes.subarray(at, at + step))
        const seen = Math.min(at + step, bytes.length)
        expect(newest.take()).toEqual(bytes.slice(Math.max(0, seen - capacity), seen))
        expect(newest.total).toBe(seen)
      }
    }
  })
})
