import { expect, it } from 'vitest'
import { loadEntries } from '../support/entries.ts'
import { adapterFunctions } from '../support/linear-adapters.ts'
import { coreFunctions } from '../support/linear-functions.ts'
import { nodeFunctions } from '../support/linear-node.ts'
import { profileFunctions } from '../support/linear-profiles.ts'

/** Functions whose input has no size that counts, and those of stores that a server or a browser is needed for. */
const unmeasured: Record<string, string> = {
  getBackend: 'takes nothing',
  modelLimits: 'takes the name of a model',
  PithError: 'an error',
  eventOf: 'in the list functions',
  failureEvents: 'in the list functions',
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

it('the growth of time is measured of every public function', async () => {
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
