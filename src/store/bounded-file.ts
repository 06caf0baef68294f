import { endOf } from './artifact-end.ts'
import { STRIDE_BYTES, type StrideEntry, sumOfNewlines } from './line-index.ts'
import { artifactKey, encodeIndex } from './line-index-format.ts'
import { type FullBecause, type Quota, reasonFor, storeFull } from './quota.ts'
import { countLineFeeds } from './ranges.ts'
import { piecesOf, type Ring, ringOf } from './ring.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from './store.ts'
import { StrideCounts } from './stride-counts.ts'

/** With less room than this, and none to come, the ends of an output are not worth a file. */
const LEAST_CAPPED_BYTES = 64 * 1024

/** A file that is written at any place. */
export interface Positioned {
  write(bytes: Uint8Array, position: number): Promise<void>
  /** As many bytes as there are, up to `length`. */
  read(position: number, length: number): Promise<Uint8Array>
}

/** A file that takes an output of any length: of one that there is no room for it keeps the start and the end. */
export class BoundedFile {
  readonly #file: Positioned
  readonly #quota: Quota
  readonly #counts = new StrideCounts()
  #offset = 0
  #takenBytes = 0
  #discarded = false
  #ring: Ring | undefined
  #because: FullBecause | undefined

  constructor(file: Positioned, quota: Quota) {
    this.#file = file
    this.#quota = quota
  }

  /** How the bytes lie in the file; undefined where all are there, one after the other. */
  get ring(): Ring | undefined {
    return this.#ring
  }

  async append(bytes: Uint8Array): Promise<void> {
    const rest = this.#ring ? bytes : await this.#grow(bytes)
    if (!this.#ring || rest.length === 0) return
    // What the rest itself would overwrite is not written.
    const skipped = Math.max(0, rest.length - this.#ring.ringBytes)
    const range = { startByte: this.#offset + skipped, endByte: this.#offset + rest.length }
    for (const { from, length, position } of piecesOf(range, this.#ring))
      await this.#file.write(rest.subarray(skipped + from, skipped + from + length), position)
    this.#offset += rest.length
  }

  counted(entry: StrideEntry): void {
    this.#counts.add(entry)
  }

  /** From now on an append that is on its way gives back what it takes. */
  stop(): void {
    this.#discarded = true
  }

  /** Once the bytes are gone. */
  giveBack(): void {
    this.#quota.giveBack(this.#takenBytes)
    this.#takenBytes = 0
  }

  indexOf({ sha256, bytes }: ArtifactStat): Uint8Array {
    return encodeIndex(artifactKey(sha256), this.#counts.index(bytes, this.#ring))
  }

  /** With what is missing, once all bytes are in the file. */
  async whole(stat: ArtifactStat): Promise<ArtifactStat> {
    return this.#ring ? { ...stat, missing: await this.#missing(stat, this.#ring) } : stat
  }

  endOf(stat: ArtifactStat): ArtifactEnd {
    return endOf(stat, this.#because ? reasonFor(this.#because) : 'it was kept so before')
  }

  /** Appends as much as there is room for, and returns the rest; there is one when the file became a ring. */
  async #grow(bytes: Uint8Array): Promise<Uint8Array> {
    const { bytes: granted, because } = await this.#quota.take(bytes.length, this.#offset)
    this.#takenBytes += granted
    if (this.#discarded) this.giveBack()
    await this.#file.write(bytes.subarray(0, granted), this.#offset)
    this.#offset += granted
    if (!because) return bytes.subarray(granted)
    const isWorthIt = because.limit === 'maxArtifactBytes' || this.#offset >= LEAST_CAPPED_BYTES
    this.#ring = isWorthIt ? ringOf(this.#offset) : undefined
    if (!this.#ring) throw storeFull(because)
    this.#because = because
    this.#counts.keepRing(this.#ring)
    return bytes.subarray(granted)
  }

  async #missing({ bytes }: ArtifactStat, { headBytes, ringBytes }: Ring): Promise<MissingRange> {
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
      lineFeeds += countLineFeeds(await this.#file.read(position, length))
    return lineFeeds
  }
}
