import { setTimeout as sleep } from 'node:timers/promises'
import { countLineFeeds } from '../ranges.ts'
import type { ArtifactEnd, ArtifactStat, MissingRange } from '../store.ts'
import type { ArtifactSink } from '../writer.ts'
import { adoptEqual, WAIT_MS, WAIT_TRIES } from './equal.ts'
import { failureOf, Refusal } from './failures.ts'
import { READ_DIRECTORY } from './file-system.ts'
import { keptRanges, piecesOf, type Ring, ringOf, STRIDE_BYTES } from './layout.ts'
import { LineCounts } from './line-counts.ts'
import { encodeIndex, LEAST_INDEXED_BYTES } from './line-index.ts'
import { encodeManifest } from './manifest.ts'
import { fileName, linesName, manifestName } from './names.ts'
import { PartFile } from './part-file.ts'
import { type FullBecause, type Quota, reasonFor, storeFull } from './quota.ts'
import { type Folder, remove, removeArtifacts } from './removal.ts'

/** With less room than this, and none to come, the ends of an output are not worth a file. */
const LEAST_CAPPED_BYTES = 64 * 1024
/** How often an equal artifact may come and go between two looks. */
const MOST_TRIES = WAIT_TRIES

/** Of a store, what its writers need. */
export interface SinkStore extends Folder {
  quota: Quota
  session: string | undefined
}

/** An artifact's file while it is written. */
export class FileSink implements ArtifactSink {
  readonly failureOf = failureOf
  readonly #store: SinkStore
  readonly #part: PartFile
  readonly #counts = new LineCounts()
  #offset = 0
  #takenBytes = 0
  #discarded = false
  #ring: Ring | undefined
  #because: FullBecause | undefined

  constructor(store: SinkStore, part: PartFile) {
    this.#store = store
    this.#part = part
  }

  async append(bytes: Uint8Array): Promise<void> {
    const rest = this.#ring ? bytes : await this.#grow(bytes)
    if (!this.#ring || rest.length === 0) return
    // What the rest itself would overwrite is not written.
    const skipped = Math.max(0, rest.length - this.#ring.ringBytes)
    const range = { startByte: this.#offset + skipped, endByte: this.#offset + rest.length }
    for (const { from, length, position } of piecesOf(range, this.#ring))
      await this.#part.write(rest.subarray(skipped + from, skipped + from + length), position)
    this.#offset += rest.length
  }

  counted(lineFeeds: number): void {
    this.#counts.add(lineFeeds)
  }

  async discard(): Promise<void> {
    this.#discarded = true
    await this.#part.discard()
    this.#giveBack()
  }

  async publish(stat: ArtifactStat): Promise<ArtifactEnd> {
    const whole = this.#ring ? { ...stat, missing: await this.#missing(stat, this.#ring) } : stat
    const equal = await adoptEqual(this.#store, whole)
    if (equal) await this.discard()
    const kept = equal ?? (await this.#name(whole))
    await syncDirectory(this.#store)
    return this.#end(kept)
  }

  /** Appends as much as there is room for, and returns the rest; there is one when the file became a ring. */
  async #grow(bytes: Uint8Array): Promise<Uint8Array> {
    const { bytes: granted, because } = await this.#store.quota.take(bytes.length, this.#offset)
    this.#takenBytes += granted
    if (this.#discarded) this.#giveBack()
    await this.#part.write(bytes.subarray(0, granted), this.#offset)
    this.#offset += granted
    if (!because) return bytes.subarray(granted)
    const isWorthIt = because.limit === 'maxArtifactBytes' || this.#offset >= LEAST_CAPPED_BYTES
    this.#ring = isWorthIt ? ringOf(this.#offset) : undefined
    if (!this.#ring) throw storeFull(because)
    this.#because = because
    this.#counts.keepRing(this.#ring)
    return bytes.subarray(granted)
  }

  /**
   * First the bytes get their name, then the index, then the manifest: readers want bytes and manifest, and each comes
   * in one step. Returns what is there in the end: this artifact, or an equal one that came first.
   */
  async #name(stat: ArtifactStat): Promise<ArtifactStat> {
    const { fileSystem, directory, session } = this.#store
    const data = fileName('bin', stat.id, this.#part.token)
    const manifest = await PartFile.create(fileSystem, directory)
    try {
      const strideBytes = await this.#writeIndex(stat, data)
      await manifest.write(encodeManifest({ stat, data, ring: this.#ring, session, strideBytes }), 0)
      const [whole, named] = await Promise.allSettled([this.#part.finish(), manifest.finish()])
      for (const end of [whole, named]) if (end.status === 'rejected') throw end.reason
      await this.#part.rename(data)
      const kept = await this.#place(manifest, stat)
      if (kept !== stat) await this.#withdraw(data)
      this.#part.release()
      return kept
    } catch (error) {
      await this.#withdraw(data)
      throw error
    } finally {
      await manifest.discard()
    }
  }

  async #place(manifest: PartFile, stat: ArtifactStat): Promise<ArtifactStat> {
    const name = manifestName(stat.id)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await manifest.place(name)) return stat
      const equal = await adoptEqual(this.#store, stat)
      if (equal) return equal
      // What is there is damaged, or a shorter form of the same output.
      const removed = await removeArtifacts(this.#store, [stat.id], () => false)
      if (removed.length === 0) await sleep(WAIT_MS)
    }
    throw new Refusal('EEXIST', 'something else has its name')
  }

  async #withdraw(data: string): Promise<void> {
    await this.discard()
    await remove(this.#store, linesName(data)).catch(() => {})
  }

  /** Returns the index's stride; 0 without one: an artifact without an index is only slower to read. */
  async #writeIndex(stat: ArtifactStat, data: string): Promise<number> {
    if (stat.bytes < LEAST_INDEXED_BYTES) return 0
    const index = encodeIndex(stat.sha256, this.#counts.index(stat.bytes, this.#ring))
    return (await writeWhole(this.#store, linesName(data), index)) ? STRIDE_BYTES : 0
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
      lineFeeds += countLineFeeds(await this.#part.read(position, length))
    return lineFeeds
  }

  #giveBack(): void {
    this.#store.quota.giveBack(this.#takenBytes)
    this.#takenBytes = 0
  }

  #end({ id, bytes, sha256, missing }: ArtifactStat): ArtifactEnd {
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
}

/** Puts a small file in place in one step; false where that failed. */
export async function writeWhole(
  { fileSystem, directory }: Folder,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const part = await PartFile.create(fileSystem, directory).catch(() => undefined)
  if (!part) return false
  try {
    await part.write(bytes, 0)
    await part.rename(name)
    await part.close()
    part.release()
    return true
  } catch {
    await part.discard()
    return false
  }
}

/** Some file systems can't; the names are there for all readers as long as the machine runs. */
async function syncDirectory({ fileSystem, directory }: Folder): Promise<void> {
  const file = await fileSystem.open(directory, READ_DIRECTORY).catch(() => undefined)
  await file?.sync().catch(() => {})
  await file?.close().catch(() => {})
}
