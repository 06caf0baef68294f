import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { TRUE_AFTER_MS } from '../../../src/store/backends/files/changes.ts'
import { collectWhenDue } from '../../../src/store/backends/files/due.ts'
import { nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import { fillOld } from './old-store.ts'
import { storeIn, useFolder } from './support.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const box = useFolder()
const ledger = () => join(box.directory, '.pith-ledger')

beforeEach(async () => {
  fillOld(box.directory, 200)
  await storeIn(box.directory).gc()
})

/** Whether a store that opens an artifact cleans up. */
async function isDue(ttlMs = 7 * 24 * HOUR_MS): Promise<boolean> {
  let begun = false
  await collectWhenDue({ fileSystem: nodeFileSystem, directory: box.directory }, ttlMs, async () => {
    begun = true
  })
  if (begun) await storeIn(box.directory).gc()
  return begun
}

/** Changes the numbers of the head: when a clean-up ended, when the oldest artifact was used, whether it finished. */
function tell(change: (numbers: number[]) => number[]): void {
  const [head, ...lines] = readFileSync(ledger(), 'latin1').split('\n')
  const [pith, name, ...numbers] = head.split(' ')
  const changed = [numbers[0], ...change(numbers.slice(1, 4).map(Number)), ...numbers.slice(4)]
  writeFileSync(ledger(), [[pith, name, ...changed].join(' '), ...lines].join('\n'), 'latin1')
  const { mtimeMs } = nodeFileSystem.lstatNow(box.directory)
  utimesSync(ledger(), new Date(), (mtimeMs - TRUE_AFTER_MS) / 1000)
}

const ago = (ms: number) => Date.now() - ms

describe('a clean-up begins by itself', () => {
  it('not with each artifact', async () => {
    expect(await isDue()).toBe(false)
    tell(([, used, finished]) => [ago(23 * HOUR_MS), used, finished])
    expect(await isDue()).toBe(false)
  })

  it.each<[string, (numbers: number[]) => number[]]>([
    ['a day after the last one', ([, ...others]) => [ago(25 * HOUR_MS), ...others]],
    ['after the clock was set back', ([, ...others]) => [ago(-HOUR_MS), ...others]],
    ['when the last one had more to do', ([, used]) => [ago(2 * MINUTE_MS), used, 0]],
    ['when an artifact is too old', ([, , finished]) => [ago(2 * HOUR_MS), ago(200 * HOUR_MS), finished]],
  ])('%s', async (_, change) => {
    tell(change)
    expect(await isDue()).toBe(true)
    expect(await isDue()).toBe(false)
  })

  it('an hour later, when the directory was changed by somebody else', async () => {
    tell(([, ...others]) => [ago(2 * HOUR_MS), ...others])
    writeFileSync(join(box.directory, 'theirs'), '')
    expect(await isDue()).toBe(true)
  })

  it('after some hundred artifacts', async () => {
    writeFileSync(ledger(), `!${'0'.repeat(16)}\n`.repeat(512), { flag: 'a' })
    expect(await isDue()).toBe(true)
    expect(await isDue()).toBe(false)
  })

  it('within an eighth of a short time to live', async () => {
    tell(([, , finished]) => [ago(9 * MINUTE_MS), ago(81 * MINUTE_MS), finished])
    expect(await isDue(80 * MINUTE_MS)).toBe(false)
    tell(([, , finished]) => [ago(11 * MINUTE_MS), ago(81 * MINUTE_MS), finished])
    expect(await isDue(80 * MINUTE_MS)).toBe(true)
  })

  it('at most once a minute, when it finds what it can not remove', async () => {
    tell(() => [ago(MINUTE_MS / 2), 0, 0])
    expect(await isDue(0)).toBe(false)
  })
})
