import { describe, expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { chunksOf, hostileTerminals } from '../../test/support/hostile-terminals.ts'
import { cpuMs } from '../../test/support/linear-cost.ts'

describe.each(hostileTerminals)('folding $name', (kind) => {
  const size = kind.isSlow ? 1_000_000 : inject('backend') === 'wasm' ? 20_000_000 : 2_000_000

  it(`takes about as long for the second ${size} bytes as for the first`, () => {
    const collector = createCollector({ maxBytes: 8192, fold: true, backend: inject('backend') })
    const times = [1, 2].map(() => {
      const start = cpuMs()
      for (const chunk of chunksOf(kind, size)) collector.write(chunk)
      return cpuMs() - start
    })
    // Quadratic time would make it three times as long.
    expect(times[1]).toBeLessThan(2.5 * times[0] + 1000)
  })
})
