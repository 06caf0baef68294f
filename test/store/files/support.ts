import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { storeOver } from '../../../src/store/artifact-store.ts'
import { FileBackend } from '../../../src/store/backends/files/backend.ts'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import type { FileArtifactStore } from '../../../src/store/backends/files.ts'
import { type FileStoreLimits, resolveLimits } from '../../../src/store/limits.ts'
import { memoryFolder } from '../../support/memory-folder.ts'

/** More than any of these tests keeps. */
const MOST_FILES = 10_000
const MOST_BYTES = 1024 ** 3

/** A folder that goes away after each test, with the store's directory in it. */
export function useFolder(): { root: string; directory: string } {
  const box = { root: '', directory: '' }
  beforeEach(() => {
    box.root = memoryFolder('pith-test-', MOST_FILES, MOST_BYTES)
    box.directory = join(box.root, 'artifacts')
  })
  afterEach(() => rmSync(box.root, { recursive: true, force: true }))
  return box
}

export interface Making extends FileStoreLimits {
  fileSystem?: FileSystem
  session?: string
}

/** A store that collects only when it is asked to or needs the room. */
export function storeIn(
  directory: string,
  { fileSystem, session, ...limits }: Making = {},
): FileArtifactStore {
  const backend = new FileBackend({
    fileSystem: fileSystem ?? nodeFileSystem,
    place: { directory, above: [] },
    limits: resolveLimits({ keepFreeBytes: 0, ...limits }),
    session,
    collectsBySelf: false,
  })
  return storeOver(backend)
}

/** Bytes of all files of a directory. */
export const bytesIn = (directory: string): number =>
  readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)

/** The path of an artifact's bytes, by its manifest. */
export function dataOf(directory: string, id: string): string {
  const manifest = JSON.parse(readFileSync(join(directory, `${id}.json`), 'utf8')) as { data: string }
  return join(directory, manifest.data)
}

/** Names by their ends: `{ bin: 2, json: 2 }`. */
export function kindsIn(directory: string): Record<string, number> {
  const kinds: Record<string, number> = {}
  if (!existsSync(directory)) return kinds
  for (const name of readdirSync(directory)) {
    const kind = name.slice(name.lastIndexOf('.') + 1)
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

/** Gives all files of an artifact to a process that is dead, and makes it as old as said. */
export function disown(directory: string, id: string, ageMs = 0): void {
  const data = dataOf(directory, id)
  const owner = /\.([0-9a-f]{8})-\d+-\d+-/.exec(data)
  if (!owner) throw new Error('Expected a token.')
  const other = data.replace(owner[0], `.${owner[1]}-4194304-77-`)
  renameSync(data, other)
  const manifest = join(directory, `${id}.json`)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(owner[0], `.${owner[1]}-4194304-77-`))
  const at = (Date.now() - ageMs) / 1000
  utimesSync(manifest, at, at)
}
