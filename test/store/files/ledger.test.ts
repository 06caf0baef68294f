// @deep

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { TRUE_AFTER_MS } from '../../../src/store/backends/files/changes.ts'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import type { FileArtifactStore } from '../../../src/store/backends/files.ts'
import { some } from '../../support/some.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { fillOld, OLD_AT, writeOld } from './old-store.ts'
import { disown, kindsIn, storeIn, useFolder } from './support.ts'

const COUNT = 150
const HOUR_MS = 3600 * 1000
const everything = { startByte: 0, endByte: Infinity }

const box = useFolder()
const ledger = () => join(box.directory, '.pith-ledger')
const store = () => storeIn(box.directory)
/** Makes the ledger look as if it knew of all changes. */
const believe = () => {
  const at = (statSync(box.directory).mtimeMs - TRUE_AFTER_MS) / 1000
  utimesSync(ledger(), at, at)
}
let ids: string[]

beforeEach(async () => {
  ids = fillOld(box.directory, COUNT)
})

/** A store that refuses to look at all files. */
function blindStore(): FileArtifactStore {
  const readdir: FileSystem['readdir'] = () => Promise.reject(new Error('Looked at all files.'))
  return storeIn(box.directory, { fileSystem: { ...nodeFileSystem, readdir } })
}

const newestIds = async (of: FileArtifactStore, most: number) =>
  (await of.newest(most)).artifacts.map(({ id }) => id)

/** The newest artifacts are what a look at all files finds. */
async function expectTruth(): Promise<void> {
  const page = await store().newest(40)
  const all = await store().list()
  expect(page.artifacts).toEqual(all.slice(0, 40))
  expect(page.total).toBe(all.length)
}

describe('a store of an older pith', () => {
  it('is listed, shown and collected as before, and then has a ledger for its owner alone', async () => {
    expect((await store().list()).map(({ id }) => id)).toEqual(ids)
    expect(lstatSync(ledger()).mode & 0o777).toBe(0o600)
    expect(await collect(store().read(ids[3], everything))).toEqual(bytesOf('artifact 3\n'))
    for (const id of ids) disown(box.directory, id, 9 * HOUR_MS)
    expect((await storeIn(box.directory, { ttlMs: HOUR_MS }).gc()).removed).toHaveLength(COUNT)
    expect(readdirSync(box.directory)).toEqual([])
  })

  it('has no ledger while it is small', async () => {
    for (const id of ids.slice(99)) await store().delete(id)
    await store().list()
    expect(existsSync(ledger())).toBe(false)
    await keep(store(), bytesOf('one more'))
    await store().list()
    expect(existsSync(ledger())).toBe(true)
  })
})

describe('an artifact that is kept while the first ledger is written', () => {
  /** A file system that keeps an output once, before a step of a clean-up. */
  function keepingBefore(step: 'space' | 'truncate' | 'rename'): FileSystem {
    let isDue = true
    const keepAt = async (name: string) => {
      if (name !== step || !isDue) return
      isDue = false
      await keep(store(), bytesOf('late'))
    }
    return {
      ...nodeFileSystem,
      space: (path) => keepAt('space').then(() => nodeFileSystem.space(path)),
      rename: (...words) => keepAt('rename').then(() => nodeFileSystem.rename(...words)),
      open: async (...words) => {
        const file = await nodeFileSystem.open(...words)
        return {
          write: (...all) => file.write(...all),
          read: (...all) => file.read(...all),
          truncate: (bytes) => keepAt('truncate').then(() => file.truncate(bytes)),
          stat: () => file.stat(),
          datasync: () => file.datasync(),
          sync: () => file.sync(),
          close: () => file.close(),
        }
      },
    }
  }

  it.each(['space', 'truncate'] as const)('before its %s is in it', async (step) => {
    await storeIn(box.directory, { fileSystem: keepingBefore(step) }).gc()
    expect(await blindStore().newest(COUNT + 1)).toMatchObject({ total: COUNT + 1 })
    await expectTruth()
  })

  it('with a ledger that is replaced at this moment is in the new one', async () => {
    await store().gc()
    await storeIn(box.directory, { fileSystem: keepingBefore('rename') }).gc()
    await expectTruth()
    const last = await keep(blindStore(), bytesOf('last'))
    expect((await newestIds(blindStore(), 3))[0]).toBe(last.id)
    expect(await blindStore().newest(COUNT + 2)).toMatchObject({ total: COUNT + 2 })
  })
})

