import { join } from 'node:path'
import { isMissing } from '../../failures.ts'
import { isMine } from './directory.ts'
import type { FileSystem } from './file-system.ts'
import { parseName, type StoredName } from './names.ts'

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
