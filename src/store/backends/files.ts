import { type CollectedStore, storeOver } from '../artifact-store.ts'
import { type FileStoreLimits, resolveLimits } from '../limits.ts'
import { FileBackend } from './files/backend.ts'
import { placeOf } from './files/directory.ts'
import { nodeFileSystem } from './files/file-system.ts'

export interface FileStoreOptions extends FileStoreLimits {
  /**
   * Made when the first artifact is. Default: `$PITH_ARTIFACTS`, else `$XDG_STATE_HOME/pith/artifacts`, else
   * `~/.local/state/pith/artifacts`; relative paths in the environment are passed over.
   */
  directory?: string | undefined
  /** Whose limit `maxSessionBytes` is: processes that name the same share it. Default: `$PITH_RUN`, else this process. */
  session?: string | undefined
}

/** A store of files. It always has `gc`. */
export type FileArtifactStore = CollectedStore

/**
 * Keeps artifacts as files that only their owner can read.
 *
 * The directory is made when the first artifact is. One that is a symbolic link, another user's, or writable by others
 * is not used: `PITH_STORE_UNSAFE`. An output longer than `maxArtifactBytes`, or than what the other limits leave,
 * keeps its start and its end: `PITH_ARTIFACT_CAPPED`; where there is no room even for those, `PITH_STORE_FULL`. What is
 * not used for `ttlMs` goes, and what dead processes left; never what a process that still runs has written.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const store = createFileStore({ maxArtifactBytes: 64 * 1024 * 1024, ttlMs: 24 * 3600 * 1000 })
 */
export function createFileStore(options: FileStoreOptions = {}): FileArtifactStore {
  const backend = new FileBackend({
    fileSystem: nodeFileSystem,
    place: placeOf(options.directory),
    limits: resolveLimits(options),
    session: options.session ?? (process.env.PITH_RUN || undefined),
    collectsBySelf: true,
  })
  return storeOver(backend)
}
