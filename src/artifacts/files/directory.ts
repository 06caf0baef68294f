import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { Refusal } from './failures.ts'
import type { FileStats, FileSystem } from './file-system.ts'

/** Where a store is. */
export interface Place {
  directory: string
  /** The folders on the way to it that are pith's own as well. */
  above: readonly string[]
}

/** `$PITH_ARTIFACTS`, else `$XDG_STATE_HOME/pith/artifacts`, else `~/.local/state/pith/artifacts`. */
export function placeOf(directory: string | undefined): Place {
  if (directory !== undefined) return { directory: resolve(directory), above: [] }
  const { PITH_ARTIFACTS, XDG_STATE_HOME } = process.env
  if (PITH_ARTIFACTS && isAbsolute(PITH_ARTIFACTS)) return placeOf(PITH_ARTIFACTS)
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return below(XDG_STATE_HOME)
  try {
    return below(join(homedir(), '.local', 'state'))
  } catch {
    // A user id without a home, as containers have.
    return placeOf(join(tmpdir(), `pith-artifacts-${process.getuid?.() ?? ''}`))
  }
}

const below = (stateHome: string): Place => ({
  directory: join(stateHome, 'pith', 'artifacts'),
  above: [join(stateHome, 'pith')],
})

/** Makes the directory where there is none. Throws a refusal for one that others can get at. */
export async function prepareDirectory(fileSystem: FileSystem, { directory, above }: Place): Promise<void> {
  // Nothing is made in a folder before it is known whose it is.
  for (const path of [...above, directory]) {
    await fileSystem.mkdir(path, 0o700)
    refuseUnsafe(await fileSystem.lstat(path))
  }
}

/** Throws a refusal for a directory that others can get at, and the system's error where there is none. */
export async function checkDirectory(fileSystem: FileSystem, { directory, above }: Place): Promise<void> {
  for (const path of [...above, directory]) refuseUnsafe(await fileSystem.lstat(path))
}

function refuseUnsafe(found: FileStats): void {
  if (found.isSymbolicLink()) throw unsafe('the artifacts directory is a symbolic link')
  if (!found.isDirectory()) throw new Refusal('ENOTDIR', 'a part of its path is not a directory')
  if (!isMine(found)) throw unsafe('the artifacts directory belongs to another user')
  if (process.getuid && found.mode & 0o022) throw unsafe('others can write to the artifacts directory')
}

const unsafe = (reason: string): Refusal => new Refusal('PITH_STORE_UNSAFE', reason)

/** Windows has no user ids. */
export const isMine = ({ uid }: FileStats): boolean => !process.getuid || uid === process.getuid()
