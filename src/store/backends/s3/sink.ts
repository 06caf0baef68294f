import { endOf } from '../../artifact-end.ts'
import { newlinesOf, type StoredLineIndex, type StrideEntry } from '../../line-index.ts'
import type { Manifest } from '../../manifest.ts'
import { countLineFeeds } from '../../ranges.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from '../../store.ts'
import type { ArtifactSink } from '../../writer.ts'
import { type Bucket, noteFailure, remember } from './bucket.ts'
import { indexOfEnds, indexOfWhole } from './coarse-index.ts'
import { bucketFailure, S3Failure } from './failures.ts'
import { NewestBytes } from './newest-bytes.ts'
import { placeManifest } from './place-manifest.ts'
import { Upload } from './upload.ts'

/** When an output is longer than an artifact may be, at most so many bytes of its end are held in memory. */
const MOST_TAIL_BYTES = 8 * 1024 * 1024

/** The object of an artifact that is being written. */
export class S3Sink implements ArtifactSink {
  readonly #bucket: Bucket
  readonly #uuid = crypto.randomUUID()
  readonly #signal: AbortSignal
  readonly #upload: Upload
  readonly #headBytes: number
  readonly #tailBytes: number
  /** The line-index entries from the start on, while no byte is lost. */
  readonly #entries: StrideEntry[] = []
  #tail: NewestBytes | undefined
  #lineFeeds = 0
  #headLineFeeds = 0
  #mayBeNamed = false

  constructor(bucket: Bucket, signal: AbortSignal) {
    this.#bucket = bucket
    this.#signal = signal
    this.#upload = new Upload(bucket.client, bucket.keys.data(this.#uuid), signal)
    const { maxArtifactBytes } = bucket.client.settings
    this.#tailBytes = Math.min(MOST_TAIL_BYTES, Math.floor(maxArtifactBytes / 2))
    this.#headBytes = maxArtifactBytes - this.#tailBytes
  }

  readonly failureOf = (error: unknown) => {
    noteFailure(this.#bucket, error)
    return bucketFailure(error)
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#tail) return this.#tail.push(bytes)
    const room = this.#headBytes - this.#upload.bytes
    const head = bytes.subarray(0, room)
    if (bytes.length > room) {
      if (this.#tailBytes === 0) throw new S3Failure('PITH_STORE_FULL', this.#capped())
      this.#headLineFeeds = this.#lineFeeds + countLineFeeds(head)
      this.#tail = new NewestBytes(this.#tailBytes)
      this.#tail.push(bytes.subarray(room))
    }
    await this.#upload.append(head)
  }

  counted(entry: StrideEntry): void {
    this.#lineFeeds += newlinesOf(entry)
    if (!this.#tail || this.#tail.total <= this.#tailBytes) this.#entries.push(entry)
  }

  async publish(stat: ArtifactStat): Promise<ArtifactEnd> {
    const tail = this.#tail?.take() ?? new Uint8Array(0)
    const missing = this.#missing(stat, tail)
    await this.#upload.append(tail)
    const etag = await this.#upload.finish()
    const whole = missing ? { ...stat, missing } : stat
    const kept = await this.#name({ stat: whole, data: this.#uuid, etag, index: this.#index(whole, tail) })
    if (kept.data !== this.#uuid) await this.#upload.discard()
    remember(this.#bucket, kept)
    return endOf(kept.stat, this.#capped())
  }

  async discard(): Promise<void> {
    // A manifest may name these bytes, so they must stay.
    if (!this.#mayBeNamed) await this.#upload.discard()
  }

  async #name(manifest: Manifest): Promise<Manifest> {
    this.#mayBeNamed = true
    try {
      return await placeManifest(this.#bucket, manifest, this.#signal)
    } catch (error) {
      if (error instanceof S3Failure && !error.isTransient) this.#mayBeNamed = false
      throw error
    }
  }

  #index({ bytes, missing }: ArtifactStat, tail: Uint8Array): StoredLineIndex | undefined {
    const head = Uint32Array.from(this.#entries)
    return missing ? indexOfEnds(head, tail, missing) : indexOfWhole(head, bytes)
  }

  #missing({ bytes }: ArtifactStat, tail: Uint8Array): MissingRange | undefined {
    const endByte = bytes - tail.length
    if (!this.#tail || endByte === this.#headBytes) return undefined
    return {
      startByte: this.#headBytes,
      endByte,
      firstLine: this.#headLineFeeds + 1,
      // True even when the tail begins at a line's first byte: the LF of the line before it was not kept.
      lastLine: this.#lineFeeds - countLineFeeds(tail) + 1,
    }
  }

  #capped(): string {
    return `an artifact may have ${this.#bucket.client.settings.maxArtifactBytes} bytes`
  }
}
