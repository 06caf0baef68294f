// @deep

import { describe, expect, it } from 'vitest'
import { createCollector } from '../support/checked.ts'
import { chunksOf, hostileTerminals } from '../support/hostile-terminals.ts'

// Larger ones are in test/deep/hostile-folding.test.ts.

describe('folding keeps the contract', () => {
  it.each(hostileTerminals)('of $name', (kind) => {
    for (const maxBytes of [300, 8192]) {
      const collector = createCollector({ maxBytes, fold: true })
      let bytes = 0
      for (const chunk of chunksOf(kind, 100_000)) {
        collector.write(chunk)
        bytes += chunk.length
      }
      const result = collector.end()
      expect(result.totalBytes).toBe(bytes)
    }
  })
})
