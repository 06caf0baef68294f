import { beforeAll, describe, expect, inject, it } from 'vitest'
import * as core from '../../src/index.ts'
import { BREACH_RATIO, type Prepare, ratioOf } from '../../test/support/linear-cost.ts'
import { type Measured, optionSets, type SetName } from '../../test/support/linear-functions.ts'
import { hostile, type Kind, kinds } from '../../test/support/linear-kinds.ts'

const backend = inject('backend')

export const slowdown = async (prepare: Prepare, kind: string): Promise<string[]> => {
  const ratio = await ratioOf(prepare)
  return ratio <= BREACH_RATIO ? [] : [`${kind}: four times the input cost ${ratio.toFixed(1)} times as much`]
}

/**
 * With Wasm the engine meets every kind. Other functions, and all of them without Wasm, meet each fifth kind, other ones
 * for each of them.
 */
function kindsFor(name: string): readonly Kind[] {
  if (backend === 'wasm' && engine.includes(name)) return kinds
  const shift = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return kinds.filter((_, i) => (i + shift) % 5 === 0)
}

const engine = [
  'truncate of bytes',
  'truncate of a result with many segments',
  'parseNotices',
  'containsNotice',
]

const cells = (functions: readonly Measured[]): [string, SetName, Measured][] =>
  functions.flatMap((each) => {
    const sets = new Set<SetName>(['defaults', ...(each.sets ?? [])])
    return [...sets].map((set): [string, SetName, Measured] => [each.name, set, each])
  })

beforeAll(() => {
  // Sources compile the patterns when they judge the first line: no measurement should have that in it.
  core.truncate('error: no ring\n'.repeat(100_000), { maxBytes: 100_000, backend })
})

/** Measures how the time of each function grows with its input. */
export function measure(functions: readonly Measured[]): void {
  describe('four times the input costs at most five times as much', () => {
    it.each(cells(functions))('in %s, %s', async (name, set, { prepare }) => {
      const options = { ...optionSets[set], backend }
      const slow: string[] = []
      for (const kind of kindsFor(name))
        slow.push(...(await slowdown((size) => prepare(hostile(kind, size), options), kind)))
      expect(slow).toEqual([])
    })
  })
}
