import { toHex } from '../core/bytes/sha256.ts'
import { rangeDigest } from './digests.ts'
import { StoreError } from './failures.ts'
import { fitsArtifact, STRIDE_BYTES, type StoredLineIndex, strideEntry } from './line-index.ts'
import { artifactKey, decodeIndex, encodeIndex, indexBytes } from './line-index-format.ts'
import { type Manifest, sizeOf } from './manifest.ts'
import { countLineFeeds, keptRanges } from './ranges.ts'
import type { ByteStream, OpenArtifact } from './reading.ts'
import { filePartsOf, type Ring } from './ring.ts'
import { createSha256 } from './sha256.ts'
import type { ByteRange } from './store.ts'
import { StrideCounts } from './stride-counts.ts'

const READ_BYTES = 256 * 1024

/** Smaller artifacts have no index, because reading one would take as long as reading the artifact. */
export const LEAST_INDEXED_BYTES = 16 * STRIDE_BYTES

export interface ReadableFile {
  /** Reads from `position` into `bytes`, up to the end of the file. Returns how many bytes it read. */
  readInto(bytes: Uint8Array, position: number): Promise<number>
}

/** The open file of an artifact's bytes. */
export interface DataFile extends ReadableFile {
  manifest: Pick<Manifest, 'stat' | 'ring' | 'ends'>
}

/** An artifact's open file, and the file of its line index. */
export interface ArtifactFile extends DataFile {
  /** May reject. The lines are counted again then. */
  readIndex(): Promise<Uint8Array | undefined>
  /** May reject. The next reader counts the lines again then. */
  writeIndex(bytes: Uint8Array): Promise<unknown>
  close(): Promise<void>
}

/** The largest size of an artifact's index, in bytes. */
export const mostIndexBytes = (manifest: Pick<Manifest, 'stat'>): number =>
  indexBytes(Math.ceil(sizeOf(manifest) / STRIDE_BYTES) + 2)

/** Opens an artifact that a file holds. */
export const openArtifactFile = (file: ArtifactFile): OpenArtifact => ({
  stat: file.manifest.stat,
  ends: file.manifest.ends,
  bytes: (range) => readPieces(file, range),
  loadIndex: () => loadIndex(file),
  close: () => file.close(),
})

async function* readPieces(file: ArtifactFile, range: ByteRange): ByteStream {
  for (const { length, position } of filePartsOf(range, file.manifest.ring)) {
    for (let at = 0; at < length; at += READ_BYTES) {
      // A new array for each piece, because the reader may keep it.
      const bytes = new Uint8Array(Math.min(READ_BYTES, length - at))
      await readFully(file, bytes, position + at)
      yield bytes
    }
  }
}

async function loadIndex(file: ArtifactFile): Promise<StoredLineIndex | undefined> {
  const { stat } = file.manifest
  if (stat.bytes < LEAST_INDEXED_BYTES) return undefined
  const key = artifactKey(stat.sha256)
  const bytes = await file.readIndex().catch(() => undefined)
  const found = bytes && decodeIndex(bytes, key)
  if (found && fitsArtifact(found, stat)) return found
  // Missing bytes cannot be counted again. Without an index, a page is found by reading the kept end it lies in.
  if (stat.missing) return undefined
  const made = await countLines(file)
  await file.writeIndex(encodeIndex(key, made)).catch(() => {})
  return made
}

async function countLines(file: ArtifactFile): Promise<StoredLineIndex> {
  const counts = new StrideCounts()
  const { bytes } = file.manifest.stat
  const buffer = new Uint8Array(STRIDE_BYTES)
  for (let at = 0; at < bytes; at += STRIDE_BYTES) {
    const stride = buffer.subarray(0, Math.min(STRIDE_BYTES, bytes - at))
    await readFully(file, stride, at)
    counts.add(strideEntry(countLineFeeds(stride), stride[stride.length - 1]))
  }
  return counts.index(bytes, undefined)
}

/** Whether the file still has the bytes that were kept. False when there is no digest to compare with. */
export async function isIntact(file: DataFile): Promise<boolean> {
  const { stat, ring } = file.manifest
  for (const range of keptRanges(stat)) {
    const digest = rangeDigest(file.manifest, range)
    if (digest === undefined || (await digestIn(file, range, ring)) !== digest) return false
  }
  return true
}

/** The SHA-256 of a range of the output that a file holds, in hex. */
export async function digestIn(
  file: ReadableFile,
  range: ByteRange,
  ring: Ring | undefined,
): Promise<string> {
  const hash = createSha256()
  const buffer = new Uint8Array(Math.min(READ_BYTES, range.endByte - range.startByte))
  for (const { length, position } of filePartsOf(range, ring)) {
    for (let at = 0; at < length; at += buffer.length) {
      const bytes = buffer.subarray(0, Math.min(buffer.length, length - at))
      await readFully(file, bytes, position + at)
      hash.update(bytes)
    }
  }
  return toHex(hash.digest())
}

/** Fills `bytes`. Throws when the file ends before. */
export async function readFully(file: ReadableFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const length = await file.readInto(bytes.subarray(at), position + at)
    if (length === 0) throw new StoreError('EIO', 'its file is shorter than what was written')
    at += length
  }
}
