import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as core from '../../src/index.ts'
import { loadEntries } from '../support/entries.ts'
import { adapterFunctions } from '../support/linear-adapters.ts'
import { BREACH_RATIO, type Prepare, ratioOf } from '../support/linear-cost.ts'
import { coreFunctions, type Measured, optionSets, type SetName } from '../support/linear-functions.ts'
import { hostile, type Kind, kinds } from '../support/linear-kinds.ts'
import { listFunctions } from '../support/linear-lists.ts'
import { nodeFunctions, removeFolder } from '../support/linear-node.ts'
import { profileFunctions } from '../support/linear-profiles.ts'

// One scanner is enough for most: what it finds is in the suites of the scanners.
const backend = inject('backend')
const measured =
  backend === 'wasm'
    ? [...coreFunctions, ...nodeFunctions, ...profileFunctions, ...adapterFunctions]
    : coreFunctions.slice(0, 1)

/** Functions whose input has no size that counts, and those of stores that a server or a browser is needed for. */
const unmeasured: Record<string, string> = {
  getBackend: 'takes nothing',
  modelLimits: 'takes the name of a model',
  budgetOptionsFrom: 'takes a few variables',
  PithError: 'an error',
  eventOf: 'in the list functions',
  RecallCount: 'in the list functions',
  allocate: 'in the list functions',
  createTokenBudget: 'in the list functions',
  isWanted: 'takes one event',
  parseEvent: 'takes a line that writeEvent wrote, or nothing of use',
  writeEvent: 'takes one event',
  createOpfsStore: 'needs a browser',
  createS3Store: 'needs a server',
  counterFor: 'needs a vocabulary; in its own suite',
  counterFromFiles: 'needs a vocabulary; in its own suite',
  createEventLog: 'writes one event at a time',
  readEvents: 'reads what createEventLog wrote, line by line',
  recordCuts: 'takes figures of one result',
  createZdxSpill: 'hands bytes to the system',
  'pi.formatSize': 'takes a number',
  'zdx.formatByteTruncation': 'takes a number',
  'vtcode.contextTokenLimit': 'takes a number',
  'vtcode.toolTokenLimit': 'takes a number',
}

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

it('is measured of every public function', async () => {
  const { 'pith/profiles': profiles, ...others } = await loadEntries()
  const named = Object.entries(profiles).flatMap(([profile, functions]) =>
    Object.entries(functions as object).map(([name, value]): [string, unknown] => [
      `${profile}.${name}`,
      value,
    ]),
  )
  const all = [...Object.values(others).flatMap((entry) => Object.entries(entry)), ...named]
  const names = [...coreFunctions, ...nodeFunctions, ...profileFunctions, ...adapterFunctions].map(
    ({ name }) => name.split(' ')[0],
  )
  const tested = new Set([...names, ...Object.keys(unmeasured)])
  expect(
    all.filter(([name, value]) => typeof value === 'function' && !tested.has(name)).map(([name]) => name),
  ).toEqual([])
})
