import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { PithError } from '../../../errors.ts'
import { Refusal } from '../../failures.ts'
import type { FileStats, FileSystem } from './file-system.ts'
import { homeFolder } from './home.ts'

/** Where a store is. */
export interface Place {
  /** '' where there is none. */
  directory: string
  /** The folders above it that are pith's own as well. */
  above: readonly string[]
}

/**
 * `$PITH_ARTIFACTS`, else `$XDG_STATE_HOME/pith/artifacts`, else `~/.local/state/pith/artifacts`; for a user without a
 * home a folder in the system's temporary directory.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path where the working directory is gone.
 */
export function placeOf(directory: string | undefined): Place {
  if (directory !== undefined) return { directory: absolute(directory), above: [] }
  const { PITH_ARTIFACTS, XDG_STATE_HOME } = process.env
  if (PITH_ARTIFACTS && isAbsolute(PITH_ARTIFACTS)) return placeOf(PITH_ARTIFACTS)
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return below(XDG_STATE_HOME)
  const home = homeFolder()
  if (home !== undefined) return below(join(home, '.local', 'state'))
  const shared = tmpdir()
  if (!isAbsolute(shared)) return { directory: '', above: [] }
  return placeOf(join(shared, `pith-artifacts-${process.getuid?.() ?? ''}`))
}

/** Resolves a path against the working directory. */
export function absolute(path: string): string {
  if (isAbsolute(path)) return resolve(path)
  try {
    return resolve(path)
  } catch {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected an absolute path in the place of ${JSON.stringify(path)}: the working directory is gone.`,
    )
  }
}

const below = (stateHome: string): Place => ({
  directory: join(stateHome, 'pith', 'artifacts'),
  above: [join(stateHome, 'pith')],
})

/** Makes the directory where there is none. Throws `PITH_STORE_UNSAFE` for one that others can change. */
export async function prepareDirectory(fileSystem: FileSystem, { directory, above }: Place): Promise<void> {
  refuseNowhere(directory)
  // Each folder is checked before anything is made in it.
  for (const path of [...above, directory]) {
    await fileSystem.mkdir(path, 0o700)
    refuseUnsafe(await fileSystem.lstat(path))
  }
}

/** Throws `PITH_STORE_UNSAFE` for a directory that others can change, and the system's error where there is none. */
export async function checkDirectory(fileSystem: FileSystem, { directory, above }: Place): Promise<void> {
  refuseNowhere(directory)
  for (const path of [...above, directory]) refuseUnsafe(await fileSystem.lstat(path))
}

/** Readers take it for a directory that is not there. */
function refuseNowhere(directory: string): void {
  if (directory === '')
    throw new Refusal('ENOENT', 'there is no home directory, and neither PITH_ARTIFACTS nor XDG_STATE_HOME')
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
