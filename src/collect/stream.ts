import type { KernelJudge } from '../scan/judge.ts'
import { PATTERN_LAG, type PatternSet } from '../scan/patterns.ts'
import {
  FLAG_NON_ASCII,
  type Scanner,
  type ScanSession,
  type Totals,
  WINDOW_BYTES,
  type WindowFacts,
} from '../scan/scanner.ts'
import type { TokenWeights } from '../scan/token-units.ts'
import type { Assessor } from '../signal/evidence.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { countCodePoints, regionalsBefore } from '../text/graphemes.ts'
import { lastLfBefore } from '../text/lines.ts'
import { leadingContinuations } from '../text/utf8.ts'
import type { Margins } from './candidates.ts'
import { type Capture, capture } from './captures.ts'
import { ErrorFinder } from './error-finder.ts'
import { Folding, type FoldingOptions } from './folding.ts'
import { type ErrorPlace, type LongLineError, placeIn } from './found.ts'
import { Head, Tail } from './head-tail.ts'
import { HeldBytes } from './held-bytes.ts'
import { LineTable } from './line-table.ts'

const LF = 0x0a

/** Twice the scanner's lag, so that a match that is reported late lies within it. */
const REMEMBERED_BYTES = 2 * PATTERN_LAG

/** Bytes read at a time while a run of flags is followed back. */
const LOOK_BACK_BYTES = 4096
/** Bytes of one regional indicator, half a flag. */
const REGIONAL_BYTES = 4

/** An offset, and the code points before it. */
export interface Mark {
  byte: number
  codePoints: number
}

export interface StreamOptions {
  scanner: Scanner
  /** How lines are assessed. Undefined when errors are not looked for. */
  signal: Signal | undefined
  /** Weights for token units; undefined when tokens are not counted. */
  tokens: TokenWeights | undefined
  headBytes: number
  tailBytes: number
  /** Set to fold repeated lines. The stream is then the folded text. */
  fold?: Pick<FoldingOptions, 'numberOf' | 'repeats'> | undefined
  /** Where an error of what the stream is given is in the input. Undefined if that is the input. */
  placeOf?: ((error: ErrorPlace) => ErrorPlace) | undefined
}

/** How lines are assessed, and how much is kept of them. */
export interface Signal {
  patterns: PatternSet
  assessor: Assessor
  /**
   * Evidence of earlier lines by fingerprint; undefined when a pattern distinguishes digits, as fingerprints do not.
   */
  memo: EvidenceMemo | undefined
  /** The judge of the kernels; undefined when a caller's patterns count too, and without kernels. */
  judge: KernelJudge | undefined
  /** True when every line is assessed, even one without literal, known opening or location. */
  assessesAll: boolean
  margins: Margins
  storeBytes: number
}

/**
 * Scans a stream once. Keeps exact counts and a bounded part of the bytes: both ends, and the candidates with the lines
 * around them. All of this depends on the bytes alone, not on how they were cut into chunks.
 */
export class Stream {
  readonly head: Head
  readonly tail: Tail
  /** Finds errors; undefined when errors are not looked for. */
  readonly errorFinder: ErrorFinder | undefined
  /** Folds repeated lines; undefined when they stay. */
  readonly folding: Folding | undefined
  bytes = 0
  newlines = 0
  codePoints = 0
  tokenUnits = 0
  flags = 0
  /**
   * 0 or 1: the parity of the run of regional indicators right before the tail. It decides how flags pair in the tail.
   */
  flagParity = 0
  /** The last chunk, when it is owned and needs no copy. */
  pending: Uint8Array = new Uint8Array(0)
  /** The lines so far, if they are few. Undefined when errors are not looked for, and for folded text. */
  readonly lineTable: LineTable | undefined
  /** Start of the line that is open at the end of the stream. */
  openLine: Mark = { byte: 0, codePoints: 0 }
  /** Lines that ended within the last `REMEMBERED_BYTES` or so, for matches that are reported late. */
  endedLines: { start: Mark; endByte: number }[] = []
  /** The first LF at or after the end of the head. */
  headLineEnd: Mark | undefined
  /** True while repeated lines are folded, and after an error of that. */
  isFolding = false
  readonly #session: ScanSession
  #totals: Totals | undefined
  readonly #held: HeldBytes
  /** `openLine` at the start of the chunk. */
  #chunkLine: Mark = this.openLine
  /** `openLine` at the start of the window. */
  #windowLine: Mark = this.openLine
  /** Where the ASCII text begins that ends with the window. */
  #asciiStart = 0

