import { afterEach, beforeEach } from 'vitest'
import { resolveBucketSettings, type S3Settings } from '../../../src/store/backends/s3/options.ts'
import { s3StoreOf } from '../../../src/store/backends/s3/store.ts'
import { createS3Store, type S3ArtifactStore, type S3StoreOptions } from '../../../src/store/backends/s3.ts'
import { FakeServer } from './fake-server.ts'
import { KEYS } from './server.ts'

/** A server for each test, and stores on it. */
export function useFakeServer() {
  const box = {
    server: new FakeServer(),
    store: (options: Partial<S3StoreOptions> = {}) => storeAt(box.server.endpoint, options),
    /** With parts of 64 KiB and hardly a pause, so that little is enough for all that may happen. */
    hasty: (settings: Partial<S3Settings> = {}) => hastyAt(box.server.endpoint, settings),
  }
  beforeEach(async () => {
    box.server = await new FakeServer().start()
  })
  afterEach(() => box.server.stop())
  return box
}

const optionsAt = (endpoint: string, options: Partial<S3StoreOptions>): S3StoreOptions =>
  ({ endpoint, bucket: 'tests', ...KEYS, ...options }) as S3StoreOptions

export const storeAt = (endpoint: string, options: Partial<S3StoreOptions> = {}): S3ArtifactStore =>
  createS3Store(optionsAt(endpoint, options))

export const hastyAt = (endpoint: string, settings: Partial<S3Settings> = {}): S3ArtifactStore =>
  s3StoreOf({
    ...resolveBucketSettings(optionsAt(endpoint, {})),
    partBytes: 64 * 1024,
    pauseMs: 1,
    ...settings,
  })
