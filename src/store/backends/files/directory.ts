import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { PithError } from '../../../errors.ts'
import { StoreError } from '../../failures.ts'
import type { FileStats, FileSystem } from './file-system.ts'
import { homeFolder } from './home.ts'

/** Where a store, or a log of events, has its files. */
export interface Place {
  /** '' where there is none. */
  directory: string
  /** The folders above it that are pith's own as well. */
  above: readonly string[]
}

/**
 * The artifacts directory: as named, else `$PITH_ARTIFACTS`, else as `stateFolder` says.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path where the working directory is gone.
 */
export const placeOf = (directory: string | undefined): Place =>
  stateFolder('artifacts', directory, process.env.PITH_ARTIFACTS)

/**
 * A directory of pith's state: as named, else the variable's, else `$XDG_STATE_HOME/pith/KIND`, else
 * `~/.local/state/pith/KIND`. For a user without a home a folder in the system's temporary directory. Relative paths in the
 * environment are ignored.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path where the working directory is gone.
 */
export function stateFolder(
  kind: 'artifacts' | 'events',
  named: string | undefined,
  variable: string | undefined,
): Place {
  if (named !== undefined) return { directory: absolute(named), above: [] }
  if (variable && isAbsolute(variable)) return { directory: absolute(variable), above: [] }
  const { XDG_STATE_HOME } = process.env
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return below(XDG_STATE_HOME, kind)
  const home = homeFolder()
  if (home !== undefined) return below(join(home, '.local', 'state'), kind)
  const shared = tmpdir()
  if (!isAbsolute(shared)) return { directory: '', above: [] }
  return { directory: absolute(join(shared, `pith-${kind}-${process.getuid?.() ?? ''}`)), above: [] }
}

const below = (stateHome: string, kind: string): Place => ({
  directory: join(stateHome, 'pith', kind),
  above: [join(stateHome, 'pith')],
})

/** Resolves a path against the working directory. */
function absolute(path: string): string {
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
    throw new StoreError(
      'ENOENT',
      'there is no home directory, and neither PITH_ARTIFACTS nor XDG_STATE_HOME',
    )
}

function refuseUnsafe(found: FileStats): void {
  if (found.isSymbolicLink()) throw unsafe('the artifacts directory is a symbolic link')
  if (!found.isDirectory()) throw new StoreError('ENOTDIR', 'a part of its path is not a directory')
  if (!isMine(found)) throw unsafe('the artifacts directory belongs to another user')
  if (process.getuid && found.mode & 0o022) throw unsafe('others can write to the artifacts directory')
}

const unsafe = (reason: string): StoreError => new StoreError('PITH_STORE_UNSAFE', reason)

/** Windows has no user ids. */
export const isMine = ({ uid }: FileStats): boolean => !process.getuid || uid === process.getuid()
