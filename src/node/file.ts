import { PithError } from '../errors.ts'
import { withinLimits } from '../fit/within-limits.ts'
import { resolveSettings } from '../limits.ts'
import { writeChanged, writeEncoding, writeNotText } from '../render/notices.ts'
import type { ToolOutput } from '../strategies/output.ts'
import { createReader, type ReadDetails, type Reader, type ReadOptions } from '../strategies/read.ts'
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
export async function readFile(
  path: string,
  options: ReadFileOptions = {},
): Promise<ToolOutput<FileDetails>> {
  const { signal, ...rest } = options
  if (typeof path !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
  }
  const settings: ReadOptions = path === '' ? rest : { source: { path }, ...rest }
  const reader = createReader(settings)
  const file = await openRegular(path)
  try {
    return await readOpen({ path, file, signal }, reader, settings)
  } catch (error) {
    throw error instanceof PithError ? error : fileError(path, error)
  } finally {
    await file.handle.close()
  }
}

interface Reading {
  path: string
  file: OpenFile
  signal: AbortSignal | undefined
}

async function readOpen(
  reading: Reading,
  reader: Reader,
  options: ReadOptions,
): Promise<ToolOutput<FileDetails>> {
  let kind: FileKind | undefined
  let decoder: TextDecoder | undefined
  for await (const piece of piecesOf(reading)) {
    if (!kind) {
      kind = fileKindOf(piece)
      if (kind.kind !== 'text') return nameOnly(kind, Math.max(reading.file.sizeBytes, piece.length), options)
      if (kind.encoding.startsWith('UTF-16')) decoder = new TextDecoder(kind.encoding)
    }
    if (!reader.write(decoder ? encoder.encode(decoder.decode(piece, { stream: true })) : piece)) break
  }
  if (decoder) reader.write(encoder.encode(decoder.decode()))
  const encoding = kind?.kind === 'text' ? kind.encoding : 'UTF-8'
  const changed = await changeOf(reading.file)
  const notes = [decoder && writeEncoding(encoding), changed && writeChanged(changed)]
  const output = reader.end(notes.filter((note) => note !== undefined).join(' ') || undefined)
  const details: TextFileDetails = { kind: 'text', encoding, ...output.details }
  if (changed) details.changed = changed
  return { ...output, details }
}

const encoder = new TextEncoder()

/** Bytes read at once. */
const PIECE_BYTES = 256 * 1024

/** A file of no known size is not followed further. */
const MAX_UNSIZED_BYTES = 256 * 1024 * 1024

/** The file as it was when it was opened, up to its end then; each piece dies at the next one. */
async function* piecesOf({ path, file: { handle, sizeBytes }, signal }: Reading): AsyncIterable<Uint8Array> {
  const end = sizeBytes > 0 ? sizeBytes : MAX_UNSIZED_BYTES
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, end))
  for (let at = 0; at < end; ) {
    let filled = 0
    let isEnd = false
    // The first piece has as many bytes as the file's kind is told by; /proc hands out less at once.
    while (!isEnd && filled < (at === 0 ? Math.min(SNIFFED_BYTES, buffer.length) : 1)) {
      if (signal?.aborted)
        throw new PithError('PITH_ABORTED', 'The reading was given up because its signal was aborted.')
      const wanted = Math.min(buffer.length, end - at) - filled
      const { bytesRead } = await handle.read(buffer, filled, wanted, at + filled)
      filled += bytesRead
      isEnd = bytesRead === 0
    }
    if (filled > 0) yield buffer.subarray(0, filled)
    if (isEnd) return
    at += filled
  }
  if (sizeBytes > 0) return
  throw new PithError(
    'PITH_FILE_FAILED',
    `The file ${JSON.stringify(path)} says that it is empty and has no end.`,
  )
}

async function changeOf({ handle, sizeBytes }: OpenFile): Promise<'grew' | 'shrank' | undefined> {
  const { size } = await handle.stat()
  return size > sizeBytes ? 'grew' : size < sizeBytes ? 'shrank' : undefined
}

function nameOnly(
  kind: Exclude<FileKind, { kind: 'text' }>,
  sizeBytes: number,
  options: ReadOptions,
): ToolOutput<FileDetails> {
  const name = kind.kind === 'binary' ? 'Binary file' : `${kind.format} ${kind.kind}`
  const words = writeNotText(name, sizeBytes)
  const settings = resolveSettings(options)
  const isShown = !settings.notice.off && withinLimits(words, settings)
  const output = { text: isShown ? words : '', content: '', details: { ...kind, sizeBytes } }
  return isShown ? { ...output, notice: words } : output
}
