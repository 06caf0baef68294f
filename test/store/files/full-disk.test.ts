// @deep

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, it, type TestContext, vi } from 'vitest'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import type { ArtifactEnd, ArtifactStore } from '../../../src/store/store.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const onLinux = process.platform === 'linux'
const asRoot = process.getuid?.() === 0
const KIB = 1024
const openFiles = () => readdirSync('/proc/self/fd').length

function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const isOver = (file: string): boolean => /\.(part|lines|claim|gone)$/.test(file)

/** Both ends are there as the end says, by bytes and by lines, and nothing else stays. Returns how many bytes. */
async function expectEnds(store: ArtifactStore, end: ArtifactEnd, bytes: Uint8Array): Promise<number> {
  if (end.complete || !end.ref || !end.kept) throw new Error('Expected both ends.')
  expect(end.code).toBe('PITH_ARTIFACT_CAPPED')
  const { id } = end.ref
  for (const { startByte, endByte } of end.kept) {
    const part = await collect(store.read(id, { startByte, endByte }))
    expect(Buffer.compare(part, bytes.subarray(startByte, endByte))).toBe(0)
  }
  const stat = await store.stat(id)
  const last = await collect(store.lines(id, { firstLine: stat.lines, lastLine: stat.lines }))
  expect(Buffer.compare(last, bytes.subarray(bytes.length - last.length))).toBe(0)
  expect(bytes[bytes.length - last.length - 1]).toBe(0x0a)
  expect(await store.list()).toContainEqual(stat)
  const { missing = { startByte: 0, endByte: 0 } } = stat
  return bytes.length - (missing.endByte - missing.startByte)
}

describe('a disk that takes no more', () => {
  const box = useFolder()

  /** A disk of its own for the store, while `act` runs. */
  async function onDisk(test: TestContext, size: string, act: () => Promise<void>): Promise<void> {
    mkdirSync(box.directory, { mode: 0o700 })
    const words = ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', box.directory]
    try {
      execFileSync('mount', words, { stdio: 'ignore' })
    } catch {
      return test.skip('no right to mount')
    }
    try {
      await act()
    } finally {
      // Lazily: a leaked file must fail the test, not leave the mount behind.
      execFileSync('umount', ['-l', box.directory])
    }
  }

  it.runIf(onLinux && asRoot).for([112, 116, 300, 512, 1024])(
    'keeps both ends of an output, and what was there before (%i KiB)',
    async (size, test) => {
      await onDisk(test, `${size}k`, async () => {
        const store = storeIn(box.directory)
        const small = await keep(store, bytesOf('small'))
        const fdsBefore = openFiles()
        const bytes = noise(5_000_000)
        const end = await writeAll(store, chunksOf(bytes, 99_999))
        expect(await expectEnds(store, end, bytes)).toBeGreaterThanOrEqual((size - 52) * KIB)
        expect((await store.stat(small.id)).bytes).toBe(5)
        expect(kindsIn(box.directory)).toEqual({ bin: 2, json: 2 })
        expect(openFiles()).toBe(fdsBefore)
        expect(end).toMatchObject({
          message: expect.stringContaining(', because the device has no space left: '),
        })
      })
    },
  )

  it.runIf(onLinux && asRoot)(
    'keeps nothing where it takes too little, and gives it back at once',
    async (test) => {
      await onDisk(test, '80k', async () => {
        const store = storeIn(box.directory)
        const small = await keep(store, bytesOf('small'))
        const writer = await store.open({})
        for (let at = 0; at < 30; at++) await writer.write(noise(100_000))
        await vi.waitFor(() => expect(readdirSync(box.directory)).toHaveLength(2), 20_000)
        expect(writer.write(noise(100_000))).toBeUndefined()
        expect(await writer.close()).toEqual({
          complete: false,
          code: 'ENOSPC',
          message: 'The full output could not be kept: the device has no space left.',
        })
        expect((await store.list()).map(({ id }) => id)).toEqual([small.id])
      })
    },
  )

  it.runIf(onLinux && asRoot)(
    'keeps both ends where somebody else takes every byte that is left',
    async (test) => {
      await onDisk(test, '1m', async () => {
        const store = storeIn(box.directory)
        const bytes = noise(3_000_000)
        const writer = await store.open({})
        await writer.write(bytes.subarray(0, 2_000_000))
        await vi.waitFor(() => expect(kindsIn(box.directory)).toEqual({ part: 2 }), 20_000)
        for (let at = 0; ; at++) {
          try {
            writeFileSync(join(box.directory, `other${at}`), new Uint8Array(4096))
          } catch {
            break
          }
        }
        await writer.write(bytes.subarray(2_000_000))
        await expectEnds(store, await writer.close(), bytes)
      })
    },
  )

  it.runIf(onLinux && asRoot)('keeps both ends where the bytes fit, but not the manifest', async (test) => {
    await onDisk(test, '512k', async () => {
      const bytes = noise(512 * KIB)
      const store = storeIn(box.directory)
      expect(await expectEnds(store, await writeAll(store, [bytes]), bytes)).toBe(480 * KIB)
      expect(readdirSync(box.directory).filter(isOver)).toEqual([])
    })
  })

  it.runIf(existsSync('/usr/bin/prlimit'))('is a limit for one file, in a process of its own', async () => {
    const bundle = join(box.root, 'files.mjs')
    const entry = join(import.meta.dirname, '../../../src/store/backends/files.ts')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
    const program = `
      import { createFileStore } from ${JSON.stringify(bundle)}
      const store = createFileStore({ directory: ${JSON.stringify(box.directory)} })
      const writer = await store.open({})
      for (let at = 0; at < 50; at++) await writer.write(new Uint8Array(50_000).fill(at % 2 ? 10 : 65))
      console.log(JSON.stringify(await writer.close()))`
    const node = [process.execPath, '--input-type=module', '--eval', program]
    const output = execFileSync('/usr/bin/prlimit', ['--fsize=400000', ...node], { encoding: 'utf8' })
    const bytes = new Uint8Array(2_500_000).map((_, at) => (Math.floor(at / 50_000) % 2 ? 10 : 65))
    const end = JSON.parse(output) as ArtifactEnd
    expect(await expectEnds(storeIn(box.directory), end, bytes)).toBe(364_544)
    expect(end).toMatchObject({
      message: expect.stringContaining(', because it is larger than a file may be: '),
    })
  })
})

