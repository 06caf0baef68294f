import { names } from '../../../check/names.ts'
import { collectGarbage, type DueArtifact, type GcBounds, type StoredArtifact } from '../../gc.ts'
import { inParallel } from '../../in-parallel.ts'
import { type Manifest, sizeOf } from '../../manifest.ts'
import type { GcOptions, GcReport } from '../../store.ts'
import { type Bucket, findBucketManifest } from './bucket.ts'
import { isAbsent, isRefused, S3Failure } from './failures.ts'
import { sha256In, uuidIn, uuidsIn } from './keys.ts'
import {
  abortUpload,
  bytesOfUpload,
  type Listed,
  listObjects,
  listUploads,
  objectVersion,
  type PendingUpload,
  removeObject,
} from './objects.ts'
import { etagOf } from './place-manifest.ts'

export const REQUESTS_AT_ONCE = 16
const DAY_MS = 24 * 3600 * 1000
/**
 * Artifacts stay for a tenth of `ttlMs` longer, an hour at most. So the clean-up does not compete with writers that
 * store the same output again.
 */
const LONGEST_MARGIN_MS = 3600 * 1000

export interface S3GcOptions extends GcOptions {
  /**
   * Milliseconds for which bytes without a manifest are kept, because they may still be being written. Must be longer
   * than writing the longest output takes. Default: a day.
   */
  graceMs?: number
}

export const s3GcNames = names<S3GcOptions>()('dryRun graceMs')

/** The object of a manifest, and its content. */
interface Named {
  listed: Listed
  /** Undefined when this version of pith cannot read it. */
  manifest: Manifest | undefined
  /** The UUIDs of all bytes that it may name, even when this version of pith cannot read it. */
  uuids: string[]
}

/** Only the age limits all artifacts together, because others may use the bucket too. */
export const ONLY_AGE = {
  maxArtifactBytes: Infinity,
  maxSessionBytes: Infinity,
  maxTotalBytes: Infinity,
  keepFreeBytes: 0,
}

/** Removes expired artifacts, bytes without a manifest, and unfinished uploads. Throws `S3Failure`. */
export async function collectObjects(
  bucket: Bucket,
  { dryRun = false, graceMs = DAY_MS }: S3GcOptions,
  bounds: GcBounds,
): Promise<GcReport> {
  const { client, keys } = bucket
  const before = Date.now() - graceMs
  // Reads the manifests last, so that bytes that get a manifest meanwhile are not taken for abandoned.
  const uploads = await listed(listUploads(client, keys.dataPrefix))
  const data = await listed(listObjects(client, keys.dataPrefix))
  const named = await readManifests(bucket)
  const cleanup = {
    abandoned: [
      ...(await dropUploads(bucket, uploads, before, dryRun)),
      ...(await dropUnnamed(bucket, data, named, before, dryRun)),
      ...(await dropEmpty(bucket, data, named, before, dryRun)),
    ],
    artifacts: known(named).map(({ manifest }) => artifactOf(manifest)),
    busyBytes: 0,
    space: undefined,
    remove: (due: readonly DueArtifact<ObjectArtifact>[]) => dropExpired(bucket, due, dryRun),
  }
  const { ttlMs } = client.settings
  const limits = { ...ONLY_AGE, ttlMs: ttlMs + Math.min(ttlMs / 10, LONGEST_MARGIN_MS) }
  return collectGarbage(cleanup, limits, bounds)
}

interface ObjectArtifact extends StoredArtifact {
  manifest: Manifest
}

const artifactOf = (manifest: Manifest): ObjectArtifact => ({
  id: manifest.stat.id,
  bytes: sizeOf(manifest),
  usedAtMs: manifest.stat.createdAt,
  isHeld: false,
  manifest,
})

async function listed<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

async function readManifests(bucket: Bucket): Promise<Named[]> {
  const all = await listed(listObjects(bucket.client, bucket.keys.manifestPrefix))
  const known = all.filter(({ key }) => sha256In(key, bucket.keys) !== undefined)
  return inParallel(known, REQUESTS_AT_ONCE, async (one) => {
    const sha256 = sha256In(one.key, bucket.keys) ?? ''
    const found = await findBucketManifest(bucket, sha256)
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
  const gone = await inParallel(lost, REQUESTS_AT_ONCE, async (upload): Promise<Gone> => {
    try {
      const bytes = await bytesOfUpload(client, upload)
      if (!dryRun) await abortUpload(client, upload)
      return [{ name: upload.key, bytes }]
    } catch (error) {
      // Another process has finished or removed the upload.
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
  return inParallel(lost, REQUESTS_AT_ONCE, async ({ key, bytes }) => {
    if (!dryRun) await removeObject(client, key)
    return { name: key, bytes }
  })
}

/** Removes manifests whose bytes are gone. */
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
  const gone = await inParallel(
    empty,
    REQUESTS_AT_ONCE,
    async ({ listed: { key, bytes }, manifest }): Promise<Gone> => {
      const isEmpty = await objectVersion(client, keys.data(manifest.data)).then(() => false, isAbsent)
      return isEmpty && (await dropManifest(bucket, manifest, dryRun)) ? [{ name: key, bytes }] : []
    },
  )
  return gone.flat()
}

async function dropExpired(
  bucket: Bucket,
  due: readonly DueArtifact<ObjectArtifact>[],
  dryRun: boolean,
): Promise<GcReport['removed']> {
  const { client, keys } = bucket
  const removed = await inParallel(due, REQUESTS_AT_ONCE, async ({ manifest, bytes, reason }) => {
    if (!(await dropManifest(bucket, manifest, dryRun))) return []
    if (!dryRun) await removeObject(client, keys.data(manifest.data))
    return [{ ...manifest.stat, bytes, reason }]
  })
  return removed.flat()
}

const known = (named: readonly Named[]): { listed: Listed; manifest: Manifest }[] =>
  named.flatMap(({ listed, manifest }) => (manifest ? [{ listed, manifest }] : []))

/**
 * Removes a manifest, unless an equal output has replaced it since it was read. Returns whether it was removed. With
 * object stores that ignore the condition of a DELETE, a replacement in the last moment may go unnoticed.
 */
async function dropManifest(bucket: Bucket, { stat, data }: Manifest, dryRun: boolean): Promise<boolean> {
  const { client, keys } = bucket
  const key = keys.manifest(stat.sha256)
  for (let tries = 0; tries < 2; tries++) {
    const found = await findBucketManifest(bucket, stat.sha256)
    if (found?.manifest?.data !== data) return false
    if (dryRun) return true
    const condition = etagOf(found, tries)
    try {
      await removeObject(client, key, condition ? { headers: { 'if-match': condition } } : {})
      return true
    } catch (error) {
      if (isAbsent(error)) return true
      if (isUnsupported(error)) {
        await removeObject(client, key)
        return true
      }
      if (!isRefused(error)) throw error
    }
  }
  return false
}

/** Whether a store answers that it does not support the condition. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof S3Failure && (error.status === 501 || error.status === 400)
