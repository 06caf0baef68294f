import { resolveSettings, type S3StoreOptions } from './s3/options.ts'
import { type S3ArtifactStore, s3StoreOf } from './s3/store.ts'

export type { S3GcOptions } from './s3/gc.ts'
export type { ExpiryOptions } from './s3/lifecycle.ts'
export type { ArtifactLink, LinkOptions } from './s3/link.ts'
export type { S3Credentials, S3StoreOptions } from './s3/options.ts'
export type { S3ArtifactStore } from './s3/store.ts'

/**
 * Keeps artifacts in a bucket of any S3-compatible object store, with the package aws4fetch. All who know the bucket share
 * them.
 *
 * Needs `fetch`, streams and `crypto.subtle`: Node, workers, and browsers where the bucket's CORS rule allows it. An
 * output that comes faster than it is sent takes up to 150 MiB of memory. Of one longer than `maxArtifactBytes` the start
 * and the last 8 MiB are kept: `PITH_ARTIFACT_CAPPED`. With a store that is slow or silent, an output loses its artifact
 * and at most `waitMs` and `closeTimeoutMs`; never its result.
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
