import { names } from '../check/names.ts'
import { flag, wholeNumber, wholeOrInfinity } from '../check/values.ts'
import { type Chunks, chunksOf } from '../core/chunks.ts'
import { refused } from '../core/fit/ruined-page.ts'
import { Redaction } from '../core/redaction.ts'
import { type ArtifactPart, writeEncoding } from '../core/words/notices.ts'
import { invalidInput, wrongOption } from '../errors.ts'
import type {
  AsyncTokenCounter,
  AsyncTruncateOptions,
  Input,
  TokenCounter,
  TruncateOptions,
} from '../options.ts'
import type { Redactor } from '../redact/redactor.ts'
import { checkNames, type Settings, settingsOf } from '../settings.ts'
import { outputOf, type ToolOutput } from './output.ts'
import { OutputDecoder, otherContentOf } from './output-decoder.ts'
import { Page, type PageReader, type PageRequest, type ReadDetails } from './page/page.ts'

export type { NextPage, ReadDetails } from './page/page.ts'

/** Which lines to read: `limit` lines from `offset` on, the first one from `column` on. `keep` has no effect here. */
export interface ReadOptions extends TruncateOptions {
  /** First line, 1-indexed. Default: 1. */
  offset?: number
  /** Most lines, from 1. Default: all. */
  limit?: number
  /** First character of the first line, 1-indexed, in code points. Default: 1. */
  column?: number
  /**
   * False stops reading when the page is full. The totals then stay unknown: `details.totalLines` is absent, and the
   * truncation counts only what was read for the page. Default: true.
   */
  totals?: boolean
  /**
   * Replaces secrets. Called with each line, without its LF, from the first line on; returns the line to show, without
   * an LF. Line numbers, `offset` and `next` stay those of the input. Columns and bytes refer to the returned text. A
   * line above 64 KiB comes in pieces that overlap by 4 KiB. What it throws ends the reading.
   */
  redact?: Redactor
}

export const readNames = names<ReadOptions, TruncateOptions>()('offset limit column totals redact')

/**
 * Reads a page of whole lines from a text. A line larger than the page is paged by column.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`; `PITH_OFFSET_OUT_OF_RANGE` past the end.
 * @example
 * read('a\nb\nc\n', { offset: 2, limit: 1 }).content // 'b\n'
 */
export function read(input: Input, options: ReadOptions = {}): ToolOutput<ReadDetails> {
  checkNames(options, readNames)
  const reader = createReader(options)
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) {
    const got = input === null ? 'null' : typeof input
    throw invalidInput(`Expected the input to be a string or a Uint8Array, got ${got}.`)
  }
  const decoder = new OutputDecoder()
  if (writeAll(reader, decoder.take(input))) writeAll(reader, decoder.end())
  return reader.end(noteOf(decoder))
}

export interface ReadStreamOptions extends Omit<ReadOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter
  /** When aborted, ends the reading and the wait for a counter. The promise then rejects with `PITH_ABORTED`. */
  signal?: AbortSignal
}

export const readStreamNames = { ...readNames, ...names<ReadStreamOptions, ReadOptions>()('signal') }

/**
 * Reads a page from a stream, in memory proportional to the page. Skips what is before it, and only counts what is
 * after.
 *
 * @throws {PithError} as `read`, and `PITH_ABORTED`.
 */
export async function readStream(
  input: Chunks,
  options: ReadStreamOptions = {},
): Promise<ToolOutput<ReadDetails>> {
  checkNames(options, readStreamNames)
  const { signal } = options
  const reader = createReader(options)
  const decoder = new OutputDecoder()
  for await (const chunk of chunksOf(input, signal)) {
    if (!writeAll(reader, decoder.take(chunk))) return reader.endLater(noteOf(decoder), signal)
  }
  writeAll(reader, decoder.end())
  return reader.endLater(noteOf(decoder), signal)
}

/** What the notice says of the encoding. */
function noteOf(decoder: OutputDecoder): string | undefined {
  const { decodedFrom } = otherContentOf([decoder])
  return decodedFrom && writeEncoding(decodedFrom)
}

/** False once nothing more is needed. */
function writeAll(reader: PageReader, chunks: Iterable<Input>): boolean {
  for (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    if (!reader.write(bytes)) return false
  }
  return true
}

/**
 * @param part the part of an artifact that the bytes are. Lines then count in the artifact.
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function createReader(
  options: Omit<ReadOptions, 'tokens'> & AsyncTruncateOptions = {},
  part?: ArtifactPart,
): PageReader {
  const settings = readSettings(options)
  const page = new Page({ ...requestOf(options), part }, settings)
  return options.redact === undefined ? page : redacted(page, new Redaction(options.redact, true), settings)
}

/** Passes every line through the redactor. Skips none, because a secret on the page may begin before it. */
function redacted(reader: PageReader, redactor: Redaction, settings: Settings): PageReader {
  const nothing = () => redactor.refusal && outputOf(refused(redactor.refusal, settings), {})
  return {
    write: (chunk) => reader.write(redactor.write(chunk)),
    passes: () => false,
    pass: (bytes) => reader.pass(bytes),
    end: (note) => {
      reader.write(redactor.end())
      return nothing() ?? reader.end(note)
    },
    endLater: async (note, signal) => {
      reader.write(redactor.end())
      return nothing() ?? reader.endLater(note, signal)
    },
  }
}

/** Settings for a page. `maxBytes` must be finite, because a page is held in memory. */
function readSettings(options: AsyncTruncateOptions): Settings {
  const settings = settingsOf({ ...options, keep: 'head', errors: false })
  if (settings.maxBytes === Number.POSITIVE_INFINITY) {
    throw wrongOption('Expected `maxBytes` to be finite for a page, got Infinity.')
  }
  return settings
}

function requestOf({
  offset,
  limit,
  column,
  totals,
}: Pick<ReadOptions, 'offset' | 'limit' | 'column' | 'totals'>): Omit<PageRequest, 'part'> {
  return {
    offset: wholeNumber('offset', offset, 1, 1),
    limit: wholeOrInfinity('limit', limit, Infinity, 1),
    column: wholeNumber('column', column, 1, 1),
    totals: flag('totals', totals, true),
  }
}
