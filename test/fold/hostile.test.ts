// @deep

import { describe, expect, it } from 'vitest'
import { createCollector } from '../support/checked.ts'
import { chunksOf, hostileTerminals } from '../support/hostile-terminals.ts'

// What they hold of memory is in test/deep/hostile-folding.test.ts.

describe('folding keeps the contract', () => {
  it.each(hostileTerminals)('of $name', (kind) => {
    // The longer one ends in the second window.
    for (const [maxBytes, length] of [
      [300, 100_000],
      [8192, 300_000],
    ]) {
      const collector = createCollector({ maxBytes, fold: true })
      let bytes = 0
      for (const chunk of chunksOf(kind, length)) {
        collector.write(chunk)
        bytes += chunk.length
      }
      const result = collector.end()
      expect(result.totalBytes).toBe(bytes)
    }
  })
})
