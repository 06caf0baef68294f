import { describe, expect, it } from 'vitest'
import { structureCase } from '../support/structure-cases.ts'
import { checkColoured, checkStructure } from '../support/structure-laws.ts'

/** `PITH_CASES=1000000 PITH_SEED=0` runs so many cases from that seed on. */
const cases = Number(process.env.PITH_CASES ?? 500)
const firstSeed = Number(process.env.PITH_SEED ?? 1)
const MOST_FAILURES = 20

describe('outputs with a structure, whole and broken', () => {
  it.each([
    ['', checkStructure, ['json', 'json-lines', 'diff', 'grep', 'csv', 'lines']],
    [' in colour', checkColoured, ['diff', 'grep', 'csv', 'lines']],
  ])(
    'are cut%s within every limit, whole, never fused, the same in all chunks and on both backends',
    {
      timeout: 1e9,
    },
    (_, check, expected) => {
      const failures: string[] = []
      const kinds: Record<string, number> = {}
      for (let seed = firstSeed; seed < firstSeed + cases && failures.length < MOST_FAILURES; seed++) {
        const each = structureCase(seed)
        try {
          const kind = check(each)
          kinds[kind] = (kinds[kind] ?? 0) + 1
        } catch (error) {
          failures.push(
            `seed ${seed}, ${each.form}, ${each.bytes.length} bytes: ${String(error).slice(0, 400)}`,
          )
        }
      }
      expect(failures).toEqual([])
      expect(Object.keys(kinds)).toEqual(expect.arrayContaining(expected))
    },
  )
})
