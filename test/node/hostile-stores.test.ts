// @deep

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/host/run-command.ts'
import { build, distUrl } from '../support/built.ts'
import { storeOf } from '../support/hostile-stores.ts'

const limits = { maxLines: 9, maxBytes: 2000, storeTimeoutMs: 40, fold: false }
/** More than memory holds, so that the store is asked while the command runs. */
const script = 'yes "a line of the output" | head -n 260000; exit 3'

describe('runCommand', () => {
  it.each(['open', 'write', 'close'] as const)(
    'is over after an abort and the time of one call, though %s never settles',
    async (step) => {
      const controller = new AbortController()
      const hanging = () => {
        controller.abort('SIGINT')
        return new Promise<never>(() => {})
      }
      const store = storeOf({ [step]: hanging })
      const running = runCommand('sh', ['-c', `${script.replace('exit 3', 'exec sleep 60')}`], {
        ...limits,
        ...(step === 'close' && { timeoutSeconds: 0.5 }),
        store,
        signal: controller.signal,
      })
      if (step === 'close') await expect(running).rejects.toMatchObject({ name: 'AbortError' })
      else expect((await running).text).toMatch(/\[Killed by SIGINT\. \d+ of \d+ lines/)
    },
  )
})

/** Calls every store in a process of its own, which dies of a rejection that nobody handles. */
const program = `
import { truncateStream } from '${distUrl('index.js')}'
import { lyingStores, silentStores } from './stores.mjs'
const limits = { maxLines: 9, maxBytes: 2000, storeTimeoutMs: 40 }
async function* chunks() {
  for (let line = 0; line < 240_000; line += 400) yield new TextEncoder().encode('a line of the output\\n'.repeat(400))
}
const results = await Promise.all(Object.values({ ...lyingStores, ...silentStores }).map((store) =>
  truncateStream(chunks(), { ...limits, store: store() })))
// Late answers come, and late rejections too.
await new Promise((resolve) => setTimeout(resolve, 400))
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
process.stdout.write(JSON.stringify({ texts: [...new Set(results.map(({ text }) => text.slice(-40)))], timers }))
`

describe('a process with every hostile store', () => {
  let folder: string
  beforeAll(() => {
    build()
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
    const entry = join(import.meta.dirname, '../support/hostile-stores.ts')
    buildSync({ entryPoints: [entry], bundle: true, format: 'esm', outfile: join(folder, 'stores.mjs') })
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('goes on, with every result, and no timer is left', () => {
    const flags = ['--unhandled-rejections=strict', '--input-type=module', '--eval', program]
    const { status, stdout, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      texts: [expect.stringMatching(/ of 240000 lines\. Not kept\.\]$/)],
      timers: [],
    })
  })

  it('ends as soon as its call is aborted, though the store never answers', () => {
    const aborting = `
      import { truncateStream } from '${distUrl('index.js')}'
      const controller = new AbortController()
      const open = () => { controller.abort(); return new Promise(() => {}) }
      async function* chunks() { yield 'line\\n'.repeat(9) }
      const { signal } = controller
      await truncateStream(chunks(), { maxLines: 3, store: { open }, signal }).catch(({ name }) => process.stdout.write(name))
    `
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', aborting], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'AbortError' })
  })
})