describe('with a ledger, nobody looks at all files', () => {
  beforeEach(() => store().list())

  it('to list the newest, or to show one', async () => {
    expect(await newestIds(blindStore(), 100)).toEqual(ids.slice(0, 100))
    expect(await blindStore().newest(3)).toMatchObject({ total: COUNT, keptBytes: 1840 })
    expect(await collect(blindStore().read(ids[77], everything))).toEqual(bytesOf('artifact 77\n'))
  })

  it('to find that there is none, but once at their names, where the output of a command that runs may be', async () => {
    let looks = 0
    const readdir: FileSystem['readdir'] = (path) => {
      looks++
      return nodeFileSystem.readdir(path)
    }
    const lstat: FileSystem['lstat'] = (path) => {
      expect(path).not.toMatch(/\.(bin|lines|claim)$/)
      return nodeFileSystem.lstat(path)
    }
    const counting = storeIn(box.directory, { fileSystem: { ...nodeFileSystem, readdir, lstat } })
    await expect(counting.stat('f'.repeat(16))).rejects.toMatchObject({ code: 'PITH_UNKNOWN_ARTIFACT' })
    expect(looks).toBe(1)
  })

  it('to keep an output, or an equal one', async () => {
    const { id } = await keep(blindStore(), bytesOf('new'))
    expect(await keep(blindStore(), bytesOf('artifact 5\n'))).toMatchObject({ id: ids[5] })
    const writer = await blindStore().open({})
    writer.abort()
    await writer.close()
    expect(await newestIds(blindStore(), 5)).toEqual([id, ...ids.slice(0, 4)])
    expect(await blindStore().newest(1)).toMatchObject({ total: COUNT + 1 })
    await expectTruth()
  })

  it('after an artifact was deleted, or many are gone', async () => {
    await store().delete(ids[1])
    expect(await newestIds(blindStore(), 3)).toEqual([ids[0], ids[2], ids[3]])
    expect(await blindStore().newest(1)).toMatchObject({ total: COUNT - 1 })
    await keep(store(), bytesOf('artifact 1\n'))
    for (const id of ids.slice(2, 12)) disown(box.directory, id, 9 * HOUR_MS)
    await storeIn(box.directory, { ttlMs: HOUR_MS }).gc()
    expect(await newestIds(blindStore(), 4)).toEqual([ids[1], ids[0], ids[12], ids[13]])
    expect(await blindStore().newest(1)).toMatchObject({ total: COUNT - 10 })
  })

  it('to know how many bytes all artifacts and those of a session have', async () => {
    const most = 500_000
    const full = await writeAll(storeIn(box.directory, { maxTotalBytes: most }), [noise(300_000)])
    expect(full).toMatchObject({ complete: true })
    const small = storeIn(box.directory, { maxTotalBytes: most })
    expect(await writeAll(small, [noise(200_000)])).toMatchObject({ code: 'PITH_ARTIFACT_CAPPED' })
    const limits = { maxSessionBytes: 250_000, session: 'a' }
    await keep(storeIn(box.directory, limits), noise(150_000))
    await store().list()
    await keep(storeIn(box.directory, limits), noise(90_000))
    expect(await writeAll(storeIn(box.directory, limits), [noise(20_000)])).toMatchObject({
      complete: false,
      message: expect.stringContaining('the artifacts of a session may have 250000 bytes'),
    })
    expect(
      await writeAll(storeIn(box.directory, { ...limits, session: 'b' }), [noise(20_000)]),
    ).toMatchObject({ complete: true })
  })
})

describe('what the ledger says of an output that is kept twice', () => {
  beforeEach(() => store().list())

  it('is that there is one, the newer one, after it was kept with more bytes than before', async () => {
    for (const isListed of [true, false]) {
      const output = noise(isListed ? 5000 : 6000)
      await writeAll(storeIn(box.directory, { maxArtifactBytes: 1000 }), [output])
      if (isListed) await store().list()
      await keep(store(), bytesOf(`between ${isListed}`))
      const { id } = await keep(store(), output)
      expect(await newestIds(blindStore(), 1)).toEqual([id])
      await expectTruth()
    }
  })

  it('is that there is one, the older one, when another process kept it meanwhile', async () => {
    const link: FileSystem['link'] = async (...words) => {
      await keep(store(), bytesOf('twice'))
      await store().list()
      return nodeFileSystem.link(...words)
    }
    await keep(storeIn(box.directory, { fileSystem: { ...nodeFileSystem, link } }), bytesOf('twice'))
    await keep(store(), bytesOf('later'))
    expect((await store().newest(1)).total).toBe(COUNT + 2)
    await expectTruth()
  })
})

describe('what the ledger does not know', () => {
  beforeEach(() => store().list())

  it.each<[string, (at: number) => void]>([
    ['kept', (at) => void writeOld(box.directory, `by an older pith ${at}`, OLD_AT + 1 + at)],
    ['removed', (at) => rmSync(join(box.directory, `${ids[at]}.json`))],
  ])('because an older pith %s it, is seen in the next list', async (_, act) => {
    act(0)
    await expectTruth()
    await keep(store(), bytesOf('new'))
    act(1)
    await keep(store(), bytesOf('newer'))
    await expectTruth()
  })

  it('because the clock was set back, is seen in the next list', async () => {
    await keep(store(), bytesOf('before'))
    writeOld(box.directory, 'by an older pith', OLD_AT)
    utimesSync(box.directory, OLD_AT / 1000, OLD_AT / 1000)
    await expectTruth()
  })

  it('because a process was killed before it did what it wrote, is seen in the next list', async () => {
    const before = readFileSync(ledger())
    const { id } = await keep(store(), bytesOf('never placed'))
    const lines = readFileSync(ledger()).subarray(before.length)
    await store().delete(id)
    await store().list()
    writeFileSync(ledger(), Buffer.concat([readFileSync(ledger()), lines]))
    believe()
    await expectTruth()
    expect(await newestIds(blindStore(), COUNT)).toEqual(ids)
  })
})

