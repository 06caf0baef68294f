import { closeSync, fstatSync } from 'node:fs'
import { withinLimits } from '../core/fit/within-limits.ts'
import { withExact } from '../core/recut.ts'
import { newlineCounterFor } from '../core/scan/newlines.ts'
import { writeNotText } from '../core/words/notices.ts'
import { fileFailed, invalidInput } from '../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../options.ts'
import { settingsOf } from '../settings.ts'
import {
  type ContentKind,
  contentKindOf,
  contentName,
  decoderOf,
  SNIFFED_BYTES,
  type TextEncodingName,
} from '../tools/content-kind.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { PageReader } from '../tools/page/page.ts'
import type { Truncation } from '../truncation.ts'
import { type OpenFile, openRegular, readingError } from './open-regular.ts'
import { Pace } from './pace.ts'
import { readAt } from './read-at.ts'

const PIECE_BYTES = 256 * 1024
/** Most bytes read from a file that reports no size. */
const MAX_UNSIZED_BYTES = 256 * 1024 * 1024
const LF = 0x0a

type Changed = 'grew' | 'shrank'

/** What is known of a text file besides what was read for. */
export interface TextFileFacts {
  kind: 'text'
  truncation: Truncation
  encoding: TextEncodingName
  /** Set when the file's size changed while it was read. Added bytes are not read. */
  changed?: Changed
}

/** A file that is not text. It is reported, not shown. */
export interface OtherFileDetails {
  kind: Exclude<ContentKind['kind'], 'text'>
  /** `PNG`, `JPEG`, `GIF`, `WebP`, `BMP`, `ICO`, `TIFF`, `PDF`; absent for an unknown binary format. */
  format?: string
  sizeBytes: number
}

/** A text file that is open. */
export interface TextFile {
  path: string
  file: OpenFile
  /** The first bytes, by which its encoding was told. */
  start: Uint8Array
  /** The encoding, if it is not UTF-8. */
  decodedFrom: TextEncodingName | undefined
  pace: Pace
}

interface FileUse<Details> {
  read(text: TextFile): Promise<void>
  /** @param changed how the file has changed while it was read */
  end(text: TextFile, changed: Changed | undefined): Promise<ToolOutput<Details>>
}

/**
 * Opens a file and reads its text. Of a file that is not text, the result says what it is.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`, `PITH_ABORTED`
 */
export async function useTextFile<Details extends { truncation: Truncation }>(
  path: string,
  { signal, tokens: _, ...limits }: AsyncTruncateOptions & { signal?: AbortSignal },
  { read, end }: FileUse<Details>,
): Promise<ToolOutput<(Details & TextFileFacts) | OtherFileDetails>> {
  const file = openRegular(path)
  try {
    const pace = new Pace(signal)
    pace.isDue()
    const { start, kind } = sniff(file)
    if (kind.kind !== 'text') return reportNonText(kind, Math.max(file.sizeBytes, start.length), limits)
    const { encoding } = kind
    const decodedFrom = decoderOf(encoding) && encoding
    const text = { path, file, start, decodedFrom, pace }
    await read(text)
    const changed = changeOf(file)
    const output = await end(text, changed)
    const { truncation } = output.details
    const facts = { kind: 'text' as const, encoding, ...output.details, ...(changed && { changed }) }
    const details = decodedFrom ? { ...facts, truncation: withExact(truncation, false) } : facts
    return { ...output, details }
  } catch (error) {
    throw readingError(path, error)
  } finally {
    closeSync(file.descriptor)
  }
}

/** @throws {PithError} `PITH_INVALID_INPUT` */
export function checkPath(path: unknown): void {
  if (typeof path === 'string') return
  throw invalidInput(`Expected the path to be a string, got ${typeof path}.`)
}

function sniff({ descriptor, sizeBytes }: OpenFile): { start: Uint8Array; kind: ContentKind } {
  const bytes = new Uint8Array(Math.min(SNIFFED_BYTES, sizeBytes || SNIFFED_BYTES))
  const start = bytes.subarray(0, readAt(descriptor, bytes, 0, bytes.length, 0))
  return { start, kind: contentKindOf(start) }
}

function reportNonText(
  kind: Exclude<ContentKind, { kind: 'text' }>,
  sizeBytes: number,
  options: TruncateOptions,
): ToolOutput<OtherFileDetails> {
  const words = writeNotText(contentName(kind, 'file'), sizeBytes)
  const settings = settingsOf(options)
  const isShown = !settings.notice.off && withinLimits(words, settings)
  const output = { text: isShown ? words : '', content: '', details: { ...kind, sizeBytes } }
  return isShown ? { ...output, notice: words } : output
}

/** How the file's size has changed since it was opened; undefined if it has not. */
function changeOf({ descriptor, sizeBytes }: OpenFile): Changed | undefined {
  const { size } = fstatSync(descriptor)
  return size > sizeBytes ? 'grew' : size < sizeBytes ? 'shrank' : undefined
}

/** The text as UTF-8, up to the file's end at opening. Each piece is overwritten by the next one. */
export async function* textPieces({
  path,
  file,
  start,
  decodedFrom,
  pace,
}: TextFile): AsyncIterable<Uint8Array> {
  const { descriptor, sizeBytes } = file
  const encoder = new TextEncoder()
  const decoder = decodedFrom && decoderOf(decodedFrom)
  const utf8 = (bytes: Uint8Array): Uint8Array =>
    decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes
  const end = sizeBytes > 0 ? sizeBytes : MAX_UNSIZED_BYTES
  const piece = new Uint8Array(Math.min(PIECE_BYTES, end))
  yield utf8(start)
  let at = start.length
  while (at < end) {
    if (pace.isDue()) await pace.rest()
    const filled = readAt(descriptor, piece, 0, Math.min(piece.length, end - at), at)
    if (filled === 0) break
    yield utf8(piece.subarray(0, filled))
    at += filled
  }
  if (sizeBytes === 0 && at >= end) {
    const name = JSON.stringify(path)
    throw fileFailed(`The file ${name} reports a size of 0 bytes, but holds 256 MiB or more.`)
  }
  if (decoder) yield encoder.encode(decoder.decode())
}

/**
 * Walks over a file for a page's reader. The reader gets the bytes of the pieces that it needs. Of all others, which are
 * most, it gets only the number of LFs. Ends where the reader needs nothing more, or where the file ends, which may have
 * become shorter.
 */
export async function walkPieces(
  { file, pace }: TextFile,
  backend: 'auto' | 'wasm' | 'js',
  reader: PageReader,
): Promise<void> {
  const counter = newlineCounterFor(backend)
  const { room } = counter
  for (let start = 0; start < file.sizeBytes; ) {
    if (pace.isDue()) await pace.rest()
    // A reader that shows the next bytes may need no more than these.
    const most = reader.passes(0) ? room.length : PIECE_BYTES
    const wanted = Math.min(most, file.sizeBytes - start)
    const filled = readAt(file.descriptor, room, 0, wanted, start)
    for (let at = 0; at < filled; at += PIECE_BYTES) {
      const end = Math.min(at + PIECE_BYTES, filled)
      const newlines = counter.count(at, end)
      const isMore = reader.passes(newlines)
        ? reader.pass({ bytes: end - at, newlines, endsLine: room[end - 1] === LF })
        : reader.write(room.subarray(at, end))
      if (!isMore) return
    }
    if (filled < wanted) return
    start += filled
  }
}
