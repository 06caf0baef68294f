import { describe, expect, inject, it } from 'vitest'
import { createCollector } from '../../src/engine/collector.ts'
import { createCollector as createChecked } from '../support/checked.ts'
import { heldBytes } from '../support/held-memory.ts'
import { chunksOf, hostileTerminals } from '../support/hostile-terminals.ts'

const MIB = 1024 * 1024
const maxBytes = 8192
const options = { maxBytes, fold: true }
/** The oracles take longer than linear time. */
const CONTRACT_BYTES = 300_000

/** CPU time of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe.each(hostileTerminals)('folding $name', (kind) => {
  const size = kind.isSlow ? 1_000_000 : inject('backend') === 'wasm' ? 50_000_000 : 5_000_000

  it('keeps the contract', () => {
    const collector = createChecked(options)
    for (const chunk of chunksOf(kind, CONTRACT_BYTES)) collector.write(chunk)
    expect(collector.end().outputBytes).toBeLessThanOrEqual(maxBytes)
  })

  it(`keeps a bounded memory and takes twice the time for ${2 * size} bytes that it takes for half of them`, () => {
    // What every collector shares is made first.
    createCollector({ ...options, backend: inject('backend') }).write(new Uint8Array(300_000))
    const before = heldBytes()
    const collector = createCollector({ ...options, backend: inject('backend') })
    const times: number[] = []
    let held = 0
    for (let half = 0; half < 2; half++) {
      const start = cpuMs()
      for (const chunk of chunksOf(kind, size)) collector.write(chunk)
      times.push(cpuMs() - start)
      held = Math.max(held, heldBytes() - before)
    }
    expect(collector.end().outputBytes).toBeLessThanOrEqual(maxBytes)
    expect(held).toBeLessThan(8 * maxBytes + 4 * MIB)
    expect(times[1]).toBeLessThan(3 * times[0] + 1000)
  })
})
