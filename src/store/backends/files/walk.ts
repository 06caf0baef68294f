import { join } from 'node:path'
import { PithError } from '../../../errors.ts'
import { isMissing } from '../../failures.ts'
import { bytesOfFiles } from '../../gc.ts'
import { sizeOf } from '../../manifest.ts'
import type { ArtifactStat } from '../../store.ts'
import { append, changedAt, isTrue, tell } from './changes.ts'
import { isMine } from './directory.ts'
import type { Folder } from './folder.ts'
import { ledgerPath, sessionKey, withLedger } from './ledger.ts'
import {
  encodeLedger,
  LEAST_ARTIFACTS,
  LEDGER,
  type LedgerEntry,
  type LedgerHead,
  stillTrue,
} from './ledger-format.ts'
import { readManifestNow } from './manifest.ts'
import { parseName } from './names.ts'
import { createOwners } from './owner.ts'
import { PartFile } from './part-file.ts'
import { inSlices, namesIn, type StoredFile, scanDirectory } from './scan.ts'

/** How the last clean-up ended. */
export type CleanUp = Pick<LedgerHead, 'collectedAtMs' | 'isFinished'>

/** What a look at all files of a directory found. */
export interface Walk {
  files: readonly StoredFile[]
  /** What the ledger knew before. Empty when it is not true. */
  known: ReadonlyMap<string, LedgerEntry>
  /** The ledger that was read. Undefined when there was none. */
  old?: { ino: number; sizeBytes: number; cleanUp: CleanUp } | undefined
}

/** Looks at all files. Call this in `changing`, and `writeLedger` in the same one. */
export async function walkFolder(folder: Folder): Promise<Walk> {
  const believed = await isTrue(folder)
  const found = await withLedger(folder, async ({ ino, sizeBytes, head, tail, body }) => ({
    old: { ino, sizeBytes, cleanUp: { collectedAtMs: head.collectedAtMs, isFinished: head.isFinished } },
    entries: believed ? [...(await body()), ...tail.added.values()] : [],
  }))
  return {
    files: await scanDirectory(folder.fileSystem, folder.directory),
    known: new Map(found?.entries.map((entry) => [entry.id, entry])),
    old: found?.old,
  }
}

/** The artifacts among files: those that `known` has, and those of which it reads the manifest. Skips damaged ones. */
export async function readArtifacts(
  folder: Folder,
  files: readonly StoredFile[],
  known: ReadonlyMap<string, LedgerEntry>,
): Promise<{ entries: LedgerEntry[]; stats: ArtifactStat[] }> {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const kept = new Map(files.flatMap(({ form, bytes }) => (form.kind === 'bin' ? [[form.id, bytes]] : [])))
  const entries: LedgerEntry[] = []
  const stats: ArtifactStat[] = []
  await inSlices(files, ({ form, bytes }) => {
    if (form.kind !== 'manifest') return
    const entry = known.get(form.id)
    if (entry && kept.get(form.id) === entry.bytes) return void entries.push(entry)
    try {
      const found = readEntry(folder, form.id, bytes, (data) => sizes.get(data))
      if (!found) return
      entries.push(found.entry)
      stats.push(found.stat)
    } catch {
      // It must not hide the others. `writeLedger` looks at it again.
    }
  })
  return { entries, stats }
}

/** Undefined for a damaged or just deleted artifact. Throws the system's error when nothing is known of it. */
export function readEntry(
  { fileSystem, directory }: Folder,
  id: string,
  besideBytes: number,
  sizeOfData: (name: string) => number | undefined,
): { entry: LedgerEntry; stat: ArtifactStat } | undefined {
  try {
    const { stat, data, session } = readManifestNow(fileSystem, directory, id)
    const bytes = sizeOf({ stat })
    if (sizeOfData(data) !== bytes) return undefined
    return { stat, entry: { ...stat, bytes, besideBytes, session: sessionKey(session) } }
  } catch (error) {
    if (error instanceof PithError || isMissing(error)) return undefined
    throw error
  }
}

