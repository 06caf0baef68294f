// @deep

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import { createFileStore } from '../../../src/store/backends/files.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { dataOf, disown as disownIn, kindsIn, storeIn, useFolder } from './support.ts'

const HOUR_MS = 3600 * 1000
const box = useFolder()
const path = (name: string) => join(box.directory, name)

const disown = (id: string, ageMs?: number) => disownIn(box.directory, id, ageMs)

function age(name: string, ageMs: number): void {
  const at = (Date.now() - ageMs) / 1000
  utimesSync(path(name), at, at)
}

/** A name that a process which is dead has given, of this boot of this machine. */
function deadName(kind: string, id?: string): string {
  const token = /[0-9a-f]{8}(?=-\d+-\d+-)/.exec(readdirSync(box.directory).join('\n'))
  const facts = kind === 'bin' ? '1.4.-.' : ''
  return `${id ? `${id}.` : ''}${token}-4194304-77-${'0'.repeat(24)}.${facts}${kind}`
}

describe('what is collected', () => {
  it('is what was not used for longer than it is kept, and told before it goes', async () => {
    const store = storeIn(box.directory, { ttlMs: HOUR_MS })
    const old = await keep(store, bytesOf('old'), { tool: 'bash' })
    const young = await keep(store, bytesOf('young'))
    disown(old.id, 2 * HOUR_MS)
    disown(young.id, HOUR_MS / 2)
    const told = await store.gc({ dryRun: true })
    expect(told).toEqual({
      removed: [{ ...(await store.stat(old.id)), reason: 'expired' }],
      abandoned: [],
      bytes: 3,
      finished: true,
    })
    expect(await store.list()).toHaveLength(2)
    expect(await store.gc()).toEqual(told)
    expect((await store.list()).map(({ id }) => id)).toEqual([young.id])
    expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
    expect(await store.gc()).toMatchObject({ removed: [], bytes: 0 })
  })

  it('is told in bytes of the disk, not in those that a capped output had', async () => {
    const store = storeIn(box.directory, { ttlMs: HOUR_MS, maxArtifactBytes: 100_000 })
    const end = await writeAll(store, [noise(300_000)])
    disown(end.ref?.id ?? '', 2 * HOUR_MS)
    expect(await store.gc()).toMatchObject({ removed: [{ bytes: 300_000 }], bytes: 100_000 })
    expect(readdirSync(box.directory)).toEqual([])
  })

  it('is never what a process that still runs has written', async () => {
    const store = storeIn(box.directory, { ttlMs: 0, maxTotalBytes: 10 })
    const { id } = await keep(store, bytesOf('mine'))
    age(`${id}.json`, 99 * HOUR_MS)
    expect(await store.gc()).toMatchObject({ removed: [], abandoned: [] })
    expect(await store.stat(id)).toMatchObject({ id })
  })

  it('stays for longer when it is read, or written again', async () => {
    const store = storeIn(box.directory, { ttlMs: 2 * HOUR_MS })
    const read = await keep(store, bytesOf('read'))
    disown(read.id, 3 * HOUR_MS)
    await collect(store.read(read.id, { startByte: 0, endByte: 4 }))
    expect((await store.gc()).removed).toEqual([])
    const again = await keep(store, bytesOf('again'))
    disown(again.id, 3 * HOUR_MS)
    await keep(store, bytesOf('again'))
    expect((await store.gc()).removed).toEqual([])
    expect(kindsIn(box.directory)).toEqual({ bin: 2, json: 2, claim: 1 })
  })

  it('is not what another process has written again, as long as that runs', async () => {
    const store = storeIn(box.directory, { ttlMs: HOUR_MS })
    const { id } = await keep(store, bytesOf('shared'))
    disown(id)
    await keep(store, bytesOf('shared'))
    age(`${id}.json`, 2 * HOUR_MS)
    expect((await store.gc()).removed).toEqual([])
    const claim = readdirSync(box.directory).find((name) => name.endsWith('.claim')) ?? ''
    renameSync(path(claim), path(deadName('claim', id)))
    expect(await store.gc()).toMatchObject({ removed: [{ id }], abandoned: [{ bytes: 0 }] })
    expect(readdirSync(box.directory)).toEqual([])
  })

  it('is the longest unused, where all together are too many bytes, as new ones come', async () => {
    const store = storeIn(box.directory, { maxTotalBytes: 990_000 })
    const ids: string[] = []
    for (let at = 0; at < 9; at++) {
      const { id } = await keep(store, bytesOf(`${at}`.repeat(100_000)))
      disown(id, (at === 3 ? 100 : 50 - at) * 1000)
      ids.push(id)
    }
    expect(await writeAll(store, [noise(300_000)])).toMatchObject({ complete: true })
    const left = new Set((await store.list()).map(({ id }) => id))
    expect(ids.filter((id) => !left.has(id))).toEqual([ids[0], ids[1], ids[3]])
    expect(left.has(ids[8])).toBe(true)
    const report = await storeIn(box.directory, { maxTotalBytes: 500_000 }).gc()
    expect(report.removed[0]).toMatchObject({ reason: 'over-total' })
  })

  it('is what the disk needs to have free', async () => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, bytesOf('old'))
    disown(id)
    expect(await storeIn(box.directory, { keepFreeBytes: 2 ** 60 }).gc()).toMatchObject({
      removed: [{ id, reason: 'keep-free' }],
    })
  })

  it('is what dead writers left, at whatever step they died', async () => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, noise(5_000_000))
    const other = '0123456789abcdef'
    const left = [deadName('part'), deadName('bin', other), deadName('claim', other), deadName('bin', id)]
    for (const name of left) writeFileSync(path(name), 'left')
    expect((await store.gc({ dryRun: true })).abandoned.map(({ name }) => name).sort()).toEqual(left.sort())
    expect((await store.gc()).abandoned).toHaveLength(4)
    expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
    expect(await collect(store.read(id, { startByte: 0, endByte: Infinity }))).toHaveLength(5_000_000)
  })

  it('is what a deletion left that was cut short, unless the artifact is there again', async () => {
    const store = storeIn(box.directory)
    const [first, second] = [await keep(store, bytesOf('1')), await keep(store, bytesOf('2'))]
    for (const { id } of [first, second]) disown(id)
    renameSync(path(`${first.id}.json`), path(deadName('gone', first.id)))
    linkSync(path(`${second.id}.json`), path(deadName('gone', second.id)))
    const told = (await store.gc({ dryRun: true })).abandoned
    expect(told).toHaveLength(3)
    expect((await store.gc()).abandoned).toEqual(told)
    expect((await store.list()).map(({ id }) => id)).toEqual([second.id])
    expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
  })

  it.each([
    ['is written again', false],
    ['goes and is written anew', true],
  ])('is not what %s at the last moment', async (_, goes) => {
    const good = storeIn(box.directory)
    const { id } = await keep(good, bytesOf('old'))
    disown(id, 2 * HOUR_MS)
    let isFirst = true
    // Asked between the look at the files and the first mark.
    const space: FileSystem['space'] = async (path) => {
      if (isFirst) {
        isFirst = false
        if (goes) await good.delete(id)
        await keep(good, bytesOf('old'))
      }
      return nodeFileSystem.space(path)
    }
    const store = storeIn(box.directory, { ttlMs: HOUR_MS, fileSystem: { ...nodeFileSystem, space } })
    expect((await store.gc()).removed).toEqual([])
    expect(isFirst).toBe(false)
    expect(await collect(good.read(id, { startByte: 0, endByte: 3 }))).toEqual(bytesOf('old'))
  })

  it('is a manifest whose bytes are gone', async () => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, bytesOf('1'))
    await keep(store, bytesOf('2'))
    rmSync(dataOf(box.directory, id))
    expect((await store.gc()).abandoned).toMatchObject([{ name: `${id}.json` }])
    expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
  })

  it('is not what is being written', async () => {
    const store = storeIn(box.directory, { ttlMs: 0 })
    const writer = await store.open({})
    await writer.write(noise(1_000_000))
    expect((await storeIn(box.directory).gc()).abandoned).toEqual([])
    expect(await writer.close()).toMatchObject({ complete: true })
  })

  it('of a machine that can not be seen from here is what was not touched for a day', async () => {
    const store = storeIn(box.directory)
    await keep(store, bytesOf('1'))
    const names = ['1', '2'].map((n) => `ffffffff-1-1-${n.repeat(24)}.part`)
    for (const name of names) writeFileSync(path(name), 'left')
    age(names[0], 25 * HOUR_MS)
    age(names[1], 23 * HOUR_MS)
    expect((await store.gc()).abandoned).toEqual([{ name: names[0], bytes: 4 }])
  })

  it('is nothing that the store did not make: other names, links and folders', async () => {
    const store = storeIn(box.directory, { ttlMs: 0 })
    await keep(store, bytesOf('1'))
    const victim = join(box.root, 'victim')
    writeFileSync(victim, 'untouched')
    const strange = ['notes.txt', `${'0'.repeat(16)}.bin`, '1.part', '.part', `${deadName('part')}.bak`]
    for (const name of strange) writeFileSync(path(name), 'theirs')
    symlinkSync(victim, path(deadName('part')))
    symlinkSync(victim, path('0123456789abcdef.json'))
    mkdirSync(path(deadName('bin', '0123456789abcdef')))
    const before = readdirSync(box.directory)
    expect(await store.gc()).toMatchObject({ removed: [], abandoned: [] })
    expect(readdirSync(box.directory)).toEqual(before)
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
  })
})

