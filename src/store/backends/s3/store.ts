import { type CollectedStore, storeOver } from '../../artifact-store.ts'
import { isArtifactId, unknownArtifact } from '../../stat.ts'
import { S3Backend } from './backend.ts'
import { createBucket } from './bucket.ts'
import { S3Client } from './client.ts'
import { bucketStoreFailure } from './failures.ts'
import { type S3GcOptions, s3GcNames } from './gc.ts'
import { keysUnder } from './keys.ts'
import { type ExpiryOptions, putExpiry } from './lifecycle.ts'
import type { ArtifactLink, LinkOptions } from './link.ts'
import type { S3Settings } from './options.ts'

/** A store of artifacts in a bucket. It can also make links and set expiry rules. */
export interface S3ArtifactStore extends CollectedStore<S3GcOptions> {
  /**
   * Makes a URL with which anybody can read an artifact, or a range of it, until it expires.
   *
   * @throws {PithError} `PITH_UNKNOWN_ARTIFACT`, `PITH_INVALID_OPTION`, `PITH_OFFSET_OUT_OF_RANGE`,
   *   `PITH_NOT_RETAINED`, `PITH_STORE_FAILED`
   */
  link(id: string, options?: LinkOptions): Promise<ArtifactLink>
  /** Adds rules to the bucket that remove artifacts after so many days, and unfinished uploads after two days. */
  setExpiry(options: ExpiryOptions): Promise<void>
}

export function s3StoreOf(settings: S3Settings): S3ArtifactStore {
  const bucket = createBucket(new S3Client(settings), keysUnder(settings.prefix))
  const backend = new S3Backend(bucket)
  return {
    ...storeOver(backend, s3GcNames),
    async link(id, options = {}) {
      if (!isArtifactId(id)) throw unknownArtifact(id)
      try {
        return await backend.link(id, options)
      } catch (error) {
        throw bucketStoreFailure(error)
      }
    },
    async setExpiry(options) {
      try {
        await putExpiry(bucket.client, bucket.keys, options)
      } catch (error) {
        throw bucketStoreFailure(error)
      }
    },
  }
}
