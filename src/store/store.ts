import type { Names } from '../check/names.ts'

/** What is known about an output before its bytes arrive. */
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

/** The missing middle of an output that was longer than its store takes. */
export interface MissingRange extends ByteRange, LineRange {}

export interface ArtifactStat extends ArtifactRef, ArtifactMeta {
  /** Lines as clause 5 of the contract counts them: LF bytes, plus one for an unterminated last line. */
  lines: number
  /** Milliseconds since 1970 at which it was completed. */
  createdAt: number
  /**
   * What was not kept; absent when everything was. Its lines include those of which a byte may be missing. `bytes`, `lines`
   * and `sha256` are always those of the whole output.
   */
  missing?: MissingRange
}

/**
 * How a write ended. Only `complete: true` may ever be called the full output.
 *
 * `PITH_ARTIFACT_CAPPED`: `ref` names an artifact that has the ranges in `kept`, and no others.
 * `PITH_STORE_FULL`: nothing was kept, for a limit of the store. `PITH_STORE_UNSAFE`: nothing was kept, because others
 * could read or change it. Other codes are the system's (`ENOSPC`, …), and `ABORTED`.
 */
export type ArtifactEnd =
  | { complete: true; ref: ArtifactRef }
  | { complete: false; ref?: ArtifactRef; kept?: ByteRange[]; code: string; message: string }

/** Writes one artifact. Nothing here rejects or throws: `close()` reports what failed. */
export interface ArtifactWriter {
  /**
   * Writes the next bytes. Wait for the returned promise before the next write: this is the back-pressure. The bytes may be
   * reused once it settles, or at once where none is returned.
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  close(): Promise<ArtifactEnd>
  /** Removes what was written. */
  abort(): void
}

/** Where full outputs are kept. The same interface for memory, files, browsers and object stores. */
export interface ArtifactStore {
  open(meta: ArtifactMeta): Promise<ArtifactWriter>
  /**
   * The bytes of a range. Throws `PITH_UNKNOWN_ARTIFACT`, `PITH_OFFSET_OUT_OF_RANGE` for a start past the end, and
   * `PITH_NOT_RETAINED` for a range that has bytes of `missing`.
   */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** The raw bytes of a line range, LF included. Throws as `read` does. */
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>
  stat(id: string): Promise<ArtifactStat>
  list(): Promise<ArtifactStat[]>
  delete(id: string): Promise<void>
  /** Removes what is too old or too much, and what dead processes left. Absent where nothing outlives the process. */
  gc?(options?: GcOptions): Promise<GcReport>
}

export interface GcOptions {
  /** Reports what would be removed, and removes nothing. */
  dryRun?: boolean
}

export const gcNames = { dryRun: true } as const satisfies Names<GcOptions>

/** Why an artifact is removed: it was not used for `ttlMs`, or it is the one used longest ago of too many bytes. */
export type GcReason = 'expired' | 'over-total' | 'keep-free'

export interface GcReport {
  removed: (ArtifactStat & { reason: GcReason })[]
  /** Files of writers that died, and of deletions cut short. */
  abandoned: { name: string; bytes: number }[]
  /** Bytes of all removed files. */
  bytes: number
  /** False when one run could not remove all that was due. */
  finished: boolean
  /** Why something could not be removed, in a few words. Absent where nothing failed. */
  failure?: string
}
