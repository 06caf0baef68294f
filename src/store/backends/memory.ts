import { isDetached } from '../../check/bytes.ts'
import { names } from '../../check/names.ts'
import { optionsOf } from '../../check/values.ts'
import { Sha256 } from '../../core/bytes/sha256.ts'
import { invalidOption } from '../../errors.ts'
import { clampBytes, clampLines, countLineFeeds, selectLines } from '../ranges.ts'
import { isArtifactId, newestFirst, newStat, unknownArtifact } from '../stat.ts'
import type {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  LineRange,
} from '../store.ts'
import { BYTES_GONE, copiesBytes } from '../writer.ts'

interface Kept {
  stat: ArtifactStat
  blocks: readonly Uint8Array[]
}

const SMALLEST_BLOCK = 4096
const LARGEST_BLOCK = 256 * 1024

const memoryNames = names<{ maxBytes?: number }>()('maxBytes')

/**
 * Keeps artifacts in memory, for as long as the store itself exists.
 *
 * `maxBytes` bounds all artifacts together, including those that are being written: 0 to Infinity, 256 MiB by default.
 * An output that does not fit is not kept; the other artifacts stay.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function createMemoryStore(options: { maxBytes?: number } = {}): ArtifactStore {
  const maxBytes = optionsOf(options, memoryNames).maxBytes ?? 256 * 1024 * 1024
  if (typeof maxBytes !== 'number' || !(maxBytes >= 0)) {
    throw invalidOption('maxBytes', 'a number from 0', maxBytes)
  }
  return new MemoryStore(maxBytes)
}

/** What the store and its writers share. */
interface Memory {
  kept: Map<string, Kept>
  maxBytes: number
  /** Bytes of all artifacts, including those that are being written. */
  usedBytes: number
}

class MemoryStore implements ArtifactStore {
  readonly isPrivate = true
  readonly #memory: Memory

  constructor(maxBytes: number) {
    this.#memory = { kept: new Map(), maxBytes, usedBytes: 0 }
  }

  async open(meta: ArtifactMeta): Promise<ArtifactWriter> {
    return new MemoryWriter(meta, this.#memory)
  }

  async *read(id: string, range: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    const { stat, blocks } = this.#find(id)
    const { startByte, endByte } = clampBytes(range, stat.bytes)
    let offset = 0
    for (const block of blocks) {
      const start = Math.max(startByte - offset, 0)
      const end = Math.min(endByte - offset, block.length)
      // A copy: readers may change their bytes.
      if (start < end) yield block.slice(start, end)
      offset += block.length
    }
  }

  async *lines(id: string, range: LineRange): AsyncGenerator<Uint8Array, void, undefined> {
    const { stat } = this.#find(id)
    const asked = clampLines(range, stat.lines)
    yield* selectLines(this.read(id, { startByte: 0, endByte: stat.bytes }), asked)
  }

  async stat(id: string): Promise<ArtifactStat> {
    return { ...this.#find(id).stat }
  }

  async list(): Promise<ArtifactStat[]> {
    const stats = Array.from(this.#memory.kept.values(), ({ stat }) => ({ ...stat }))
    return stats.sort(newestFirst)
  }

  async delete(id: string): Promise<void> {
    this.#memory.usedBytes -= this.#find(id).stat.bytes
    this.#memory.kept.delete(id)
  }

  #find(id: string): Kept {
    const kept = isArtifactId(id) ? this.#memory.kept.get(id) : undefined
    if (!kept) throw unknownArtifact(id)
    return kept
  }
}

/** Turns the written bytes into an artifact, unless an equal artifact exists. */
function keep(memory: Memory, written: Kept): ArtifactEnd {
  const { id, bytes, sha256 } = written.stat
  const existing = memory.kept.get(id)
  if (existing) memory.usedBytes -= bytes
  else memory.kept.set(id, written)
  if (existing && existing.stat.sha256 !== sha256) {
    const message = 'The full output could not be kept: its id is taken by another artifact.'
    return { complete: false, code: 'EEXIST', message }
  }
  return { complete: true, ref: { id, bytes, sha256 } }
}

class MemoryWriter implements ArtifactWriter {
  declare readonly [copiesBytes]: true
  readonly #meta: ArtifactMeta
  readonly #memory: Memory
  readonly #hash = new Sha256()
  #blocks: Uint8Array[] = []
  #lastUsed = 0
  #bytes = 0
  #lineFeeds = 0
  #endsInLineFeed = true
  #end: ArtifactEnd | undefined

  constructor(meta: ArtifactMeta, memory: Memory) {
    this[copiesBytes] = true
    this.#meta = meta
    this.#memory = memory
  }

  write(chunk: Uint8Array): undefined {
    if (this.#end) return
    if (isDetached(chunk)) return this.#fail(BYTES_GONE.code, BYTES_GONE.message)
    if (chunk.length === 0) return
    try {
      const { usedBytes, maxBytes } = this.#memory
      if (usedBytes + chunk.length > maxBytes)
        return this.#fail(
          'ENOSPC',
          `The full output could not be kept: it does not fit in the ${maxBytes} bytes of the memory store.`,
        )
      this.#memory.usedBytes += chunk.length
      this.#bytes += chunk.length
      this.#append(chunk)
      this.#hash.update(chunk)
      this.#lineFeeds += countLineFeeds(chunk)
      this.#endsInLineFeed = chunk[chunk.length - 1] === 0x0a
    } catch {
      // Out of memory. The tool's result must not be lost because of it.
      this.#fail('ENOMEM', 'The full output could not be kept: out of memory.')
    }
  }

  async close(): Promise<ArtifactEnd> {
    this.#end ??= this.#finish()
    return this.#end
  }

  abort(): void {
    if (!this.#end) this.#fail('ABORTED', 'The full output was not kept: its writing was aborted.')
  }

  #finish(): ArtifactEnd {
    const blocks = this.#blocks.map((block, at) =>
      at === this.#blocks.length - 1 ? block.slice(0, this.#lastUsed) : block,
    )
    const lines = this.#lineFeeds + (this.#endsInLineFeed ? 0 : 1)
    this.#blocks = []
    return keep(this.#memory, { stat: newStat(this.#meta, this.#hash.digest(), this.#bytes, lines), blocks })
  }

  #append(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      let block = this.#blocks.at(-1)
      if (!block || this.#lastUsed === block.length) {
        block = new Uint8Array(Math.min(block ? block.length * 2 : SMALLEST_BLOCK, LARGEST_BLOCK))
        this.#blocks.push(block)
        this.#lastUsed = 0
      }
      const part = chunk.subarray(at, at + block.length - this.#lastUsed)
      block.set(part, this.#lastUsed)
      this.#lastUsed += part.length
      at += part.length
    }
  }

  #fail(code: string, message: string): undefined {
    this.#memory.usedBytes -= this.#bytes
    this.#bytes = 0
    this.#blocks = []
    this.#end = { complete: false, code, message }
  }
}
