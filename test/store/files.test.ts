import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFileStore } from '../../src/store/backends/files.ts'
import type { ArtifactEnd } from '../../src/store/store.ts'
import { bytesOf, collect, describeStore, keep, noise, writeAll } from './conformance.ts'

const everything = { startByte: 0, endByte: Number.POSITIVE_INFINITY }
const openFiles = () => readdirSync('/proc/self/fd').length
const onLinux = process.platform === 'linux'
const asRoot = process.getuid?.() === 0

let root: string
let directory: string

/** The names in a folder, a token left out. */
const namesIn = (path: string) =>
  readdirSync(path)
    .map((name) => name.replace(/[0-9a-f]{8}-\d+-\d+-[0-9a-f]{24}\.(\d+\.\d+\.[0-9a-f-]+\.)?/, ''))
    .sort()

/** The path of an artifact's bytes. */
function dataOf(id: string): string {
  const manifest = JSON.parse(readFileSync(join(directory, `${id}.json`), 'utf8')) as { data: string }
  return join(directory, manifest.data)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pith-test-'))
  directory = join(root, 'artifacts')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

describeStore('the file store', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'pith-test-'))
  return {
    store: createFileStore({ directory: join(parent, 'a', 'b') }),
    remove: async () => rmSync(parent, { recursive: true }),
  }
})

describe('where the file store keeps its files', () => {
  it.each([
    ['PITH_ARTIFACTS', 'pith', 'state', 'pith'],
    ['XDG_STATE_HOME, where PITH_ARTIFACTS is relative', 'relative', 'state', 'state/pith/artifacts'],
    ['the home, where neither is absolute', '', 'relative', '.local/state/pith/artifacts'],
  ])('follows %s', async (_, artifacts, state, expected) => {
    const absolute = (path: string) => (path === 'relative' || path === '' ? path : join(root, path))
    vi.stubEnv('PITH_ARTIFACTS', absolute(artifacts))
    vi.stubEnv('XDG_STATE_HOME', absolute(state))
    vi.stubEnv('HOME', root)
    const { id } = await keep(createFileStore(), bytesOf('a'))
    expect(namesIn(join(root, expected))).toEqual([`${id}.bin`, `${id}.json`])
    expect(existsSync('relative')).toBe(false)
  })

  it.runIf(onLinux)('lets only the owner in, also without a umask', async () => {
    const before = process.umask(0)
    try {
      const { id } = await keep(createFileStore({ directory }), bytesOf('secret'))
      expect(namesIn(directory)).toEqual([`${id}.bin`, `${id}.json`])
      expect(lstatSync(directory).mode & 0o777).toBe(0o700)
      for (const name of readdirSync(directory))
        expect(lstatSync(join(directory, name)).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })

  it('writes under a name that nobody can foresee', async () => {
    const store = createFileStore({ directory })
    const writers = [await store.open({}), await store.open({})]
    const names = readdirSync(directory)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}-\d+-\d+-[0-9a-f]{24}\.part$/)
    for (const writer of writers) await writer.close()
  })
})

