import { PithError } from '../../errors.ts'
import { type CollectedStore, storeOver } from '../artifact-store.ts'
import { type FileStoreLimits, resolveLimits } from '../limits.ts'
import { OpfsBackend } from './opfs/backend.ts'
import { thisBrowser } from './opfs/browser.ts'

/** How much a store of a site's private files may hold, and where. Each limit is 0 to Infinity; Infinity turns it off. */
export interface OpfsStoreOptions
  extends Pick<FileStoreLimits, 'maxArtifactBytes' | 'maxTotalBytes' | 'ttlMs'> {
  /** What the browser must leave the site besides; 0 asks for nothing. Default: 1 GiB, or a tenth of less than 10 GiB. */
  keepFreeBytes?: number | undefined
  /** Name of a directory in the root of the site's private files; made when the first artifact is. Default: `pith`. */
  directory?: string | undefined
}

/** A store of a site's private files. It always has `gc`. */
export type OpfsArtifactStore = CollectedStore

/**
 * Keeps artifacts in a browser: in the origin private file system, from pages and from workers.
 *
 * All tabs and workers of a site share them. An output longer than `maxArtifactBytes`, or than what the other limits
 * leave, keeps its start and its end: `PITH_ARTIFACT_CAPPED`; where there is no room even for those, `PITH_STORE_FULL`,
 * and where the browser's quota is used up, `ENOSPC`. What is not used for `ttlMs` goes, and what closed tabs left
 * unfinished; never what a tab or worker that still runs has written. The browser itself may remove everything unless
 * the site asked it not to, by `navigator.storage.persist()`. Where a browser has no such files, each output is told as
 * incomplete: `ENOTSUP` or `EACCES`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const store = createOpfsStore({ maxTotalBytes: 512 * 1024 * 1024 })
 */
export function createOpfsStore(options: OpfsStoreOptions = {}): OpfsArtifactStore {
  const { directory = 'pith', ...limits } = options
  if (typeof directory !== 'string' || !/^[^/\\]+$/.test(directory) || /^\.\.?$/.test(directory)) {
    const got = JSON.stringify(directory)
    throw new PithError('PITH_INVALID_OPTION', `Expected directory to be one directory's name, got ${got}.`)
  }
  const backend = new OpfsBackend({
    browser: thisBrowser,
    directory,
    // A tab is no session: it may stay open for weeks.
    limits: resolveLimits({ ...limits, maxSessionBytes: Infinity }),
    collectsBySelf: true,
  })
  return storeOver(backend)
}
