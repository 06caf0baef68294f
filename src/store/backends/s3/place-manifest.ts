import { encodeManifest, type Manifest, sizeOf } from '../../manifest.ts'
import { type Bucket, type FoundManifest, findBucketManifest } from './bucket.ts'
import { isAbsent, isRefused, S3Failure } from './failures.ts'
import { objectVersion, putObject, removeObject } from './objects.ts'

/**
 * An equal artifact is used instead of a new one while it is younger than this and younger than half of `ttlMs`. An
 * older one may expire soon, so it is replaced.
 */
const FRESH_MS = 12 * 3600 * 1000
/** How often `placeManifest` tries again while others store and remove equal artifacts. */
const MOST_TRIES = 5

/**
 * Puts a manifest in place after its bytes were sent, unless an equal artifact exists. Returns the manifest that is
 * stored then. If it is another one, no manifest names the bytes of this one.
 *
 * Throws `S3Failure`. After a transient failure, the manifest may be stored anyway.
 */
export async function placeManifest(
  bucket: Bucket,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<Manifest> {
  const { sha256, missing } = manifest.stat
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // Some stores ignore the condition. They must not replace a whole artifact by a capped one.
    const first = missing ? await findBucketManifest(bucket, sha256, signal) : undefined
    if (!first && (await putManifest(bucket, manifest, { 'if-none-match': '*' }, signal))) {
      await prove(bucket, manifest, signal)
      return manifest
    }
    const found = first ?? (await findBucketManifest(bucket, sha256, signal))
    if (!found) continue
    // An earlier try has stored the manifest, but its answer was lost.
    if (found.manifest?.data === manifest.data) return manifest
    if (found.manifest && (await isGood(bucket, found.manifest, manifest, signal))) return found.manifest
    // A whole artifact may replace any other, because it has all bytes.
    const condition: Record<string, string> = missing ? { 'if-match': etagOf(found, tries) } : {}
    if (!(await putManifest(bucket, manifest, condition, signal))) continue
    // A clean-up that wanted to remove the old manifest may have removed the new one.
    if (!(await findBucketManifest(bucket, sha256, signal))) continue
    if (found.manifest)
      await removeObject(bucket.client, bucket.keys.data(found.manifest.data), { signal }).catch(() => {})
    return manifest
  }
  throw new S3Failure('EEXIST', 'something else has its name', 412)
}

/** Reads back the first manifest, to prove that the store keeps what it accepts. Throws `S3Failure`. */
async function prove(bucket: Bucket, { stat }: Manifest, signal: AbortSignal): Promise<void> {
  if (bucket.isProven) return
  try {
    const found = await findBucketManifest(bucket, stat.sha256, signal)
    if (!found?.manifest) throw new S3Failure('NotKept', noStore(bucket.client.settings.origin), 404)
  } catch (error) {
    // Some keys only permit writing.
    if (!(error instanceof S3Failure) || error.status !== 403) throw error
  }
  bucket.isProven = true
}

const noStore = (origin: string): string => `the server at ${origin} does not keep what it is sent`

/** The ETag for a condition, with or without its quotes, because stores differ in how they compare it. */
export const etagOf = ({ etag }: FoundManifest, tries: number): string =>
  tries % 2 === 0 ? etag : etag.replaceAll('"', '')

/** False when the condition is not met. */
async function putManifest(
  { client, keys }: Bucket,
  manifest: Manifest,
  condition: Record<string, string>,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = { 'content-type': 'application/json', ...condition }
  try {
    await putObject(client, keys.manifest(manifest.stat.sha256), encodeManifest(manifest), {
      headers,
      signal,
    })
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** Whether the stored artifact may stay: it keeps at least as many bytes, is not old, and its bytes are unchanged. */
async function isGood(
  { client, keys }: Bucket,
  found: Manifest,
  own: Manifest,
  signal: AbortSignal,
): Promise<boolean> {
  const isWhole = found.stat.missing === undefined
  const freshMs = Math.min(FRESH_MS, client.settings.ttlMs / 2)
  const isOld = own.stat.createdAt - found.stat.createdAt > freshMs
  const isAsMuch = sizeOf(own) >= sizeOf(found)
  if (isAsMuch && (isOld || (own.stat.missing === undefined && !isWhole))) return false
  try {
    const { bytes, etag } = await objectVersion(client, keys.data(found.data), signal)
    return bytes === sizeOf(found) && (!etag || !found.etag || etag === found.etag)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}
