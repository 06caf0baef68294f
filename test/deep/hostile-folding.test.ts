import { describe, expect, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { heldBytes } from '../support/held-memory.ts'
import { chunksOf, hostileTerminals } from '../support/hostile-terminals.ts'

const MIB = 1024 * 1024
const maxBytes = 8192
const options = { maxBytes, fold: true }
/** A screen of wide rows alone has 3.2 MB: 100 rows of some 4,000 cells, each with a character and its origin. */
const MOST_HELD_BYTES = 4.5 * MIB
/** What stays for the next collector: compiled code, and the tables of the rules. */
const SHARED_BYTES = 32 * MIB

describe.each(hostileTerminals)('folding $name', (kind) => {
  const size = kind.isSlow ? 1_000_000 : 20_000_000

  it(`keeps a bounded memory for ${2 * size} bytes`, () => {
    const before = heldBytes()
    const held: number[] = []
    /** All of one collector, in a function of its own, so that nothing of it is reachable afterwards. */
    const fold = () => {
      const collector = createCollector(options)
      for (let half = 0; half < 2; half++) {
        for (const chunk of chunksOf(kind, size)) collector.write(chunk)
        held.push(heldBytes())
      }
      expect(collector.end().outputBytes).toBeLessThanOrEqual(maxBytes)
    }
    fold()
    const shared = heldBytes()
    expect(Math.max(...held) - shared).toBeLessThan(8 * maxBytes + MOST_HELD_BYTES)
    expect(shared - before).toBeLessThan(SHARED_BYTES)
  })
})
