import { tolerate } from '../../check/failure.ts'
import { PointWalker } from '../../core/bytes/code-points.ts'
import { countLf } from '../../core/bytes/lines.ts'
import {
  type FittedPage,
  fitPageLater,
  fitPageNow,
  type PageFacts,
  type PageStart,
} from '../../core/fit/page.ts'
import { Head } from '../../core/hold/head-tail.ts'
import { backendOf } from '../../core/scan/backend.ts'
import { type ArtifactPart, countOf } from '../../core/words/notices.ts'
import { outOfRange, type PithError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { outputOf, type ToolOutput } from '../output.ts'
import { PageLines } from './lines.ts'

const LF = 0x0a
/** Bytes that are looked at together. A page without totals may end behind each of them. */
const STEP_BYTES = 64 * 1024

/** A page of lines. */
export interface PageRequest {
  /** First line, 1-indexed. */
  offset: number
  /** Lines asked for; Infinity for all. */
  limit: number
  /** First character of the first line, 1-indexed, in code points. */
  column: number
  /** False reads no further than the page: the totals stay unknown. */
  totals: boolean
  /** The part of an artifact that the input is. */
  part: ArtifactPart | undefined
}

/** Bytes of the input that are counted but not read. */
export interface PassedBytes {
  bytes: number
  newlines: number
  /** True when the last byte is LF. */
  endsLine: boolean
}

/** Where the next page begins. */
export interface NextPage {
  offset: number
  column?: number
}

export interface ReadDetails {
  truncation: Truncation
  /**
   * Where the next page begins. Absent at the end. It is where this page began if not one
   * character fits the limits.
   */
  next?: NextPage
  /** Exact number of lines. Absent with `totals: false` if the end was not reached. */
  totalLines?: number
}

/** Takes bytes piece by piece and returns a page. */
export interface PageReader {
  /** False once nothing more is needed. */
  write(chunk: Uint8Array): boolean
  /** True if the next bytes are not shown, provided they have this many LFs. Then `pass` can replace `write`. */
  passes(newlines: number): boolean
  /** Counts bytes that `passes` allows to skip. False once nothing more is needed. */
  pass(bytes: PassedBytes): boolean
  /** Returns the page. `note` is a sentence for the notice about the source of the bytes. */
  end(note?: string): ToolOutput<ReadDetails>
  /** Like `end`, but the token counter may answer later, or fail. */
  endLater(note?: string, signal?: AbortSignal): Promise<ToolOutput<ReadDetails>>
}

/** Collects one page of a stream and counts the rest. Needs memory for the page only. */
export class Page implements PageReader {
  readonly #request: PageRequest
  readonly #settings: Settings
  readonly #lines: PageLines
  /** The bytes of the page as they came, for a page whose lines cannot be held. */
  readonly #raw: Head
  #broken: { error: unknown } | undefined
  #bytes = 0
  #newlines = 0
  /** Where the page's first line begins, and where the page begins in it. Undefined until they are found. */
  #lineStart: number | undefined
  #startByte: number | undefined
  readonly #walker = new PointWalker()
  /** Where the lines asked for end. Undefined until it is found. */
  #askedEnd: number | undefined
  #lastByte = LF

  constructor(request: PageRequest, settings: Settings) {
    this.#request = request
    this.#settings = settings
    this.#raw = new Head(settings.maxBytes)
    this.#lines = new PageLines(settings.maxBytes, settings.maxLineLength)
    if (request.offset === 1) this.#lineStart = 0
  }

  /** False once the page is full and nothing more has to be counted. */
  write(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length && !this.#isDone; at += STEP_BYTES) {
      const step = chunk.subarray(at, at + STEP_BYTES)
      this.#observe(step, countLf(step))
      this.#lastByte = step[step.length - 1]
    }
    return !this.#isDone
  }

  /** True when none of the next bytes would be shown if they had this many LFs. Then `pass` can replace `write`. */
  passes(newlines: number): boolean {
    const { offset, limit } = this.#request
    if (this.#lineStart === undefined) return this.#newlines + newlines < offset - 1
    if (this.#askedEnd !== undefined) return true
    return this.#startByte !== undefined && this.#isFull && this.#newlines + newlines < offset + limit - 1
  }

  /** Replaces `write` for bytes that `passes` allows. They must not be empty. */
  pass({ bytes, newlines, endsLine }: PassedBytes): boolean {
    this.#bytes += bytes
    this.#newlines += newlines
    this.#lastByte = endsLine ? LF : 0
    return !this.#isDone
  }

  /** One byte after the lines asked for is enough to know that there are more. */
  get #isDone(): boolean {
    if (this.#request.totals) return false
    return this.#isFull || (this.#askedEnd !== undefined && this.#bytes > this.#askedEnd)
  }

  get #isFull(): boolean {
    return this.#broken ? this.#raw.bytes.length >= this.#raw.capacity : this.#lines.isFull
  }

  #observe(step: Uint8Array, newlines: number): void {
    const { offset, limit } = this.#request
    if (this.#lineStart === undefined && this.#newlines + newlines >= offset - 1) {
      this.#lineStart = this.#bytes + afterLf(step, offset - 1 - this.#newlines)
    }
    const lastLine = offset + limit - 1
    const isPast = this.#askedEnd !== undefined
    if (!isPast && this.#newlines + newlines >= lastLine) {
      this.#askedEnd = this.#bytes + afterLf(step, lastLine - this.#newlines)
    }
    if (this.#lineStart !== undefined && !isPast) {
      const end = Math.min(step.length, (this.#askedEnd ?? Number.POSITIVE_INFINITY) - this.#bytes)
      this.#take(step.subarray(0, end), Math.max(0, this.#lineStart - this.#bytes))
    }
    this.#bytes += step.length
    this.#newlines += newlines
  }

  #take(step: Uint8Array, from: number): void {
    let start = from
    if (this.#startByte === undefined) {
      const skipped = this.#skip(step, from)
      if (skipped === undefined) return
      start = skipped
      this.#startByte = this.#bytes + start
    }
    this.#hold(step.subarray(start))
  }

  #hold(bytes: Uint8Array): void {
    this.#raw.push(bytes)
    try {
      if (!this.#broken) this.#lines.take(bytes)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    tolerate(error)
    this.#broken ??= { error }
  }

  /** Skips the characters before the column. Undefined when the step ends first. */
  #skip(step: Uint8Array, from: number): number | undefined {
    const most = this.#request.column - 1
    if (most === 0) return from
    const lf = step.indexOf(LF, from)
    const line = step.subarray(from, lf < 0 ? step.length : lf)
    const index = this.#walker.walk(line, most, lf >= 0)
    if (this.#walker.points === most) return from + index
    if (lf >= 0) throw this.#pastLineEnd()
    return undefined
  }

  /** The page's first line, in the artifact if the input is a part of one. */
  get #firstLine(): number {
    const { offset, part } = this.#request
    return part?.unit === 'lines' ? part.first + offset - 1 : offset
  }

  #pastLineEnd(): PithError {
    const { column } = this.#request
    return outOfRange(
      `Expected \`column\` to lie in line ${this.#firstLine}, got ${column}; the line is shorter.`,
    )
  }

  /**
   * Returns the page.
   *
   * @throws {PithError} `PITH_OFFSET_OUT_OF_RANGE` for an offset or column past the end.
   */
  end(note?: string): ToolOutput<ReadDetails> {
    const facts = this.#facts(note)
    return pageOutput(fitPageNow(facts, this.#settings), facts)
  }

  /** Like `end`, but the token counter may answer later, or fail. */
  async endLater(note?: string, signal?: AbortSignal): Promise<ToolOutput<ReadDetails>> {
    const facts = this.#facts(note)
    return pageOutput(await fitPageLater(facts, this.#settings, signal), facts)
  }

  #facts(note: string | undefined): PageFacts {
    const held = this.#held()
    const isOpen = this.#lastByte !== LF
    const totalLines = this.#newlines + (isOpen ? 1 : 0)
    this.#checkPosition(this.#bytes, totalLines)
    const { column, limit, part } = this.#request
    const firstLine = this.#firstLine
    const lastAsked = firstLine + limit - 1
    const isOfLines = part?.unit === 'lines'
    const known = {
      backend: backendOf(this.#settings.backend),
      ...(this.#broken && { broken: this.#broken }),
      note,
      held,
      firstLine,
      firstColumn: column,
      lastAsked: isOfLines ? Math.min(lastAsked, part.last) : lastAsked,
      startByte: this.#startByte ?? 0,
      isPart: part !== undefined,
      part,
    }
    const found = this.#isDone ? this.#partTotals(held) : this.#wholeTotals(totalLines, isOpen)
    return { ...known, ...found, ...(isOfLines && { totalLines: part.total }) }
  }

  #held(): PageStart {
    try {
      if (!this.#broken) return this.#lines.end()
    } catch (error) {
      this.#fail(error)
    }
    const { bytes } = this.#raw
    return { bytes, cuts: [], inputBytes: bytes.length }
  }

  #checkPosition(totalBytes: number, totalLines: number): void {
    const { offset, column } = this.#request
    if (offset > Math.max(1, totalLines)) {
      const has = countOf(totalLines, 'lines')
      throw outOfRange(`Expected \`offset\` to be a line of the input, got ${offset}; it has ${has}.`)
    }
    // A column right after the last character shows the line's LF, if it has one.
    if (column > 1 && (this.#startByte ?? totalBytes) >= totalBytes) throw this.#pastLineEnd()
  }

  #wholeTotals(totalLines: number, isOpen: boolean): PageTotals {
    const totalBytes = this.#bytes
    const { bytes } = this.#raw
    return {
      readAll: true,
      terminated: !isOpen,
      askedEnd: this.#askedEnd ?? totalBytes,
      totalBytes,
      totalLines,
      // The text of more bytes than are held is larger than any page.
      textBytes: bytes.length === totalBytes ? textBytesOf(bytes) : undefined,
    }
  }

  /** Where reading stopped depends on the chunks, so these totals count only the lines that a page may show. */
  #partTotals({ bytes, inputBytes }: PageStart): PageTotals {
    const totalBytes = (this.#startByte ?? 0) + inputBytes
    let totalLines = this.#request.offset - 1
    for (let at = 0; at < bytes.length; totalLines++) {
      const lf = bytes.indexOf(LF, at)
      at = lf < 0 ? bytes.length : lf + 1
    }
    return {
      readAll: false,
      terminated: true,
      askedEnd: totalBytes,
      totalBytes,
      totalLines,
      textBytes: undefined,
    }
  }
}

type PageTotals = Pick<
  PageFacts,
  'readAll' | 'terminated' | 'askedEnd' | 'totalBytes' | 'totalLines' | 'textBytes'
>

const pageOutput = (
  { truncation, next }: FittedPage,
  { readAll, totalLines }: PageFacts,
): ToolOutput<ReadDetails> =>
  outputOf(truncation, {
    ...(next && { next: { offset: next.line, ...(next.column !== undefined && { column: next.column }) } }),
    ...(readAll && { totalLines }),
  })

/** Offset behind the `nth` LF of some bytes. 0 when `nth` is 0. */
function afterLf(bytes: Uint8Array, nth: number): number {
  let at = 0
  for (let left = nth; left > 0; left--) at = bytes.indexOf(LF, at) + 1
  return at
}

/** UTF-8 bytes of the text. Malformed bytes become U+FFFD. */
const textBytesOf = (bytes: Uint8Array): number =>
  new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).length
