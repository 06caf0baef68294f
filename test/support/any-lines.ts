import fc from 'fast-check'
import { expect } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import type { Kind } from '../../src/kinds/kind.ts'
import { createCollector } from './checked.ts'
import { cutOf } from './units.ts'

/** Holds a kind against any of some lines: its cut does not depend on chunks, and its result keeps the contract. */
export function checkAnyLines(kind: Kind, line: fc.Arbitrary<string>): void {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 100, max: 3000 }), (some, bytes) => {
      const input = some.join('\n')
      expect(cutOf(kind, input, bytes, 40, 7)).toBe(cutOf(kind, input, bytes, 40))
      const structure = kindsFor({ kind: kind.name })
      const collector = createCollector({ maxBytes: bytes + 200, structure })
      collector.write(input)
      const { text } = collector.end({ artifact: '0123456789abcdef' })
      expect(text.length).toBeLessThanOrEqual(bytes + 200)
    }),
    { numRuns: 100 },
  )
}
