import { endOf } from './artifact-end.ts'
import type { EndDigests } from './digests.ts'
import { NoRoomError } from './failures.ts'
import { digestIn, type ReadableFile, readFully } from './file-reading.ts'
import {
  coarsened,
  LEAST_INDEXED_BYTES,
  STRIDE_BYTES,
  type StoredLineIndex,
  type StrideEntry,
  sumOfNewlines,
} from './line-index.ts'
import { type Quota, reasonFor, storeFullError } from './quota.ts'
import { countLineFeeds, keptRanges } from './ranges.ts'
import { filePartsOf, type Ring, ringOf } from './ring.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from './store.ts'
import { StrideCounts } from './stride-counts.ts'
import type { ArtifactSink, StoreFailure } from './writer.ts'

/**
 * When a full disk, or a limit other than `maxArtifactBytes`, leaves fewer bytes than this, nothing is kept. Such short
 * ends are not worth a file.
 */
const LEAST_CAPPED_BYTES = 64 * 1024
/** On a full disk, so many bytes of an output are given up for its manifest. It is larger than any manifest. */
const MANIFEST_ROOM_BYTES = 32 * 1024
/** The block size of most file systems. A file frees only whole blocks. */
const BLOCK_BYTES = 4096

/** A file that can be written at any position. It is read and truncated only after `endWriting` or `NoRoomError`. */
export interface WritableFile extends ReadableFile {
  /** Throws `NoRoomError` when the place takes no more bytes. */
  write(bytes: Uint8Array, position: number): Promise<void>
  truncate(bytes: number): Promise<void>
}

/** A finished artifact that a backend puts in place. */
export interface WrittenArtifact {
  stat: ArtifactStat
  ring: Ring | undefined
  ends: EndDigests | undefined
  /** Undefined for a small artifact. */
  index: StoredLineIndex | undefined
  /** How what printed it has ended. */
  ended: string | undefined
}

/** A new file of a backend. It becomes an artifact or is removed. */
export interface ArtifactTarget {
  readonly file: WritableFile
  /** Set for a file of which only the tail can be read, and the last bytes of the head, up to a whole stride. */
  readonly mostTailBytes?: number
  /** Called after the last write. */
  endWriting(): Promise<void>
  /** Takes the room for the manifest now, because others may fill the disk before the end. */
  holdRoom?(bytes: number): Promise<void>
  /** Lets others read the file while it grows. Returns the id by which they find it. */
  reveal?(): string
  /** From now on nobody finds it by that id, because its bytes are no longer in order. */
  conceal?(): Promise<void>
  /**
   * Makes the file an artifact, unless an equal artifact exists. Returns the stat of the artifact that is stored then.
   */
  place(artifact: WrittenArtifact): Promise<ArtifactStat>
  /** Removes the file. Never rejects. May be called at any time. */
  discard(): Promise<void>
  failureOf(error: unknown): StoreFailure
}

/** Writes an output of any length to a file. When the output does not fit, keeps its start and its end. */
export class BoundedSink implements ArtifactSink {
  readonly #target: ArtifactTarget
  readonly #quota: Quota
  readonly #counts = new StrideCounts()
  #offset = 0
  #takenBytes = 0
  /** How many of the next bytes are in the file already. */
  #revealedBytes = 0
  #discarded = false
  /** Undefined while the file holds all bytes in order. */
  #ring: Ring | undefined
  /** Why bytes are missing, in words that follow "because". */
  #why = 'an equal output was kept without its middle before'

  constructor(target: ArtifactTarget, quota: Quota) {
    this.#target = target
    this.#quota = quota
  }

