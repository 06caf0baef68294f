import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../failures.ts'
import { isIntact } from '../../file-reading.ts'
import { hasMore } from '../../stat.ts'
import type { ArtifactStat } from '../../store.ts'
import type { Folder } from './folder.ts'
import { type FileManifest, readManifest } from './manifest.ts'
import { fileName, manifestName } from './names.ts'
import { openData } from './open-data.ts'
import { claimToken, isOwnToken } from './owner.ts'
import { createEmpty, isMarked } from './removal.ts'
import { namesIn } from './scan.ts'

/** With `WAIT_MS` between two tries, this is longer than a removal takes on a busy machine. */
export const WAIT_TRIES = 200
export const WAIT_MS = 5

/** The manifest of an artifact. Undefined when it is missing or damaged. */
export const findManifest = (
  { fileSystem, directory }: Folder,
  id: string,
): Promise<FileManifest | undefined> => readManifest(fileSystem, directory, id).catch(() => undefined)

/**
 * Finds a stored artifact of the same output, and claims it, so that no other process removes it while this one runs.
 * Undefined when there is none, when it is damaged, or when it lacks bytes that the new one has. Reads all its bytes to
 * know. Throws `EEXIST` when a different output has the same id.
 */
export async function adoptEqual(folder: Folder, stat: ArtifactStat): Promise<ArtifactStat | undefined> {
  const found = await findManifest(folder, stat.id)
  if (!found) return undefined
  const isSame = found.stat.sha256 === stat.sha256
  if (isSame && (found.stat.lines !== stat.lines || hasMore(stat, found.stat))) return undefined
  if (!(await hasBytes(folder, found))) return undefined
  if (!isSame) throw new StoreError('EEXIST', 'its id is taken by another artifact')
  await claim(folder, found)
  // A process that marks the artifact from now on sees the claim. One that marked it earlier may not, so wait for that.
  for (let tries = 0; tries < WAIT_TRIES; tries++) {
    if (!isMarked(await namesIn(folder.fileSystem, folder.directory), stat.id)) break
    await sleep(WAIT_MS)
  }
  const still = await findManifest(folder, stat.id)
  return still?.data === found.data ? found.stat : undefined
}

/** Whether the data file exists with the bytes that the manifest says. */
async function hasBytes(folder: Folder, manifest: FileManifest): Promise<boolean> {
  try {
    const data = await openData(folder, manifest)
    return await isIntact(data).finally(() => data.close())
  } catch {
    return false
  }
}

/** Protects the artifact while this process runs. Also records that it was used now, in case the claim fails. */
async function claim(folder: Folder, { stat, token }: FileManifest): Promise<void> {
  const { fileSystem, directory } = folder
  await fileSystem.touch(join(directory, manifestName(stat.id)), Date.now()).catch(() => {})
  if (isOwnToken(token)) return
  try {
    createEmpty(folder, fileName('claim', stat.id, claimToken()))
  } catch {
    // This process has claimed it before, or the claim cannot be written.
  }
}
