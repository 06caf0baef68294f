import { wholeUnits } from './collect/units.ts'
import { PithError } from './errors.ts'
import type { Settings } from './limits.ts'
import { type PageRequest, type PageResult, writePage } from './page-result.ts'
import { advanceCodePoints, countCodePoints } from './render/graphemes.ts'
import { BLOCK_BYTES, type ScanSession, WINDOW_BYTES, type WindowFacts } from './scan/scanner.ts'
import { scannerFor } from './scan/select.ts'

const LF = 0x0a

/** Bytes held beyond the budget, so that a cut knows what follows it. */
const SLACK_BYTES = 256

/**
 * Collects one page of a stream and counts the rest: memory is the page's, whatever the input's size.
 */
export class Page {
  readonly #request: PageRequest
  readonly #settings: Settings
  readonly #session: ScanSession
  readonly #backend: 'wasm' | 'js'
  readonly #capacity: number
  readonly #held: Uint8Array[] = []
  #heldBytes = 0
  #bytes = 0
  #newlines = 0
  /** Where the page's first line, and the page itself, begin; undefined until they are found. */
  #lineStart: number | undefined
  #startByte: number | undefined
  #pointsToSkip: number
  /** Where the lines asked for end, once that is found. */
  #askedEnd: number | undefined
  #cutUnit: Uint8Array = new Uint8Array(0)
  #lastByte = -1

  constructor(request: PageRequest, settings: Settings) {
    this.#request = request
    this.#settings = settings
    const scanner = scannerFor(settings.backend)
    this.#backend = scanner.backend
    this.#session = scanner.open({})
    this.#capacity = settings.maxBytes + SLACK_BYTES
    this.#pointsToSkip = request.column - 1
    if (request.offset === 1) this.#lineStart = 0
  }

  /** False once the page is full and nothing more has to be counted. */
  write(chunk: Uint8Array): boolean {
    if (chunk.length > 0) this.#lastByte = chunk[chunk.length - 1]
    for (let at = 0; at < chunk.length; at += WINDOW_BYTES) {
      const window = chunk.subarray(at, at + WINDOW_BYTES)
      this.#session.window().set(window)
      this.#observe(window, this.#session.advance(window.length))
      if (!this.#request.totals && this.#isFull) return false
    }
    return true
  }

  get #isFull(): boolean {
    return this.#askedEnd !== undefined || this.#heldBytes >= this.#capacity
  }

  #observe(window: Uint8Array, facts: WindowFacts): void {
    const { offset, limit } = this.#request
    if (this.#lineStart === undefined && this.#newlines + facts.newlines >= offset - 1) {
      this.#lineStart = this.#bytes + lineEndIn(window, facts, offset - 1 - this.#newlines) + 1
    }
    const lastLine = offset + limit - 1
    if (this.#askedEnd === undefined && this.#newlines + facts.newlines >= lastLine) {
      this.#askedEnd = this.#bytes + lineEndIn(window, facts, lastLine - this.#newlines) + 1
    }
    if (this.#lineStart !== undefined) this.#take(window, Math.max(0, this.#lineStart - this.#bytes))
    this.#bytes += window.length
    this.#newlines += facts.newlines
  }

  #take(window: Uint8Array, from: number): void {
    let start = from
    if (this.#startByte === undefined) {
      const skipped = this.#skip(window, from)
      if (skipped === undefined) return
      start = skipped
      this.#startByte = this.#bytes + start
    }
    if (this.#heldBytes >= this.#capacity || start >= window.length) return
    const part = window.slice(start, start + Math.min(window.length - start, this.#capacity - this.#heldBytes))
    this.#held.push(part)
    this.#heldBytes += part.length
  }

  /** Goes over the characters before the column; undefined when the window ends first. */
  #skip(window: Uint8Array, from: number): number | undefined {
    if (this.#pointsToSkip === 0) return from
    const joined = new Uint8Array(this.#cutUnit.length + window.length - from)
    joined.set(this.#cutUnit)
    joined.set(window.subarray(from), this.#cutUnit.length)
    const lf = joined.indexOf(LF)
    const whole = lf >= 0 ? lf : wholeUnits(joined, joined.length)
    const stop = Math.min(whole, advanceCodePoints(joined.subarray(0, whole), 0, this.#pointsToSkip))
    this.#pointsToSkip -= countCodePoints(joined, 0, stop)
    if (this.#pointsToSkip > 0 && lf >= 0) throw this.#pastLineEnd()
    if (this.#pointsToSkip === 0) return from + stop - this.#cutUnit.length
    this.#cutUnit = joined.slice(whole)
    return undefined
  }

  #pastLineEnd(): PithError {
    const { offset, column } = this.#request
    return new PithError('PITH_OFFSET_OUT_OF_RANGE', `Expected \`column\` to lie in line ${offset}, got ${column}; the line is shorter.`)
  }

  /**
   * The page.
   *
   * @throws {PithError} `PITH_OFFSET_OUT_OF_RANGE` for an offset or column past the end.
   */
  end(note: string | undefined): PageResult {
    const totals = this.#session.finish()
    const readAll = this.#request.totals || !this.#isFull
    const endsOpen = totals.bytes > 0 && this.#lastByte !== LF
    const totalLines = totals.newlines + (endsOpen ? 1 : 0)
    const { offset, column } = this.#request
    if (offset > Math.max(1, totalLines)) {
      const has = totalLines === 1 ? '1 line' : `${totalLines} lines`
      throw new PithError('PITH_OFFSET_OUT_OF_RANGE', `Expected \`offset\` to be a line of the input, got ${offset}; it has ${has}.`)
    }
    if (this.#startByte === undefined && column > 1) throw this.#pastLineEnd()
    const bytes = concat(this.#held, this.#heldBytes)
    return writePage(this.#settings, this.#request, {
      backend: this.#backend,
      note,
      bytes,
      startByte: this.#startByte ?? 0,
      askedEnd: this.#askedEnd ?? totals.bytes,
      totalBytes: totals.bytes,
      totalLines,
      readAll,
      isOpen: endsOpen,
    })
  }
}

/** Index in the window of its `nth` LF, 1-indexed; -1 for the zeroth. */
function lineEndIn(window: Uint8Array, { blockNewlines }: WindowFacts, nth: number): number {
  if (nth <= 0) return -1
  let left = nth
  let block = 0
  while (left > blockNewlines[block]) left -= blockNewlines[block++]
  let at = window.indexOf(LF, block * BLOCK_BYTES)
  while (--left > 0) at = window.indexOf(LF, at + 1)
  return at
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
