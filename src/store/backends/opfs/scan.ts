import { PithError } from '../../../errors.ts'
import type { StoredArtifact } from '../../gc.ts'
import { inParallel } from '../../in-parallel.ts'
import { type Manifest, sizeOf } from '../../manifest.ts'
import type { DirectoryHandle, FileHandle } from './browser.ts'
import { isMissingInBrowser } from './failures.ts'
import { artifactLock, type BrowserFolder, parseFile, readBrowserManifest, writerLock } from './folder.ts'
import { type BrowserName, browserManifestName, dataName, parseBrowserName, usedName } from './names.ts'

/** Another process of the browser answers each file request, so many requests are sent at once. */
export const FILES_AT_ONCE = 64
const MOST_TRIES = 3

export interface Artifact extends StoredArtifact {
  manifest: Manifest
}

export interface Abandoned {
  name: string
  bytes: number
  /** Set for files that are named after an artifact. */
  id: string | undefined
}

export interface Contents {
  artifacts: Artifact[]
  /** Files that dead writers and interrupted deletions left, and manifests without bytes. */
  abandoned: Abandoned[]
  /** Bytes of all files that are being written. */
  busyBytes: number
}

/**
 * Lists all files of the store. Ignores files that pith did not write.
 *
 * Lists the files, then the locks, then the manifests. A writer holds its lock from before it creates its first file
 * until its manifest is in place. So when nobody holds the lock of a listed file, either a listed manifest names the
 * file, or the file is abandoned.
 */
export async function scan(folder: BrowserFolder, directory: DirectoryHandle): Promise<Contents> {
  const before = await filesIn(directory)
  const held = await folder.locks.held()
  const now = await filesIn(directory)
  const manifests = (
    await inParallel(manifestsIn(now), FILES_AT_ONCE, ({ id }) => manifestOf(directory, id, now))
  ).filter((found) => found !== undefined)
  const artifacts = await inParallel(manifests, FILES_AT_ONCE, async (manifest): Promise<Artifact> => {
    const { id, createdAt } = manifest.stat
    const used = now.get(usedName(id))
    const usedAtMs = Math.max(createdAt, used ? ((await fileOf(used))?.lastModified ?? 0) : 0)
    return { id, bytes: sizeOf(manifest), usedAtMs, isHeld: held.has(artifactLock(folder, id)), manifest }
  })
  const rest = await sortRest(folder, before, held, manifests)
  return { artifacts, ...rest }
}

/** Separates files that are being written from abandoned ones. */
async function sortRest(
  folder: BrowserFolder,
  files: ReadonlyMap<string, FileHandle>,
  held: ReadonlySet<string>,
  manifests: readonly Manifest[],
): Promise<Pick<Contents, 'abandoned' | 'busyBytes'>> {
  const idOf = new Map(manifests.map(({ data, stat }) => [data, stat.id]))
  const ids = new Set(idOf.values())
  const isBusy = (form: BrowserName): boolean => {
    const id = 'id' in form ? form.id : idOf.get(dataName(form.token))
    if (id !== undefined && held.has(artifactLock(folder, id))) return true
    return 'token' in form && held.has(writerLock(folder, form.token))
  }
  const isKept = (form: BrowserName): boolean => {
    if (form.isSwap || form.kind === 'part') return false
    return 'id' in form ? ids.has(form.id) : idOf.has(dataName(form.token))
  }
  const rest: Pick<Contents, 'abandoned' | 'busyBytes'> = { abandoned: [], busyBytes: 0 }
  await inParallel([...files], FILES_AT_ONCE, async ([name, handle]) => {
    const form = parseBrowserName(name)
    if (!form || isKept(form)) return
    const file = await fileOf(handle)
    if (!file) return
    if (isBusy(form)) rest.busyBytes += file.size
    else rest.abandoned.push({ name, bytes: file.size, id: 'id' in form ? form.id : undefined })
  })
  return rest
}

/**
 * An artifact's manifest. Undefined when it is damaged or missing, or when its bytes are missing. `files` are the files
 * that were just listed. Throws other errors, because a file that cannot be read now is not abandoned.
 */
export async function manifestOf(
  directory: DirectoryHandle,
  id: string,
  files?: ReadonlyMap<string, FileHandle>,
): Promise<Manifest | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      const handle = tries === 0 ? files?.get(browserManifestName(id)) : undefined
      const manifest = await (handle ? parseFile(handle, id) : readBrowserManifest(directory, id))
      if (!files?.has(manifest.data)) await directory.getFileHandle(manifest.data)
      return manifest
    } catch (error) {
      if (error instanceof PithError) return undefined
      // The handle of a file that was just replaced cannot be read any more. A file that is really missing fails twice.
      if (isMissingInBrowser(error) && tries > 0) return undefined
      if (tries >= MOST_TRIES) throw error
    }
  }
}

export async function filesIn(directory: DirectoryHandle): Promise<Map<string, FileHandle>> {
  const files = new Map<string, FileHandle>()
  for await (const entry of directory.values())
    if (entry.kind === 'file' && parseBrowserName(entry.name)) files.set(entry.name, entry)
  return files
}

export function manifestsIn(files: ReadonlyMap<string, FileHandle>): { id: string; handle: FileHandle }[] {
  return [...files].flatMap(([name, handle]) => {
    const form = parseBrowserName(name)
    return form?.kind === 'json' && !form.isSwap ? [{ id: form.id, handle }] : []
  })
}

/** Undefined when the file was removed meanwhile. */
async function fileOf(handle: FileHandle): Promise<File | undefined> {
  try {
    return await handle.getFile()
  } catch (error) {
    if (isMissingInBrowser(error)) return undefined
    throw error
  }
}
