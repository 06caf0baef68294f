import { LARGE_BODY_BYTES, type S3Client } from './client.ts'
import { S3Failure } from './failures.ts'
import {
  abortUpload,
  completeUpload,
  objectVersion,
  plainTag,
  putObject,
  putPart,
  removeObject,
  startUpload,
} from './objects.ts'
import type { S3Settings } from './options.ts'

const FIRST_ROOM = 64 * 1024
/** Parts that are sent at the same time. */
const MOST_AT_ONCE = 3
/** The longest time for removing an unfinished upload. It is shorter for a store that does not answer. */
const DISCARD_MS = 3000
const SILENT_DISCARD_MS = 500

/** The part of `closeTimeoutMs` that is reserved for removing an unfinished upload. */
export const discardMsOf = ({ closeTimeoutMs }: S3Settings): number =>
  Math.min(DISCARD_MS, closeTimeoutMs / 4)

/** A type that browsers do not display, because an output may be HTML. */
const TYPE = { 'content-type': 'application/octet-stream' }

/**
 * Sends an object while its bytes arrive, in parts, or in one request when one part is enough. Holds in memory the part
 * that is being filled and up to three that are being sent. Only `discard` may overlap with other calls.
 */
export class Upload {
  bytes = 0
  readonly #client: S3Client
  readonly #key: string
  readonly #signal: AbortSignal
  readonly #stop = new AbortController()
  #buffer = new Uint8Array(FIRST_ROOM)
  #filled = 0
  #spares: Uint8Array<ArrayBuffer>[] = []
  #uploadId: Promise<string> | undefined
  readonly #etags: string[] = []
  readonly #running = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined
  #mayBeThere = false

  constructor(client: S3Client, key: string, signal: AbortSignal) {
    this.#client = client
    this.#key = key
    this.#signal = AbortSignal.any([signal, this.#stop.signal])
  }

  /** Copies the bytes. Waits while too many parts are being sent. */
  async append(bytes: Uint8Array): Promise<void> {
    const { partBytes } = this.#client.settings
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === partBytes) await this.#sendPart()
      const piece = bytes.subarray(at, at + partBytes - this.#filled)
      this.#makeRoom(this.#filled + piece.length)
      this.#buffer.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
    }
    this.bytes += bytes.length
  }

  /** Sends the rest. Returns the ETag of the object, without quotes. */
  async finish(): Promise<string> {
    let etag: string
    // `#sendPart` begins with a small request, which shows whether the store answers.
    if (!this.#client.hasAnswered && this.#filled > LARGE_BODY_BYTES) await this.#sendPart()
    if (this.#uploadId === undefined) {
      const body = this.#buffer.subarray(0, this.#filled)
      this.#mayBeThere = true
      etag = plainTag(await putObject(this.#client, this.#key, body, { headers: TYPE, signal: this.#signal }))
    } else {
      if (this.#filled > 0) await this.#sendPart()
      await Promise.all(this.#running)
      this.#check()
      this.#mayBeThere = true
      etag = await this.#complete(await this.#uploadId)
      this.#uploadId = undefined
    }
    this.#buffer = new Uint8Array(0)
    this.#spares = []
    return etag
  }

  /** Tries for a short time to remove what was sent. `gc` and the bucket's rule remove the rest. */
  async discard(): Promise<void> {
    const client = this.#client
    this.#stop.abort(new S3Failure('ABORTED', 'its writing was aborted'))
    await Promise.allSettled(this.#running)
    this.#buffer = new Uint8Array(0)
    this.#spares = []
    const uploadId = await this.#uploadId?.catch(() => undefined)
    const mostMs = discardMsOf(client.settings)
    const timeoutMs = client.hasAnswered ? mostMs : Math.min(SILENT_DISCARD_MS, mostMs)
    const how = { timeoutMs, signal: AbortSignal.timeout(timeoutMs) }
    const gone = []
    if (uploadId !== undefined) gone.push(abortUpload(client, { key: this.#key, uploadId }, how))
    // Even when the last request had no answer, it may have succeeded.
    if (this.#mayBeThere) gone.push(removeObject(client, this.#key, how))
    await Promise.allSettled(gone)
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#buffer.length) return
    const { partBytes } = this.#client.settings
    const larger = new Uint8Array(Math.min(Math.max(needed, 2 * this.#buffer.length), partBytes))
    larger.set(this.#buffer.subarray(0, this.#filled))
    this.#buffer = larger
  }

  async #sendPart(): Promise<void> {
    this.#uploadId ??= startUpload(this.#client, this.#key, { headers: TYPE, signal: this.#signal })
    const uploadId = await this.#uploadId
    while (this.#running.size >= MOST_AT_ONCE) await Promise.race(this.#running)
    this.#check()
    const buffer = this.#buffer
    const body = buffer.subarray(0, this.#filled)
    const number = this.#etags.push('')
    this.#buffer = this.#spares.pop() ?? new Uint8Array(buffer.length)
    this.#filled = 0
    const running = putPart(this.#client, this.#key, { uploadId, number }, body, this.#signal)
      .then((etag) => {
        this.#etags[number - 1] = etag
        this.#spares.push(buffer)
      })
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .then(() => {
        this.#running.delete(running)
      })
    this.#running.add(running)
  }

  /**
   * Completes the upload. When the first try succeeds and its answer is lost, the second try fails. Then the size of
   * the object shows that the upload is complete.
   */
  async #complete(uploadId: string): Promise<string> {
    try {
      return await completeUpload(this.#client, this.#key, uploadId, this.#etags, this.#signal)
    } catch (error) {
      const found = await objectVersion(this.#client, this.#key, this.#signal).catch(() => undefined)
      if (found?.bytes !== this.bytes) throw error
      return found.etag
    }
  }
}
