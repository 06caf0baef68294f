import { resolveSettings, type S3StoreOptions } from './s3/options.ts'
import { type S3ArtifactStore, s3StoreOf } from './s3/store.ts'

export type { S3GcOptions } from './s3/gc.ts'
export type { ExpiryOptions } from './s3/lifecycle.ts'
export type { ArtifactLink, LinkOptions } from './s3/link.ts'
export type { S3Credentials, S3StoreOptions } from './s3/options.ts'
export type { S3ArtifactStore } from './s3/store.ts'

/**
 * Keeps artifacts in a bucket of any S3-compatible object store, by the package aws4fetch, so that all who know the
 * bucket share them.
 *
 * Needs `fetch`, streams and `crypto.subtle`: Node, workers, and browsers where the bucket's CORS rule allows it. An
 * output takes up to 150 MiB of memory while it comes faster than it is sent. One longer than `maxArtifactBytes` keeps its
 * start and its last 8 MiB: `PITH_ARTIFACT_CAPPED`. A store that is slow or silent costs an output its artifact, and
 * `waitMs` and `closeTimeoutMs` at most; never its result.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`; reading, `PITH_MISSING_PACKAGE` where aws4fetch is not installed.
 * @example
 * const store = createS3Store({
 *   endpoint: 'https://objects.example.com', bucket: 'agents', accessKeyId: '…', secretAccessKey: '…',
 * })
 */
export function createS3Store(options: S3StoreOptions): S3ArtifactStore {
  return s3StoreOf(resolveSettings(options))
}
