import { join } from 'node:path'
import { collectOnce, type GcBounds, runBackground } from '../../gc.ts'
import { USE_STEP_MS } from '../../limits.ts'
import { isMine } from './directory.ts'
import type { Folder } from './folder.ts'
import { createEmpty, remove } from './removal.ts'

const DUE = '.pith-due'
/** A clean-up looks at all files. In a smaller store, each process can do so. */
const LEAST_ARTIFACTS = 100
/** A clean-up that removes too little must not begin with each artifact. */
const LEAST_MS = 60_000
/** An artifact that was not used for `ttlMs` stays for another eighth of it at most. */
const TTL_SHARE = 8

/** Cleans up in the background when that is due: in a small store once in each process. */
export async function collectWhenDue(
  { fileSystem, directory }: Folder,
  collect: (bounds: GcBounds) => Promise<unknown>,
): Promise<void> {
  const found = await fileSystem.lstat(join(directory, DUE)).catch(() => undefined)
  if (!found?.isFile() || !isMine(found)) return collectOnce(directory, collect)
  const waitMs = found.mtimeMs - Date.now()
  // The clock may have been set back.
  if (waitMs <= 0 || waitMs > USE_STEP_MS) runBackground(directory, collect)
}

/** Notes when the next clean-up is due. Ignores failures: the next process cleans up then. */
export async function noteCleanUp(
  folder: Folder,
  artifacts: number,
  isFinished: boolean,
  ttlMs: number,
): Promise<void> {
  const { fileSystem, directory } = folder
  try {
    await remove(folder, DUE)
    if (artifacts < LEAST_ARTIFACTS) return
    createEmpty(folder, DUE)
    // The last use is recorded by the hour, so looking more often finds nothing.
    const afterMs = isFinished ? Math.max(LEAST_MS, Math.min(USE_STEP_MS, ttlMs / TTL_SHARE)) : LEAST_MS
    await fileSystem.touch(join(directory, DUE), Date.now() + afterMs)
  } catch {
    // A directory that cannot be written has nothing to remove either.
  }
}
