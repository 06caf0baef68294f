import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as core from '../../src/index.ts'
import { adapterFunctions } from '../../test/support/linear-adapters.ts'
import { BREACH_RATIO, type Prepare, ratioOf } from '../../test/support/linear-cost.ts'
import {
  coreFunctions,
  type Measured,
  optionSets,
  type SetName,
} from '../../test/support/linear-functions.ts'
import { hostile, type Kind, kinds } from '../../test/support/linear-kinds.ts'
import { listFunctions } from '../../test/support/linear-lists.ts'
import { nodeFunctions, removeFolder } from '../../test/support/linear-node.ts'
import { profileFunctions } from '../../test/support/linear-profiles.ts'

// One scanner is enough for most: what it finds is in the suites of the scanners.
const backend = inject('backend')
const measured =
  backend === 'wasm'
    ? [...coreFunctions, ...nodeFunctions, ...profileFunctions, ...adapterFunctions]
    : coreFunctions.slice(0, 1)

const slowdown = async (prepare: Prepare, kind: string): Promise<string[]> => {
  const ratio = await ratioOf(prepare)
  return ratio <= BREACH_RATIO ? [] : [`${kind}: four times the input cost ${ratio.toFixed(1)} times as much`]
}

/**
 * With Wasm the engine meets every kind. Other functions, and all of them without Wasm, meet each third kind, another
 * third for each of them.
 */
function kindsFor(name: string): readonly Kind[] {
  if (backend === 'wasm' && engine.includes(name)) return kinds
  const shift = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return kinds.filter((_, i) => (i + shift) % 3 === 0)
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

afterAll(removeFolder)

describe('four times the input costs at most five times as much', () => {
  it.each(cells(measured))('in %s, %s', async (name, set, { prepare }) => {
    const options = { ...optionSets[set], backend }
    const slow: string[] = []
    for (const kind of kindsFor(name))
      slow.push(...(await slowdown((size) => prepare(hostile(kind, size), options), kind)))
    expect(slow).toEqual([])
  })

  it.runIf(backend === 'wasm').each(listFunctions)('in $name', async ({ name, prepare }) => {
    expect(await slowdown(prepare, name)).toEqual([])
  })
})
