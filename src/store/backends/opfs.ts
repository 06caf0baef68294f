import { names } from '../../check/names.ts'
import { optionsOf } from '../../check/values.ts'
import { wrongOption } from '../../errors.ts'
import { type CollectedStore, storeOver } from '../artifact-store.ts'
import { type FileStoreLimits, resolveLimits } from '../limits.ts'
import { OpfsBackend } from './opfs/backend.ts'
import { thisBrowser } from './opfs/browser.ts'

/**
 * Where a store of a site's private files is, and how much it may hold. Each limit is a number from 0. `Infinity` turns
 * it off.
 */
export interface OpfsStoreOptions
  extends Pick<FileStoreLimits, 'maxArtifactBytes' | 'maxTotalBytes' | 'ttlMs'> {
  /** Bytes of the site's quota that stay free; 0 turns this off. Default: 1 GiB, or a tenth of a quota below 10 GiB. */
  keepFreeBytes?: number | undefined
  /** Name of a directory in the root of the site's private files. The first artifact creates it. Default: `pith`. */
  directory?: string | undefined
}

const opfsNames = names<OpfsStoreOptions>()('maxArtifactBytes maxTotalBytes ttlMs keepFreeBytes directory')

/** A store of a site's private files. It always has `gc`. */
export type OpfsArtifactStore = CollectedStore

/**
 * Keeps artifacts in a browser: in the origin private file system, from pages and from workers.
 *
 * All tabs and workers of a site share the artifacts. When an output is longer than `maxArtifactBytes` or than the
 * other limits allow, the store keeps its start and its end: `PITH_ARTIFACT_CAPPED`. When there is no room even for
 * those, it keeps nothing: `PITH_STORE_FULL`, or `ENOSPC` when the browser's quota is used up. The clean-up removes
 * artifacts that were not used for `ttlMs`, and unfinished files of closed tabs. It never removes files of a tab or
 * worker that still runs. The browser may remove everything unless the site calls `navigator.storage.persist()`. In a
 * browser without such files, outputs are not kept: `ENOTSUP` or `EACCES`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const store = createOpfsStore({ maxTotalBytes: 512 * 1024 * 1024 })
 */
export function createOpfsStore(options: OpfsStoreOptions = {}): OpfsArtifactStore {
  const { directory = 'pith', ...limits } = optionsOf(options, opfsNames)
  if (typeof directory !== 'string' || !/^[^/\\]+$/.test(directory) || /^\.\.?$/.test(directory)) {
    const got = JSON.stringify(directory)
    throw wrongOption(`Expected directory to be one directory's name, got ${got}.`)
  }
  const backend = new OpfsBackend({
    browser: thisBrowser,
    directory,
    // There are no sessions here, because a tab may stay open for weeks.
    limits: resolveLimits({ ...limits, maxSessionBytes: Infinity }),
    collectsBySelf: true,
  })
  return { ...storeOver(backend), isPrivate: true }
}
