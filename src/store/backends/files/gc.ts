import { join } from 'node:path'
import { isMissing, reasonOf } from '../../failures.ts'
import {
  bytesOfFiles,
  collectGarbage,
  type DueArtifact,
  type GcBounds,
  type StoredArtifact,
} from '../../gc.ts'
import type { StoreLimits } from '../../limits.ts'
import type { GcReport } from '../../store.ts'
import { findManifest } from './adopt-equal.ts'
import { noteCleanUp } from './due.ts'
import type { Folder } from './folder.ts'
import { readManifestNow } from './manifest.ts'
import { parseName } from './names.ts'
import { createOwners, type Owners } from './owner.ts'
import { type IsNeeded, remove, removeArtifacts } from './removal.ts'
import { inSlices, type StoredFile, scanDirectory } from './scan.ts'

/** Artifacts that are marked together. Another process that needs one of them waits until all are done. */
const BATCH = 1024

type Files = ReadonlyMap<StoredFile['form']['kind'], StoredFile[]>

/** Cleans up the directory. Does not throw for a file that cannot be removed; the report says why. */
export async function collectFiles(
  store: Folder,
  limits: StoreLimits,
  bounds: GcBounds,
  dryRun: boolean,
): Promise<GcReport> {
  let failure: string | undefined
  const folder: Folder = {
    ...store,
    failed: (error) => {
      failure ??= reasonOf(error)
    },
  }
  const files = byKind(await scanDirectory(folder.fileSystem, folder.directory))
  const owners = createOwners()
  const abandoned = await removeAbandoned(folder, files, owners, dryRun)
  const artifacts = listArtifacts(files, owners)
  const cleanup = {
    abandoned,
    artifacts,
    busyBytes: bytesOfFiles(of(files, 'part')) + bytesOfFiles(of(files, 'manifest')),
    space: await folder.fileSystem.space(folder.directory).catch(() => undefined),
    remove: (due: readonly DueArtifact<StoredArtifact>[]) => removeDue(folder, due, owners, dryRun),
  }
  const report = await collectGarbage(cleanup, limits, bounds)
  if (!dryRun)
    await noteCleanUp(folder, artifacts.length - report.removed.length, report.finished, limits.ttlMs)
  return failure === undefined ? report : { ...report, failure }
}

function byKind(files: readonly StoredFile[]): Files {
  const kinds = new Map<StoredFile['form']['kind'], StoredFile[]>()
  for (const file of files) {
    const others = kinds.get(file.form.kind)
    if (others) others.push(file)
    else kinds.set(file.form.kind, [file])
  }
  return kinds
}

const of = (files: Files, kind: StoredFile['form']['kind']): StoredFile[] => files.get(kind) ?? []

const tokenOf = ({ form }: StoredFile): string => (form.kind === 'manifest' ? '' : form.token)
const idOf = ({ form }: StoredFile): string => (form.kind === 'part' ? '' : form.id)

/** Removes files that dead writers, dead claims and interrupted deletions left. */
async function removeAbandoned(
  folder: Folder,
  files: Files,
  owners: Owners,
  dryRun: boolean,
): Promise<GcReport['abandoned']> {
  const manifests = new Set(of(files, 'manifest').map(idOf))
  const twice = new Set(idsTwice(of(files, 'bin')))
  const isLost = async (file: StoredFile): Promise<boolean> => {
    const token = tokenOf(file)
    if (file.form.kind === 'claim') return !owners.isHeld(token, file.changedAtMs)
    if (owners.isBusy(token, file.changedAtMs)) return false
    if (file.form.kind !== 'bin') return true
    if (manifests.has(idOf(file)) && !twice.has(idOf(file))) return false
    // Read the manifest only now: the writer is dead, so it cannot name this file in a manifest any more.
    return (await findManifest(folder, idOf(file)))?.data !== file.name
  }
  const abandoned: GcReport['abandoned'] = []
  for (const kind of ['part', 'gone', 'bin', 'claim'] as const) {
    for (const file of of(files, kind)) {
      if (!(await isLost(file))) continue
      if (!dryRun && !(await isRemoved(folder, file.name))) continue
      abandoned.push({ name: file.name, bytes: file.bytes })
    }
  }
  return [...abandoned, ...(await removeEmpty(folder, files, dryRun))]
}

