import { endOf } from './artifact-end.ts'
import { LEAST_INDEXED_BYTES } from './file-reading.ts'
import { STRIDE_BYTES, type StrideEntry, sumOfNewlines } from './line-index.ts'
import { artifactKey, encodeIndex } from './line-index-format.ts'
import { type Quota, type ReachedLimit, reasonFor, storeFullError } from './quota.ts'
import { countLineFeeds } from './ranges.ts'
import { piecesOf, type Ring, ringOf } from './ring.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from './store.ts'
import { StrideCounts } from './stride-counts.ts'
import type { ArtifactSink, Failure } from './writer.ts'

/** With less room than this, and no way to get more, the ends of an output are not worth a file. */
const LEAST_CAPPED_BYTES = 64 * 1024

/** A file that is written at any position. */
export interface WritableFile {
  write(bytes: Uint8Array, position: number): Promise<void>
  /** As many bytes as there are, up to `length`. Called after `endWriting` only. */
  read(position: number, length: number): Promise<Uint8Array>
}

/** What a backend puts in place. */
export interface WrittenArtifact {
  stat: ArtifactStat
  ring: Ring | undefined
  /** The bytes of its line index; undefined for a small artifact. */
  index: Uint8Array | undefined
}

/** A new file of a backend, which becomes an artifact or goes away. */
export interface ArtifactTarget {
  readonly file: WritableFile
  /** Called after the last write. */
  endWriting(): Promise<void>
  /** Makes it an artifact, unless an equal one came first. Returns what is there in the end. */
  place(artifact: WrittenArtifact): Promise<ArtifactStat>
  /** Removes the file. Never rejects, and may come at any time. */
  discard(): Promise<void>
  failureOf(error: unknown): Failure
}

/** Writes an output of any length to a file: the start and the end of one that there is no room for. */
export class BoundedSink implements ArtifactSink {
  readonly #target: ArtifactTarget
  readonly #quota: Quota
  readonly #counts = new StrideCounts()
  #offset = 0
  #takenBytes = 0
  #discarded = false
  /** Undefined as long as all bytes lie one after the other. */
  #ring: Ring | undefined
  #reached: ReachedLimit | undefined

  constructor(target: ArtifactTarget, quota: Quota) {
    this.#target = target
    this.#quota = quota
  }

  async append(bytes: Uint8Array): Promise<void> {
    const rest = this.#ring ? bytes : await this.#grow(bytes)
    if (!this.#ring || rest.length === 0) return
    // Bytes that later ones of the rest would overwrite are not written.
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
    const own = ring ? { ...stat, missing: await this.#missing(stat.bytes, ring) } : stat
    const kept = await this.#target.place({ stat: own, ring, index: this.#indexOf(own) })
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

  /** Appends as much as there is room for, and returns the rest. There is a rest when the file became a ring. */
  async #grow(bytes: Uint8Array): Promise<Uint8Array> {
    const { bytes: granted, reached } = await this.#quota.take(bytes.length, this.#offset)
    this.#takenBytes += granted
    // It was discarded while this append waited for its room.
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

  async #missing(bytes: number, { headBytes, ringBytes }: Ring): Promise<MissingRange> {
    const endByte = bytes - ringBytes
    const { head, tailStart, tailLineFeeds } = this.#counts.index(bytes, this.#ring)
    const headRest = await this.#lineFeedsIn(head.length * STRIDE_BYTES, headBytes)
    const tailRest = await this.#lineFeedsIn(endByte, Math.min(tailStart, bytes))
    return {
      startByte: headBytes,
      endByte,
      firstLine: sumOfNewlines(head) + headRest + 1,
      // Also where the tail begins with a line's first byte: the LF before it was not kept.
      lastLine: tailLineFeeds - tailRest + 1,
    }
  }

  async #lineFeedsIn(startByte: number, endByte: number): Promise<number> {
    let lineFeeds = 0
    for (const { position, length } of piecesOf({ startByte, endByte }, this.#ring))
      lineFeeds += countLineFeeds(await this.#target.file.read(position, length))
    return lineFeeds
  }
}
