import type { Names } from '../../check/names.ts'
import { optionsOf } from '../../check/values.ts'
import { PithError } from '../../errors.ts'
import { type CollectedStore, storeOver } from '../artifact-store.ts'
import { type FileStoreLimits, resolveLimits } from '../limits.ts'
import { OpfsBackend } from './opfs/backend.ts'
import { thisBrowser } from './opfs/browser.ts'

/** How much a store of a site's private files may hold, and where. Each limit is 0 to Infinity; Infinity turns it off. */
export interface OpfsStoreOptions
  extends Pick<FileStoreLimits, 'maxArtifactBytes' | 'maxTotalBytes' | 'ttlMs'> {
  /** Bytes of the site's quota that stay free; 0 for no such limit. Default: 1 GiB, or a tenth of less than 10 GiB. */
  keepFreeBytes?: number | undefined
  /** Name of a directory in the root of the site's private files; made when the first artifact is. Default: `pith`. */
  directory?: string | undefined
}

const opfsNames = {
  maxArtifactBytes: true,
  maxTotalBytes: true,
  ttlMs: true,
  keepFreeBytes: true,
  directory: true,
} as const satisfies Names<OpfsStoreOptions>

/** A store of a site's private files. It always has `gc`. */
export type OpfsArtifactStore = CollectedStore

/**
 * Keeps artifacts in a browser: in the origin private file system, from pages and from workers.
 *
 * All tabs and workers of a site share them. Of an output longer than `maxArtifactBytes`, or than the other limits allow,
 * the start and the end are kept: `PITH_ARTIFACT_CAPPED`. Where there is no room even for those, nothing is kept:
 * `PITH_STORE_FULL`, or `ENOSPC` where the browser's quota is used up. Artifacts are removed when they were not used for
 * `ttlMs`, and files that closed tabs left unfinished; never those of a tab or worker that still runs. The browser may
 * remove everything unless the site calls `navigator.storage.persist()`. Where a browser has no such files, outputs are
 * not kept: `ENOTSUP` or `EACCES`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const store = createOpfsStore({ maxTotalBytes: 512 * 1024 * 1024 })
 */
export function createOpfsStore(options: OpfsStoreOptions = {}): OpfsArtifactStore {
  const { directory = 'pith', ...limits } = optionsOf(options, opfsNames)
  if (typeof directory !== 'string' || !/^[^/\\]+$/.test(directory) || /^\.\.?$/.test(directory)) {
    const got = JSON.stringify(directory)
    throw new PithError('PITH_INVALID_OPTION', `Expected directory to be one directory's name, got ${got}.`)
  }
  const backend = new OpfsBackend({
    browser: thisBrowser,
    directory,
    // A tab may stay open for weeks: it is not a session.
    limits: resolveLimits({ ...limits, maxSessionBytes: Infinity }),
    collectsBySelf: true,
  })
  return storeOver(backend)
}