  async append(bytes: Uint8Array): Promise<void> {
    const rest = this.#ring ? bytes : await this.#grow(bytes)
    if (this.#ring) await this.#overwrite(rest, this.#ring)
  }

  counted(entry: StrideEntry): void {
    this.#counts.add(entry)
  }

  async reveal(bytes: Uint8Array): Promise<string | undefined> {
    if (this.#ring || !this.#target.reveal) return undefined
    const more = bytes.length - this.#revealedBytes
    const at = this.#offset + this.#revealedBytes
    const { bytes: granted } = await this.#quota.take(more, at)
    this.#takenBytes += granted
    if (this.#discarded) this.#giveBack()
    if (granted > 0)
      await this.#target.file.write(bytes.subarray(this.#revealedBytes).subarray(0, granted), at)
    this.#revealedBytes += granted
    return this.#target.reveal()
  }

  async publish(stat: ArtifactStat, ended: string | undefined): Promise<ArtifactEnd> {
    await this.#target.endWriting()
    try {
      return await this.#place(stat, ended)
    } catch (error) {
      // The bytes fit, but not the manifest.
      if (!(error instanceof NoRoomError) || this.#ring) throw error
      await this.#makeRoom(error)
      return await this.#place(stat, ended)
    }
  }

  async discard(): Promise<void> {
    this.#discarded = true
    await this.#target.discard()
    this.#giveBack()
  }

  failureOf(error: unknown): StoreFailure {
    return this.#target.failureOf(error)
  }

  async #place(stat: ArtifactStat, ended: string | undefined): Promise<ArtifactEnd> {
    const ring = this.#ring
    const own = ring ? { ...stat, missing: await this.#missing(stat.bytes, ring) } : stat
    const ends = ring && this.#target.mostTailBytes === undefined ? await this.#endsOf(own) : undefined
    const kept = await this.#target.place({ stat: own, ring, ends, index: this.#indexOf(own), ended })
    if (kept !== own) await this.discard()
    return endOf(kept, this.#why)
  }

  /** Gives reserved bytes back, except those that the file keeps. */
  #giveBack(keptBytes = 0): void {
    this.#quota.giveBack(this.#takenBytes - keptBytes)
    this.#takenBytes = keptBytes
  }

  /** Appends the bytes that fit, and returns the others. When some do not fit, the file has become a ring. */
  async #grow(bytes: Uint8Array): Promise<Uint8Array> {
    const revealed = this.#revealedBytes
    this.#revealedBytes = 0
    const { bytes: more, reached } = await this.#quota.take(bytes.length - revealed, this.#offset + revealed)
    const granted = revealed + more
    this.#takenBytes += more
    // The sink was discarded while this append waited for the quota.
    if (this.#discarded) this.#giveBack()
    try {
      await this.#target.file.write(bytes.subarray(0, granted), this.#offset)
    } catch (error) {
      if (!(error instanceof NoRoomError)) throw error
      this.#offset += error.writtenBytes
      await this.#makeRoom(error)
      return bytes.subarray(error.writtenBytes)
    }
    this.#offset += granted
    if (!reached) return bytes.subarray(granted)
    const isWorthIt = reached.limit === 'maxArtifactBytes' || this.#offset >= LEAST_CAPPED_BYTES
    const ring = isWorthIt ? ringOf(this.#offset, this.#target.mostTailBytes) : undefined
    if (!ring) throw storeFullError(reached)
    await this.#target.conceal?.()
    this.#keepEnds(ring, reasonFor(reached))
    return bytes.subarray(granted)
  }

  /** From now on, the newest bytes overwrite older ones, so that the file does not grow. */
  #keepEnds(ring: Ring, why: string): void {
    this.#ring = ring
    this.#why = why
    this.#counts.keepRing(ring)
  }

  /**
   * Keeps both ends where the place takes no more bytes. Shortens the file for the manifest, and moves the bytes that
   * this cuts off to the start of the ring. Throws the given error when too little is left.
   */
  async #makeRoom(error: NoRoomError): Promise<void> {
    const { file } = this.#target
    const room = this.#offset - MANIFEST_ROOM_BYTES
    const capacity = room - (room % BLOCK_BYTES)
    const ring = capacity < LEAST_CAPPED_BYTES ? undefined : ringOf(capacity)
    if (!ring) throw error
    try {
      await this.#target.conceal?.()
      const newest = new Uint8Array(this.#offset - capacity)
      await readFully(file, newest, capacity)
      await file.truncate(capacity)
      await this.#target.holdRoom?.(MANIFEST_ROOM_BYTES).catch(() => {})
      this.#giveBack(capacity)
      this.#offset = capacity
      this.#keepEnds(ring, error.message)
      await this.#overwrite(newest, ring)
    } catch {
      throw error
    }
  }

  async #overwrite(bytes: Uint8Array, ring: Ring): Promise<void> {
    // Skips bytes that later bytes would overwrite.
    const skipped = Math.max(0, bytes.length - ring.ringBytes)
    const range = { startByte: this.#offset + skipped, endByte: this.#offset + bytes.length }
    for (const { from, length, position } of filePartsOf(range, ring))
      await this.#target.file.write(bytes.subarray(skipped + from, skipped + from + length), position)
    this.#offset += bytes.length
  }

  #indexOf({ bytes }: ArtifactStat): StoredLineIndex | undefined {
    return bytes < LEAST_INDEXED_BYTES ? undefined : coarsened(this.#counts.index(bytes, this.#ring))
  }

  async #endsOf(stat: ArtifactStat): Promise<EndDigests> {
    const [head, tail] = keptRanges(stat)
    const { file } = this.#target
    return {
      head: await digestIn(file, head, this.#ring),
      tail: await digestIn(file, tail, this.#ring),
    }
  }

  async #missing(bytes: number, { headBytes, ringBytes }: Ring): Promise<MissingRange> {
    const endByte = bytes - ringBytes
    const { head, tailStart, tailLineFeeds } = this.#counts.index(bytes, this.#ring)
    const headRest = await this.#lineFeedsIn(head.length * STRIDE_BYTES, headBytes)
    const tailRest = await this.#lineFeedsIn(endByte, Math.min(tailStart, bytes))
    return {
      startByte: headBytes,
      endByte,
      firstLine: sumOfNewlines(head) + headRest + 1,
      // True even when the tail begins at a line's first byte: the LF of the line before it was not kept.
      lastLine: tailLineFeeds - tailRest + 1,
    }
  }

  async #lineFeedsIn(startByte: number, endByte: number): Promise<number> {
    let lineFeeds = 0
    for (const { position, length } of filePartsOf({ startByte, endByte }, this.#ring)) {
      const bytes = new Uint8Array(length)
      await readFully(this.#target.file, bytes, position)
      lineFeeds += countLineFeeds(bytes)
    }
    return lineFeeds
  }
}
