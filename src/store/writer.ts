import { isDetached, unshared } from '../check/bytes.ts'
import { STRIDE_BYTES, type StrideEntry, strideEntry } from './line-index.ts'
import { countLineFeeds } from './ranges.ts'
import type { Hash } from './sha256.ts'
import { newStat } from './stat.ts'
import type { ArtifactEnd, ArtifactMeta, ArtifactStat, ArtifactWriter } from './store.ts'

/** Why an output is not kept, as a code for programs and a sentence for people. */
export interface StoreFailure {
  code: string
  message: string
}

/** The failure when a caller transfers the memory of bytes before they are written. */
export const BYTES_GONE: StoreFailure = {
  code: 'EFAULT',
  message:
    'The full output could not be kept: the memory of its bytes was transferred before they were written.',
}

/** Where a writer sends its bytes. Only `discard` may overlap with other calls. `discard` never rejects. */
export interface ArtifactSink {
  append(bytes: Uint8Array): Promise<void>
  /** Called once for each `append`, while it is running, with the line-index entry of its bytes. */
  counted(entry: StrideEntry): void
  /**
   * Lets others read what was appended and these bytes, which come again with the next `append`. Returns the id by which
   * they find it.
   */
  reveal?(bytes: Uint8Array): Promise<string | undefined>
  /** Turns the appended bytes into an artifact, and reports how much of the output it holds. */
  publish(stat: ArtifactStat, ended: string | undefined): Promise<ArtifactEnd>
  discard(): Promise<void>
  failureOf(error: unknown): StoreFailure
}

/**
 * Marks a writer of pith. It copies what it keeps, and neither changes nor transfers what it gets, so that it needs no
 * copies of its own. All copies of this module share the symbol. Constructors set it, because bundlers keep an unused
 * class that has a field with a computed name.
 */
export const copiesBytes: unique symbol = Symbol.for('pith.copiesBytes') as never

/** Writes to a slow sink in batches of one stride. Fills one batch while the other is being written. */
export class BatchingWriter implements ArtifactWriter {
  declare readonly [copiesBytes]: true
  readonly #meta: ArtifactMeta
  readonly #sink: ArtifactSink
  readonly #hash: Hash
  #filling = new Uint8Array(STRIDE_BYTES)
  #spare = new Uint8Array(STRIDE_BYTES)
  #filled = 0
  #flight: Promise<void> | undefined
  #queue = Promise.resolve()
  #queued = 0
  #bytes = 0
  #lineFeeds = 0
  #lastByte = 0x0a
  #failure: StoreFailure | undefined
  #discarded: Promise<void> | undefined
  #end: Promise<ArtifactEnd> | undefined

  constructor(meta: ArtifactMeta, hash: Hash, sink: ArtifactSink) {
    this[copiesBytes] = true
    this.#meta = meta
    this.#hash = hash
    this.#sink = sink
  }

  write(given: Uint8Array): Promise<void> | undefined {
    if (this.#failure || this.#end !== undefined) return undefined
    try {
      const chunk = unshared(given)
      if (chunk.length === 0) {
        if (isDetached(chunk)) this.#fail(BYTES_GONE)
        return undefined
      }
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      this.#lastByte = chunk[chunk.length - 1]
      if (this.#queued > 0) return this.#enqueue(chunk)
      let at = this.#fill(chunk)
      while (at < chunk.length && this.#flight === undefined) {
        this.#send()
        at += this.#fill(chunk.subarray(at))
      }
      return at < chunk.length ? this.#enqueue(chunk.subarray(at)) : undefined
    } catch (error) {
      this.#fail(this.#sink.failureOf(error))
      return undefined
    }
  }

  async follow(): Promise<string | undefined> {
    await this.#queue
    await this.#landed()
    if (this.#failure || this.#end !== undefined) return undefined
    const revealing = this.#sink.reveal?.(this.#filling.subarray(0, this.#filled)).catch(() => undefined)
    if (!revealing) return undefined
    this.#flight = revealing.then(() => {
      this.#flight = undefined
    })
    return revealing
  }

  close(ended?: string): Promise<ArtifactEnd> {
    this.#end ??= this.#finish(ended)
      .catch((error: unknown) => this.#fail(this.#sink.failureOf(error)))
      .then(async (end) => {
        await this.#discarded
        return end ?? { complete: false, code: 'UNKNOWN', message: '', ...this.#failure }
      })
    return this.#end
  }

  abort(): void {
    if (this.#end !== undefined) return
    this.#fail({ code: 'ABORTED', message: 'The full output was not kept: its writing was aborted.' })
  }

  /** Waits until nothing is being written. */
  async #landed(): Promise<void> {
    while (this.#flight !== undefined) await this.#flight
  }

  /** Copies as many bytes as fit in the batch. Returns how many. */
  #fill(chunk: Uint8Array): number {
    const part = chunk.subarray(0, STRIDE_BYTES - this.#filled)
    this.#filling.set(part, this.#filled)
    this.#filled += part.length
    return part.length
  }

  /** Starts to write the batch, and counts its lines meanwhile. Only one batch is being written at a time. */
  #send(): void {
    const batch = this.#filling.subarray(0, this.#filled)
    this.#flight = this.#sink
      .append(batch)
      .catch((error: unknown) => this.#fail(this.#sink.failureOf(error)))
      .then(() => {
        this.#flight = undefined
      })
    const lineFeeds = countLineFeeds(batch)
    this.#sink.counted(strideEntry(lineFeeds, batch[batch.length - 1]))
    this.#lineFeeds += lineFeeds
    const filled = this.#filling
    this.#filling = this.#spare
    this.#spare = filled
    this.#filled = 0
  }

  /** Queues a chunk after those that wait for the sink. */
  #enqueue(chunk: Uint8Array): Promise<void> {
    this.#queued++
    const { length } = chunk
    const take = async () => {
      for (let at = 0; at < length && !this.#failure; at += this.#fill(chunk.subarray(at))) {
        await this.#landed()
        if (this.#filled === STRIDE_BYTES) this.#send()
        if (isDetached(chunk)) this.#fail(BYTES_GONE)
      }
    }
    this.#queue = this.#queue
      .then(take)
      .catch((error: unknown) => this.#fail(this.#sink.failureOf(error)))
      .then(() => {
        this.#queued--
      })
    return this.#queue
  }

  /** Undefined when writing failed. */
  async #finish(ended: string | undefined): Promise<ArtifactEnd | undefined> {
    await this.#queue
    await this.#landed()
    if (this.#filled > 0 && !this.#failure) this.#send()
    await this.#flight
    if (this.#failure) return undefined
    const lines = this.#lineFeeds + (this.#lastByte === 0x0a ? 0 : 1)
    return this.#sink.publish(newStat(this.#meta, this.#hash.digest(), this.#bytes, lines), ended)
  }

  /** Discards now, not at `close()`, so that a full disk gets its space back while the tool still runs. */
  #fail(failure: StoreFailure): undefined {
    this.#failure ??= failure
    this.#discarded ??= this.#sink.discard()
  }
}

/** A writer for an output that could not be opened. */
export const failedWriter = (end: ArtifactEnd): ArtifactWriter => ({
  write: () => undefined,
  close: async () => end,
  abort: () => {},
})
