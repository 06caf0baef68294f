import { PithError } from '../errors.ts'
import { type Input, resolveSettings, type Settings, type TruncateOptions } from '../limits.ts'
import { Page } from '../page.ts'
import type { NextPage, PageRequest } from '../page-result.ts'
import type { Truncation } from '../truncation.ts'
import type { ToolOutput } from './output.ts'

/** What to read: lines from `offset` on, `limit` of them, the first one from `column` on. */
export interface ReadOptions extends TruncateOptions {
  /** First line, 1-indexed; 1 by default. */
  offset?: number
  /** Lines asked for, from 1; all by default. */
  limit?: number
  /** First character of the first line, 1-indexed, in code points; 1 by default. */
  column?: number
  /** False stops reading when the page is full: `totalLines` stays unknown. Default: true. */
  totals?: boolean
}

export interface ReadDetails {
  truncation: Truncation
  /** The call for the next page; absent at the end. */
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
  const reader = createReader(options)
  if (typeof input === 'string') reader.write(new TextEncoder().encode(input))
  else if (input instanceof Uint8Array) reader.write(input)
  else throw new PithError('PITH_INVALID_INPUT', `Expected the input to be a string or a Uint8Array, got ${typeof input}.`)
  return reader.end()
}

/** The streaming form: scans and discards, in the page's memory. */
export interface Reader {
  /** False once nothing more is needed. */
  write(chunk: Uint8Array): boolean
  /** `note` is a sentence for the notice, on how the bytes were come by. */
  end(note?: string): ToolOutput<ReadDetails>
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function createReader(options: ReadOptions = {}): Reader {
  const settings = readSettings(options)
  const page = new Page(requestOf(options), settings)
  return {
    write: (chunk) => page.write(chunk),
    end: (note) => {
      const { truncation, content, next, totalLines } = page.end(note)
      const details: ReadDetails = { truncation }
      if (next) details.next = next
      if (totalLines !== undefined) details.totalLines = totalLines
      const output = { text: truncation.text, content, details }
      return truncation.notice === undefined ? output : { ...output, notice: truncation.notice }
    },
  }
}

/** A page is bounded, so `maxBytes` is finite. */
function readSettings(options: ReadOptions): Settings {
  const settings = resolveSettings({ ...options, keep: 'head', errors: false })
  if (settings.maxBytes === Number.POSITIVE_INFINITY) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected `maxBytes` to be finite for a page, got Infinity.')
  }
  return settings
}

function requestOf({ offset, limit, column, totals }: ReadOptions): PageRequest {
  return {
    offset: position('offset', offset),
    limit: limit === undefined || limit === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : position('limit', limit),
    column: position('column', column),
    totals: totals !== false,
  }
}

function position(name: string, value: unknown): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  const got = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be a whole number from 1, got ${got}.`)
}
