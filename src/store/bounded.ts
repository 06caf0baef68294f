import { LineCounts } from './backends/files/line-counts.ts'
import { encodeIndex } from './backends/files/line-index.ts'
import { type FullBecause, type Quota, reasonFor, storeFull } from './quota.ts'
import { countLineFeeds } from './ranges.ts'
import { keptRanges, piecesOf, type Ring, ringOf, STRIDE_BYTES } from './ring.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from './store.ts'

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
  readonly #counts = new LineCounts()
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

  counted(lineFeeds: number): void {
    this.#counts.add(lineFeeds)
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
    return encodeIndex(sha256, this.#counts.index(bytes, this.#ring))
  }

  /** With what is missing, once all bytes are in the file. */
  async whole(stat: ArtifactStat): Promise<ArtifactStat> {
    return this.#ring ? { ...stat, missing: await this.#missing(stat, this.#ring) } : stat
  }

  endOf({ id, bytes, sha256, missing }: ArtifactStat): ArtifactEnd {
    const ref = { id, bytes, sha256 }
    if (!missing) return { complete: true, ref }
    const headBytes = missing.startByte
    const tailBytes = bytes - missing.endByte
    const why = this.#because ? reasonFor(this.#because) : 'it was kept so before'
    const what = `the first ${headBytes} and the last ${tailBytes} of its ${bytes} bytes are artifact ${id}`
    return {
      complete: false,
      ref,
      kept: [
        { startByte: 0, endByte: headBytes },
        { startByte: missing.endByte, endByte: bytes },
      ],
      code: 'PITH_ARTIFACT_CAPPED',
      message: `The full output could not be kept, because ${why}: ${what}.`,
    }
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

  async #missing({ bytes }: ArtifactStat, ring: Ring): Promise<MissingRange> {
    const [{ endByte: startByte }, { startByte: endByte }] = keptRanges(ring, bytes)
    const { head, tailStride, tailLineFeeds } = this.#counts.index(bytes, ring)
    const inHead = head.reduce((sum, count) => sum + count, 0)
    const headRest = await this.#lineFeedsIn(head.length * STRIDE_BYTES, startByte)
    const tailRest = await this.#lineFeedsIn(endByte, Math.min(tailStride * STRIDE_BYTES, bytes))
    // Whether the tail begins with a line's first byte is not known any more.
    return {
      startByte,
      endByte,
      firstLine: inHead + headRest + 1,
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
