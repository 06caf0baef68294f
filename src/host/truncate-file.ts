import { names } from '../check/names.ts'
import { SpillingCollector, type TruncateStreamOptions } from '../core/stream.ts'
import type { Source, TruncateOptions } from '../options.ts'
import { checkNames } from '../settings.ts'
import { outputOf, type ToolOutput } from '../tools/output.ts'
import type { EventLog } from './event-log.ts'
import { recordCall } from './record-call.ts'
import { checkPath, type OtherFileDetails, type TextFileFacts, textPieces, useTextFile } from './text-file.ts'

export interface TruncatedFileDetails extends TextFileFacts {}

export interface TruncateFileOptions
  extends Omit<TruncateStreamOptions, 'store' | 'storeTimeoutMs' | 'status'> {
  /**
   * Default: the file itself. None for a redacted file, because its lines differ from those of the text.
   */
  source?: Source
  /** Log that records the call, even if it fails. */
  events?: EventLog
}

const truncateFileNames = names<TruncateFileOptions, TruncateOptions>()('redact signal events')

/**
 * Truncates a file of any size in one pass and bounded memory, like `truncateStream`. Markers and the notice say how to
 * read the left-out parts from the file.
 *
 * @throws {PithError} `PITH_NOT_A_REGULAR_FILE`, `PITH_FILE_FAILED`, `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`,
 *   `PITH_ABORTED`.
 * @example
 * const { text, details } = await truncateFile('build.log', { maxBytes: 8192 })
 */
export function truncateFile(
  path: string,
  options: TruncateFileOptions = {},
): Promise<ToolOutput<TruncatedFileDetails | OtherFileDetails>> {
  const { events, keep } = options ?? {}
  const call = { tool: 'file', strategy: keep ?? 'ends', path, words: [] }
  return recordCall(events, call, () => truncateRegular(path, options))
}

async function truncateRegular(
  path: string,
  options: TruncateFileOptions,
): Promise<ToolOutput<TruncatedFileDetails | OtherFileDetails>> {
  checkPath(path)
  checkNames(options, truncateFileNames)
  const { signal, events: _, ...settings } = options
  const collector = new SpillingCollector(settings.redact ? settings : { source: { path }, ...settings }, {})
  return useTextFile(path, options, {
    async read(text) {
      if (text.decodedFrom) collector.other = { decodedFrom: text.decodedFrom }
      for await (const piece of textPieces(text)) await collector.write(piece)
    },
    end: async () => outputOf(await collector.end(undefined, signal), {}),
  })
}
