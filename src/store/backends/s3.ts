import { resolveBucketSettings, type S3StoreOptions } from './s3/options.ts'
import { type S3ArtifactStore, s3StoreOf } from './s3/store.ts'

export type { S3GcOptions } from './s3/gc.ts'
export type { ExpiryOptions } from './s3/lifecycle.ts'
export type { ArtifactLink, LinkOptions } from './s3/link.ts'
export type { S3Credentials, S3StoreOptions } from './s3/options.ts'
export type { S3ArtifactStore } from './s3/store.ts'

/**
 * Keeps artifacts in a bucket of any S3-compatible object store. Uses the package aws4fetch. Everybody with access to
 * the bucket shares the artifacts.
 *
 * Needs `fetch`, streams and `crypto.subtle`: Node, workers, and browsers if the bucket's CORS rule allows it. An
 * output that arrives faster than it can be sent takes up to 150 MiB of memory. When an output is longer than
 * `maxArtifactBytes`, the store keeps its start and its last 8 MiB: `PITH_ARTIFACT_CAPPED`. When the object store is
 * slow or does not answer, the output is not kept. This delays its result by at most `waitMs` and `closeTimeoutMs`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`; from reading, `PITH_MISSING_PACKAGE` when aws4fetch is not installed.
 * @example
 * const store = createS3Store({
 *   endpoint: 'https://objects.example.com', bucket: 'agents', accessKeyId: '…', secretAccessKey: '…',
 * })
 */
export function createS3Store(options: S3StoreOptions): S3ArtifactStore {
  return s3StoreOf(resolveBucketSettings(options))
}
