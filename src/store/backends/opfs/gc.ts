import { choose } from '../../choose.ts'
import type { Limits } from '../../limits.ts'
import type { Space } from '../../quota.ts'
import type { GcReport } from '../../store.ts'
import type { Browser, DirectoryHandle } from './browser.ts'
import { removeFile } from './data-file.ts'
import { artifactLock, directoryOf, type Folder, readManifest, removeArtifact } from './folder.ts'
import { type Abandoned, type Artifact, type Contents, manifestOf, scan } from './scan.ts'

export interface GcLimits {
  limits: Limits
  /** Artifacts that one run removes at most. */
  maxRemovals: number
  /** Room to make besides, where there is too much. */
  roomBytes: number
  dryRun: boolean
}

/** Removes what is too old or too much, and what nobody owns. Never throws for a file that can't be removed. */
export async function collectGarbage(folder: Folder, how: GcLimits): Promise<GcReport> {
  const directory = await directoryOf(folder)
  const contents = await scan(folder, directory)
  const abandoned = await removeAbandoned(folder, directory, contents, how.dryRun)
  const space = await spaceOf(folder.browser).catch(() => undefined)
  const { artifacts, busyBytes } = contents
  const chosen = choose({ artifacts, otherBytes: busyBytes, space }, how.limits, how.roomBytes)
  const removed: GcReport['removed'] = []
  let bytes = abandoned.reduce((sum, file) => sum + file.bytes, 0)
  for (const artifact of chosen.slice(0, how.maxRemovals)) {
    if (!how.dryRun && !(await isRemoved(folder, directory, artifact))) continue
    removed.push({ ...artifact.manifest.stat, reason: artifact.reason })
    // Of the file: an artifact whose output was larger than its store takes has fewer than its stat says.
    bytes += artifact.bytes
  }
  return { removed, abandoned, bytes, finished: chosen.length <= how.maxRemovals }
}

/** What the site may still store, as far as the browser tells. */
export async function spaceOf(browser: Browser): Promise<Space> {
  const { quota, usage } = await browser.estimate()
  if (quota === undefined || usage === undefined) throw new Error('The browser does not tell.')
  return { freeBytes: quota - usage, sizeBytes: quota }
}

async function removeAbandoned(
  folder: Folder,
  directory: DirectoryHandle,
  { abandoned }: Contents,
  dryRun: boolean,
): Promise<GcReport['abandoned']> {
  const removed: GcReport['abandoned'] = []
  for (const { name, bytes, id } of abandoned) {
    if (!dryRun && !(await isLostRemoved(folder, directory, { name, bytes, id }))) continue
    removed.push({ name, bytes })
  }
  return removed
}

/** A writer may be putting an artifact's manifest in place this moment; nobody names a lost writer's files again. */
function isLostRemoved(
  folder: Folder,
  directory: DirectoryHandle,
  { name, id }: Abandoned,
): Promise<boolean> {
  const remove = () => removeFile(directory, name)
  if (id === undefined) return succeeds(remove)
  return isDone(folder, id, async () => {
    if (await manifestOf(directory, id)) return false
    await remove()
    return true
  })
}

/** False for one that somebody began to use, or that a fuller form took the place of. */
const isRemoved = (
  folder: Folder,
  directory: DirectoryHandle,
  { id, manifest }: Artifact,
): Promise<boolean> =>
  isDone(folder, id, async () => {
    const found = await readManifest(directory, id)
    if (found.data !== manifest.data) return false
    await removeArtifact(directory, id, found)
    return true
  })

/** Does work on an artifact that nobody holds; false where somebody does, and where the work comes to nothing. */
async function isDone(folder: Folder, id: string, work: () => Promise<boolean>): Promise<boolean> {
  let done = false
  await succeeds(() =>
    folder.locks.ifFree(artifactLock(folder, id), async () => {
      done = await work()
    }),
  )
  return done
}

const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )
