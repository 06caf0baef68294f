import { bytesOfFiles, collectGarbage, type DueArtifact, type GcBounds } from '../../gc.ts'
import type { Space, StoreLimits } from '../../limits.ts'
import type { GcReport } from '../../store.ts'
import type { Browser, DirectoryHandle } from './browser.ts'
import { removeBrowserFile } from './data-file.ts'
import {
  artifactLock,
  type BrowserFolder,
  directoryOf,
  readBrowserManifest,
  removeArtifact,
} from './folder.ts'
import { type Abandoned, type Artifact, type Contents, manifestOf, scan } from './scan.ts'

/** Cleans up the directory. Does not throw for a file that cannot be removed. */
export async function collectBrowserFiles(
  folder: BrowserFolder,
  limits: StoreLimits,
  bounds: GcBounds,
  dryRun: boolean,
): Promise<GcReport> {
  const directory = await directoryOf(folder)
  const contents = await scan(folder, directory)
  const cleanup = {
    artifacts: contents.artifacts,
    busyBytes: contents.busyBytes,
    abandoned: await removeAbandoned(folder, directory, contents, dryRun),
    space: await spaceOf(folder.browser).catch(() => undefined),
    remove: (due: readonly DueArtifact<Artifact>[]) => removeDue(folder, directory, due, dryRun),
  }
  return collectGarbage(cleanup, limits, bounds)
}

/** The bytes of all files in the store. */
export async function totalBytes(folder: BrowserFolder): Promise<number> {
  const { artifacts, abandoned, busyBytes } = await scan(folder, await directoryOf(folder))
  return bytesOfFiles(artifacts) + bytesOfFiles(abandoned) + busyBytes
}

/** How much the site may still store. Rejects when the browser does not report it. */
export async function spaceOf(browser: Browser): Promise<Space> {
  const { quota, usage } = await browser.estimate()
  if (quota === undefined || usage === undefined) throw new Error('The browser does not report its quota.')
  return { freeBytes: quota - usage, sizeBytes: quota }
}

async function removeDue(
  folder: BrowserFolder,
  directory: DirectoryHandle,
  due: readonly DueArtifact<Artifact>[],
  dryRun: boolean,
): Promise<GcReport['removed']> {
  const removed: GcReport['removed'] = []
  for (const artifact of due) {
    if (!dryRun && !(await isRemoved(folder, directory, artifact))) continue
    removed.push({ ...artifact.manifest.stat, reason: artifact.reason })
  }
  return removed
}

async function removeAbandoned(
  folder: BrowserFolder,
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

/**
 * Removes an abandoned file. Checks a file that is named after an artifact again first, because a writer may just have
 * put that artifact's manifest in place.
 */
function isLostRemoved(
  folder: BrowserFolder,
  directory: DirectoryHandle,
  { name, id }: Abandoned,
): Promise<boolean> {
  const remove = () => removeBrowserFile(directory, name)
  if (id === undefined) return succeeds(remove)
  return isDone(folder, id, async () => {
    if (await manifestOf(directory, id)) return false
    await remove()
    return true
  })
}

/** Removes an artifact. False when it is in use now, or when a more complete artifact has replaced it. */
const isRemoved = (
  folder: BrowserFolder,
  directory: DirectoryHandle,
  { id, manifest }: Artifact,
): Promise<boolean> =>
  isDone(folder, id, async () => {
    const found = await readBrowserManifest(directory, id)
    if (found.data !== manifest.data) return false
    await removeArtifact(directory, id, found)
    return true
  })

/** Calls `work` if nobody holds the artifact. False when somebody holds it, or when `work` fails or returns false. */
async function isDone(folder: BrowserFolder, id: string, work: () => Promise<boolean>): Promise<boolean> {
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
