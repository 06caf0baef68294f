import { names } from '../../check/names.ts'
import { optionsOf } from '../../check/values.ts'
import { type CollectedStore, storeOver } from '../artifact-store.ts'
import { type FileStoreLimits, resolveLimits } from '../limits.ts'
import { FileBackend } from './files/backend.ts'
import { stateDirectory } from './files/directory.ts'
import { nodeFileSystem } from './files/file-system.ts'

export interface FileStoreOptions extends FileStoreLimits {
  /**
   * The directory of the artifacts. The first artifact creates it. Default: `$PITH_ARTIFACTS`, else
   * `$XDG_STATE_HOME/pith/artifacts`, else `~/.local/state/pith/artifacts`. Relative paths in the environment are
   * ignored.
   */
  directory?: string | undefined
  /** The name of a session. Its processes share `maxSessionBytes`. Default: `$PITH_RUN`, else this process alone. */
  session?: string | undefined
}

const fileStoreNames = names<FileStoreOptions>()(
  'directory session maxArtifactBytes maxSessionBytes maxTotalBytes keepFreeBytes ttlMs',
)

/** A store of files. It always has `gc`. */
export type FileArtifactStore = CollectedStore

/**
 * Keeps artifacts as files that only their owner can read.
 *
 * The first artifact creates the directory. A directory that is a symbolic link, belongs to another user, or is
 * writable by others is not used: `PITH_STORE_UNSAFE`. When an output is longer than `maxArtifactBytes` or than the
 * other limits or the disk allow, the store keeps its start and its end: `PITH_ARTIFACT_CAPPED`. When there is no room
 * even for those, it keeps nothing: `PITH_STORE_FULL`, or the system's code (`ENOSPC`, …). The clean-up removes
 * artifacts that were not used for `ttlMs`, and files that dead processes left. It never removes files of a process that
 * still runs.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const store = createFileStore({ maxArtifactBytes: 64 * 1024 * 1024, ttlMs: 24 * 3600 * 1000 })
 */
export function createFileStore(options: FileStoreOptions = {}): FileArtifactStore {
  optionsOf(options, fileStoreNames)
  const backend = new FileBackend({
    fileSystem: nodeFileSystem,
    place: stateDirectory(options.directory),
    limits: resolveLimits(options),
    session: options.session ?? (process.env.PITH_RUN || undefined),
    collectsBySelf: true,
  })
  return storeOver(backend)
}
