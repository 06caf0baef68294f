import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { wrongOption } from '../../../errors.ts'
import { StoreError } from '../../failures.ts'
import type { FileStats, FileSystem } from './file-system.ts'
import { homeFolder } from './home.ts'

/** The directory of a store, or of a log of events. */
export interface StateDirectory {
  /** Empty when no directory can be determined. */
  directory: string
  /** The parent folders that also belong to pith. */
  above: readonly string[]
}

/**
 * The artifacts directory: the given one, else `$PITH_ARTIFACTS`, else the default of `stateFolder`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path when the working directory no longer exists.
 */
export const stateDirectory = (directory: string | undefined): StateDirectory =>
  stateFolder('artifacts', directory, process.env.PITH_ARTIFACTS)

/**
 * A directory for pith's state: the given one, else the environment variable's, else `$XDG_STATE_HOME/pith/KIND`, else
 * `~/.local/state/pith/KIND`. A user without a home directory gets a folder in the system's temporary directory.
 * Relative paths in the environment are ignored.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a relative path when the working directory no longer exists.
 */
export function stateFolder(
  kind: 'artifacts' | 'events' | 'install' | 'runs',
  named: string | undefined,
  variable: string | undefined,
): StateDirectory {
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

const below = (stateHome: string, kind: string): StateDirectory => ({
  directory: join(stateHome, 'pith', kind),
  above: [join(stateHome, 'pith')],
})

function absolute(path: string): string {
  if (isAbsolute(path)) return resolve(path)
  try {
    return resolve(path)
  } catch {
    throw wrongOption(
      `Expected an absolute path instead of ${JSON.stringify(path)}, because the working directory no longer exists.`,
    )
  }
}

/** Creates the directory if it is missing. Throws `PITH_STORE_UNSAFE` when others can change it. */
export async function prepareDirectory(
  fileSystem: FileSystem,
  { directory, above }: StateDirectory,
): Promise<void> {
  refuseNowhere(directory)
  // Check each folder before creating anything in it.
  for (const path of [...above, directory]) {
    await fileSystem.mkdir(path, 0o700)
    refuseUnsafe(await fileSystem.lstat(path))
  }
}

/** Throws `PITH_STORE_UNSAFE` when others can change the directory, and the system's error when it does not exist. */
export async function checkDirectory(
  fileSystem: FileSystem,
  { directory, above }: StateDirectory,
): Promise<void> {
  refuseNowhere(directory)
  for (const path of [...above, directory]) refuseUnsafe(await fileSystem.lstat(path))
}

/** Throws `ENOENT`, so that readers treat it as a directory that does not exist. */
function refuseNowhere(directory: string): void {
  if (directory === '')
    throw new StoreError(
      'ENOENT',
      'there is no home directory: set PITH_ARTIFACTS or XDG_STATE_HOME to an absolute path',
    )
}

function refuseUnsafe(found: FileStats): void {
  if (found.isSymbolicLink()) throw unsafe('the artifacts directory is a symbolic link')
  if (!found.isDirectory()) throw new StoreError('ENOTDIR', 'a part of its path is not a directory')
  if (!isMine(found)) throw unsafe('the artifacts directory belongs to another user')
  if (process.getuid && found.mode & 0o022) throw unsafe('others can write to the artifacts directory')
}

const unsafe = (reason: string): StoreError => new StoreError('PITH_STORE_UNSAFE', reason)

/** Always true on Windows, which has no user ids. */
export const isMine = ({ uid }: FileStats): boolean => !process.getuid || uid === process.getuid()
