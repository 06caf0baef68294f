import { findLine, LineCounts, type LineIndex, type LinePlace } from './backends/files/line-counts.ts'
import { decodeIndex, encodeIndex, LEAST_INDEXED_BYTES } from './backends/files/line-index.ts'
import type { Manifest } from './manifest.ts'
import { clampBytes, clampLines, countLineFeeds, selectLines } from './ranges.ts'
import { piecesOf, refuseMissingBytes, refuseMissingLines, STRIDE_BYTES } from './ring.ts'
import { damagedArtifact } from './stat.ts'
import type { ByteRange, LineRange } from './store.ts'

const READ_BYTES = 256 * 1024

/** An artifact whose bytes are open: what becomes of its names does not matter any more. */
export interface OpenArtifact {
  manifest: Pick<Manifest, 'stat' | 'ring'>
  /** Fills the bytes with those from `position` on, as far as there are; returns how many. They are the caller's. */
  readInto(bytes: Uint8Array, position: number): Promise<number>
  /** The line index that lies beside the bytes. May reject: then it is made anew. */
  loadIndex(): Promise<Uint8Array | undefined>
  saveIndex(bytes: Uint8Array): Promise<unknown>
}

export async function* readBytes(artifact: OpenArtifact, range: ByteRange): AsyncGenerator<Uint8Array, void> {
  const { stat } = artifact.manifest
  const asked = clampBytes(range, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  yield* readPieces(artifact, asked)
}

/** The raw bytes of a line range. Reads little more than those, where there is an index or is made one. */
export async function* readLines(artifact: OpenArtifact, range: LineRange): AsyncGenerator<Uint8Array, void> {
  const { stat } = artifact.manifest
  const asked = clampLines(range, stat.lines)
  refuseMissingLines(asked, stat.missing)
  const { startByte, lineFeeds } = await placeOfLine(artifact, asked.firstLine)
  const { missing } = stat
  const endByte = missing && asked.firstLine < missing.firstLine ? missing.startByte : stat.bytes
  const relative = { firstLine: asked.firstLine - lineFeeds, lastLine: asked.lastLine - lineFeeds }
  yield* selectLines(readPieces(artifact, { startByte, endByte }), relative)
}

/** Where to begin reading for a line. */
async function placeOfLine(artifact: OpenArtifact, line: number): Promise<LinePlace> {
  const { missing } = artifact.manifest.stat
  const inTail = missing !== undefined && line > missing.lastLine
  const start = inTail ? { startByte: missing.endByte, lineFeeds: missing.lastLine - 1 } : START
  // The first lines are at the start, index or not.
  if (line === start.lineFeeds + 1) return start
  const index = await indexOf(artifact)
  if (!index || (inTail && index.tailLineFeeds >= line - 1)) return start
  return findLine(index, line, inTail)
}

const START: LinePlace = { startByte: 0, lineFeeds: 0 }

/** The index that was left beside the bytes, or else one made now and left there for others. */
async function indexOf(artifact: OpenArtifact): Promise<LineIndex | undefined> {
  const { stat } = artifact.manifest
  if (stat.bytes < LEAST_INDEXED_BYTES) return undefined
  const bytes = await artifact.loadIndex().catch(() => undefined)
  const found = bytes && decodeIndex(bytes, stat.sha256)
  if (found && isPlausible(found, artifact.manifest)) return found
  // The counts before a gap can't be made again; those of a tail are few.
  if (stat.missing) return undefined
  const made = await countAll(artifact)
  await artifact.saveIndex(encodeIndex(stat.sha256, made)).catch(() => {})
  return made
}

/** Whether the index is of as many strides and no more lines than the artifact. */
function isPlausible(
  { head, tailStride, tailLineFeeds, tail }: LineIndex,
  { stat, ring }: OpenArtifact['manifest'],
): boolean {
  const strides = Math.ceil(stat.bytes / STRIDE_BYTES)
  if (!ring) return head.length === strides && tail.length === 0 && sum(head) <= stat.lines
  const isInRing = (tailStride + 1) * STRIDE_BYTES > stat.bytes - ring.ringBytes
  return isInRing && tailStride + tail.length === strides && tailLineFeeds + sum(tail) <= stat.lines
}

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0)

async function countAll(artifact: OpenArtifact): Promise<LineIndex> {
  const counts = new LineCounts()
  const { bytes } = artifact.manifest.stat
  const buffer = new Uint8Array(STRIDE_BYTES)
  for (let at = 0; at < bytes; at += STRIDE_BYTES) {
    const length = Math.min(STRIDE_BYTES, bytes - at)
    await readFully(artifact, buffer.subarray(0, length), at)
    counts.add(countLineFeeds(buffer.subarray(0, length)))
  }
  return counts.index(bytes, undefined)
}

async function* readPieces(artifact: OpenArtifact, range: ByteRange): AsyncGenerator<Uint8Array, void> {
  for (const { length, position } of piecesOf(range, artifact.manifest.ring)) {
    for (let at = 0; at < length; at += READ_BYTES) {
      // Not of a pool: it is the reader's from here on.
      const bytes = new Uint8Array(Math.min(READ_BYTES, length - at))
      await readFully(artifact, bytes, position + at)
      yield bytes
    }
  }
}

async function readFully(artifact: OpenArtifact, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const length = await artifact.readInto(bytes.subarray(at), position + at)
    if (length === 0) throw damagedArtifact(artifact.manifest.stat.id)
    at += length
  }
}
