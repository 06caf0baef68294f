import { join } from 'node:path'
import { isMissing } from '../../failures.ts'
import { isArtifactId } from '../../stat.ts'
import { isMine } from './directory.ts'
import type { FileSystem } from './file-system.ts'
import type { Folder } from './folder.ts'
import { type KeptFacts, parseName, type StoredName } from './names.ts'

/** A file that pith wrote: a regular file of this user with a name that `parseName` knows. */
export interface StoredFile {
  name: string
  form: StoredName
  bytes: number
  changedAtMs: number
}

/** Milliseconds of work after which the event loop runs other tasks. */
const SLICE_MS = 8

/**
 * All files of the store. Ignores files that pith did not write, and a missing directory. Throws the system's error.
 */
export async function scanDirectory(fileSystem: FileSystem, directory: string): Promise<StoredFile[]> {
  const names = await namesIn(fileSystem, directory)
  const files: StoredFile[] = []
  await inSlices(names, (name) => {
    const form = parseName(name)
    if (!form) return
    try {
      const found = fileSystem.lstatNow(join(directory, name))
      if (!found.isFile() || !isMine(found)) return
      files.push({ name, form, bytes: found.size, changedAtMs: found.mtimeMs })
    } catch {
      // The file was removed meanwhile.
    }
  })
  return files
}

/** The artifacts among names: those with a manifest and bytes. If an artifact is being replaced, one of both. */
export function artifactsIn(names: readonly string[]): Map<string, KeptFacts> {
  const manifests = new Set<string>()
  for (const name of names) if (name.endsWith('.json')) manifests.add(name.slice(0, -5))
  const found = new Map<string, KeptFacts>()
  for (const name of names) {
    if (!name.endsWith('.bin')) continue
    // In half of the time that `parseName` takes.
    const [id, , createdAt, bytes, session] = name.split('.')
    if (session !== undefined && isArtifactId(id) && manifests.has(id))
      found.set(id, { createdAt: Number(createdAt), bytes: Number(bytes) || 0, session })
  }
  return found
}

/** The bytes of all outputs that are being written. */
export function partBytes({ fileSystem, directory }: Folder, names: readonly string[]): number {
  let bytes = 0
  for (const name of names) {
    if (!name.endsWith('.part') || !parseName(name)) continue
    try {
      bytes += fileSystem.lstatNow(join(directory, name)).size
    } catch {
      // The output has just ended.
    }
  }
  return bytes
}

export async function namesIn(fileSystem: FileSystem, directory: string): Promise<string[]> {
  try {
    return await fileSystem.readdir(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Calls `work` for each item in order, and lets other tasks run every few milliseconds. Waits for promises. */
export async function inSlices<T>(
  items: readonly T[],
  work: (item: T) => Promise<void> | void,
): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    const longer = work(item)
    if (longer !== undefined) await longer
    if (performance.now() - since < SLICE_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
