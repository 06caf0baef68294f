import { closeSync } from 'node:fs'
import { withExact } from '../core/recut.ts'
import { SpillingCollector, type TruncateStreamOptions } from '../core/stream.ts'
import { PithError } from '../errors.ts'
import type { OwnNames, Source } from '../options.ts'
import { checkNames } from '../settings.ts'
import { decoderOf, type TextEncodingName } from '../tools/content-kind.ts'
import { outputOf, type ToolOutput } from '../tools/output.ts'
import type { Truncation } from '../truncation.ts'
import type { EventLog } from './event-log.ts'
import { type OtherFileDetails, reportNonText } from './non-text-file.ts'
import { type OpenFile, openRegular, readingError } from './open-regular.ts'
import { Pace } from './pace.ts'
import { recordCall } from './record-call.ts'
import { changeOf, sniff, textPieces } from './text-pieces.ts'

export interface TruncatedFileDetails {
  kind: 'text'
  truncation: Truncation
  encoding: TextEncodingName
  /** Set when the file's size changed while it was read. Added bytes are not read. */
  changed?: 'grew' | 'shrank'
}

export interface TruncateFileOptions extends Omit<TruncateStreamOptions, 'store' | 'storeTimeoutMs'> {
  /**
   * Default: the file itself. None for a redacted file, because its lines differ from those of the text.
   */
  source?: Source
  /** Log that records the call, even if it fails. */
  events?: EventLog
}

const truncateFileNames = {
  redact: true,
  signal: true,
  events: true,
} as const satisfies OwnNames<TruncateFileOptions>

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
  if (typeof path !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', `Expected the path to be a string, got ${typeof path}.`)
  }
  checkNames(options, truncateFileNames)
  const file = openRegular(path)
  try {
    return await truncateOpen(path, file, options)
  } catch (error) {
    throw readingError(path, error)
  } finally {
    closeSync(file.descriptor)
  }
}

async function truncateOpen(
  path: string,
  file: OpenFile,
  { signal, events: _, ...settings }: TruncateFileOptions,
): Promise<ToolOutput<TruncatedFileDetails | OtherFileDetails>> {
  const pace = new Pace(signal)
  pace.isDue()
  const { start, kind } = sniff(file)
  if (kind.kind !== 'text') {
    const { tokens: _, ...limits } = settings
    return reportNonText(kind, Math.max(file.sizeBytes, start.length), limits)
  }
  const { encoding } = kind
  const decoder = decoderOf(encoding)
  const given = settings.redact ? settings : { source: { path }, ...settings }
  const collector = new SpillingCollector(given, {})
  if (decoder) collector.other = { decodedFrom: encoding }
  const result = await cut(collector, textPieces({ path, file, start, decoder, pace }), signal)
  const truncation = decoder ? withExact(result, false) : result
  const changed = changeOf(file)
  return outputOf(truncation, { kind: 'text' as const, encoding, ...(changed && { changed }) })
}

async function cut(
  collector: SpillingCollector,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Truncation> {
  try {
    for await (const piece of pieces) await collector.write(piece)
    return await collector.end(undefined, signal)
  } catch (error) {
    collector.abort()
    throw error
  }
}
