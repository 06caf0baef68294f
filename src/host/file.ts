import { closeSync } from 'node:fs'
import { withExact } from '../core/recut.ts'
import { writeChanged, writeEncoding } from '../core/words/notices.ts'
import { PithError } from '../errors.ts'
import type { OwnNames } from '../options.ts'
import { checkNames } from '../settings.ts'
import { decoderOf, type TextEncodingName } from '../tools/content-kind.ts'
import type { ToolOutput } from '../tools/output.ts'
import { createReader, type PageReader, type ReadDetails, type ReadStreamOptions } from '../tools/read.ts'
import { walkStrides } from './counted-pages.ts'
import type { EventLog } from './event-log.ts'
import { type OtherFileDetails, reportNonText } from './non-text-file.ts'
import { type OpenFile, openRegular, readingError } from './open-regular.ts'
import { Pace } from './pace.ts'
import { recordCall } from './record-call.ts'
import { changeOf, sniff, textPieces } from './text-pieces.ts'
import { truncateFile } from './truncate-file.ts'

export interface ReadFileOptions extends ReadStreamOptions {
  /** Log that records the call, even if it fails. */
  events?: EventLog
}

const readFileNames = {
  offset: true,
  limit: true,
  column: true,
  totals: true,
  redact: true,
  signal: true,
  events: true,
} as const satisfies OwnNames<ReadFileOptions>

/** A page of a text file. */
export interface TextFileDetails extends ReadDetails {
  kind: 'text'
  encoding: TextEncodingName
  /** Set when the file's size changed while it was read. Added bytes are not read. */
  changed?: 'grew' | 'shrank'
}

export type FileDetails = TextFileDetails | OtherFileDetails

/**
 * Reads a page of a file of any size, in memory proportional to the page. Bytes that are not shown are only counted.
 *
 * With `query`, it is no page but a cut of the whole file, and `next` is the first line that is left out.
 *
 * Offsets, columns and bytes of a UTF-16 file refer to its UTF-8 form. A file with a reported size of 0, such as those
 * in `/proc`, is read to its end, up to 256 MiB. With `redact`, every call reads all lines up to the page, and with
 * `totals` also those after it.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE` at once for a directory, FIFO, device or socket; `PITH_FILE_FAILED`,
 *   `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`, `PITH_OFFSET_OUT_OF_RANGE`, `PITH_ABORTED`.
 */
export function readFile(path: string, options: ReadFileOptions = {}): Promise<ToolOutput<FileDetails>> {
  const { events, offset, limit, column, query } = options ?? {}
  const words = [offset, limit, column]
  const strategy = query === undefined ? 'page' : 'ends'
  return recordCall(events, { tool: 'read', strategy, path, words }, () =>
    query === undefined ? readPage(path, options) : answerFrom(path, options),
  )
}

/** What of a file a query asks for, with both of its ends. */
async function answerFrom(path: string, options: ReadFileOptions): Promise<ToolOutput<FileDetails>> {
  checkNames(options, readFileNames)
  const { offset, limit, column, totals, events: _, ...settings } = options
  checkPath(path)
  if (offset !== undefined || limit !== undefined || column !== undefined)
    throw new PithError('PITH_INVALID_OPTION', 'Expected either `query` or a page, got both.')
  const output = await truncateFile(path, { ...settings, for: 'read' })
  const { details } = output
  if (details.kind !== 'text') return { ...output, details }
  const { gaps, totalLines } = details.truncation
  const next = gaps.length > 0 ? { next: { offset: gaps[0].firstLine } } : {}
  return { ...output, details: { ...details, ...next, totalLines } }
}

async function readPage(path: string, options: ReadFileOptions): Promise<ToolOutput<FileDetails>> {
  checkNames(options, readFileNames)
  const { signal, events: _, ...rest } = options
  checkPath(path)
  const settings: ReadStreamOptions = path === '' ? rest : { source: { path }, ...rest }
  const reader = createReader(settings)
  const file = openRegular(path)
  try {
    return await readOpen({ path, file, pace: new Pace(signal), settings, signal }, reader)
  } catch (error) {
    throw readingError(path, error)
  } finally {
    closeSync(file.descriptor)
  }
}

function checkPath(path: unknown): void {
  if (typeof path === 'string') return
  throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
}

interface Reading {
  path: string
  file: OpenFile
  pace: Pace
  settings: ReadStreamOptions
  signal: AbortSignal | undefined
}

async function readOpen(reading: Reading, reader: PageReader): Promise<ToolOutput<FileDetails>> {
  const { path, file, pace, settings } = reading
  pace.isDue()
  const { start, kind } = sniff(file)
  if (kind.kind !== 'text') {
    const { tokens: _, ...limits } = settings
    return reportNonText(kind, Math.max(file.sizeBytes, start.length), limits)
  }
  const { encoding } = kind
  const decoder = decoderOf(encoding)
  // A redactor may keep state from line to line, so it must see the file from the beginning, and only once.
  if (decoder || settings.redact !== undefined || file.sizeBytes === 0) {
    for await (const piece of textPieces({ path, file, start, decoder, pace }))
      if (!reader.write(piece)) break
  } else await walkStrides({ file, pace, backend: settings.backend ?? 'auto' }, reader)
  const changed = changeOf(file)
  const notes = [decoder && writeEncoding(encoding), changed && writeChanged(changed)]
  const note = notes.filter((sentence) => sentence !== undefined).join(' ') || undefined
  const output = await reader.endLater(note, reading.signal)
  const details: TextFileDetails = { kind: 'text', encoding, ...output.details }
  if (decoder) details.truncation = withExact(details.truncation, false)
  if (changed) details.changed = changed
  return { ...output, details }
}
