import { isMissing } from '../../failures.ts'
import { isMine } from './directory.ts'
import { type OpenStoreFile, TO_APPEND } from './file-system.ts'
import type { Folder } from './folder.ts'
import { ledgerPath, withLedger } from './ledger.ts'

// The ledger tells the truth only while nothing else changes its directory. So its own time is set to a day before that
// of the directory, after each change that it knows of. At other times, an older pith, a person, a process that was
// killed or one that is at work has changed the directory, and a list looks at all files. A clock that jumps does not
// matter, because the times are only compared with each other. A system whose clock ticks slowly may give two changes
// one time. Then the next clean-up sees the second one.

/** Without it, a line that is appended in the same tick as the directory changes would look like the truth. */
export const TRUE_AFTER_MS = 24 * 3600 * 1000

/** Changes of one directory that this process is making. */
interface Watch {
  running: number
  /** Whether the ledger was true when the first of them began. */
  isTrue: Promise<boolean>
}

const watches = new Map<string, Watch>()

/** File systems and JavaScript keep times with different precision, and both finer than this. */
const SAME_MS = 0.01

/** Whether the ledger knows of all changes of its directory. */
export async function isTrue(folder: Folder): Promise<boolean> {
  return watches.get(folder.directory)?.isTrue ?? matches(folder)
}

async function matches(folder: Folder): Promise<boolean> {
  try {
    const ledger = await folder.fileSystem.lstat(ledgerPath(folder))
    if (!ledger.isFile() || !isMine(ledger)) return false
    return Math.abs(ledger.mtimeMs + TRUE_AFTER_MS - (await changedAt(folder))) < SAME_MS
  } catch {
    return false
  }
}

/** When the directory was changed last. Throws the system's error. */
export const changedAt = async ({ fileSystem, directory }: Folder): Promise<number> =>
  (await fileSystem.lstat(directory)).mtimeMs

/** Runs `work`, which changes the directory. The ledger stays as true as it was. */
export async function changing<T>(folder: Folder, work: () => Promise<T>): Promise<T> {
  const { directory } = folder
  const watch = watches.get(directory) ?? { running: 0, isTrue: matches(folder) }
  watches.set(directory, watch)
  watch.running++
  try {
    await watch.isTrue
    return await work()
  } finally {
    if (watch.running === 1 && (await watch.isTrue)) await settle(folder)
    if (--watch.running === 0) watches.delete(directory)
  }
}

/** Says for the changes that run whether the ledger is true. */
export function tell(folder: Folder, isTrue: boolean): void {
  const watch = watches.get(folder.directory)
  if (watch) watch.isTrue = Promise.resolve(isTrue)
}

async function settle(folder: Folder): Promise<void> {
  try {
    await folder.fileSystem.touch(ledgerPath(folder), (await changedAt(folder)) - TRUE_AFTER_MS)
  } catch {
    // The next list looks at all files.
  }
}

/**
 * Appends lines, if there is a ledger. Returns which file that is, for `noting`. A ledger that takes no lines is removed,
 * so that nobody believes it.
 */
export async function append(folder: Folder, lines: string): Promise<number> {
  let file: OpenStoreFile | undefined
  try {
    file = await folder.fileSystem.open(ledgerPath(folder), TO_APPEND)
    const found = await file.stat()
    if (!found.isFile() || !isMine(found)) throw new Error('The ledger is not a file of this user.')
    const bytes = Buffer.from(lines, 'latin1')
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, null)
    if (bytesWritten < bytes.length) throw new Error('The ledger could not be written.')
    return found.ino
  } catch (error) {
    tell(folder, false)
    if (!isMissing(error)) await folder.fileSystem.unlink(ledgerPath(folder)).catch(() => {})
    return 0
  } finally {
    await file?.close().catch(() => {})
  }
}

/**
 * Appends lines, and then runs what they tell of. Appends them once more when the ledger was replaced meanwhile. When
 * that fails, the ledger may say what is not so.
 */
export async function noting<T>(folder: Folder, lines: string, work: () => Promise<T>): Promise<T> {
  const noted = await append(folder, lines)
  try {
    return await work()
  } catch (error) {
    tell(folder, false)
    throw error
  } finally {
    const { ino } = await folder.fileSystem.lstat(ledgerPath(folder)).catch(() => ({ ino: 0 }))
    if (ino !== noted) await append(folder, lines)
  }
}

/**
 * Whether no process is removing an artifact. False when that is not known. Each process appends that it wants to remove
 * an artifact before it marks it, and an older pith changes the directory.
 */
export async function isQuiet(folder: Folder, id: string): Promise<boolean> {
  if (!(await isTrue(folder))) return false
  return (await withLedger(folder, ({ tail }) => !tail.doomed.has(id))) ?? false
}