/** A file system where all files of the directory together may have `most` bytes. Writes what fits first. */
function withQuota(directory: string, most: number): FileSystem {
  const used = () =>
    readdirSync(directory).reduce((sum, name) => {
      const found = statSync(join(directory, name), { throwIfNoEntry: false })
      return sum + (found?.size ?? 0)
    }, 0)
  const open: FileSystem['open'] = async (...words) => {
    const file = await nodeFileSystem.open(...words)
    return {
      write: async (bytes, from, length, position) => {
        const { size } = await file.stat()
        const room = Math.max(0, size - (position ?? size)) + Math.max(0, most - used())
        if (room === 0) throw Object.assign(new Error('EDQUOT'), { code: 'EDQUOT' })
        // Never more than a piece: most of these writes are short.
        return file.write(bytes, from, Math.min(length, room, 100_003), position)
      },
      truncate: (bytes) => file.truncate(bytes),
      read: (bytes, from, length, position) => file.read(bytes, from, Math.min(length, 50_001), position),
      stat: () => file.stat(),
      datasync: () => file.datasync(),
      sync: () => file.sync(),
      close: () => file.close(),
    }
  }
  return { ...nodeFileSystem, open }
}

describe('a quota of the disk', () => {
  const box = useFolder()

  it('gives both ends or a reason, wherever it is reached', async () => {
    const bytes = noise(900_000)
    const fdsBefore = openFiles()
    const kept: number[] = []
    for (let most = 0; most < 900_000; most += 9973) {
      const store = storeIn(box.directory, { fileSystem: withQuota(box.directory, most) })
      const end = await writeAll(store, chunksOf(bytes, 70_001))
      if (end.ref) {
        kept.push((await expectEnds(store, end, bytes)) / most)
        expect(end).toMatchObject({ message: expect.stringContaining('because the disk quota is used up: ') })
        await store.delete(end.ref.id)
      } else
        expect(end).toEqual({
          complete: false,
          code: 'EDQUOT',
          message: 'The full output could not be kept: the disk quota is used up.',
        })
      expect(kindsIn(box.directory)).toEqual({})
    }
    expect(Math.min(...kept)).toBeGreaterThan(0.6)
    expect(kept.length).toBeGreaterThan(10)
    expect(openFiles()).toBe(fdsBefore)
  })

  it('leaves both ends from the size on that docs/command.md says', async () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/command.md'), 'utf8')
    const [, room, least] =
      /less (\d+) KB for the manifest; nothing when it took less than (\d+) KB/.exec(docs) ?? []
    const bytes = noise(300_000)
    const leastBytes = Number(least) * KIB
    const enough = storeIn(box.directory, { fileSystem: withQuota(box.directory, leastBytes) })
    const end = await writeAll(enough, [bytes])
    expect(await expectEnds(enough, end, bytes)).toBe(leastBytes - Number(room) * KIB)
    await enough.delete(end.ref?.id ?? '')
    const few = storeIn(box.directory, { fileSystem: withQuota(box.directory, leastBytes - 1) })
    expect(await writeAll(few, [bytes])).toMatchObject({ code: 'EDQUOT' })
  })

  it('that is just enough for the bytes leaves both ends, one that is for the manifest too leaves all', async () => {
    const bytes = noise(300_000)
    const few = storeIn(box.directory, { fileSystem: withQuota(box.directory, 300_000 + 100) })
    const end = await writeAll(few, [bytes])
    expect(await expectEnds(few, end, bytes)).toBeGreaterThan(250_000)
    const enough = storeIn(box.directory, { fileSystem: withQuota(box.directory, 700_000) })
    expect(await writeAll(enough, [bytes])).toMatchObject({ complete: true, ref: end.ref })
  })

  it('gives the bytes that it does not keep back to the limits of the store', async () => {
    const fileSystem = withQuota(box.directory, 500_000)
    const store = storeIn(box.directory, { fileSystem, maxSessionBytes: 530_000 })
    const end = await writeAll(store, [noise(800_000)])
    expect(end).toMatchObject({ message: expect.stringContaining('because the disk quota is used up: ') })
    await store.delete(end.ref?.id ?? '')
    expect(await writeAll(store, [noise(490_000)])).toMatchObject({ complete: true })
  })

  it('is told where a write that is not refused writes nothing', async () => {
    const open: FileSystem['open'] = async (...words) => {
      const file = await nodeFileSystem.open(...words)
      return Object.assign(Object.create(file), { write: async () => ({ bytesWritten: 0 }) })
    }
    const store = storeIn(box.directory, { fileSystem: { ...nodeFileSystem, open } })
    expect(await writeAll(store, [noise(1000)])).toMatchObject({ code: 'ENOSPC' })
    expect(kindsIn(box.directory)).toEqual({})
  })
})
