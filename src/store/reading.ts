import { toHex } from '../core/bytes/sha256.ts'
import { type Digested, rangeDigest } from './digests.ts'
import { placeOfLines, type StoredLineIndex } from './line-index.ts'
import { clampBytes, clampLines, refuseMissingBytes, refuseMissingLines, selectLines } from './ranges.ts'
import { createSha256 } from './sha256.ts'
import { damagedArtifact } from './stat.ts'
import type { ByteRange, LineRange } from './store.ts'

export type ByteStream = AsyncGenerator<Uint8Array, void, undefined>

/** An artifact that is being read. Its bytes stay readable until it is closed, even when it is deleted meanwhile. */
export interface OpenArtifact extends Digested {
  /** The bytes of a range that has no missing bytes. The caller may keep and change the pieces. */
  bytes(range: ByteRange): ByteStream
  /** Undefined for a small artifact. */
  index?: StoredLineIndex | undefined
  /**
   * The equal artifact that replaced this one. Called with an error of `bytes` before the first piece. Undefined when
   * the error has another cause than removed bytes.
   */
  replacement?(error: unknown): Promise<OpenArtifact | undefined>
  close(): Promise<void>
}

export async function* readBytes(artifact: OpenArtifact, range: ByteRange): ByteStream {
  const { stat } = artifact
  const asked = clampBytes(range, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  yield* checkedBytes(artifact, asked)
}

/** The raw bytes of a line range. With an index, reads little more than the range. */
export async function* readLines(artifact: OpenArtifact, range: LineRange): ByteStream {
  const { stat } = artifact
  const asked = clampLines(range, stat.lines)
  refuseMissingLines(asked, stat.missing)
  const { lineFeeds, ...bytes } = placeOfLines(artifact.index, asked, stat)
  const relative = { firstLine: asked.firstLine - lineFeeds, lastLine: asked.lastLine - lineFeeds }
  const isAll = asked.firstLine === 1 && asked.lastLine === stat.lines
  yield* selectLines(isAll ? checkedBytes(artifact, bytes) : artifact.bytes(bytes), relative)
}

/** The bytes of a range. Checks them when the range is all that is kept, or a whole kept end. */
function checkedBytes(artifact: OpenArtifact, range: ByteRange): ByteStream {
  const digest = rangeDigest(artifact, range)
  const pieces = artifact.bytes(range)
  return digest === undefined ? pieces : checked(pieces, digest, artifact.stat.id)
}

/**
 * Passes on the pieces, and checks their digest. Holds the last piece back until then, so that nobody gets all bytes of
 * a damaged artifact.
 */
async function* checked(pieces: ByteStream, digest: string, id: string): ByteStream {
  const hash = createSha256()
  let last: Uint8Array | undefined
  for await (const piece of pieces) {
    if (last) yield last
    hash.update(piece)
    last = piece
  }
  if (toHex(hash.digest()) !== digest) throw damagedArtifact(id)
  if (last) yield last
}
