import { PithError } from '../errors.ts'
import { resolveSettings } from '../limits.ts'
import { writeChanged, writeEncoding, writeNotText } from '../render/notices.ts'
import type { ToolOutput } from '../strategies/output.ts'
import { createReader, type ReadDetails, type ReadOptions } from '../strategies/read.ts'
import { withinLimits } from '../within-limits.ts'
import { type FileKind, fileKindOf, SNIFFED_BYTES, type TextEncodingName } from './file-kind.ts'
import { fileError, type OpenFile, openRegular } from './open-regular.ts'

export interface ReadFileOptions extends ReadOptions {
  /** Ends the reading; the promise rejects with `PITH_ABORTED`. */
  signal?: AbortSignal
}

/** A page of a text file. */
export interface TextFileDetails extends ReadDetails {
  kind: 'text'
  encoding: TextEncodingName
  /** Set when the file's size was another at the end than at the beginning; what was added is not read. */
  changed?: 'grew' | 'shrank'
}

/** A file that is no text is named and not shown. */
export interface OtherFileDetails {
  kind: Exclude<FileKind['kind'], 'text'>
  /** `PNG`, `JPEG`, `GIF`, `WebP`, `BMP`, `ICO`, `TIFF`, `PDF`; absent for a binary of an unknown kind. */
  format?: string
  sizeBytes: number
}

export type FileDetails = TextFileDetails | OtherFileDetails

/**
 * A page of a file of any size, read from the descriptor in the page's memory.
 *
 * Offsets, columns and bytes of a UTF-16 file are those of its UTF-8. A file that says it is empty, as those of
 * `/proc` do, is read to its end, up to 256 MiB.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE` at once for a directory, FIFO, device or socket; `PITH_FILE_FAILED`,
 *   `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`, `PITH_OFFSET_OUT_OF_RANGE`, `PITH_ABORTED`.
 */
export async function readFile(path: string, options: ReadFileOptions = {}): Promise<ToolOutput<FileDetails>> {
  const { signal, ...rest } = options
  if (typeof path !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
  }
  const reading: ReadOptions = { source: { path }, ...rest }
  createReader(reading)
  const file = await openRegular(path)
  try {
    return await readOpen(path, file, reading, signal)
  } finally {
    await file.handle.close()
  }
}
