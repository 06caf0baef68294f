import type { Backend } from '../../backend.ts'
import { BoundedSink } from '../../bounded-sink.ts'
import type { GcBounds } from '../../gc.ts'
import { inParallel } from '../../in-parallel.ts'
import type { Manifest } from '../../manifest.ts'
import { Quota } from '../../quota.ts'
import type { OpenArtifact } from '../../reading.ts'
import { createSha256 } from '../../sha256.ts'
import { damagedArtifact, unknownArtifact } from '../../stat.ts'
import type { ArtifactMeta, ArtifactStat, ArtifactWriter, GcReport } from '../../store.ts'
import { BatchingWriter, failedWriter } from '../../writer.ts'
import { type Bucket, findBucketManifest, remember } from './bucket.ts'
import { timeout } from './client.ts'
import { bucketFailure, bucketReadFailure, bucketStoreFailure, isAbsent, TooSlow } from './failures.ts'
import { collectObjects, ONLY_AGE, REQUESTS_AT_ONCE, type S3GcOptions } from './gc.ts'
import { sha256In } from './keys.ts'
import { type ArtifactLink, type LinkOptions, linkTo } from './link.ts'
import { type Listed, listObjects, removeObject } from './objects.ts'
import { readObject } from './read-object.ts'
import { S3Target } from './target.ts'
import { withTimeLimit } from './time-limit.ts'
import { discardMsOf } from './upload.ts'

/** Artifacts in a bucket of an object store. Many machines may share it. */
export class S3Backend implements Backend<S3GcOptions> {
  readonly writeFailure = bucketFailure
  readonly readFailure = bucketReadFailure
  readonly manageFailure = bucketStoreFailure
  readonly #bucket: Bucket
  readonly #quota: Quota

  constructor(bucket: Bucket) {
    this.#bucket = bucket
    const { maxArtifactBytes, ttlMs } = bucket.client.settings
    const unknown = async () => {
      throw new Error('A bucket does not tell how full it is.')
    }
    const usage = { of: 'the bucket', space: unknown, totalBytes: unknown, collect: unknown }
    this.#quota = new Quota({ ...ONLY_AGE, maxArtifactBytes, ttlMs }, usage)
  }

  /** Always false, because `#look` already throws `PITH_UNKNOWN_ARTIFACT` for a missing artifact. */
  isMissing(): boolean {
    return false
  }

  /** Sends no request yet. The first one follows when a part is full, or at the end. */
  async write(meta: ArtifactMeta): Promise<ArtifactWriter> {
    const { client, quiet } = this.#bucket
    if (quiet && Date.now() < quiet.untilMs)
      return failedWriter({ complete: false, ...bucketFailure(quiet.failure) })
    const stop = new AbortController()
    const sink = new BoundedSink(new S3Target(this.#bucket, stop.signal), this.#quota)
    const { closeTimeoutMs, waitMs, origin } = client.settings
    const limits = { waitMs, closeMs: closeTimeoutMs - discardMsOf(client.settings) }
    return withTimeLimit(new BatchingWriter(meta, createSha256(), sink), limits, () =>
      stop.abort(client.hasAnswered ? new TooSlow(origin) : timeout(origin)),
    )
  }

  /** Sends no request when the manifest is remembered. */
  async open(id: string): Promise<OpenArtifact> {
    return this.#opened(this.#bucket.remembered.get(id) ?? (await this.#look(id)))
  }

  async stat(id: string): Promise<ArtifactStat> {
    return (await this.#look(id)).stat
  }

  async list(): Promise<ArtifactStat[]> {
    const { client, keys } = this.#bucket
    const found: Listed[] = []
    for await (const one of listObjects(client, keys.manifestPrefix)) found.push(one)
    const stats = await inParallel(found, REQUESTS_AT_ONCE, async ({ key }) => {
      const sha256 = sha256In(key, keys)
      // A damaged or just deleted artifact must not hide the others.
      const read = sha256 === undefined ? undefined : await findBucketManifest(this.#bucket, sha256)
      return read?.manifest ? [read.manifest.stat] : []
    })
    return stats.flat()
  }

  async remove(id: string): Promise<void> {
    const { client, keys, remembered } = this.#bucket
    const { stat, data } = await this.#look(id)
    remembered.delete(id)
    await removeObject(client, keys.manifest(stat.sha256))
    await removeObject(client, keys.data(data))
  }

  collect(options: S3GcOptions, bounds: GcBounds): Promise<GcReport> {
    return collectObjects(this.#bucket, options, bounds)
  }

  async link(id: string, options: LinkOptions): Promise<ArtifactLink> {
    return linkTo(this.#bucket, await this.#look(id), options)
  }

  #opened(manifest: Manifest): OpenArtifact {
    const { stat, index } = manifest
    return {
      stat,
      index,
      bytes: (range) => readObject(this.#bucket, manifest, range),
      replacement: async (error) => {
        if (!isAbsent(error)) return undefined
        const found = await this.#look(stat.id)
        if (found.data === manifest.data) throw unknownArtifact(stat.id)
        return this.#opened(found)
      },
      close: async () => {},
    }
  }

  /** Reads the current manifest. Throws `PITH_UNKNOWN_ARTIFACT`, or `PITH_STORE_FAILED` when it is damaged. */
  async #look(id: string): Promise<Manifest> {
    const { remembered } = this.#bucket
    try {
      const sha256 = remembered.get(id)?.stat.sha256 ?? (await this.#sha256Of(id))
      remembered.delete(id)
      const found = sha256 === undefined ? undefined : await findBucketManifest(this.#bucket, sha256)
      if (!found) throw unknownArtifact(id)
      if (!found.manifest) throw damagedArtifact(id)
      remember(this.#bucket, found.manifest)
      return found.manifest
    } catch (error) {
      throw bucketReadFailure(error)
    }
  }

  async #sha256Of(id: string): Promise<string | undefined> {
    const { client, keys } = this.#bucket
    for await (const { key } of listObjects(client, keys.idPrefix(id), 10)) {
      const sha256 = sha256In(key, keys)
      if (sha256 !== undefined) return sha256
    }
    return undefined
  }
}
