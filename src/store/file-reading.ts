import { toHex } from '../core/bytes/sha256.ts'
import { rangeDigest } from './digests.ts'
import { StoreError } from './failures.ts'
import type { Manifest } from './manifest.ts'
import { keptRanges } from './ranges.ts'
import type { ByteStream, OpenArtifact } from './reading.ts'
import { filePartsOf, type Ring } from './ring.ts'
import { createSha256 } from './sha256.ts'
import type { ByteRange } from './store.ts'

const READ_BYTES = 256 * 1024

export interface ReadableFile {
  /** Reads from `position` into `bytes`, up to the end of the file. Returns how many bytes it read. */
  readInto(bytes: Uint8Array, position: number): Promise<number>
}

/** The open file of an artifact's bytes. */
export interface DataFile extends ReadableFile {
  manifest: Pick<Manifest, 'stat' | 'ring' | 'ends'>
}

/** An artifact's open file. */
export interface ArtifactFile extends DataFile {
  manifest: Manifest
  close(): Promise<void>
}

/** Opens an artifact that a file holds. */
export const openArtifactFile = (file: ArtifactFile): OpenArtifact => ({
  stat: file.manifest.stat,
  ends: file.manifest.ends,
  bytes: (range) => readPieces(file, range),
  index: file.manifest.index,
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
