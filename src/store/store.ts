import { names } from '../check/names.ts'

// A store keeps full outputs as artifacts, so that a model can read later what a truncation left out. This file has the
// interface that all stores share. Quotas, manifests, line indexes and the clean-up exist once, in this folder. Each
// folder in backends/ only does the input and output for one kind of place.

/** What is known about an output before its bytes arrive. */
export interface ArtifactMeta {
  /** The name of the tool that printed the output, as the model knows it: `bash`, `read`, … */
  tool?: string
  /** The command or path that people see when they list artifacts. */
  label?: string
}

/** Identifies an artifact. Its id is the first 16 hex digits of the sha256 of the whole output. */
export interface ArtifactRef {
  id: string
  bytes: number
  /** All 64 hex digits. */
  sha256: string
}

/** A byte range. `startByte` is 0-indexed and inclusive, `endByte` is exclusive. An end past the last byte is cut. */
export interface ByteRange {
  startByte: number
  endByte: number
}

/** A line range, 1-indexed, both ends inclusive. Lines end at LF. An end past the last line is cut. */
export interface LineRange {
  firstLine: number
  lastLine: number
}

/** The missing middle of an output that was longer than its store allows. */
export interface MissingRange extends ByteRange, LineRange {}

export interface ArtifactStat extends ArtifactRef, ArtifactMeta {
  /** Lines as in clause 5 of the contract: the number of LF bytes, plus one for an unterminated last line. */
  lines: number
  /** When the output was complete, or last written, in milliseconds since 1970. */
  createdAt: number
  /**
   * The part that was not kept. Absent when everything was kept. Its lines include those that may lack some bytes.
   * `bytes`, `lines` and `sha256` always describe the whole output.
   */
  missing?: MissingRange
}

/**
 * How a write ended. Only `complete: true` means that the full output was kept.
 *
 * `PITH_ARTIFACT_CAPPED`: `ref` names an artifact that has only the ranges in `kept`. `PITH_STORE_FULL`: nothing was
 * kept, because a limit of the store was reached. `PITH_STORE_UNSAFE`: nothing was kept, because other users could read
 * or change it. `ABORTED`: the writer was aborted. Other codes are the system's (`ENOSPC`, …).
 */
export type ArtifactEnd =
  | { complete: true; ref: ArtifactRef }
  | { complete: false; ref?: ArtifactRef; kept?: ByteRange[]; code: string; message: string }

/** Writes one artifact. No method throws or rejects. `close()` reports what failed. */
export interface ArtifactWriter {
  /**
   * Writes the next bytes. Wait for the returned promise before the next write; this is the back-pressure. The caller
   * may reuse the bytes once the promise settles, or at once when there is none.
   */
  write(chunk: Uint8Array): Promise<void> | undefined
  /** @param ended how what printed the output has ended, for those who have followed it */
  close(ended?: string): Promise<ArtifactEnd>
  /**
   * Lets others read what was written so far, by the id that it returns. That id is not the one of the artifact, but
   * leads to it later. Undefined where this is not possible. Absent where it never is.
   */
  follow?(): Promise<string | undefined>
  /** Stops writing and removes the bytes that were written. */
  abort(): void
}

/** How an output that was being written has ended. */
export interface RunEnd {
  /** The artifact that it is now. Absent if there is none: its writer died, or keeps only the ends of it. */
  artifact?: string
  /** How the command has ended, in a sentence. */
  ended?: string
}

/** An output that is being written. Close it after use. */
export interface RunningOutput {
  /** Reads from `position` into `bytes`, up to what was written so far. Returns how many bytes it read. */
  readInto(bytes: Uint8Array, position: number): Promise<number>
  /** Undefined while it goes on: then what was read before this call is what was written. */
  end(): Promise<RunEnd | undefined>
  close(): Promise<void>
}

/** Keeps full outputs. Memory, files, browsers and object stores have the same interface. */
export interface ArtifactStore {
  /**
   * True if no command can read it, such as a store in memory or in a browser. A notice then names the artifact and no
   * command, unless `notice` chooses a surface or tools, which the host then serves. Default: false.
   */
  readonly isPrivate?: boolean
  open(meta: ArtifactMeta): Promise<ArtifactWriter>
  /**
   * The bytes of a range.
   *
   * @throws {PithError} `PITH_UNKNOWN_ARTIFACT`; `PITH_INVALID_OPTION` for a malformed range;
   *   `PITH_OFFSET_OUT_OF_RANGE` for a start past the end; `PITH_NOT_RETAINED` for a range that includes bytes of
   *   `missing`; `PITH_STORE_FAILED`, also before the last piece of a whole artifact whose digest is wrong.
   */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** The raw bytes of a line range, LFs included. Throws the same errors as `read`. */
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>
  stat(id: string): Promise<ArtifactStat>
  list(): Promise<ArtifactStat[]>
  delete(id: string): Promise<void>
  /** An output that is still being written, or was until now. Undefined for others. Absent where none can be read. */
  watch?(id: string): Promise<RunningOutput | undefined>
  /**
   * Removes expired artifacts, those that exceed a limit, and files that dead processes left. Absent for a store that
   * ends with its process.
   */
  gc?(options?: GcOptions): Promise<GcReport>
}

export interface GcOptions {
  /** True reports what would be removed, and removes nothing. */
  dryRun?: boolean
}

export const gcNames = names<GcOptions>()('dryRun')

/**
 * Why an artifact is removed. `expired`: it was not used for `ttlMs`. `over-total`, `keep-free`: it was the least
 * recently used one when the limit `maxTotalBytes` or `keepFreeBytes` was exceeded.
 */
export type GcReason = 'expired' | 'over-total' | 'keep-free'

export interface GcReport {
  removed: (ArtifactStat & { reason: GcReason })[]
  /** Files that dead writers and interrupted deletions left. */
  abandoned: { name: string; bytes: number }[]
  /** Bytes of all removed files. */
  bytes: number
  /** False when more artifacts are due than one run removes. */
  finished: boolean
  /** Why a file could not be removed, in a few words. Absent when nothing failed. */
  failure?: string
}
