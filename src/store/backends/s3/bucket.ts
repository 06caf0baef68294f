import { PithError } from '../../../errors.ts'
import { LARGEST_MANIFEST_BYTES, type Manifest, type ManifestForm, parseManifest } from '../../manifest.ts'
import type { S3Client } from './client.ts'
import { isAbsent, S3Failure } from './failures.ts'
import { isUuid, type Keys } from './keys.ts'
import { getText } from './objects.ts'

/** The number of manifests that are remembered. Most have some hundred bytes, the largest 25 KB. */
const MOST_REMEMBERED = 500
/** When a store did not answer, no output is sent to it for this time. */
const QUIET_MS = 30_000

/** The part of a bucket that a store uses, and what is known about it. */
export interface Bucket {
  client: S3Client
  keys: Keys
  /** By id, the most recently used last. They may be outdated, because others may replace the artifacts. */
  remembered: Map<string, Manifest>
  /** Whether a manifest was read back once. Any server may answer 200 without storing anything. */
  isProven: boolean
  /** Set when the store did not answer. Until `untilMs`, no output is sent to it. */
  quiet: { untilMs: number; failure: S3Failure } | undefined
}

export const createBucket = (client: S3Client, keys: Keys): Bucket => ({
  client,
  keys,
  remembered: new Map(),
  isProven: false,
  quiet: undefined,
})

/** Remembers a manifest for the next reading. Drops the least recently used one when there are too many. */
export function remember({ remembered }: Bucket, manifest: Manifest): void {
  const { id } = manifest.stat
  remembered.delete(id)
  remembered.set(id, manifest)
  const [oldest] = remembered.keys()
  if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest)
}

/** Stops sending outputs for a while when the store did not answer. So the next outputs do not wait for it too. */
export function noteFailure(bucket: Bucket, error: unknown): void {
  if (error instanceof S3Failure && error.isSilence)
    bucket.quiet = { untilMs: Date.now() + QUIET_MS, failure: error }
}

/** A manifest object in the bucket. */
export interface FoundManifest {
  /** Undefined when the manifest is damaged or of a later version. */
  manifest: Manifest | undefined
  etag: string
  text: string
}

/** Undefined when there is no manifest. Throws `S3Failure`. */
export async function findBucketManifest(
  { client, keys }: Bucket,
  sha256: string,
  signal?: AbortSignal,
): Promise<FoundManifest | undefined> {
  try {
    const { text, etag } = await getText(client, keys.manifest(sha256), LARGEST_MANIFEST_BYTES, signal)
    return { manifest: parsedOrUndefined(text, sha256), etag, text }
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const FORM: ManifestForm = { isData: isUuid, hasRing: false }

function parsedOrUndefined(text: string, sha256: string): Manifest | undefined {
  try {
    const manifest = parseManifest(text, sha256.slice(0, 16), FORM)
    return manifest.stat.sha256 === sha256 ? manifest : undefined
  } catch (error) {
    if (error instanceof PithError) return undefined
    throw error
  }
}
