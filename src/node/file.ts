import { closeSync } from 'node:fs'
import { invalidOption, PithError } from '../errors.ts'
import type { OwnNames } from '../options.ts'
import { writeChanged, writeEncoding } from '../render/notices.ts'
import { checkNames } from '../settings.ts'
import type { ToolOutput } from '../tools/output.ts'
import { createReader, type ReadDetails, type Reader, type ReadStreamOptions } from '../tools/read.ts'
import { walk } from './counted-pages.ts'
import type { EventLog } from './event-log.ts'
import type { TextEncodingName } from './file-kind.ts'
import { createLineIndex, type LineIndex, UNKNOWN } from './line-index.ts'
import { forgetIndex, isSettled, recallIndex, rememberIndex } from './line-index-cache.ts'
import { loadIndex, saveIndex } from './line-index-files.ts'
import { type OtherFileDetails, reportNonText } from './non-text-file.ts'
import { type OpenFile, openRegular, readingError } from './open-regular.ts'
import { Pace } from './pace.ts'
import { recordCall } from './record-call.ts'
import { secondThread } from './second-thread.ts'
import { changeOf, decoderOf, sniff, textPieces } from './text-pieces.ts'

export interface ReadFileOptions extends ReadStreamOptions {
  /** 1 keeps the counting of a large file in this thread; by default a second one helps where it can be had. */
  threads?: 1 | 2
  /**
   * A folder where the lines of files from 16 MiB on are remembered for other processes: about 16 bytes a MiB. It is
   * made when it is needed; one that can't be written to is not used. None by default.
   */
  indexFolder?: string
  /** Where the call is put down, also one that fails. */
  events?: EventLog
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
} as const satisfies OwnNames<ReadFileOptions>

/** A page of a text file. */
export interface TextFileDetails extends ReadDetails {
  kind: 'text'
  encoding: TextEncodingName
  /** Set when the file's size was another at the end than at the beginning; what was added is not read. */
  changed?: 'grew' | 'shrank'
}

export type FileDetails = TextFileDetails | OtherFileDetails

/**
 * A page of a file of any size, in the page's memory. Where its lines are is remembered as long as it stays the same,
 * so that another page costs no more than itself.
 *
 * Offsets, columns and bytes of a UTF-16 file are those of its UTF-8. A file that says it is empty, as those of
 * `/proc` do, is read to its end, up to 256 MiB. With `redact` all lines up to the page, and with `totals` those behind
 * it, are read each time.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE` at once for a directory, FIFO, device or socket; `PITH_FILE_FAILED`,
 *   `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`, `PITH_OFFSET_OUT_OF_RANGE`, `PITH_ABORTED`.
 */
export function readFile(path: string, options: ReadFileOptions = {}): Promise<ToolOutput<FileDetails>> {
  const { events, offset, limit, column } = options ?? {}
  const words = [offset, limit, column]
  return recordCall(events, { tool: 'read', strategy: 'page', path, words }, () => readPage(path, options))
}

async function readPage(path: string, options: ReadFileOptions): Promise<ToolOutput<FileDetails>> {
  checkNames(options, readFileNames)
  const { signal, threads, indexFolder, events: _, ...rest } = options
  checkOptions(path, threads, indexFolder)
  const settings: ReadStreamOptions = path === '' ? rest : { source: { path }, ...rest }
  const reader = createReader(settings)
  const openedAtMs = Date.now()
  const file = openRegular(path)
  try {
    const pace = new Pace(signal)
    const reading = { path, file, openedAtMs, pace, settings, threads, indexFolder, signal }
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
  if (threads !== undefined && threads !== 1 && threads !== 2) {
    throw invalidOption('threads', '1 or 2', threads)
  }
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
}

async function readOpen(reading: Reading, reader: Reader): Promise<ToolOutput<FileDetails>> {
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
  // What is redacted is read from its beginning, and once only: the function may remember what it saw.
  if (decoder || settings.redact !== undefined || file.sizeBytes === 0) {
    for await (const piece of textPieces({ path, file, start, decoder, pace }))
      if (!reader.write(piece)) break
  } else used = await readCounted(reading, reader)
  const changed = changeOf(file)
  const notes = [decoder && writeEncoding(encoding), changed && writeChanged(changed)]
  const note = notes.filter((sentence) => sentence !== undefined).join(' ') || undefined
  const output = await used.endLater(note, reading.signal)
  const details: TextFileDetails = { kind: 'text', encoding, ...output.details }
  if (changed) details.changed = changed
  return { ...output, details }
}

/** The reader with the page: another one where what was remembered of the file is not true. */
async function readCounted(reading: Reading, reader: Reader): Promise<Reader> {
  const { file, indexFolder, settings } = reading
  const known = recallIndex(file.stat) ?? (indexFolder ? loadIndex(indexFolder, file.stat) : undefined)
  if (known && (await walkFile(reading, known, true, reader))) return reader
  if (known) forgetIndex(file.stat)
  const another = known ? createReader(settings) : reader
  await walkFile(reading, createLineIndex(file.sizeBytes), false, another)
  return another
}

/** False when what was remembered is not true. */
async function walkFile(
  reading: Reading,
  index: LineIndex,
  isRemembered: boolean,
  reader: Reader,
): Promise<boolean> {
  const { path, file, openedAtMs, pace, settings, threads, indexFolder } = reading
  const { backend = 'auto', totals } = settings
  const hasNews = index.entries.includes(UNKNOWN)
  // Without totals the end of the file may be of no interest.
  const thread = threads === 1 || totals === false ? undefined : secondThread
  const end = await walk({ path, file, index, isRemembered, pace, backend, thread }, reader)
  if (end === 'stale') return false
  // It is remembered of the file as it was opened: had it changed meanwhile, its times would be others.
  if (!hasNews || end === 'short' || !isSettled(file.stat, openedAtMs)) return true
  rememberIndex(file.stat, index)
  if (indexFolder) saveIndex(indexFolder, file.stat, index)
  return true
}
