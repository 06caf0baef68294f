import { names } from '../check/names.ts'
import { writeChanged, writeEncoding } from '../core/words/notices.ts'
import { wrongOption } from '../errors.ts'
import { checkNames } from '../settings.ts'
import type { ToolOutput } from '../tools/output.ts'
import { createReader, type ReadDetails, type ReadStreamOptions, readStreamNames } from '../tools/read.ts'
import type { EventLog } from './event-log.ts'
import { recordCall } from './record-call.ts'
import {
  checkPath,
  type OtherFileDetails,
  type TextFileFacts,
  textPieces,
  useTextFile,
  walkPieces,
} from './text-file.ts'
import { truncateFile } from './truncate-file.ts'

export interface ReadFileOptions extends ReadStreamOptions {
  /** Log that records the call, even if it fails. */
  events?: EventLog
}

const readFileNames = { ...readStreamNames, ...names<ReadFileOptions, ReadStreamOptions>()('events') }

/** A page of a text file. */
export interface TextFileDetails extends ReadDetails, TextFileFacts {
  truncation: ReadDetails['truncation']
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
    throw wrongOption('Expected either `query` or a page, got both.')
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
  return useTextFile(path, options, {
    async read(text) {
      // A redactor may keep state from line to line, so it must see the file from the beginning, and only once.
      if (text.decodedFrom || settings.redact !== undefined || text.file.sizeBytes === 0) {
        for await (const piece of textPieces(text)) if (!reader.write(piece)) break
      } else await walkPieces(text, settings.backend ?? 'auto', reader)
    },
    end({ decodedFrom }, changed) {
      const notes = [decodedFrom && writeEncoding(decodedFrom), changed && writeChanged(changed)]
      return reader.endLater(notes.filter(Boolean).join(' ') || undefined, signal)
    },
  })
}
