import { type Manifest, sizeOf } from '../../manifest.ts'
import type { GcOptions, GcReport } from '../../store.ts'
import { atOnce } from './at-once.ts'
import { isAbsent, isRefused, S3Failure } from './failures.ts'
import { sha256In, uuidIn, uuidsIn } from './keys.ts'
import {
  abortUpload,
  bytesOfUpload,
  type Listed,
  listObjects,
  listUploads,
  type PendingUpload,
  removeObject,
  sizeOfObject,
} from './objects.ts'
import { type Bucket, findManifest, tagOf } from './placing.ts'

const AT_ONCE = 16
const DAY_MS = 24 * 3600 * 1000
/** Artifacts stay a tenth longer than they may, an hour at most: what is written anew just then is not raced for. */
const LONGEST_MARGIN_MS = 3600 * 1000

export interface S3GcOptions extends GcOptions {
  /**
   * Milliseconds for which bytes that no manifest names are left alone: somebody may still be writing them. Longer than
   * the longest output takes. Default: a day.
   */
  graceMs?: number
}

/** A manifest's key, and what it says where it can be read. */
interface Named {
  listed: Listed
  manifest: Manifest | undefined
  /** All that it may name, also where it can't be read here. */
  uuids: string[]
}

/** Removes artifacts that are too old, bytes that nothing names, and uploads that nobody ends. Throws `S3Failure`. */
export async function collectGarbage(
  bucket: Bucket,
  { dryRun = false, graceMs = DAY_MS }: S3GcOptions,
): Promise<GcReport> {
  const { client, keys } = bucket
  const before = Date.now() - graceMs
  // In this order: bytes that come to have a manifest meanwhile are seen to have one.
  const uploads = await listed(listUploads(client, keys.dataPrefix))
  const data = await listed(listObjects(client, keys.dataPrefix))
  const named = await readManifests(bucket)
  const abandoned = [
    ...(await dropUploads(bucket, uploads, before, dryRun)),
    ...(await dropUnnamed(bucket, data, named, before, dryRun)),
    ...(await dropEmpty(bucket, data, named, before, dryRun)),
  ]
  const removed = await dropExpired(bucket, named, dryRun)
  const bytes = [...abandoned, ...removed].reduce((sum, one) => sum + one.bytes, 0)
  return { removed, abandoned, bytes, finished: true }
}

async function listed<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

async function readManifests(bucket: Bucket): Promise<Named[]> {
  const all = await listed(listObjects(bucket.client, bucket.keys.manifestPrefix))
  const known = all.filter(({ key }) => sha256In(key, bucket.keys) !== undefined)
  return atOnce(known, AT_ONCE, async (one) => {
    const sha256 = sha256In(one.key, bucket.keys) ?? ''
    const found = await findManifest(bucket, sha256)
    return { listed: one, manifest: found?.manifest, uuids: uuidsIn(found?.text ?? '') }
  })
}

type Gone = GcReport['abandoned']

async function dropUploads(
  { client, keys }: Bucket,
  uploads: readonly PendingUpload[],
  before: number,
  dryRun: boolean,
): Promise<Gone> {
  const lost = uploads.filter(({ key, startedAtMs }) => uuidIn(key, keys) && startedAtMs < before)
  const gone = await atOnce(lost, AT_ONCE, async (upload): Promise<Gone> => {
    try {
      const bytes = await bytesOfUpload(client, upload)
      if (!dryRun) await abortUpload(client, upload)
      return [{ name: upload.key, bytes }]
    } catch (error) {
      // Somebody else ended it.
      if (isAbsent(error)) return []
      throw error
    }
  })
  return gone.flat()
}

async function dropUnnamed(
  { client, keys }: Bucket,
  data: readonly Listed[],
  named: readonly Named[],
  before: number,
  dryRun: boolean,
): Promise<Gone> {
  const inUse = new Set(named.flatMap(({ uuids }) => uuids.map(keys.data)))
  const lost = data.filter(
    ({ key, changedAtMs }) => uuidIn(key, keys) && !inUse.has(key) && changedAtMs < before,
  )
  return atOnce(lost, AT_ONCE, async ({ key, bytes }) => {
    if (!dryRun) await removeObject(client, key)
    return { name: key, bytes }
  })
}

/** Manifests whose bytes are gone. */
async function dropEmpty(
  bucket: Bucket,
  data: readonly Listed[],
  named: readonly Named[],
  before: number,
  dryRun: boolean,
): Promise<Gone> {
  const { client, keys } = bucket
  const there = new Set(data.map(({ key }) => key))
  const empty = known(named).filter(
    ({ listed: { changedAtMs }, manifest }) => !there.has(keys.data(manifest.data)) && changedAtMs < before,
  )
  const gone = await atOnce(empty, AT_ONCE, async ({ listed: { key, bytes }, manifest }): Promise<Gone> => {
    const isEmpty = await sizeOfObject(client, keys.data(manifest.data)).then(() => false, isAbsent)
    return isEmpty && (await dropManifest(bucket, manifest, dryRun)) ? [{ name: key, bytes }] : []
  })
  return gone.flat()
}

async function dropExpired(
  bucket: Bucket,
  named: readonly Named[],
  dryRun: boolean,
): Promise<GcReport['removed']> {
  const { client, keys } = bucket
  const { ttlMs } = client.settings
  const oldestAt = Date.now() - ttlMs - Math.min(ttlMs / 10, LONGEST_MARGIN_MS)
  const old = known(named).filter(({ manifest }) => manifest.stat.createdAt < oldestAt)
  const removed = await atOnce(old, AT_ONCE, async ({ manifest }) => {
    if (!(await dropManifest(bucket, manifest, dryRun))) return []
    if (!dryRun) await removeObject(client, keys.data(manifest.data))
    return [{ ...manifest.stat, bytes: sizeOf(manifest), reason: 'expired' as const }]
  })
  return removed.flat()
}

const known = (named: readonly Named[]): { listed: Listed; manifest: Manifest }[] =>
  named.flatMap(({ listed, manifest }) => (manifest ? [{ listed, manifest }] : []))

/**
 * Removes a manifest that is the one that was read, and tells whether it was: an equal output may have put a new one in its
 * place. Stores that don't know the condition of a DELETE leave a moment in which that is not seen.
 */
async function dropManifest(bucket: Bucket, { stat, data }: Manifest, dryRun: boolean): Promise<boolean> {
  const { client, keys } = bucket
  const key = keys.manifest(stat.sha256)
  for (let tries = 0; tries < 2; tries++) {
    const found = await findManifest(bucket, stat.sha256)
    if (found?.manifest?.data !== data) return false
    if (dryRun) return true
    const condition = tagOf(found, tries)
    try {
      await removeObject(client, key, condition ? { headers: { 'if-match': condition } } : {})
      return true
    } catch (error) {
      if (isAbsent(error)) return true
      if (isUnknown(error)) {
        await removeObject(client, key)
        return true
      }
      if (!isRefused(error)) throw error
    }
  }
  return false
}

/** Whether a store says that it has no such condition. */
const isUnknown = (error: unknown): boolean =>
  error instanceof S3Failure && (error.status === 501 || error.status === 400)
