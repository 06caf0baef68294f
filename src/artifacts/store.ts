/** What is known of an output before its bytes arrive. */
export interface ArtifactMeta {
  /** The tool that printed it, as the model knows it: `bash`, `read`, … */
  tool?: string
  /** The command or path, for people who list artifacts. */
  label?: string
}

/** A complete artifact: its id is the first 16 hex digits of the sha256 of its bytes. */
export interface ArtifactRef {
  id: string
  bytes: number
  /** All 64 hex digits. */
  sha256: string
}

/** A byte range: `startByte` 0-indexed and inclusive, `endByte` exclusive; past the end is cut to the end. */
export interface ByteRange {
  startByte: number
  endByte: number
}

/** A line range: 1-indexed, both inclusive; lines end at LF. Past the end is cut to the end. */
export interface LineRange {
  firstLine: number
  lastLine: number
}

export interface ArtifactStat extends ArtifactRef, ArtifactMeta {
  /** Lines as clause 5 of the contract counts them: LF bytes, plus one for an unterminated last line. */
  lines: number
  /** Milliseconds since 1970 at which it was completed. */
  createdAt: number
}

/** How a write ended. Only `complete: true` may ever be named to a model. */
export type ArtifactEnd =
  | { complete: true; ref: ArtifactRef }
  | { complete: false; ref?: ArtifactRef; code: string; message: string }

/** One artifact being written. Nothing here rejects or throws: a failure is told by `close()`. */
export interface ArtifactWriter {
  /**
   * Takes the next bytes; they may be reused once the returned promise settles, or at once when there is none.
   * A promise means: wait for it before the next write (back-pressure).
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  close(): Promise<ArtifactEnd>
  /** Drops what was written. */
  abort(): void
}

/** Where full outputs are kept. The same interface for memory, files, browsers and object stores. */
export interface ArtifactStore {
  open(meta: ArtifactMeta): Promise<ArtifactWriter>
  /** The bytes of a range. Throws `PITH_UNKNOWN_ARTIFACT`, and `PITH_OFFSET_OUT_OF_RANGE` for a start past the end. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** The raw bytes of a line range, LF included. Throws as `read` does. */
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>
  stat(id: string): Promise<ArtifactStat>
  list(): Promise<ArtifactStat[]>
  delete(id: string): Promise<void>
}
