import type { ArtifactTarget, WritableFile, WrittenArtifact } from '../../bounded-sink.ts'
import { STRIDE_BYTES } from '../../line-index.ts'
import type { Manifest } from '../../manifest.ts'
import { ringOf } from '../../ring.ts'
import type { ArtifactStat } from '../../store.ts'
import { type Bucket, noteFailure, remember } from './bucket.ts'
import { bucketFailure, S3Failure } from './failures.ts'
import { placeManifest } from './place-manifest.ts'
import { Upload } from './upload.ts'

/** When an output is longer than an artifact may be, at most so many bytes of its end are held in memory. */
const MOST_TAIL_BYTES = 8 * 1024 * 1024

/** The object of an artifact that is being written. */
export class S3Target implements ArtifactTarget {
  readonly mostTailBytes = MOST_TAIL_BYTES
  readonly file: ObjectFile
  readonly #bucket: Bucket
  readonly #uuid = crypto.randomUUID()
  readonly #signal: AbortSignal
  readonly #upload: Upload
  #mayBeNamed = false

  constructor(bucket: Bucket, signal: AbortSignal) {
    this.#bucket = bucket
    this.#signal = signal
    this.#upload = new Upload(bucket.client, bucket.keys.data(this.#uuid), signal)
    this.file = new ObjectFile(this.#upload, bucket.client.settings.maxArtifactBytes)
  }

  readonly failureOf = (error: unknown) => {
    noteFailure(this.#bucket, error)
    return bucketFailure(error)
  }

  async endWriting(): Promise<void> {}

  async place({ stat, index }: WrittenArtifact): Promise<ArtifactStat> {
    await this.file.appendTail(stat.bytes)
    const etag = await this.#upload.finish()
    const kept = await this.#name({ stat, data: this.#uuid, etag, index })
    if (kept.data !== this.#uuid) await this.#upload.discard()
    remember(this.#bucket, kept)
    return kept.stat
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
}

/** Sends the head of an output as it comes. Its tail, which may become a ring, waits in memory for the end. */
class ObjectFile implements WritableFile {
  readonly #upload: Upload
  readonly #headBytes: number
  /** The last bytes of the head behind a whole stride, whose lines are counted if the tail becomes a ring. */
  readonly #rest: Uint8Array
  readonly #restFrom: number
  readonly #ringBytes: number
  #tail: Uint8Array | undefined

  constructor(upload: Upload, capacityBytes: number) {
    const { headBytes, ringBytes } = ringOf(capacityBytes, MOST_TAIL_BYTES) ?? {
      headBytes: capacityBytes,
      ringBytes: 0,
    }
    this.#upload = upload
    this.#headBytes = headBytes
    this.#ringBytes = ringBytes
    this.#rest = new Uint8Array(headBytes % STRIDE_BYTES)
    this.#restFrom = headBytes - this.#rest.length
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    const head = bytes.subarray(0, Math.max(0, this.#headBytes - position))
    const tail = bytes.subarray(head.length)
    const rest = head.subarray(Math.max(0, this.#restFrom - position))
    if (rest.length > 0) this.#rest.set(rest, position + head.length - rest.length - this.#restFrom)
    if (tail.length > 0) {
      this.#tail ??= new Uint8Array(this.#ringBytes)
      this.#tail.set(tail, position + head.length - this.#headBytes)
    }
    await this.#upload.append(head)
  }

  async readInto(bytes: Uint8Array, position: number): Promise<number> {
    const isTail = position >= this.#headBytes
    const held = isTail
      ? this.#tail?.subarray(position - this.#headBytes)
      : this.#rest.subarray(position - this.#restFrom)
    const part = held?.subarray(0, bytes.length) ?? new Uint8Array(0)
    bytes.set(part)
    return part.length
  }

  /** Never called, because an object store is never full. */
  async truncate(): Promise<void> {}

  /** Sends the tail of an output of so many bytes, the oldest ones first. */
  async appendTail(totalBytes: number): Promise<void> {
    const tail = this.#tail
    if (!tail) return
    const tailBytes = totalBytes - this.#headBytes
    const oldest = tailBytes > tail.length ? tailBytes % tail.length : 0
    await this.#upload.append(tail.subarray(oldest, tailBytes))
    await this.#upload.append(tail.subarray(0, oldest))
  }
}
