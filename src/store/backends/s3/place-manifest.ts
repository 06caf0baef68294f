import { encodeManifest, type Manifest, sizeOf } from '../../manifest.ts'
import { type Bucket, type Found, findManifest } from './bucket.ts'
import { isAbsent, isRefused, S3Failure } from './failures.ts'
import { putObject, removeObject, sizeOfObject } from './objects.ts'

/**
 * An equal artifact is used in place of a new one while it is younger than this and than half of `ttlMs`. An older one may
 * be about to expire, and is replaced.
 */
const FRESH_MS = 12 * 3600 * 1000
/** How often an equal artifact may come and go between two looks. */
const MOST_TRIES = 5

/**
 * Puts the manifest of bytes that were sent in place, unless an equal artifact came first. Returns the manifest that is
 * there in the end. Where it is another, nothing names the bytes of this one.
 *
 * Throws `S3Failure`. After a transient failure the manifest may be there all the same.
 */
export async function placeManifest(
  bucket: Bucket,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<Manifest> {
  const { sha256, missing } = manifest.stat
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // A store that ignores the condition must not replace a whole artifact by a capped one.
    const first = missing ? await findManifest(bucket, sha256, signal) : undefined
    if (!first && (await putManifest(bucket, manifest, { 'if-none-match': '*' }, signal))) {
      await prove(bucket, manifest, signal)
      return manifest
    }
    const found = first ?? (await findManifest(bucket, sha256, signal))
    if (!found) continue
    // The answer to an earlier try was lost.
    if (found.manifest?.data === manifest.data) return manifest
    if (found.manifest && (await isGood(bucket, found.manifest, manifest, signal))) return found.manifest
    // A whole artifact may replace whatever is there: it has all bytes of that.
    const condition: Record<string, string> = missing ? { 'if-match': tagOf(found, tries) } : {}
    if (!(await putManifest(bucket, manifest, condition, signal))) continue
    // A clean-up that removed the old one may have removed this instead.
    if (!(await findManifest(bucket, sha256, signal))) continue
    if (found.manifest)
      await removeObject(bucket.client, bucket.keys.data(found.manifest.data), { signal }).catch(() => {})
    return manifest
  }
  throw new S3Failure('EEXIST', 'something else has its name', 412)
}

/** Reads back what the store says that it took, once. Throws `S3Failure`. */
async function prove(bucket: Bucket, { stat }: Manifest, signal: AbortSignal): Promise<void> {
  if (bucket.isProven) return
  try {
    const found = await findManifest(bucket, stat.sha256, signal)
    if (!found?.manifest) throw new S3Failure('NotKept', noStore(bucket.client.settings.origin), 404)
  } catch (error) {
    // Some keys may only write.
    if (!(error instanceof S3Failure) || error.status !== 403) throw error
  }
  bucket.isProven = true
}

const noStore = (origin: string): string => `what answers at ${origin} does not keep what it is sent`

/** The ETag for a condition: some stores compare it with its quotes, some without. */
export const tagOf = ({ etag }: Found, tries: number): string =>
  tries % 2 === 0 ? etag : etag.replaceAll('"', '')

/** False where the condition does not hold. */
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

/** Whether what is there may stay: it is as much, it is not old, and its bytes are there. */
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
    return (await sizeOfObject(client, keys.data(found.data), signal)) === sizeOf(found)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}
