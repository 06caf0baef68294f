// @deep

import { existsSync, lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { collectWhenDue } from '../../../src/store/backends/files/due.ts'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import { keep, noise, writeAll } from '../conformance.ts'
import { fillMany } from './many.ts'
import { dataOf, disown, storeIn, useFolder } from './support.ts'

const COUNT = 150
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const box = useFolder()
const due = () => join(box.directory, '.pith-due')
let ids: string[]

beforeEach(() => {
  ids = fillMany(box.directory, COUNT)
})

describe('in a store of many artifacts', () => {
  it('the newest are listed, and all counted, by a look at these alone', async () => {
    const looked = new Set<string>()
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      readNow(path, most) {
        looked.add(path.slice(path.lastIndexOf('/') + 1))
        return nodeFileSystem.readNow(path, most)
      },
    }
    const page = await storeIn(box.directory, { fileSystem }).newest(3)
    expect(page.artifacts.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(page).toMatchObject({ total: COUNT, keptBytes: 1840 })
    expect([...looked]).toEqual(ids.slice(0, 3).map((id) => `${id}.json`))
    expect((await storeIn(box.directory).list()).map(({ id }) => id)).toEqual(ids)
  })

  it('a damaged one, and bytes without a manifest, are not among the newest', async () => {
    writeFileSync(join(box.directory, `${ids[0]}.json`), '{}')
    writeFileSync(dataOf(box.directory, ids[1]), 'shorter')
    const page = await storeIn(box.directory).newest(2)
    expect(page.artifacts.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect(page.total).toBe(COUNT - 2)
  })

  it('the bytes of all artifacts and of a session are known to a process that has just begun', async () => {
    const most = 500_000
    await keep(storeIn(box.directory, { maxTotalBytes: most }), noise(300_000))
    const full = await writeAll(storeIn(box.directory, { maxTotalBytes: most }), [noise(250_000)])
    expect(full).toMatchObject({ code: 'PITH_ARTIFACT_CAPPED' })
    const limits = { maxSessionBytes: 250_000, session: 'a' }
    await keep(storeIn(box.directory, limits), noise(150_000))
    await keep(storeIn(box.directory, limits), noise(90_000))
    const message = expect.stringContaining('the artifacts of a session may have 250000 bytes')
    expect(await writeAll(storeIn(box.directory, limits), [noise(20_000)])).toMatchObject({ message })
    const other = storeIn(box.directory, { ...limits, session: 'b' })
    expect(await writeAll(other, [noise(20_000)])).toMatchObject({ complete: true })
  })

  it('an output that was kept again with more bytes is there once', async () => {
    const output = noise(5000)
    await writeAll(storeIn(box.directory, { maxArtifactBytes: 1000 }), [output])
    const { id } = await keep(storeIn(box.directory), output)
    const page = await storeIn(box.directory).newest(1)
    expect(page).toMatchObject({ artifacts: [{ id, bytes: 5000 }], total: COUNT + 1 })
  })
})

describe('a clean-up begins by itself', () => {
  /** Whether a store that opens an artifact cleans up. */
  async function isDue(ttlMs = 7 * 24 * HOUR_MS): Promise<boolean> {
    let begun = false
    await collectWhenDue({ fileSystem: nodeFileSystem, directory: box.directory }, async () => {
      begun = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    if (begun) await storeIn(box.directory, { ttlMs }).gc()
    return begun
  }
  const setDue = (inMs: number) => {
    const at = (Date.now() + inMs) / 1000
    utimesSync(due(), at, at)
  }

  it.each<[string, number]>([
    ['when it is due', -1],
    ['after the clock was set back', 2 * HOUR_MS],
  ])('%s, and then not with each artifact', async (_, inMs) => {
    await storeIn(box.directory).gc()
    expect(await isDue()).toBe(false)
    setDue(inMs)
    expect(await isDue()).toBe(true)
    expect(await isDue()).toBe(false)
  })

  it.each<[string, number, number]>([
    ['an hour', 7 * 24 * HOUR_MS, HOUR_MS],
    ['an eighth of a short time to live', 80 * MINUTE_MS, 10 * MINUTE_MS],
    ['at least a minute', MINUTE_MS, MINUTE_MS],
  ])('%s after the last one', async (_, ttlMs, afterMs) => {
    for (const id of ids) disown(box.directory, id)
    const before = Date.now()
    await storeIn(box.directory, { ttlMs }).gc()
    const { mtimeMs, mode } = lstatSync(due())
    expect(mode & 0o777).toBe(0o600)
    expect(mtimeMs).toBeGreaterThanOrEqual(before + afterMs - 1)
    expect(mtimeMs).toBeLessThan(Date.now() + afterMs + 1)
  })

  it('once in each process, while the store is small', async () => {
    const store = storeIn(box.directory)
    for (const id of ids.slice(90)) await store.delete(id)
    await store.gc()
    expect(existsSync(due())).toBe(false)
  })

  it('also when its date is not a file', async () => {
    mkdirSync(join(box.root, 'theirs'))
    symlinkSync(join(box.root, 'theirs'), due())
    await storeIn(box.directory).gc()
    expect(lstatSync(due()).isFile()).toBe(true)
  })
})