describe('what the file store does not trust', () => {
  const refused = (code: string, reason: string): ArtifactEnd => ({
    complete: false,
    code,
    message: `The full output could not be kept: ${reason}.`,
  })

  it('does not write into a directory that is a symbolic link', async () => {
    mkdirSync(join(root, 'victim'))
    symlinkSync('victim', directory)
    for (const named of [directory, `${directory}/`]) {
      const end = await writeAll(createFileStore({ directory: named }), [bytesOf('a')])
      expect(end).toEqual(refused('PITH_STORE_UNSAFE', 'the artifacts directory is a symbolic link'))
    }
    expect(readdirSync(join(root, 'victim'))).toEqual([])
  })

  it.runIf(onLinux)('does not write below a folder of pith that others can get at', async () => {
    vi.stubEnv('PITH_ARTIFACTS', '')
    vi.stubEnv('XDG_STATE_HOME', root)
    mkdirSync(join(root, 'victim', 'artifacts'), { recursive: true, mode: 0o700 })
    symlinkSync('victim', join(root, 'pith'))
    const linked = await writeAll(createFileStore(), [bytesOf('a')])
    expect(linked).toEqual(refused('PITH_STORE_UNSAFE', 'the artifacts directory is a symbolic link'))
    rmSync(join(root, 'pith'))
    mkdirSync(join(root, 'pith'))
    chmodSync(join(root, 'pith'), 0o770)
    const open = await writeAll(createFileStore(), [bytesOf('a')])
    expect(open).toEqual(refused('PITH_STORE_UNSAFE', 'others can write to the artifacts directory'))
    expect(readdirSync(join(root, 'victim', 'artifacts'))).toEqual([])
    await expect(createFileStore().list()).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
  })

  it.runIf(onLinux)('is not held up by a pipe in the place of a manifest or of the bytes', async () => {
    const store = createFileStore({ directory })
    const { id } = await keep(store, bytesOf('a'))
    const data = dataOf(id)
    for (const path of [data, join(directory, `${id}.json`)]) {
      rmSync(path)
      execFileSync('mkfifo', [path])
      await expect(store.stat(id)).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
      expect(await store.list()).toEqual([])
    }
    await store.gc()
    await store.delete(id)
    expect(existsSync(join(directory, `${id}.json`))).toBe(false)
  })

  it.runIf(onLinux)('does not write into a directory that others can write to', async () => {
    mkdirSync(directory)
    chmodSync(directory, 0o777)
    const end = await writeAll(createFileStore({ directory }), [bytesOf('a')])
    expect(end).toEqual(refused('PITH_STORE_UNSAFE', 'others can write to the artifacts directory'))
    expect(readdirSync(directory)).toEqual([])
  })

  it.runIf(asRoot)('does not write into a directory of another user', async () => {
    mkdirSync(directory, { mode: 0o700 })
    chownSync(directory, 65534, 65534)
    const end = await writeAll(createFileStore({ directory }), [bytesOf('a')])
    expect(end).toEqual(refused('PITH_STORE_UNSAFE', 'the artifacts directory belongs to another user'))
  })

  it.runIf(asRoot && existsSync('/usr/bin/setpriv'))(
    'does not list, show or adopt what another user planted while the directory was open',
    async () => {
      const store = createFileStore({ directory })
      const refs = [await keep(store, bytesOf('manifest')), await keep(store, bytesOf('bytes'))]
      const planted = [join(directory, `${refs[0].id}.json`), dataOf(refs[1].id)]
      for (const path of [root, directory]) chmodSync(path, 0o777)
      const contents = planted.map((path) => readFileSync(path, 'utf8'))
      for (const [at, path] of planted.entries()) {
        rmSync(path)
        const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
        const plant = [...nobody, 'sh', '-c', `umask 0; cat > ${path}`]
        execFileSync('/usr/bin/setpriv', plant, { input: contents[at] })
      }
      chmodSync(directory, 0o700)
      for (const { id } of refs)
        await expect(store.stat(id)).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
      expect(await store.list()).toEqual([])
      for (const text of ['manifest', 'bytes']) await keep(store, bytesOf(text))
      expect(await store.list()).toHaveLength(2)
      for (const path of planted.filter((one) => existsSync(one))) expect(lstatSync(path).uid).toBe(0)
    },
  )

  it('replaces links planted under the names of an artifact and leaves their target alone', async () => {
    const victim = join(root, 'victim')
    writeFileSync(victim, 'untouched')
    const store = createFileStore({ directory })
    const { id } = await keep(store, bytesOf('a'))
    const data = dataOf(id)
    await store.delete(id)
    symlinkSync(victim, data)
    symlinkSync(victim, join(directory, `${id}.json`))
    await expect(store.stat(id)).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
    expect(await store.list()).toEqual([])
    await keep(store, bytesOf('a'))
    expect(await collect(store.read(id, everything))).toEqual(bytesOf('a'))
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
  })

  it('does not read through a link in the place of the bytes', async () => {
    const store = createFileStore({ directory })
    const { id } = await keep(store, bytesOf('a'))
    const data = dataOf(id)
    rmSync(data)
    writeFileSync(join(root, 'other'), 'b')
    symlinkSync(join(root, 'other'), data)
    await expect(collect(store.read(id, everything))).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
  })

  it('does not hand out one artifact for another whose id is the same', async () => {
    const store = createFileStore({ directory, maxArtifactBytes: 100 })
    const { ref } = await writeAll(store, [noise(1000)])
    const manifest = join(directory, `${ref?.id}.json`)
    const other = `${ref?.id}${'0'.repeat(48)}`
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(ref?.sha256 ?? '', other))
    const end = await writeAll(store, [noise(1000)])
    expect(end).toEqual(refused('EEXIST', 'its id is taken by another artifact'))
    expect(namesIn(directory)).toEqual([`${ref?.id}.bin`, `${ref?.id}.json`])
  })
})

