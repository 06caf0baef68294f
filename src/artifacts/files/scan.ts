import { join } from 'node:path'
import { isMine } from './directory.ts'
import { isMissing } from './failures.ts'
import type { FileSystem } from './file-system.ts'
import { parseName, type StoredName } from './names.ts'

/** A file of the store's own: by its name, its owner, and being a plain file. */
export interface StoredFile {
  name: string
  form: StoredName
  bytes: number
  changedAtMs: number
}

/** Files that are looked at before others may run. */
const SLICE = 512

/** All files of the store. What is not its own is not there. Throws the system's error, but for a missing directory. */
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
      // It went away meanwhile.
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

/** Does short work for each, and lets others run now and then. */
export async function inSlices<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let at = 0; at < items.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    for (const item of items.slice(at, at + SLICE)) work(item)
  }
}
