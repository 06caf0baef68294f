import { type LineIndex, placeOfLines } from './line-index.ts'
import { clampBytes, clampLines, refuseMissingBytes, refuseMissingLines, selectLines } from './ranges.ts'
import type { ArtifactStat, ByteRange, LineRange } from './store.ts'

export type Pieces = AsyncGenerator<Uint8Array, void, undefined>

/** An artifact that is being read. Its bytes stay readable until it is closed, even when it is deleted meanwhile. */
export interface OpenArtifact {
  stat: ArtifactStat
  /** The bytes of a range that has no missing bytes. The caller may keep and change the pieces. */
  bytes(range: ByteRange): Pieces
  /** Set when the manifest contains the index. */
  index?: LineIndex | undefined
  /** Reads the index from its own file, or counts the lines. Undefined when neither is possible. */
  loadIndex?(): Promise<LineIndex | undefined>
  /**
   * The equal artifact that replaced this one. Called with an error of `bytes` before the first piece. Undefined when
   * the error has another cause than removed bytes.
   */
  replacement?(error: unknown): Promise<OpenArtifact | undefined>
  close(): Promise<void>
}

export async function* readBytes(artifact: OpenArtifact, range: ByteRange): Pieces {
  const { stat } = artifact
  const asked = clampBytes(range, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  yield* artifact.bytes(asked)
}

/** The raw bytes of a line range. With an index, reads little more than the range. */
export async function* readLines(artifact: OpenArtifact, range: LineRange): Pieces {
  const { stat } = artifact
  const asked = clampLines(range, stat.lines)
  refuseMissingLines(asked, stat.missing)
  // A range from line 1 on needs no index.
  const index = artifact.index ?? (asked.firstLine === 1 ? undefined : await artifact.loadIndex?.())
  const { lineFeeds, ...bytes } = placeOfLines(index, asked, stat)
  const relative = { firstLine: asked.firstLine - lineFeeds, lastLine: asked.lastLine - lineFeeds }
  yield* selectLines(artifact.bytes(bytes), relative)
}