describe('a file store whose files fail', () => {
  it.each([
    ['a file', 'file', 'ENOTDIR'],
    ['below a file', 'file/below', 'ENOTDIR'],
  ])('tells at the end that its directory is %s', async (_, path, code) => {
    writeFileSync(join(root, 'file'), '')
    const store = createFileStore({ directory: join(root, path) })
    expect(await writeAll(store, [noise(700_000), bytesOf('more')])).toEqual({
      complete: false,
      code,
      message: 'The full output could not be kept: a part of its path is not a directory.',
    })
    await expect(store.list()).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
  })

  it('tells at the end that its directory went away meanwhile', async () => {
    const store = createFileStore({ directory })
    const writer = await store.open({})
    await writer.write(noise(700_000))
    rmSync(directory, { recursive: true })
    expect(await writer.close()).toEqual({
      complete: false,
      code: 'ENOENT',
      message: 'The full output could not be kept: its file or directory is gone.',
    })
    expect(existsSync(directory)).toBe(false)
  })

  it.runIf(existsSync('/usr/bin/prlimit'))(
    'tells that no more files may be open, in a process of its own',
    () => {
      const bundle = join(root, 'files.mjs')
      const entry = join(import.meta.dirname, '../../src/store/backends/files.ts')
      buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
      const program = `
      import { createFileStore } from ${JSON.stringify(bundle)}
      const store = createFileStore({ directory: ${JSON.stringify(directory)} })
      const writers = []
      for (let at = 0; at < 60; at++) writers.push(await store.open({}))
      const ends = []
      for (const [at, writer] of writers.entries()) {
        await writer.write(new Uint8Array(1000).fill(at))
        ends.push(await writer.close())
      }
      const listed = (await store.list()).length
      console.log(JSON.stringify([ends.filter(({ complete }) => complete).length === listed, ends.at(-1)]))`
      const node = [process.execPath, '--input-type=module', '--eval', program]
      const output = execFileSync('/usr/bin/prlimit', ['--nofile=48', ...node], { encoding: 'utf8' })
      expect(JSON.parse(output)).toEqual([
        true,
        {
          complete: false,
          code: 'EMFILE',
          message: 'The full output could not be kept: too many files are open.',
        },
      ])
    },
  )

  it.each([
    ['bytes are gone', (_: string, data: string) => rmSync(data), 'PITH_UNKNOWN_ARTIFACT'],
    ['bytes were cut', (_: string, data: string) => truncateSync(data, 5), 'PITH_STORE_FAILED'],
    ['bytes grew', (_: string, data: string) => writeFileSync(data, 'x', { flag: 'a' }), 'PITH_STORE_FAILED'],
    ['manifest is gone', (path: string) => rmSync(`${path}.json`), 'PITH_UNKNOWN_ARTIFACT'],
    ['manifest is empty', (path: string) => writeFileSync(`${path}.json`, ''), 'PITH_STORE_FAILED'],
    ['manifest is null', (path: string) => writeFileSync(`${path}.json`, 'null'), 'PITH_STORE_FAILED'],
    [
      'manifest is another',
      (path: string) => writeFileSync(`${path}.json`, '{"bytes":1}'),
      'PITH_STORE_FAILED',
    ],
  ])('does not show an artifact whose %s, and keeps it anew when it comes again', async (_, damage, code) => {
    const store = createFileStore({ directory })
    const bytes = noise(1000)
    const { id } = await keep(store, bytes)
    damage(join(directory, id), dataOf(id))
    await expect(store.stat(id)).rejects.toMatchObject({ code })
    await expect(collect(store.read(id, everything))).rejects.toMatchObject({ code })
    expect(await store.list()).toEqual([])
    await keep(store, bytes)
    expect(await collect(store.read(id, everything))).toEqual(bytes)
    expect(await store.list()).toHaveLength(1)
  })

  it('tells of bytes that are cut while they are read', async () => {
    const store = createFileStore({ directory })
    const { id } = await keep(store, noise(1_000_000))
    const reading = async () => {
      for await (const _ of store.read(id, everything)) truncateSync(dataOf(id), 100)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
  })
})

describe('what the file store leaves behind', () => {
  it.runIf(onLinux)('has no file open after any end', async () => {
    const store = createFileStore({ directory })
    const { id } = await keep(store, noise(1_000_000))
    const before = openFiles()
    for (let round = 0; round < 5; round++) {
      await keep(store, noise(1_000_000))
      const writer = await store.open({})
      await writer.write(noise(600_000))
      writer.abort()
      await writer.close()
      for await (const part of store.read(id, everything)) if (part.length > 0) break
      await collect(store.lines(id, { firstLine: 2, lastLine: 3 }))
      await collect(store.read(id, { startByte: 2_000_000, endByte: 2_000_001 })).catch(() => {})
      await store.stat('0123456789abcdef').catch(() => {})
    }
    expect(openFiles()).toBe(before)
    expect(readdirSync(directory)).toHaveLength(2)
  })

  it('has no file of an aborted output, also when nobody closes it', async () => {
    const store = createFileStore({ directory })
    const writer = await store.open({})
    void writer.write(noise(2_000_000))
    writer.abort()
    await vi.waitFor(() => expect(readdirSync(directory)).toEqual([]), 20_000)
  })

  it('says the same of an artifact in another process', async () => {
    const bytes = noise(300_000)
    const { id } = await keep(createFileStore({ directory }), bytes, { tool: 'bash' })
    const other = createFileStore({ directory })
    expect(await other.stat(id)).toMatchObject({ bytes: 300_000, tool: 'bash' })
    const read = await collect(other.read(id, everything))
    expect(createHash('sha256').update(read).digest('hex').slice(0, 16)).toBe(id)
  })

  it('has nothing to list before the first artifact, and makes no directory for it', async () => {
    expect(await createFileStore({ directory }).list()).toEqual([])
    expect(existsSync(directory)).toBe(false)
  })
})
