import { join } from 'node:path'
import type { GcReason, GcReport } from '../store.ts'
import { findManifest } from './equal.ts'
import { isMissing } from './failures.ts'
import { readManifest } from './manifest.ts'
import { parseName } from './names.ts'
import { type Limits, usualFreeBytes } from './options.ts'
import { createOwners, type Owners } from './owner.ts'
import { type Folder, type IsNeeded, remove, removeArtifacts } from './removal.ts'
import { type StoredFile, scanDirectory } from './scan.ts'

/** Artifacts that are marked at once: others that need one of them wait for so many. */
const BATCH = 256

export interface GcLimits {
  limits: Limits
  /** Artifacts that one run removes at most. */
  maxRemovals: number
  /** Room to make besides, where there is too much. */
  roomBytes: number
  dryRun: boolean
}

/** An artifact as a scan sees it. */
interface Listed {
  id: string
  bytes: number
  usedAtMs: number
  held: boolean
}

type Files = ReadonlyMap<StoredFile['form']['kind'], StoredFile[]>

/** Removes what is too old or too much, and what nobody owns. Never throws for a file that can't be removed. */
export async function collectGarbage(folder: Folder, how: GcLimits): Promise<GcReport> {
  const files = byKind(await scanDirectory(folder.fileSystem, folder.directory))
  const owners = createOwners()
  const abandoned = await removeAbandoned(folder, files, owners, how.dryRun)
  const listed = listArtifacts(files, owners)
  const chosen = await choose(folder, listed, of(files, 'part'), how)
  const batch = chosen.slice(0, how.maxRemovals)
  const removed = await removeChosen(folder, batch, how.dryRun)
  const bytes = [...abandoned, ...removed.map(({ stat }) => stat)].reduce((sum, file) => sum + file.bytes, 0)
  return {
    removed: removed.map(({ stat, reason }) => ({ ...stat, reason })),
    abandoned,
    bytes,
    finished: chosen.length <= how.maxRemovals,
  }
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

/** What dead writers, dead claims and deletions cut short left. */
async function removeAbandoned(
  folder: Folder,
  files: Files,
  owners: Owners,
  dryRun: boolean,
): Promise<GcReport['abandoned']> {
  const manifests = new Set(of(files, 'manifest').map(idOf))
  const data = new Set(of(files, 'bin').map(({ name }) => name.slice(0, -4)))
  const twice = new Set(idsTwice(of(files, 'bin')))
  const isLost = async (file: StoredFile): Promise<boolean> => {
    const token = tokenOf(file)
    if (file.form.kind === 'claim') return !owners.isHeld(token, file.changedAtMs)
    if (owners.isBusy(token, file.changedAtMs)) return false
    if (file.form.kind === 'lines') return !data.has(file.name.slice(0, -6))
    if (file.form.kind !== 'bin') return true
    if (manifests.has(idOf(file)) && !twice.has(idOf(file))) return false
    // Asked now, when its writer can't name it any more.
    return (await findManifest(folder, idOf(file)))?.data !== file.name
  }
  const abandoned: GcReport['abandoned'] = []
  for (const kind of ['part', 'gone', 'bin', 'lines', 'claim'] as const) {
    for (const file of of(files, kind)) {
      if (!(await isLost(file))) continue
      data.delete(file.name.slice(0, -4))
      if (!dryRun && !(await isRemoved(folder, file.name))) continue
      abandoned.push({ name: file.name, bytes: file.bytes })
    }
  }
  return [...abandoned, ...(await removeEmpty(folder, files, dryRun))]
}

/** Manifests whose bytes are gone: they are nobody's any more. */
async function removeEmpty(folder: Folder, files: Files, dryRun: boolean): Promise<GcReport['abandoned']> {
  const withData = new Set(of(files, 'bin').map(idOf))
  const removed: GcReport['abandoned'] = []
  for (const { name, form, bytes } of of(files, 'manifest')) {
    if (form.kind !== 'manifest' || withData.has(form.id)) continue
    const data = (await findManifest(folder, form.id))?.data
    if (data === undefined || !(await isGone(folder, data))) continue
    const hasOther: IsNeeded = (manifest) => manifest.data !== data
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
    () => false,
  )

function idsTwice(files: readonly StoredFile[]): string[] {
  const seen = new Set<string>()
  return files.map(idOf).filter((id) => seen.size === seen.add(id).size)
}

/** By the process that wrote it, or one that wrote the same again. */
const isNeeded: IsNeeded = ({ stat, token, usedAtMs = 0 }, names) => {
  const owners = createOwners()
  if (owners.isHeld(token, usedAtMs)) return true
  return names.some((name) => {
    if (!name.startsWith(stat.id) || !name.endsWith('.claim')) return false
    const form = parseName(name)
    return form?.kind === 'claim' && owners.isHeld(form.token, usedAtMs)
  })
}

function listArtifacts(files: Files, owners: Owners): Listed[] {
  const held = new Set<string>()
  for (const file of [...of(files, 'bin'), ...of(files, 'claim')])
    if (owners.isHeld(tokenOf(file), file.changedAtMs)) held.add(idOf(file))
  const bytes = new Map<string, number>()
  for (const file of [...of(files, 'bin'), ...of(files, 'lines')])
    bytes.set(idOf(file), (bytes.get(idOf(file)) ?? 0) + file.bytes)
  return of(files, 'manifest').map((file) => {
    const id = idOf(file)
    return { id, bytes: bytes.get(id) ?? 0, usedAtMs: file.changedAtMs, held: held.has(id) }
  })
}

type Chosen = Listed & { reason: GcReason }

/** What goes: first the expired, then those not used for longest, until there is room. Nothing that is held. */
async function choose(
  { fileSystem, directory }: Folder,
  listed: readonly Listed[],
  parts: readonly StoredFile[],
  { limits, roomBytes }: GcLimits,
): Promise<Chosen[]> {
  const oldestAt = Date.now() - limits.ttlMs
  const free = listed.filter(({ held }) => !held).sort((a, b) => a.usedAtMs - b.usedAtMs)
  const space = await fileSystem.space(directory).catch(() => undefined)
  let excess = -limits.maxTotalBytes
  for (const { bytes } of [...listed, ...parts]) excess += bytes
  let lacking = space ? (limits.keepFreeBytes ?? usualFreeBytes(space.sizeBytes)) - space.freeBytes : 0
  const chosen: Chosen[] = []
  for (const artifact of free) {
    const tooMuch = excess + roomBytes > 0 ? 'over-total' : lacking + roomBytes > 0 ? 'keep-free' : undefined
    const reason = artifact.usedAtMs < oldestAt ? 'expired' : tooMuch
    if (reason === undefined) break
    chosen.push({ ...artifact, reason })
    excess -= artifact.bytes
    lacking -= artifact.bytes
  }
  return chosen
}

async function removeInBatches(folder: Folder, ids: readonly string[]): Promise<string[]> {
  const removed: string[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    removed.push(...(await removeArtifacts(folder, ids.slice(at, at + BATCH), isNeeded).catch(() => [])))
  return removed
}

async function removeChosen(folder: Folder, chosen: readonly Chosen[], dryRun: boolean) {
  const { fileSystem, directory } = folder
  const stats = new Map<string, GcReport['removed'][number]>()
  for (const { id, bytes, reason } of chosen) {
    const found = await readManifest(fileSystem, directory, id).catch(() => undefined)
    const unknown = { id, sha256: '', bytes, lines: 0, createdAt: 0 }
    stats.set(id, { ...(found?.stat ?? unknown), reason })
  }
  const ids = chosen.map(({ id }) => id)
  const gone = dryRun ? ids : await removeInBatches(folder, ids)
  return gone.flatMap((id) => {
    const stat = stats.get(id)
    return stat ? [{ stat, reason: stat.reason }] : []
  })
}
