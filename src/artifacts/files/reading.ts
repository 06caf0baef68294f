import { join } from 'node:path'
import { clampBytes, clampLines, countLineFeeds, selectLines } from '../ranges.ts'
import { damagedArtifact } from '../stat.ts'
import type { ByteRange, LineRange } from '../store.ts'
import { isMine } from './directory.ts'
import { type OpenFile, READ } from './file-system.ts'
import { piecesOf, refuseMissingBytes, refuseMissingLines, STRIDE_BYTES } from './layout.ts'
import { findLine, LineCounts, type LineIndex, type LinePlace } from './line-counts.ts'
import { decodeIndex, encodeIndex, LEAST_INDEXED_BYTES, mostIndexBytes } from './line-index.ts'
import { type Manifest, sizeOf } from './manifest.ts'
import { linesName } from './names.ts'
import type { Folder } from './removal.ts'
import { writeWhole } from './sink.ts'

const READ_BYTES = 256 * 1024

/** An artifact whose bytes are open: what becomes of its names does not matter any more. */
export interface OpenArtifact {
  manifest: Manifest
  file: OpenFile
}

/** Throws the system's error where the file is not there, `PITH_STORE_FAILED` where it is not what it should be. */
export async function openData(folder: Folder, manifest: Manifest): Promise<OpenArtifact> {
  const file = await folder.fileSystem.open(join(folder.directory, manifest.data), READ)
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size !== sizeOf(manifest))
      throw damagedArtifact(manifest.stat.id)
    return { manifest, file }
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

export async function* readBytes(artifact: OpenArtifact, range: ByteRange): AsyncGenerator<Uint8Array, void> {
  const { stat } = artifact.manifest
  const asked = clampBytes(range, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  yield* readPieces(artifact, asked)
}

/** The raw bytes of a line range. Reads little more than those, where there is an index or is made one. */
export async function* readLines(
  folder: Folder,
  artifact: OpenArtifact,
  range: LineRange,
): AsyncGenerator<Uint8Array, void> {
  const { stat } = artifact.manifest
  const asked = clampLines(range, stat.lines)
  refuseMissingLines(asked, stat.missing)
  const { startByte, lineFeeds } = await placeOfLine(folder, artifact, asked.firstLine)
  const { missing } = stat
  const endByte = missing && asked.firstLine < missing.firstLine ? missing.startByte : stat.bytes
  const relative = { firstLine: asked.firstLine - lineFeeds, lastLine: asked.lastLine - lineFeeds }
  yield* selectLines(readPieces(artifact, { startByte, endByte }), relative)
}

/** Where to begin reading for a line. */
async function placeOfLine(folder: Folder, artifact: OpenArtifact, line: number): Promise<LinePlace> {
  const { missing } = artifact.manifest.stat
  const inTail = missing !== undefined && line > missing.lastLine
  const start = inTail ? { startByte: missing.endByte, lineFeeds: missing.lastLine - 1 } : START
  // The first lines are at the start, index or not.
  if (line === start.lineFeeds + 1) return start
  const index = await indexOf(folder, artifact)
  if (!index || (inTail && index.tailLineFeeds >= line - 1)) return start
  return findLine(index, line, inTail)
}

const START: LinePlace = { startByte: 0, lineFeeds: 0 }

/** The index that was left beside the bytes, or else one made now and left there for others. */
async function indexOf(folder: Folder, artifact: OpenArtifact): Promise<LineIndex | undefined> {
  const { stat, data } = artifact.manifest
  if (stat.bytes < LEAST_INDEXED_BYTES) return undefined
  const found = await loadIndex(folder, artifact.manifest).catch(() => undefined)
  // The counts before a gap can't be made again; those of a tail are few.
  if (found || stat.missing) return found
  const made = await countAll(artifact)
  await writeWhole(folder, linesName(data), encodeIndex(stat.sha256, made))
  return made
}

async function loadIndex(folder: Folder, manifest: Manifest): Promise<LineIndex | undefined> {
  const file = await folder.fileSystem.open(join(folder.directory, linesName(manifest.data)), READ)
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size > mostIndexBytes(sizeOf(manifest))) return undefined
    const bytes = new Uint8Array(found.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    const index = bytesRead === bytes.length ? decodeIndex(bytes, manifest.stat.sha256) : undefined
    return index && isPlausible(index, manifest) ? index : undefined
  } finally {
    await file.close()
  }
}

/** Whether the index is of as many strides and no more lines than the artifact. */
function isPlausible(
  { head, tailStride, tailLineFeeds, tail }: LineIndex,
  { stat, ring }: Manifest,
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

async function readFully(
  { file, manifest }: OpenArtifact,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, position + at)
    if (bytesRead === 0) throw damagedArtifact(manifest.stat.id)
    at += bytesRead
  }
}
