import type { Manifest } from '../../manifest.ts'
import { readBytes, readLines } from '../../reading.ts'
import { damagedArtifact, isArtifactId, newestFirst, unknownArtifact } from '../../stat.ts'
import type {
  ArtifactMeta,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  GcReport,
  LineRange,
} from '../../store.ts'
import { BatchingWriter, failedWriter } from '../../writer.ts'
import { atOnce } from './at-once.ts'
import { S3Client, timeout } from './client.ts'
import { failureOf, isAbsent, readFailure, S3Failure, storeFailure, TooSlow } from './failures.ts'
import { collectGarbage, type S3GcOptions } from './gc.ts'
import { createSha256 } from './hash.ts'
import { keysUnder, sha256In } from './keys.ts'
import { type ExpiryOptions, putExpiry } from './lifecycle.ts'
import { type ArtifactLink, type LinkOptions, linkTo } from './link.ts'
import { type Listed, listObjects, removeObject } from './objects.ts'
import type { S3Settings } from './options.ts'
import { type Bucket, findManifest } from './placing.ts'
import { openObject } from './reading.ts'
import { S3Sink } from './sink.ts'
import { timedWriter } from './timed.ts'
import { discardMsOf } from './upload.ts'

const AT_ONCE = 16
/** Manifests that are remembered; they have some hundred bytes each, the largest 50 KB. */
const MOST_REMEMBERED = 500
/** After a store did not answer, outputs are not offered to it for so long. */
const QUIET_MS = 30_000

/** A store of artifacts in a bucket, with what a bucket can do besides. */
export interface S3ArtifactStore extends ArtifactStore {
  /** Removes what is older than `ttlMs`, and what dead writers left. Reads every manifest: a request each. */
  gc(options?: S3GcOptions): Promise<GcReport>
  /**
   * A URL by which anybody can read an artifact, or a range of it, until it expires.
   * Throws `PITH_UNKNOWN_ARTIFACT`, `PITH_INVALID_OPTION`, `PITH_OFFSET_OUT_OF_RANGE`, `PITH_NOT_RETAINED`.
   */
  link(id: string, options?: LinkOptions): Promise<ArtifactLink>
  /** Gives the bucket rules that remove artifacts after so many days, and what was left unfinished. */
  setExpiry(options: ExpiryOptions): Promise<void>
}

export class S3Store implements S3ArtifactStore {
  readonly #bucket: Bucket
  readonly #remembered = new Map<string, Manifest>()
  #quiet: { untilMs: number; failure: S3Failure } | undefined

  constructor(settings: S3Settings) {
    this.#bucket = { client: new S3Client(settings), keys: keysUnder(settings.prefix) }
  }

  /** Asks nothing of the store yet. */
  async open(meta: ArtifactMeta): Promise<ArtifactWriter> {
    if (this.#quiet && Date.now() < this.#quiet.untilMs)
      return failedWriter({ complete: false, ...failureOf(this.#quiet.failure) })
    const stop = new AbortController()
    const told = {
      placed: (manifest: Manifest) => this.#remember(manifest),
      failed: (error: unknown) => this.#note(error),
    }
    const sink = new S3Sink(this.#bucket, stop.signal, told)
    const { client } = this.#bucket
    const { closeTimeoutMs, waitMs, origin } = client.settings
    const limits = { waitMs, closeMs: closeTimeoutMs - discardMsOf(client.settings) }
    return timedWriter(new BatchingWriter(meta, createSha256(), sink), limits, () =>
      stop.abort(client.hasAnswered ? new TooSlow(origin) : timeout(origin)),
    )
  }

  read(id: string, range: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#reading(id, (manifest) => readBytes(openObject(this.#bucket, manifest), range))
  }

  lines(id: string, range: LineRange): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#reading(id, (manifest) => readLines(openObject(this.#bucket, manifest), range))
  }

  async stat(id: string): Promise<ArtifactStat> {
    return (await this.#look(id)).stat
  }

  async list(): Promise<ArtifactStat[]> {
    const { client, keys } = this.#bucket
    try {
      const found: Listed[] = []
      for await (const one of listObjects(client, keys.manifestPrefix)) found.push(one)
      const stats = await atOnce(found, AT_ONCE, async ({ key }) => {
        const sha256 = sha256In(key, keys)
        // One damaged or just deleted artifact must not hide the others.
        const read = sha256 === undefined ? undefined : await findManifest(this.#bucket, sha256)
        return read?.manifest ? [read.manifest.stat] : []
      })
      return stats.flat().sort(newestFirst)
    } catch (error) {
      throw storeFailure(error)
    }
  }

  async delete(id: string): Promise<void> {
    const { client, keys } = this.#bucket
    const { stat, data } = await this.#look(id)
    this.#remembered.delete(id)
    try {
      await removeObject(client, keys.manifest(stat.sha256))
      await removeObject(client, keys.data(data))
    } catch (error) {
      throw storeFailure(error)
    }
  }

  async gc(options: S3GcOptions = {}): Promise<GcReport> {
    try {
      return await collectGarbage(this.#bucket, options)
    } catch (error) {
      throw storeFailure(error)
    }
  }

  async link(id: string, options: LinkOptions = {}): Promise<ArtifactLink> {
    const manifest = await this.#look(id)
    try {
      return await linkTo(this.#bucket, manifest, options)
    } catch (error) {
      throw storeFailure(error)
    }
  }

  async setExpiry(options: ExpiryOptions): Promise<void> {
    try {
      await putExpiry(this.#bucket.client, this.#bucket.keys, options)
    } catch (error) {
      throw storeFailure(error)
    }
  }

  /** Reads by what is remembered; where its bytes are gone, an equal artifact may have taken its place. */
  async *#reading(
    id: string,
    read: (manifest: Manifest) => AsyncGenerator<Uint8Array, void>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const remembered = isArtifactId(id) ? this.#remembered.get(id) : undefined
    const first = remembered ?? (await this.#look(id))
    let isBegun = false
    try {
      for await (const piece of read(first)) {
        isBegun = true
        yield piece
      }
    } catch (error) {
      if (!isAbsent(error) || isBegun) throw readFailure(error)
      const second = await this.#look(id)
      if (second.data === first.data) throw unknownArtifact(id)
      yield* read(second)
    }
  }

  /** The manifest as it is now. Throws `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED` for one that is damaged. */
  async #look(id: string): Promise<Manifest> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    try {
      const sha256 = this.#remembered.get(id)?.stat.sha256 ?? (await this.#sha256Of(id))
      this.#remembered.delete(id)
      const found = sha256 === undefined ? undefined : await findManifest(this.#bucket, sha256)
      if (!found) throw unknownArtifact(id)
      if (!found.manifest) throw damagedArtifact(id)
      this.#remember(found.manifest)
      return found.manifest
    } catch (error) {
      throw readFailure(error)
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

  /** The oldest go when they are too many. */
  #remember(manifest: Manifest): void {
    const { id } = manifest.stat
    this.#remembered.delete(id)
    this.#remembered.set(id, manifest)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > MOST_REMEMBERED) this.#remembered.delete(oldest)
  }

  /** A store that is down costs one output its time, not each. */
  #note(error: unknown): void {
    if (error instanceof S3Failure && error.isSilence)
      this.#quiet = { untilMs: Date.now() + QUIET_MS, failure: error }
  }
}