/** Removes manifests whose bytes are gone. */
async function removeEmpty(folder: Folder, files: Files, dryRun: boolean): Promise<GcReport['abandoned']> {
  const withData = new Set(of(files, 'bin').map(idOf))
  const removed: GcReport['abandoned'] = []
  for (const { name, form, bytes } of of(files, 'manifest')) {
    if (form.kind !== 'manifest' || withData.has(form.id)) continue
    const data = (await findManifest(folder, form.id))?.data
    if (data === undefined || !(await isGone(folder, data))) continue
    const hasOther: IsNeeded = ({ manifest }) => manifest.data !== data
    const went = dryRun ? [name] : await removeArtifacts(folder, [form.id], hasOther).catch(() => [])
    if (went.length > 0) removed.push({ name, bytes })
  }
  return removed
}

const isGone = ({ fileSystem, directory }: Folder, name: string): Promise<boolean> =>
  fileSystem.lstat(join(directory, name)).then(() => false, isMissing)

const isRemoved = (folder: Folder, name: string): Promise<boolean> =>
  remove(folder, name).then(
    () => true,
    (error: unknown) => {
      folder.failed?.(error)
      return false
    },
  )

function idsTwice(files: readonly StoredFile[]): string[] {
  const seen = new Set<string>()
  return files.map(idOf).filter((id) => seen.size === seen.add(id).size)
}

/**
 * An artifact is needed while a process runs that wrote it, or that wrote the same bytes again. Whether a process runs
 * is looked up once for a whole clean-up. If it ends meanwhile, its artifacts stay until the next clean-up.
 */
const neededBy =
  (owners: Owners): IsNeeded =>
  ({ manifest, names, usedAtMs }) => {
    if (owners.isHeld(manifest.token, usedAtMs)) return true
    return names.some((name) => {
      const form = parseName(name)
      return form?.kind === 'claim' && owners.isHeld(form.token, usedAtMs)
    })
  }

function listArtifacts(files: Files, owners: Owners): StoredArtifact[] {
  const held = new Set<string>()
  for (const file of [...of(files, 'bin'), ...of(files, 'claim')])
    if (owners.isHeld(tokenOf(file), file.changedAtMs)) held.add(idOf(file))
  const bytes = new Map<string, number>()
  for (const file of of(files, 'bin')) bytes.set(idOf(file), (bytes.get(idOf(file)) ?? 0) + file.bytes)
  return of(files, 'manifest').map((file) => {
    const id = idOf(file)
    return { id, bytes: bytes.get(id) ?? 0, usedAtMs: file.changedAtMs, isHeld: held.has(id) }
  })
}

async function removeInBatches(folder: Folder, ids: readonly string[], owners: Owners): Promise<Set<string>> {
  const removed = new Set<string>()
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = await removeArtifacts(folder, ids.slice(at, at + BATCH), neededBy(owners)).catch(
      (error: unknown) => {
        folder.failed?.(error)
        return []
      },
    )
    for (const id of batch) removed.add(id)
  }
  return removed
}

async function removeDue(
  folder: Folder,
  due: readonly DueArtifact<StoredArtifact>[],
  owners: Owners,
  dryRun: boolean,
): Promise<GcReport['removed']> {
  const { fileSystem, directory } = folder
  const found: GcReport['removed'] = []
  await inSlices(due, ({ id, bytes, reason }) => {
    try {
      found.push({ ...readManifestNow(fileSystem, directory, id).stat, reason })
    } catch {
      found.push({ id, sha256: '', bytes, lines: 0, createdAt: 0, reason })
    }
  })
  if (dryRun) return found
  const ids = due.map(({ id }) => id)
  const removed = await removeInBatches(folder, ids, owners)
  return found.filter(({ id }) => removed.has(id))
}
