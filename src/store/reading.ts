import { type LineIndex, placeOfLines } from './line-index.ts'
import { clampBytes, clampLines, refuseMissingBytes, refuseMissingLines, selectLines } from './ranges.ts'
import type { ArtifactStat, ByteRange, LineRange } from './store.ts'

export type Pieces = AsyncGenerator<Uint8Array, void, undefined>

/** An artifact that is being read. Until it is closed its bytes stay, even where it is deleted. */
export interface OpenArtifact {
  stat: ArtifactStat
  /** The bytes of a range without missing bytes. The pieces are the caller's. */
  bytes(range: ByteRange): Pieces
  /** Where it came with the manifest. */
  index?: LineIndex | undefined
  /** Reads the index from beside the bytes, or makes it. Undefined where neither can be done. */
  loadIndex?(): Promise<LineIndex | undefined>
  /** The equal artifact that took its place, where the error says that its bytes were gone before the first came. */
  replacement?(error: unknown): Promise<OpenArtifact | undefined>
  close(): Promise<void>
}

export async function* readBytes(artifact: OpenArtifact, range: ByteRange): Pieces {
  const { stat } = artifact
  const asked = clampBytes(range, stat.bytes)
  refuseMissingBytes(asked, stat.missing)
  yield* artifact.bytes(asked)
}

/** The raw bytes of a line range. Reads little more than those where there is an index. */
export async function* readLines(artifact: OpenArtifact, range: LineRange): Pieces {
  const { stat } = artifact
  const asked = clampLines(range, stat.lines)
  refuseMissingLines(asked, stat.missing)
  // The first line is found without an index.
  const index = artifact.index ?? (asked.firstLine === 1 ? undefined : await artifact.loadIndex?.())
  const { lineFeeds, ...bytes } = placeOfLines(index, asked, stat)
  const relative = { firstLine: asked.firstLine - lineFeeds, lastLine: asked.lastLine - lineFeeds }
  yield* selectLines(artifact.bytes(bytes), relative)
}
