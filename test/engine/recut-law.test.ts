import { describe, expect, inject, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { caseCount } from '../support/case-count.ts'
import { broken } from '../support/clauses/case.ts'
import { createRandom } from '../support/random.ts'
import { recutCase } from '../support/recut-cases.ts'
import { recutLoss } from '../support/recut-law.ts'

const CASES = caseCount(20, 1200)

describe('a result that is cut again', () => {
  it.each([3, 20, 200])('shows as much as a cut of the input: %i long lines, clipped', (count) => {
    const backend = inject('backend')
    const input = Array.from({ length: count }, (_, i) => `${`${i} `.padEnd(900, 'x')}\n`).join('')
    const first = truncate(input, { maxLineLength: 100, backend })
    for (const share of [0.95, 0.9, 0.6, 0.3]) {
      const limits = { maxLineLength: 100, maxBytes: Math.floor(first.outputBytes * share) }
      const direct = truncate(input, { ...limits, backend })
      const second = truncate(first, { ...limits, backend })
      expect(second.keptBytes).toBeGreaterThanOrEqual(0.8 * direct.keptBytes)
      expect(recutLoss(first, second, direct, limits)).toBeUndefined()
    }
  })

  it('shows nine tenths of what fits, is within its limits, and stays as it is when its text is cut again', () => {
    for (let seed = 0; seed < CASES; seed++) {
      const { input, first: given, second: shared, limits } = recutCase(createRandom(seed))
      const first = truncate(input, given)
      const { maxLineLength: _, ...other } = given
      const options = { ...other, ...shared, ...limits(first), backend: inject('backend') }
      const second = truncate(first, options)
      const where = `seed ${seed}: ${JSON.stringify({ given, options })}`
      expect(recutLoss(first, second, truncate(input, options), options), where).toBeUndefined()
      expect(broken(options, second.text), where).toEqual([])
      if (second.text !== truncate(second.text, options).text) expect(second.truncatedBy, where).toBe('worth')
    }
  })
})