/** The size of a file of this user. Throws the system's error. */
export function sizeNow({ fileSystem, directory }: Folder, name: string): number | undefined {
  const found = fileSystem.lstatNow(join(directory, name))
  return found.isFile() && isMine(found) ? found.size : undefined
}

/** How often a ledger is written again because the directory changed meanwhile. */
const MOST_TRIES = 3

/**
 * Replaces the ledger by what a walk found. Ignores failures: without a ledger, everything works by walks.
 *
 * @param cleanUp the last clean-up, when it is not the one of the old ledger.
 */
export async function writeLedger(
  folder: Folder,
  { files, old }: Omit<Walk, 'known'>,
  found: readonly LedgerEntry[],
  cleanUp: CleanUp = old?.cleanUp ?? { collectedAtMs: 0, isFinished: true },
): Promise<void> {
  const { fileSystem, directory } = folder
  if (found.length < LEAST_ARTIFACTS) {
    await fileSystem.unlink(ledgerPath(folder)).catch(() => {})
    return
  }
  const oldestUsedAtMs = files.reduce(
    (oldest, { form, changedAtMs }) => (form.kind === 'manifest' ? Math.min(oldest, changedAtMs) : oldest),
    Date.now(),
  )
  const facts = { ...cleanUp, oldestUsedAtMs, besideBytes: bytesOfFiles(files) - bytesOfFiles(found) }
  const part = await PartFile.create(fileSystem, directory).catch(() => undefined)
  if (!part) return
  try {
    let entries = found
    let isWhole = false
    for (let tries = 0; tries < MOST_TRIES && !isWhole; tries++) {
      const before = await changedAt(folder)
      const now = await renew(folder, entries)
      entries = now.entries
      const ledger = encodeLedger(entries, facts)
      await part.write(ledger, 0)
      await part.truncate(ledger.length)
      isWhole = now.isSure && before === (await changedAt(folder))
    }
    const missed = await replaceLedger(folder, part, old)
    await part.close()
    part.release()
    tell(folder, isWhole)
    const lines = stillTrue(missed, entries)
    if (lines !== '') await append(folder, lines)
  } catch {
    await part.discard()
  }
}

/**
 * The artifacts that there are now, of which some were found before. `isSure`: nobody is removing any, and the system
 * told of all.
 */
async function renew(
  folder: Folder,
  found: readonly LedgerEntry[],
): Promise<{ entries: LedgerEntry[]; isSure: boolean }> {
  const known = new Map(found.map((entry) => [entry.id, entry]))
  const owners = createOwners()
  const entries: LedgerEntry[] = []
  let isSure = true
  await inSlices(await namesIn(folder.fileSystem, folder.directory), (name) => {
    const form = name.endsWith('.json') || name.endsWith('.gone') ? parseName(name) : undefined
    if (form?.kind === 'gone' && owners.isBusy(form.token, Date.now())) isSure = false
    if (form?.kind !== 'manifest') return
    try {
      const entry =
        known.get(form.id) ?? readEntry(folder, form.id, 0, (data) => sizeNow(folder, data))?.entry
      if (entry) entries.push(entry)
    } catch {
      isSure = false
    }
  })
  return { entries, isSure }
}

/**
 * Puts a new ledger in place. Returns the lines that other processes have appended to the old one. A process that
 * appends to the old one later sees that it was replaced (`noting`).
 */
async function replaceLedger(folder: Folder, part: PartFile, old: Walk['old']): Promise<string> {
  let isPlaced = false
  const missed = await withLedger(folder, async (replaced) => {
    await part.rename(LEDGER)
    isPlaced = true
    return replaced.linesFrom(replaced.ino === old?.ino ? old.sizeBytes : undefined)
  })
  if (!isPlaced) await part.rename(LEDGER)
  return missed ?? ''
}
