import { endOf } from './artifact-end.ts'
import type { EndDigests } from './digests.ts'
import { digestIn, LEAST_INDEXED_BYTES, type ReadableFile, readFully } from './file-reading.ts'
import { STRIDE_BYTES, type StrideEntry, sumOfNewlines } from './line-index.ts'
import { artifactKey, encodeIndex } from './line-index-format.ts'
import { type Quota, type ReachedLimit, reasonFor, storeFullError } from './quota.ts'
import { countLineFeeds, keptRanges } from './ranges.ts'
import { piecesOf, type Ring, ringOf } from './ring.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from './store.ts'
import { StrideCounts } from './stride-counts.ts'
import type { ArtifactSink, Failure } from './writer.ts'

/**
 * When a limit other than `maxArtifactBytes` leaves fewer bytes than this, nothing is kept. Such short ends are not
 * worth a file.
 */
const LEAST_CAPPED_BYTES = 64 * 1024

/** A file that can be written at any position. It is read only after `endWriting`. */
export interface WritableFile extends ReadableFile {
  write(bytes: Uint8Array, position: number): Promise<void>
}

/** A finished artifact that a backend puts in place. */
export interface WrittenArtifact {
  stat: ArtifactStat
  ring: Ring | undefined
  ends: EndDigests | undefined
  /** The encoded line index; undefined for a small artifact. */
  index: Uint8Array | undefined
}

/** A new file of a backend. It becomes an artifact or is removed. */
export interface ArtifactTarget {
  readonly file: WritableFile
  /** Called after the last write. */
  endWriting(): Promise<void>
  /**
   * Makes the file an artifact, unless an equal artifact exists. Returns the stat of the artifact that is stored then.
   */
  place(artifact: WrittenArtifact): Promise<ArtifactStat>
  /** Removes the file. Never rejects. May be called at any time. */
  discard(): Promise<void>
  failureOf(error: unknown): Failure
}

/** Writes an output of any length to a file. When the output does not fit, keeps its start and its end. */
export class BoundedSink implements ArtifactSink {
  readonly #target: ArtifactTarget
  readonly #quota: Quota
  readonly #counts = new StrideCounts()
  #offset = 0
  #takenBytes = 0
  #discarded = false
  /** Undefined while the file holds all bytes in order. */
  #ring: Ring | undefined
  #reached: ReachedLimit | undefined

  constructor(target: ArtifactTarget, quota: Quota) {
    this.#target = target
    this.#quota = quota
  }

  async append(bytes: Uint8Array): Promise<void> {
    const rest = this.#ring ? bytes : await this.#grow(bytes)
    if (!this.#ring || rest.length === 0) return
    // Skips bytes that later bytes of the rest would overwrite.
    const skipped = Math.max(0, rest.length - this.#ring.ringBytes)
    const range = { startByte: this.#offset + skipped, endByte: this.#offset + rest.length }
    for (const { from, length, position } of piecesOf(range, this.#ring))
      await this.#target.file.write(rest.subarray(skipped + from, skipped + from + length), position)
    this.#offset += rest.length
  }

  counted(entry: StrideEntry): void {
    this.#counts.add(entry)
  }

  async publish(stat: ArtifactStat): Promise<ArtifactEnd> {
    await this.#target.endWriting()
    const ring = this.#ring
    const own = ring ? { ...stat, missing: await this.#missing(stat, ring) } : stat
    const ends = ring && (await this.#endsOf(own))
    const kept = await this.#target.place({ stat: own, ring, ends, index: this.#indexOf(own) })
    if (kept !== own) await this.discard()
    return endOf(kept, this.#reached ? reasonFor(this.#reached) : 'it was kept so before')
  }

  async discard(): Promise<void> {
    this.#discarded = true
    await this.#target.discard()
    this.#giveBack()
  }

  failureOf(error: unknown): Failure {
    return this.#target.failureOf(error)
  }

  #giveBack(): void {
    this.#quota.giveBack(this.#takenBytes)
    this.#takenBytes = 0
  }

  /** Appends the bytes that fit, and returns the others. When some do not fit, the file has become a ring. */
  async #grow(bytes: Uint8Array): Promise<Uint8Array> {
    const { bytes: granted, reached } = await this.#quota.take(bytes.length, this.#offset)
    this.#takenBytes += granted
    // The sink was discarded while this append waited for the quota.
    if (this.#discarded) this.#giveBack()
    await this.#target.file.write(bytes.subarray(0, granted), this.#offset)
    this.#offset += granted
    if (!reached) return bytes.subarray(granted)
    const isWorthIt = reached.limit === 'maxArtifactBytes' || this.#offset >= LEAST_CAPPED_BYTES
    this.#ring = isWorthIt ? ringOf(this.#offset) : undefined
    if (!this.#ring) throw storeFullError(reached)
    this.#reached = reached
    this.#counts.keepRing(this.#ring)
    return bytes.subarray(granted)
  }

  #indexOf({ sha256, bytes }: ArtifactStat): Uint8Array | undefined {
    if (bytes < LEAST_INDEXED_BYTES) return undefined
    return encodeIndex(artifactKey(sha256), this.#counts.index(bytes, this.#ring))
  }

  async #endsOf(stat: ArtifactStat): Promise<EndDigests> {
    const [head, tail] = keptRanges(stat)
    const { file } = this.#target
    return {
      head: await digestIn(file, head, this.#ring, stat.id),
      tail: await digestIn(file, tail, this.#ring, stat.id),
    }
  }

  async #missing({ id, bytes }: ArtifactStat, { headBytes, ringBytes }: Ring): Promise<MissingRange> {
    const endByte = bytes - ringBytes
    const { head, tailStart, tailLineFeeds } = this.#counts.index(bytes, this.#ring)
    const headRest = await this.#lineFeedsIn(id, head.length * STRIDE_BYTES, headBytes)
    const tailRest = await this.#lineFeedsIn(id, endByte, Math.min(tailStart, bytes))
    return {
      startByte: headBytes,
      endByte,
      firstLine: sumOfNewlines(head) + headRest + 1,
      // True even when the tail begins at a line's first byte: the LF of the line before it was not kept.
      lastLine: tailLineFeeds - tailRest + 1,
    }
  }

  async #lineFeedsIn(id: string, startByte: number, endByte: number): Promise<number> {
    let lineFeeds = 0
    for (const { position, length } of piecesOf({ startByte, endByte }, this.#ring)) {
      const bytes = new Uint8Array(length)
      await readFully(this.#target.file, bytes, position, id)
      lineFeeds += countLineFeeds(bytes)
    }
    return lineFeeds
  }
}
