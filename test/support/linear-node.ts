import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as node from '../../src/host/index.ts'
import type { ArtifactStore } from '../../src/index.ts'
import { createMemoryStore } from '../../src/index.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { type Measured, pieces } from './linear-functions.ts'

let folder: string | undefined

/** The folder for the files that are measured. */
const ownFolder = (): string => (folder ??= mkdtempSync(join(tmpdir(), 'pith-linear-')))

export function removeFolder(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
}

function fileOf(bytes: Uint8Array): string {
  const path = join(ownFolder(), 'input.txt')
  writeFileSync(path, bytes)
  return path
}

async function kept(bytes: Uint8Array): Promise<{ store: ArtifactStore; id: string }> {
  const store = createMemoryStore()
  const writer = await store.open({})
  await writer.write(bytes)
  return { store, id: (await writer.close()).ref?.id ?? '' }
}

async function drain<T>(found: AsyncIterable<T>): Promise<number> {
  let count = 0
  for await (const _ of found) count++
  return count
}

/** Reads units. That there are none is an answer too. */
async function units(store: ArtifactStore, id: string, unit: node.Unit): Promise<void> {
  try {
    for await (const _ of node.unitsOf(store, id, unit));
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code
    // Nor does `..` lead deeper than some thousand levels.
    if (code !== 'PITH_OFFSET_OUT_OF_RANGE' && code !== 'PITH_INVALID_INPUT') throw error
  }
}

const asked: readonly node.Unit[] = [
  { items: [2, 1e9] },
  { path: '$[1:].a' },
  { path: '$..[?@.a == 1, -1]' },
  { path: '$.*', count: true },
  { file: 'a' },
  { rows: [2, 1e9] },
  { section: 'a' },
]

const files: Measured[] = [
  {
    name: 'readFile',
    prepare({ bytes }) {
      const path = fileOf(bytes)
      return () => node.readFile(path, { maxLineLength: 80 })
    },
  },
  {
    name: 'readFile of a page at the end',
    prepare({ bytes }) {
      const path = fileOf(bytes)
      const lines = bytes.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0)
      return () => node.readFile(path, { offset: Math.max(1, lines - 10) })
    },
  },
  {
    name: 'readFile redacted',
    prepare({ bytes }) {
      const path = fileOf(bytes)
      return () => node.readFile(path, { redact: (line) => line })
    },
  },
  {
    name: 'truncateFile',
    prepare({ bytes }) {
      const path = fileOf(bytes)
      return () => node.truncateFile(path)
    },
  },
  {
    name: 'createFileStore',
    prepare({ bytes }) {
      const chunks = pieces(bytes, 4000)
      return async () => {
        const store = createFileStore({ directory: join(ownFolder(), 'store'), keepFreeBytes: 0 })
        const writer = await store.open({})
        for (const chunk of chunks) await writer.write(chunk)
        const { ref } = await writer.close()
        await drain(store.lines(ref?.id ?? '', { firstLine: 1, lastLine: 1e9 }))
        await store.delete(ref?.id ?? '')
      }
    },
  },
]

const commands: Measured[] = [
  {
    name: 'runCommand',
    prepare({ bytes }) {
      const path = fileOf(bytes)
      return () => node.runCommand('cat', [path], { store: false })
    },
  },
]

/** A folder with so many files that the size of the input is their number, and one file with the input. */
function folderOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(ownFolder(), 'files-'))
  writeFileSync(join(folder, 'input.txt'), bytes)
  for (let at = 0; at < bytes.length / 4096; at++) writeFileSync(join(folder, `${at}.ts`), '')
  return folder
}

const lists: Measured[] = [
  {
    name: 'grepFiles',
    prepare({ bytes }) {
      const cwd = folderOf(bytes)
      return () => node.grepFiles('[a-e]\\w+ ?[a-z]', { cwd, store: createMemoryStore() })
    },
  },
  {
    name: 'findFiles',
    prepare({ bytes }) {
      const cwd = folderOf(bytes)
      return () => node.findFiles({ cwd, order: 'newest', long: true, limit: Infinity, store: false })
    },
  },
  {
    name: 'listFolder',
    prepare({ bytes }) {
      const cwd = folderOf(bytes)
      return () => node.listFolder(cwd, { store: false })
    },
  },
  {
    name: 'folderTree',
    prepare({ bytes }) {
      const cwd = folderOf(bytes)
      return () => node.folderTree(cwd, { store: false })
    },
  },
]

const pages: Measured[] = [
  {
    name: 'fetchUrl',
    prepare({ bytes }) {
      const body = bytes.slice()
      const server = createServer((_, response) => response.setHeader('content-type', 'text/plain').end(body))
      server.unref()
      return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const { port } = server.address() as AddressInfo
          const options = { allowPrivate: true, store: false, maxBodyBytes: 1024 ** 3 } as const
          resolve(() => node.fetchUrl(`http://127.0.0.1:${port}/`, options))
        })
      })
    },
  },
]

const searches: Measured[] = [
  {
    name: 'search',
    async prepare({ bytes }) {
      const { store, id } = await kept(bytes)
      return () => drain(node.search(store, id, '[a-e]\\w+ ?[a-z]'))
    },
  },
  {
    name: 'search with lines around',
    async prepare({ bytes }) {
      const { store, id } = await kept(bytes)
      return () => drain(node.search(store, id, '[a ]', { before: 50, after: 50, maxLineLength: 80 }))
    },
  },
  {
    name: 'errorsOf',
    async prepare({ bytes }) {
      const { store, id } = await kept(bytes)
      return () => drain(node.errorsOf(store, id))
    },
  },
  ...asked.map(
    (unit): Measured => ({
      name: `unitsOf ${Object.entries(unit).join(' ')}`,
      async prepare({ bytes }) {
        const { store, id } = await kept(bytes)
        return () => units(store, id, unit)
      },
    }),
  ),
]

export const nodeFunctions: readonly Measured[] = [...files, ...commands, ...lists, ...pages, ...searches]
