import { join } from 'node:path'
import { PithError } from '../../../errors.ts'
import { isMissing } from '../../failures.ts'
import { sizeOf } from '../../manifest.ts'
import type { Folder } from './folder.ts'
import { type FileManifest, readManifestNow } from './manifest.ts'
import { fileName, manifestName, parseName } from './names.ts'
import { createOwners, newToken, release } from './owner.ts'
import { inSlices, namesIn } from './scan.ts'

/** An artifact as it is after this process marked it. */
export interface Marked {
  manifest: FileManifest
  /** The names of its marks and claims. */
  names: readonly string[]
  usedAtMs: number
}

/** Whether a process relies on an artifact. */
export type IsNeeded = (marked: Marked) => boolean

/** Removing a larger file takes so long that it is done asynchronously. */
const LARGE_BYTES = 1024 * 1024

/**
 * Removes artifacts that nobody needs. Who removes one first writes a mark, and then looks for claims. Who keeps one first
 * writes a claim, and then looks for marks (adopt-equal.ts). So at least one of two processes sees the other and gives way.
 *
 * Returns the ids that were removed, without those that another process is removing. Throws the system's error when
 * none could be removed.
 */
export async function removeArtifacts(
  folder: Folder,
  ids: readonly string[],
  isNeeded: IsNeeded,
): Promise<string[]> {
  const marks: { id: string; token: string }[] = []
  const removed: string[] = []
  let failure: { error: unknown } | undefined
  try {
    await inSlices(ids, (id) => {
      const token = newToken()
      marks.push({ id, token })
      createEmpty(folder, fileName('gone', id, token))
    })
    const marksOf = await findMarks(folder)
    await inSlices(marks, async ({ id, token }) => {
      try {
        const names = marksOf.get(id) ?? []
        if (isMarked(names, id, token)) return
        if (await isRemoved(folder, id, names, isNeeded)) removed.push(id)
      } catch (error) {
        failure ??= { error }
        folder.failed?.(error)
      }
    })
    if (failure && removed.length === 0) throw failure.error
    return removed
  } finally {
    await inSlices(marks, ({ id, token }) => {
      try {
        removeNow(folder, fileName('gone', id, token))
      } catch {
        // A clean-up removes the mark once this process has ended.
      }
      release(token)
    })
  }
}

/** The names of all marks and claims, by artifact id. */
async function findMarks({ fileSystem, directory }: Folder): Promise<Map<string, string[]>> {
  const marks = new Map<string, string[]>()
  for (const name of await namesIn(fileSystem, directory)) {
    if (!name.endsWith('.gone') && !name.endsWith('.claim')) continue
    const id = name.slice(0, name.indexOf('.'))
    const others = marks.get(id)
    if (others) others.push(name)
    else marks.set(id, [name])
  }
  return marks
}

/** Whether a process that still runs is removing an artifact; `except` is the caller's own mark. */
export function isMarked(names: readonly string[], id: string, except?: string): boolean {
  const owners = createOwners()
  return names.some((name) => {
    if (!name.startsWith(id) || !name.endsWith('.gone')) return false
    const form = parseName(name)
    return form?.kind === 'gone' && form.token !== except && owners.isBusy(form.token, Date.now())
  })
}

/** Removes an artifact that is not needed, also a damaged one. False when it is needed or not there. */
async function isRemoved(
  folder: Folder,
  id: string,
  names: readonly string[],
  isNeeded: IsNeeded,
): Promise<boolean> {
  const { fileSystem, directory } = folder
  let manifest: FileManifest | undefined
  let usedAtMs = 0
  try {
    manifest = readManifestNow(fileSystem, directory, id)
    usedAtMs = fileSystem.lstatNow(join(directory, manifestName(id))).mtimeMs
  } catch (error) {
    if (isMissing(error)) return false
    // The manifest is damaged. A clean-up removes its bytes later, because no manifest names them then.
    if (!(error instanceof PithError)) throw error
  }
  if (manifest && isNeeded({ manifest, names, usedAtMs })) return false
  // The manifest goes first, so that an interrupted removal does not leave an artifact without bytes.
  removeNow(folder, manifestName(id))
  if (!manifest) return true
  if (sizeOf(manifest) < LARGE_BYTES) removeNow(folder, manifest.data)
  else await remove(folder, manifest.data)
  return true
}

/** Creates an empty file. Its name holds all that it has to say. */
export function createEmpty({ fileSystem, directory }: Folder, name: string): void {
  fileSystem.createNow(join(directory, name), 0o600)
}

/** Removes a file if it exists. */
export async function remove({ fileSystem, directory }: Folder, name: string): Promise<void> {
  try {
    await fileSystem.unlink(join(directory, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** The synchronous form, for small files. */
function removeNow({ fileSystem, directory }: Folder, name: string): void {
  try {
    fileSystem.unlinkNow(join(directory, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