  constructor({ scanner, signal, tokens, headBytes, tailBytes, fold, placeOf }: StreamOptions) {
    this.head = new Head(headBytes)
    this.tail = new Tail(tailBytes)
    this.#session = scanner.open({
      patterns: signal?.patterns,
      lines: signal !== undefined || fold !== undefined,
      tokens,
    })
    this.#held = new HeldBytes(this.tail, this.#session)
    const folding = fold && new Folding({ session: this.#session, rules: signal, ...fold, placeOf })
    if (folding) this.folding = folding
    const places = folding && placeOf ? (error: ErrorPlace) => placeOf(placeIn(folding.map, error)) : placeOf
    if (signal && !fold) this.lineTable = new LineTable()
    if (signal)
      this.errorFinder = new ErrorFinder({
        ...signal,
        headBytes,
        tailBytes,
        bytes: this.#held,
        lineTable: this.lineTable,
        placeOf: places,
      })
  }

  /** Takes the next bytes. With `owned` they are kept by reference and must never change. */
  push(chunk: Uint8Array, owned: boolean): void {
    if (this.folding) {
      this.isFolding = true
      this.folding.push(chunk, (bytes, facts) => this.#show(bytes, facts))
      this.isFolding = false
      return
    }
    this.#begin(chunk, owned)
    for (let at = 0; at < chunk.length; at += WINDOW_BYTES) {
      const part = chunk.subarray(at, at + WINDOW_BYTES)
      this.#session.window().set(part)
      this.#observe(this.#session.advance(part.length), part.length)
    }
    this.#end(chunk)
    if (!owned) this.#keepEnds()
  }

  /** Takes folded text that was scanned. */
  #show(bytes: Uint8Array, facts: WindowFacts): void {
    this.isFolding = false
    this.#begin(bytes, false)
    this.#observe(facts, bytes.length)
    this.#end(bytes)
    this.#keepEnds()
    this.isFolding = true
  }

  #begin(chunk: Uint8Array, owned: boolean): void {
    this.#keepEnds()
    this.#held.chunk = chunk
    this.#held.isOwned = owned
    this.#held.chunkStart = this.bytes
    this.#chunkLine = this.openLine
  }

  #end(chunk: Uint8Array): void {
    this.errorFinder?.captures.extend(chunk, this.#held.chunkStart)
    this.pending = chunk
  }

  /** Ends the scan. The counts are then final. */
  finish(): Totals {
    if (this.#totals) return this.#totals
    this.isFolding = true
    this.folding?.finish((bytes, facts) => this.#show(bytes, facts))
    this.isFolding = false
    const totals = this.#session.finish()
    this.#held.windowEnd = this.bytes
    if (this.errorFinder) {
      this.errorFinder.finish(totals)
      this.#captureLongLines(this.errorFinder)
    }
    this.#totals = totals
    return totals
  }

  /** Copies the pending chunk into both ends. */
  #keepEnds(): void {
    if (this.pending.length === 0) return
    this.flagParity = this.tailParity()
    this.head.push(this.pending)
    this.tail.push(this.pending)
    this.pending = new Uint8Array(0)
    this.#held.chunk = this.pending
    this.#held.chunkStart = this.bytes
  }

  /** `flagParity` as it will be when the pending chunk is in the tail. */
  tailParity(): number {
    const start = this.bytes - this.tail.capacity
    if (start <= this.tail.startByte) return this.flagParity
    return this.#flagParityAt(start + leadingContinuations(this.#held.held(start, start + 3)))
  }

  /** 0 or 1: the parity of the run of regional indicators that ends at `offset`, a decode boundary in memory. */
  #flagParityAt(offset: number): number {
    const oldest = this.#held.startByte
    let at = offset
    for (let run = -1; run !== 0 && at > oldest; at -= run * REGIONAL_BYTES) {
      const piece = this.#held.held(Math.max(oldest, at - LOOK_BACK_BYTES), at)
      run = regionalsBefore(piece, piece.length)
    }
    const run = (offset - at) / REGIONAL_BYTES
    return (at - oldest < REGIONAL_BYTES ? run + this.flagParity : run) % 2
  }

  #observe(facts: WindowFacts, length: number): void {
    const start = this.bytes
    this.bytes += length
    this.newlines += facts.newlines
    this.codePoints += facts.codePoints
    this.tokenUnits += facts.tokenUnits
    this.flags |= facts.flags
    this.#held.windowStart = start
    this.#windowLine = this.openLine
    this.#held.windowEnd = this.bytes
    this.#asciiStart = (facts.flags & FLAG_NON_ASCII) === 0 ? start : this.bytes
    if (facts.newlines > 0) this.#lineEnds(start)
    const { errorFinder } = this
    if (!errorFinder) return
    this.lineTable?.add(facts, this.bytes)
    errorFinder.observe(facts, this.bytes)
    this.#captureLongLines(errorFinder)
  }

  /** Records the ends of lines that were open before this window, and the lines near its end. */
  #lineEnds(windowStart: number): void {
    const from = this.#held.chunkStart
    const at = (index: number): Mark => ({ byte: index + from, codePoints: this.#codePointsAt(index + from) })
    const first = this.#held.chunk.indexOf(LF, windowStart - from)
    this.errorFinder?.captures.endLines(first + from, (offset) => this.#codePointsAt(offset))
    const wanted = this.head.capacity
    if (this.headLineEnd === undefined && this.bytes > wanted) {
      const end = this.#held.chunk.indexOf(LF, Math.max(wanted, windowStart) - from)
      if (end >= 0 && end + from < this.#held.windowEnd) this.headLineEnd = at(end)
    }
    let lf = lastLfBefore(this.#held.chunk, this.#held.windowEnd - from)
    this.openLine = at(lf + 1)
    const ended: { start: Mark; endByte: number }[] = []
    for (
      const oldest = Math.max(windowStart, this.#held.windowEnd - REMEMBERED_BYTES) - from;
      lf >= oldest;
    ) {
      const previous = lastLfBefore(this.#held.chunk, lf)
      ended.unshift({ start: previous < 0 ? this.#chunkLine : at(previous + 1), endByte: lf + from })
      lf = previous
    }
    const old = this.endedLines.filter((line) => line.endByte >= windowStart - REMEMBERED_BYTES)
    this.endedLines = [...old, ...ended]
  }

  /** Captures this window's errors in lines that are too long to be kept whole. */
  #captureLongLines(errorFinder: ErrorFinder): void {
    const errors = errorFinder.uncaptured
    if (errors.length === 0) return
    errorFinder.uncaptured = []
    errorFinder.captures.add(errors, (error) => this.#capture(error, errorFinder))
  }

  #capture(error: LongLineError, errorFinder: ErrorFinder): Capture {
    return capture(error, {
      copy: (start, end) => this.#held.held(start, end),
      codePointsAt: (offset) => this.#codePointsAt(offset),
      matchesSince: (start) => errorFinder.index.since(start),
      lineStart: (startByte) => this.#lineStart(startByte),
      flagParityAt: (offset) => this.#flagParityAt(offset),
    })
  }

  /** Code points before a decode boundary in memory, counted back from the end of the window. */
  #codePointsAt(offset: number): number {
    if (offset >= this.#asciiStart) return this.codePoints - (this.#held.windowEnd - offset)
    const bytes = this.#held.held(offset, this.#held.windowEnd)
    return this.codePoints - countCodePoints(bytes, 0, this.#held.windowEnd - offset)
  }

  /** The start of a line that began in this window, was open at its start, or ended shortly before it. */
  #lineStart(byte: number): Mark {
    const marks = [this.openLine, this.#windowLine, ...this.endedLines.map((line) => line.start)]
    return marks.find((mark) => mark.byte === byte) ?? { byte, codePoints: this.#codePointsAt(byte) }
  }
}