describe('collecting', () => {
  it('begins by itself with the first artifact, and is in nobody’s way', async () => {
    const { id } = await keep(storeIn(box.directory), bytesOf('old'))
    disown(id, 30 * 24 * HOUR_MS)
    await keep(createFileStore({ directory: box.directory }), bytesOf('new'))
    await expect.poll(() => existsSync(path(`${id}.json`)), { timeout: 20_000 }).toBe(false)
  })

  it('of a store that has no directory finds nothing', async () => {
    expect(await storeIn(box.directory).gc()).toEqual({
      removed: [],
      abandoned: [],
      bytes: 0,
      finished: true,
    })
    expect(existsSync(box.directory)).toBe(false)
  })

  it('does not touch a directory that is a link', async () => {
    const { id } = await keep(storeIn(box.directory), bytesOf('old'))
    disown(id, 30 * 24 * HOUR_MS)
    symlinkSync(box.directory, join(box.root, 'link'))
    await expect(storeIn(join(box.root, 'link')).gc()).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
    expect(lstatSync(path(`${id}.json`)).isFile()).toBe(true)
  })

  it('tells the living from the dead by more than a number', async () => {
    const bundle = join(box.root, 'files.mjs')
    const entry = join(import.meta.dirname, '../../../src/store/backends/files.ts')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
    const program = `
      import { createFileStore } from ${JSON.stringify(bundle)}
      const writer = await createFileStore({ directory: ${JSON.stringify(box.directory)} }).open({})
      await writer.write(new Uint8Array(600_000))
      console.log('ready')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const store = storeIn(box.directory)
    expect((await store.gc()).abandoned).toEqual([])
    const [name] = readdirSync(box.directory)
    // The same process id, of another start.
    const other = name.replace(
      /-(\d+)-(\d+)-/,
      (_, pid: string, start: string) => `-${pid}-${Number(start) - 1}-`,
    )
    writeFileSync(path(other), 'left')
    expect((await store.gc()).abandoned.map((file) => file.name)).toEqual([other])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await store.gc()).abandoned.map((file) => file.name)).toEqual([name])
    expect(readdirSync(box.directory)).toEqual([])
  })
})
