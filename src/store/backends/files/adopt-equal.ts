import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../failures.ts'
import { sizeOf } from '../../manifest.ts'
import type { ArtifactStat } from '../../store.ts'
import { isMine } from './directory.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { fileName, manifestName } from './names.ts'
import { claimToken, isOwn } from './owner.ts'
import { createEmpty, type Folder, isMarked } from './removal.ts'
import { namesIn } from './scan.ts'

/** So many waits of `WAIT_MS` are longer than a removal takes on a busy machine. */
export const WAIT_TRIES = 200
export const WAIT_MS = 5

/** The manifest of an artifact. Undefined where there is none, or a damaged one. */
export const findManifest = ({ fileSystem, directory }: Folder, id: string): Promise<Manifest | undefined> =>
  readManifest(fileSystem, directory, id).catch(() => undefined)

/**
 * Finds an artifact of the same bytes, and claims it, so that nobody removes it while this process runs. Undefined where
 * there is none, a damaged one, or one that lacks bytes. Throws `EEXIST` where another artifact has the id.
 */
export async function adoptEqual(folder: Folder, stat: ArtifactStat): Promise<ArtifactStat | undefined> {
  const found = await findManifest(folder, stat.id)
  if (!found) return undefined
  if (found.stat.sha256 !== stat.sha256) throw new StoreError('EEXIST', 'its id is taken by another artifact')
  if ((found.stat.missing && !stat.missing) || !(await hasData(folder, found))) return undefined
  await claim(folder, found)
  // A remover that marks it from now on sees the claim. One that marked it before may not, so it is waited for.
  for (let tries = 0; tries < WAIT_TRIES; tries++) {
    const names = await namesIn(folder.fileSystem, folder.directory)
    if (!isMarked(names, stat.id)) break
    await sleep(WAIT_MS)
  }
  const still = await findManifest(folder, stat.id)
  return still?.data === found.data ? found.stat : undefined
}

/** Whether as many bytes are there as the manifest says. */
async function hasData({ fileSystem, directory }: Folder, manifest: Manifest): Promise<boolean> {
  try {
    const file = await fileSystem.lstat(join(directory, manifest.data))
    return file.isFile() && isMine(file) && file.size === sizeOf(manifest)
  } catch {
    return false
  }
}

/** Keeps the artifact while this process runs. Where that fails, it still counts as used now. */
async function claim(folder: Folder, { stat, token }: Manifest): Promise<void> {
  const { fileSystem, directory } = folder
  await fileSystem.touch(join(directory, manifestName(stat.id)), Date.now()).catch(() => {})
  if (isOwn(token)) return
  try {
    createEmpty(folder, fileName('claim', stat.id, claimToken()))
  } catch {
    // It is claimed already, or can't be.
  }
}
