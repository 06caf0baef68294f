import { join } from 'node:path'
import { PithError } from '../../../errors.ts'
import { isMissing } from '../../failures.ts'
import { sizeOf } from '../../manifest.ts'
import type { FileSystem } from './file-system.ts'
import { type Manifest, readManifestNow } from './manifest.ts'
import { fileName, linesName, manifestName, parseName } from './names.ts'
import { createOwners, newToken, release } from './owner.ts'
import { inSlices, namesIn } from './scan.ts'

/** The store's directory, as far as its files are concerned. */
export interface Folder {
  fileSystem: FileSystem
  directory: string
  /** Is told why something could not be removed, where one such must not end the others. */
  failed?(error: unknown): void
}

/** An artifact that may go, as it is once it was marked. */
export interface Marked {
  manifest: Manifest
  /** Its marks and claims. */
  names: readonly string[]
  usedAtMs: number
}

/** Says of an artifact that somebody relies on it. */
export type IsNeeded = (marked: Marked) => boolean

/** Taking away the bytes of a larger file takes a disk its time, in which others may run. */
const LARGE_BYTES = 1024 * 1024

/**
 * Removes artifacts that nobody needs. Each is marked first, and only then looked at: who comes to rely on one leaves a
 * claim first and only then looks for marks (equal.ts). So at least one of the two sees the other, and gives way.
 *
 * Returns the ids that were removed. One that another process is removing is none of them. Throws the system's error
 * where none could be.
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
        if (!isMarked(names, id, token) && (await removeUnneeded(folder, id, names, isNeeded)))
          removed.push(id)
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
        // It is found once this process has ended.
      }
      release(token)
    })
  }
}

/** The names of all marks and claims, by the artifact's id. */
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

async function removeUnneeded(
  folder: Folder,
  id: string,
  names: readonly string[],
  isNeeded: IsNeeded,
): Promise<boolean> {
  const { fileSystem, directory } = folder
  let manifest: Manifest | undefined
  let usedAtMs = 0
  try {
    manifest = readManifestNow(fileSystem, directory, id)
    usedAtMs = fileSystem.lstatNow(join(directory, manifestName(id))).mtimeMs
  } catch (error) {
    if (isMissing(error)) return false
    // What a damaged manifest named is found by having no manifest.
    if (!(error instanceof PithError)) throw error
  }
  if (manifest && isNeeded({ manifest, names, usedAtMs })) return false
  // The manifest first: what is left of an interrupted removal is not an artifact.
  removeNow(folder, manifestName(id))
  if (!manifest) return true
  if (sizeOf(manifest) < LARGE_BYTES) removeNow(folder, manifest.data)
  else await remove(folder, manifest.data)
  removeNow(folder, linesName(manifest.data))
  return true
}

/** Makes a file whose name says everything. */
export function createEmpty({ fileSystem, directory }: Folder, name: string): void {
  fileSystem.createNow(join(directory, name), 0o600)
}

/** Also of what is gone already. */
export async function remove({ fileSystem, directory }: Folder, name: string): Promise<void> {
  try {
    await fileSystem.unlink(join(directory, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** The same at once, for small files. */
function removeNow({ fileSystem, directory }: Folder, name: string): void {
  try {
    fileSystem.unlinkNow(join(directory, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
