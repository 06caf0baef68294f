import { flag, wholeNumber, wholeOrInfinity } from '../check/values.ts'
import { type Chunks, chunksOf } from '../engine/stream.ts'
import { PithError } from '../errors.ts'
import type {
  AsyncTokenCounter,
  AsyncTruncateOptions,
  Input,
  OwnNames,
  TokenCounter,
  TruncateOptions,
} from '../options.ts'
import { LineRedactor } from '../redact/line-redactor.ts'
import type { Redactor } from '../redact/redactor.ts'
import { checkNames, type Settings, settingsOf } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import type { ToolOutput } from './output.ts'
import { Page, type PageRequest, type PageResult, type PassedBytes } from './page/page.ts'
import { WholeCharacters } from './streams.ts'

/** What to read: lines from `offset` on, `limit` of them, the first one from `column` on. `keep` has no meaning here. */
export interface ReadOptions extends TruncateOptions {
  /** First line, 1-indexed; 1 by default. */
  offset?: number
  /** Lines asked for, from 1; all by default. */
  limit?: number
  /** First character of the first line, 1-indexed, in code points; 1 by default. */
  column?: number
  /**
   * False stops reading when the page is full. The totals stay unknown then: `details.totalLines` is absent, and the
   * truncation is of no more than was looked at for the page. Default: true.
   */
  totals?: boolean
  /**
   * Is given each line, without its LF, from the first one on, and gives what is to stand there, without an LF. So lines
   * are still the input's own, and `offset` and `next` are true; columns, bytes and totals of bytes are those of what it
   * gave. A line above 64 KiB comes in pieces that overlap by 4 KiB. What it throws ends the reading.
   */
  redact?: Redactor
}

/** Where the next page begins. */
export interface NextPage {
  offset: number
  column?: number
}

export const readNames = {
  offset: true,
  limit: true,
  column: true,
  totals: true,
  redact: true,
} as const satisfies OwnNames<ReadOptions>

export interface ReadDetails {
  truncation: Truncation
  /** Where the next page begins; absent at the end. The same place again when not one character fits the limits. */
  next?: NextPage
  /** Exact; absent with `totals: false` where the end was not reached. */
  totalLines?: number
}

/**
 * A page of a text, lines whole; a line larger than the page is paged by column.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`; `PITH_OFFSET_OUT_OF_RANGE` past the end.
 * @example
 * read('a\nb\nc\n', { offset: 2, limit: 1 }).content // 'b\n'
 */
export function read(input: Input, options: ReadOptions = {}): ToolOutput<ReadDetails> {
  checkNames(options, readNames)
  const reader = createReader(options)
  if (typeof input === 'string') reader.write(new TextEncoder().encode(input))
  else if (input instanceof Uint8Array) reader.write(input)
  else {
    const got = input === null ? 'null' : typeof input
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected the input to be a string or a Uint8Array, got ${got}.`,
    )
  }
  return reader.end()
}

export interface ReadStreamOptions extends Omit<ReadOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter
  /** Ends the reading, and the wait for a counter; the promise rejects with `PITH_ABORTED`. */
  signal?: AbortSignal
}

const readStreamNames = {
  offset: true,
  limit: true,
  column: true,
  totals: true,
  redact: true,
  signal: true,
} as const satisfies OwnNames<ReadStreamOptions>

/**
 * A page of a stream, in the page's memory: what is before it is gone over, what is behind it only counted.
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
  checkStream(input)
  const characters = new WholeCharacters()
  for await (const chunk of chunksOf(input, signal)) {
    if (!writeAll(reader, characters.take(chunk))) return reader.endLater(undefined, signal)
  }
  writeAll(reader, [characters.rest])
  return reader.endLater(undefined, signal)
}

function checkStream(input: unknown): void {
  const isStream =
    typeof input === 'object' &&
    input !== null &&
    (Symbol.asyncIterator in input || input instanceof Blob || input instanceof ReadableStream)
  if (!isStream) {
    throw new PithError(
      'PITH_INVALID_INPUT',
      'Expected the input to be a ReadableStream, an async iterable or a Blob.',
    )
  }
}

/** False once nothing more is needed. */
function writeAll(reader: Reader, chunks: Iterable<Input>): boolean {
  for (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    if (!reader.write(bytes)) return false
  }
  return true
}

/** The form for bytes that come piece by piece. */
export interface Reader {
  /** False once nothing more is needed. */
  write(chunk: Uint8Array): boolean
  /** True when `pass` may take the place of `write` for the next stretch, if it has so many LFs. */
  passes(newlines: number): boolean
  /** Goes over a stretch that `passes`, without its bytes. False once nothing more is needed. */
  pass(stretch: PassedBytes): boolean
  /** `note` is a sentence for the notice, on how the bytes were come by. */
  end(note?: string): ToolOutput<ReadDetails>
  /** As `end`, with a token counter that may answer later, or fail. */
  endLater(note?: string, signal?: AbortSignal): Promise<ToolOutput<ReadDetails>>
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function createReader(options: Omit<ReadOptions, 'tokens'> & AsyncTruncateOptions = {}): Reader {
  const settings = readSettings(options)
  const page = new Page(requestOf(options), settings)
  const reader: Reader = {
    write: (chunk) => page.write(chunk),
    passes: (newlines) => page.passes(newlines),
    pass: (stretch) => page.pass(stretch),
    end: (note) => outputOf(page.end(note)),
    endLater: async (note, signal) => outputOf(await page.endLater(note, signal)),
  }
  return options.redact === undefined ? reader : redacted(reader, new LineRedactor(options.redact, true))
}

/** Nothing is passed over: what has to be hidden on a page may have begun before it. */
function redacted(reader: Reader, redactor: LineRedactor): Reader {
  return {
    ...reader,
    write: (chunk) => reader.write(redactor.write(chunk)),
    passes: () => false,
    end: (note) => {
      reader.write(redactor.end())
      return reader.end(note)
    },
    endLater: (note, signal) => {
      reader.write(redactor.end())
      return reader.endLater(note, signal)
    },
  }
}

function outputOf({ truncation, next, totalLines }: PageResult): ToolOutput<ReadDetails> {
  const details: ReadDetails = { truncation }
  if (next) {
    const { line: offset, column } = next
    details.next = column === undefined ? { offset } : { offset, column }
  }
  if (totalLines !== undefined) details.totalLines = totalLines
  const content = truncation.segments.map((segment) => segment.text).join('')
  const output = { text: truncation.text, content, details }
  return truncation.notice === undefined ? output : { ...output, notice: truncation.notice }
}

/** A page is bounded, so `maxBytes` is finite. */
function readSettings(options: AsyncTruncateOptions): Settings {
  const settings = settingsOf({ ...options, keep: 'head', errors: false })
  if (settings.maxBytes === Number.POSITIVE_INFINITY) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected `maxBytes` to be finite for a page, got Infinity.')
  }
  return settings
}

function requestOf({
  offset,
  limit,
  column,
  totals,
}: Pick<ReadOptions, 'offset' | 'limit' | 'column' | 'totals'>): PageRequest {
  return {
    offset: wholeNumber('offset', offset, 1, 1),
    limit: wholeOrInfinity('limit', limit, Infinity, 1),
    column: wholeNumber('column', column, 1, 1),
    totals: flag('totals', totals, true),
  }
}