/** Where the tail of the ledger begins. */
function tailFrom(): number {
  const [head] = readFileSync(ledger(), 'latin1').split('\n', 1)
  const [sessions, body] = head.split(' ').slice(-2).map(Number)
  return head.length + 1 + sessions + body
}

describe('a ledger that is damaged', () => {
  beforeEach(async () => {
    await store().list()
    await keep(store(), bytesOf('new'))
    await keep(storeIn(box.directory, { session: 'a' }), bytesOf('of a session'))
  })

  it('at any byte of its end, hides nothing and is made anew', async () => {
    const whole = readFileSync(ledger())
    const tailBegin = tailFrom()
    const steps = some([...Array(80).keys(), ...Array.from({ length: 20 }, (_, at) => 997 * at)], 3)
    for (const length of steps.filter((each) => each < whole.length)) {
      writeFileSync(ledger(), whole.subarray(0, length))
      // Its time says that it is true, as long as not a line of the tail is missing.
      if (length < tailBegin) believe()
      await expectTruth()
      expect(await newestIds(blindStore(), 2)).toEqual(await newestIds(store(), 2))
    }
  })

  it('in any bit, hides nothing', async () => {
    const whole = readFileSync(ledger())
    // The seed of a generator of Lehmer.
    let state = 33
    for (let round = 0; round < (inject('thorough') ? 60 : 20); round++) {
      state = (state * 48271) % 2147483647
      const bytes = Buffer.from(whole)
      bytes[state % bytes.length] ^= 1 << ((state >> 8) % 8)
      writeFileSync(ledger(), bytes)
      await keep(store(), bytesOf(`round ${round}`))
      await expectTruth()
    }
  })

  it.each<[string, () => void]>([
    ['is gone', () => rmSync(ledger())],
    ['is empty', () => truncateSync(ledger())],
    ['is of a later version', () => rewrite((text) => text.replace('ledger 1', 'ledger 2'))],
    ['is not text', () => writeFileSync(ledger(), noise(5000))],
    ['tells of more bytes than it has', () => rewrite((text) => text.replace(/\d+\n/, `${2 ** 52}\n`))],
    ['has numbers that are none', () => rewrite((text) => text.replace(/\d+\n/, '9999999999999999\n'))],
    ['ends in the middle of a line', () => rewrite((text) => text.slice(0, -7))],
    ['has a line that is not of pith', () => rewrite((text) => `${text}+../../etc/passwd 1 1 1 -\n`)],
    ['has a hole of a terabyte', () => truncateSync(ledger(), 2 ** 40)],
    ['can not be written', () => chmodSync(ledger(), 0o400)],
    ['can not be read', () => chmodSync(ledger(), 0)],
  ])('and %s hides nothing, and is made anew', async (_, damage) => {
    damage()
    if (existsSync(ledger())) believe()
    const { id } = await keep(store(), bytesOf('after it'))
    await expectTruth()
    await store().gc()
    expect((await newestIds(blindStore(), 9))[0]).toBe(id)
    expect(kindsIn(box.directory)).toEqual({ bin: COUNT + 3, json: COUNT + 3, 'pith-ledger': 1 })
    expect(lstatSync(ledger()).mode & 0o777).toBe(0o600)
  })

  function rewrite(change: (text: string) => string): void {
    writeFileSync(ledger(), change(readFileSync(ledger(), 'latin1')), 'latin1')
  }

  it('and is a directory hides nothing, and stays', async () => {
    rmSync(ledger())
    mkdirSync(join(ledger(), 'theirs'), { recursive: true })
    await keep(store(), bytesOf('after it'))
    await expectTruth()
    await store().delete(ids[0])
    expect((await store().gc()).abandoned).toEqual([])
    await expectTruth()
    expect(readdirSync(ledger())).toEqual(['theirs'])
  })

  it('and is a link hides nothing, and goes, but not what it names', async () => {
    const victim = join(box.root, 'victim')
    const text = readFileSync(ledger(), 'latin1')
    writeFileSync(victim, text)
    rmSync(ledger())
    symlinkSync(victim, ledger())
    await keep(store(), bytesOf('after it'))
    await expectTruth()
    expect(readFileSync(victim, 'latin1')).toBe(text)
    expect(lstatSync(ledger()).isFile()).toBe(true)
  })

  it('in a directory that can not be written is read, or not needed', async () => {
    const all = await store().list()
    chmodSync(box.directory, 0o500)
    try {
      expect(await newestIds(blindStore(), 9)).toEqual(all.slice(0, 9).map(({ id }) => id))
      truncateSync(ledger(), 50)
      expect((await store().newest(9)).artifacts).toEqual(all.slice(0, 9))
    } finally {
      chmodSync(box.directory, 0o700)
    }
  })
})
