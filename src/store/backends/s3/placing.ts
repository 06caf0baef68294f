import { PithError } from '../../../errors.ts'
import {
  encodeManifest,
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  type ManifestForm,
  parseManifest,
  sizeOf,
} from '../../manifest.ts'
import type { S3Client } from './client.ts'
import { isAbsent, isRefused, S3Failure } from './failures.ts'
import { isUuid, type Keys } from './keys.ts'
import { getText, putObject, removeObject, sizeOfObject } from './objects.ts'

/**
 * An equal artifact is taken over while it is younger than this, and than half of what `gc` lets it live; an older one may
 * be about to expire, and is replaced.
 */
const FRESH_MS = 12 * 3600 * 1000
/** How often an equal artifact may come and go between two looks. */
const MOST_TRIES = 5

/** Of a store, what its parts need. */
export interface Bucket {
  client: S3Client
  keys: Keys
  /** Whether what was put was there: anything may answer 200. */
  isProven?: boolean
}

/** A manifest as it is there. */
export interface Found {
  /** Undefined for one that is damaged, or of a later form than is known here. */
  manifest: Manifest | undefined
  etag: string
  text: string
}

/** Undefined where there is none. Throws `S3Failure`. */
export async function findManifest(
  { client, keys }: Bucket,
  sha256: string,
  signal?: AbortSignal,
): Promise<Found | undefined> {
  try {
    const { text, etag } = await getText(client, keys.manifest(sha256), LARGEST_MANIFEST_BYTES, signal)
    return { manifest: parsedOr(text, sha256), etag, text }
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const FORM: ManifestForm = { isData: isUuid, hasRing: false }

function parsedOr(text: string, sha256: string): Manifest | undefined {
  try {
    const manifest = parseManifest(text, sha256.slice(0, 16), FORM)
    return manifest.stat.sha256 === sha256 ? manifest : undefined
  } catch (error) {
    if (error instanceof PithError) return undefined
    throw error
  }
}

/**
 * Makes an artifact of bytes that are there, unless an equal one came first. Returns the one that is there in the end:
 * where it is another, the bytes of this one are nobody's.
 *
 * Throws `S3Failure`; after a passing one the manifest may be there all the same.
 */
export async function place(bucket: Bucket, manifest: Manifest, signal: AbortSignal): Promise<Manifest> {
  const { sha256, missing } = manifest.stat
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // A store that does not know the condition must not lose whole bytes to a part of them.
    const first = missing ? await findManifest(bucket, sha256, signal) : undefined
    if (!first && (await putManifest(bucket, manifest, { 'if-none-match': '*' }, signal))) {
      await prove(bucket, manifest, signal)
      return manifest
    }
    const found = first ?? (await findManifest(bucket, sha256, signal))
    if (!found) continue
    // A first try whose answer was lost.
    if (found.manifest?.data === manifest.data) return manifest
    if (found.manifest && (await isGood(bucket, found.manifest, manifest, signal))) return found.manifest
    // Whole bytes may take the place of whatever is there: those who wrote it have what they wanted.
    const condition: Record<string, string> = missing ? { 'if-match': tagOf(found, tries) } : {}
    if (!(await putManifest(bucket, manifest, condition, signal))) continue
    // Whoever collected the old one may have taken this for it.
    if (!(await findManifest(bucket, sha256, signal))) continue
    if (found.manifest)
      await removeObject(bucket.client, bucket.keys.data(found.manifest.data), { signal }).catch(() => {})
    return manifest
  }
  throw new S3Failure('EEXIST', 'something else has its name', 412)
}

/** Once for each store: reads back what it says that it took. Throws `S3Failure`. */
async function prove(bucket: Bucket, { stat }: Manifest, signal: AbortSignal): Promise<void> {
  if (bucket.isProven) return
  try {
    const found = await findManifest(bucket, stat.sha256, signal)
    if (!found?.manifest) throw new S3Failure('NotKept', noStore(bucket.client.settings.origin), 404)
  } catch (error) {
    // Keys may be of the kind that only writes.
    if (!(error instanceof S3Failure) || error.status !== 403) throw error
  }
  bucket.isProven = true
}

const noStore = (origin: string): string => `what answers at ${origin} does not keep what it is sent`

/** Some stores compare it with its quotes, some without. */
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
