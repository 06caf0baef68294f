import { join } from 'node:path'
import { PithError } from '../../errors.ts'
import { isMissing } from './failures.ts'
import { CREATE, type FileSystem } from './file-system.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { fileName, linesName, manifestName, parseName } from './names.ts'
import { createOwners, newToken, release } from './owner.ts'
import { namesIn } from './scan.ts'

/** The store's directory, as far as its files are concerned. */
export interface Folder {
  fileSystem: FileSystem
  directory: string
}

/** Says of an artifact that somebody relies on it; `names` are the marks and claims that were there after its own. */
export type IsNeeded = (manifest: Manifest, names: readonly string[]) => boolean

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
  try {
    for (const id of ids) {
      const token = newToken()
      marks.push({ id, token })
      await createEmpty(folder, fileName('gone', id, token))
    }
    const all = await namesIn(folder.fileSystem, folder.directory)
    const names = all.filter((name) => name.endsWith('.gone') || name.endsWith('.claim'))
    let failure: { error: unknown } | undefined
    for (const { id, token } of marks) {
      try {
        if (!isMarked(names, id, token) && (await removeUnneeded(folder, id, names, isNeeded)))
          removed.push(id)
      } catch (error) {
        failure ??= { error }
      }
    }
    if (failure && removed.length === 0) throw failure.error
    return removed
  } finally {
    for (const { id, token } of marks) {
      await remove(folder, fileName('gone', id, token)).catch(() => {})
      release(token)
    }
  }
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
  try {
    manifest = await readManifest(fileSystem, directory, id)
  } catch (error) {
    if (isMissing(error)) return false
    // What a damaged manifest named is found by having no manifest.
    if (!(error instanceof PithError)) throw error
  }
  if (manifest && isNeeded(manifest, names)) return false
  // The manifest first: what is left of an interrupted removal is not an artifact.
  await remove(folder, manifestName(id))
  if (manifest) await removeData(folder, manifest.data)
  return true
}

/** Makes a file whose name says everything. */
export async function createEmpty({ fileSystem, directory }: Folder, name: string): Promise<void> {
  const file = await fileSystem.open(join(directory, name), CREATE, 0o600)
  await file.close()
}

/** The bytes and their index. */
async function removeData(folder: Folder, data: string): Promise<void> {
  await remove(folder, data)
  await remove(folder, linesName(data))
}

/** Also of what is gone already. */
export async function remove({ fileSystem, directory }: Folder, name: string): Promise<void> {
  try {
    await fileSystem.unlink(join(directory, name))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
