import { closeSync } from 'node:fs'
import { withExact } from '../core/recut.ts'
import { writeChanged, writeEncoding } from '../core/words/notices.ts'
import { PithError } from '../errors.ts'
import type { OwnNames } from '../options.ts'
import { checkNames } from '../settings.ts'
import { countLineFeeds } from '../store/ranges.ts'
import { decoderOf, type TextEncodingName } from '../tools/content-kind.ts'
import type { ToolOutput } from '../tools/output.ts'
import { createReader, type PageReader, type ReadDetails, type ReadStreamOptions } from '../tools/read.ts'
import { walkStrides } from './counted-pages.ts'
import type { EventLog } from './event-log.ts'
import { createLineIndex, type LineIndex, UNKNOWN } from './line-index.ts'
import { forgetIndex, isSettled, recallIndex, rememberIndex } from './line-index-cache.ts'
import { loadIndex, saveIndex } from './line-index-files.ts'
import { type OtherFileDetails, reportNonText } from './non-text-file.ts'
import { type OpenFile, openRegular, readingError } from './open-regular.ts'
import { Pace } from './pace.ts'
import { recordCall } from './record-call.ts'
import { secondThread } from './second-thread.ts'
import { changeOf, sniff, textPieces } from './text-pieces.ts'
import { checkThreads } from './threads.ts'
import { truncateFile } from './truncate-file.ts'

export interface ReadFileOptions extends ReadStreamOptions {
  /** 1 counts the lines of a large file in this thread only. Default: a second thread helps if one is available. */
  threads?: 1 | 2
  /**
   * Folder that keeps line indexes of files from 16 MiB on for other processes, about 16 bytes for each MiB. It is made
   * when needed, and ignored if it cannot be written to. Default: none.
   */
  indexFolder?: string
  /** Log that records the call, even if it fails. */
  events?: EventLog
  /** Is called now and then with the bytes and lines that were passed so far. */
  onProgress?: (passed: { bytes: number; lines: number }) => void
}

const readFileNames = {
  offset: true,
  limit: true,
  column: true,
  totals: true,
  redact: true,
  signal: true,
  threads: true,
  indexFolder: true,
  events: true,
  onProgress: true,
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
 * Reads a page of a file of any size, in memory proportional to the page. Remembers where the lines of the file are, so
 * reading another page of an unchanged file is fast.
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
  const { offset, limit, column, totals, threads, indexFolder, events: _, onProgress, ...settings } = options
  checkOptions(path, threads, indexFolder)
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
  const { signal, threads, indexFolder, events: _, onProgress, ...rest } = options
  checkOptions(path, threads, indexFolder)
  const settings: ReadStreamOptions = path === '' ? rest : { source: { path }, ...rest }
  const reader = createReader(settings)
  const openedAtMs = Date.now()
  const file = openRegular(path)
  try {
    const pace = new Pace(signal)
    const reading = { path, file, openedAtMs, pace, settings, threads, indexFolder, signal, onProgress }
    return await readOpen(reading, reader)
  } catch (error) {
    throw readingError(path, error)
  } finally {
    closeSync(file.descriptor)
  }
}

function checkOptions(path: unknown, threads: unknown, indexFolder: unknown): void {
  if (typeof path !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
  }
  checkThreads(threads)
  if (indexFolder !== undefined && typeof indexFolder !== 'string') {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected \`indexFolder\` to be a string, got ${typeof indexFolder}.`,
    )
  }
}

interface Reading {
  path: string
  file: OpenFile
  openedAtMs: number
  pace: Pace
  settings: ReadStreamOptions
  threads: 1 | 2 | undefined
  indexFolder: string | undefined
  signal: AbortSignal | undefined
  onProgress: ReadFileOptions['onProgress']
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
  let used = reader
  // A redactor may keep state from line to line, so it must see the file from the beginning, and only once.
  if (decoder || settings.redact !== undefined || file.sizeBytes === 0) {
    const passed = { bytes: 0, lines: 0 }
    for await (const piece of textPieces({ path, file, start, decoder, pace })) {
      if (!reader.write(piece)) break
      if (!reading.onProgress) continue
      passed.bytes += piece.length
      passed.lines += countLineFeeds(piece)
      reading.onProgress({ ...passed })
    }
  } else used = await readCounted(reading, reader)
  const changed = changeOf(file)
  const notes = [decoder && writeEncoding(encoding), changed && writeChanged(changed)]
  const note = notes.filter((sentence) => sentence !== undefined).join(' ') || undefined
  const output = await used.endLater(note, reading.signal)
  const details: TextFileDetails = { kind: 'text', encoding, ...output.details }
  if (decoder) details.truncation = withExact(details.truncation, false)
  if (changed) details.changed = changed
  return { ...output, details }
}

/** Returns the reader that holds the page: a new one if the remembered index turned out to be wrong. */
async function readCounted(reading: Reading, reader: PageReader): Promise<PageReader> {
  const { file, indexFolder, settings } = reading
  const known = recallIndex(file.stat) ?? (indexFolder ? loadIndex(indexFolder, file.stat) : undefined)
  if (known && (await walkFile(reading, known, true, reader))) return reader
  if (known) forgetIndex(file.stat)
  const another = known ? createReader(settings) : reader
  await walkFile(reading, createLineIndex(file.sizeBytes), false, another)
  return another
}

/** Reads the page with an index. False if the remembered index turned out to be wrong. */
async function walkFile(
  reading: Reading,
  index: LineIndex,
  isRemembered: boolean,
  reader: PageReader,
): Promise<boolean> {
  const { path, file, openedAtMs, pace, settings, threads, indexFolder, onProgress } = reading
  const { backend = 'auto', totals } = settings
  const hasNews = index.entries.includes(UNKNOWN)
  // Without totals, the end of the file may never be needed.
  const thread = threads === 1 || totals === false ? undefined : secondThread
  const end = await walkStrides(
    { path, file, index, isRemembered, pace, backend, thread, onProgress },
    reader,
  )
  if (end === 'stale') return false
  // The index is stored under the file's times at opening. If the file changed since, no later lookup will match.
  if (!hasNews || end === 'short' || !isSettled(file.stat, openedAtMs)) return true
  rememberIndex(file.stat, index)
  if (indexFolder) saveIndex(indexFolder, file.stat, index)
  return true
}
