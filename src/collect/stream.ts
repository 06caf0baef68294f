import type { ErrorSpot } from '../plan/material.ts'
import { countCodePoints, regionalsBefore } from '../render/graphemes.ts'
import { countLf } from '../render/lines.ts'
import { PATTERN_LAG, type PatternSet } from '../scan/patterns.ts'
import {
  BLOCK_BYTES,
  type Scanner,
  type ScanSession,
  type Totals,
  WINDOW_BYTES,
  type WindowFacts,
} from '../scan/scanner.ts'
import type { ErrorLine } from '../truncation.ts'
import { Captures, capture } from './captures.ts'
import { ErrorIndex } from './error-index.ts'
import { Head, Tail } from './ring.ts'
import { leadingContinuations } from './units.ts'

const LF = 0x0a

/** Lines listed in a result's `errors.lines` (clause 10). */
const MAX_ERROR_LINES = 1000

/** Twice the scanner's lag: a match told late lies within it. */
const REMEMBERED_BYTES = 2 * PATTERN_LAG

/** Bytes looked at together while a run of flags is followed back. */
const LOOK_BACK_BYTES = 4096
/** Bytes of one regional indicator, half a flag. */
const REGIONAL_BYTES = 4

/** A place and the code points before it. */
export interface Mark {
  byte: number
  codePoints: number
}

export interface StreamOptions {
  scanner: Scanner
  patterns: PatternSet | undefined
  headBytes: number
  tailBytes: number
}

/**
 * What is remembered of a stream while it goes by: both ends, what surrounds some errors, and exact counts. Everything
 * here depends on the bytes alone, never on how they were cut into chunks.
 */
export class Stream {
  readonly head: Head
  readonly tail: Tail
  readonly captures = new Captures()
  readonly index: ErrorIndex
  readonly errorLines: Omit<ErrorLine, 'kept'>[] = []
  readonly patterns: PatternSet | undefined
  bytes = 0
  newlines = 0
  codePoints = 0
  flags = 0
  /** Regional indicators in a row just before the tail, even or odd: how flags pair in it. */
  flagParity = 0
  /** The last chunk, when it may be kept without a copy. */
  pending: Uint8Array = new Uint8Array(0)
  /** Where the line that goes on at the end of the stream begins. */
  openLine: Mark = { byte: 0, codePoints: 0 }
  /** Lines that ended within the last `PATTERN_LAG` bytes or so, for matches that are told late. */
  endedLines: { start: Mark; endByte: number }[] = []
  /** The first LF from the end of the head on. */
  headLineEnd: Mark | undefined
  readonly #session: ScanSession
  #totals: Totals | undefined
  /** The chunk being scanned, its offset in the stream, and the end of the window in it. */
  #chunk: Uint8Array = new Uint8Array(0)
  #chunkStart = 0
  #windowEnd = 0
  /** `openLine` as it was where the chunk began. */
  #chunkLine: Mark = this.openLine

  constructor({ scanner, patterns, headBytes, tailBytes }: StreamOptions) {
    this.head = new Head(headBytes)
    this.tail = new Tail(tailBytes)
    this.index = new ErrorIndex(headBytes, tailBytes)
    this.patterns = patterns
    this.#session = scanner.open({ patterns })
  }

  /** Takes the next bytes. With `owned` they are kept by reference and must never change. */
  push(chunk: Uint8Array, owned: boolean): void {
    this.#fold()
    this.#chunk = chunk
    this.#chunkStart = this.bytes
    this.#chunkLine = this.openLine
    for (let at = 0; at < chunk.length; at += WINDOW_BYTES) {
      const part = chunk.subarray(at, at + WINDOW_BYTES)
      this.#session.window().set(part)
      this.#observe(this.#session.advance(part.length), part.length)
    }
    this.captures.extend(chunk, this.#chunkStart)
    this.pending = chunk
    if (!owned) this.#fold()
  }

  /** Ends the scan; the counts are final. */
  finish(): Totals {
    if (this.#totals) return this.#totals
    const totals = this.#session.finish()
    const late = totals.lateCandidates
    this.#windowEnd = this.bytes
    this.#errors(
      late.length / 2,
      (i) => late[2 * i],
      (i) => late[2 * i + 1],
      (offset) => this.#lineBackwards(offset),
    )
    this.#totals = totals
    return totals
  }

  #fold(): void {
    if (this.pending.length === 0) return
    this.flagParity = this.tailParity()
    this.head.push(this.pending)
    this.tail.push(this.pending)
    this.pending = new Uint8Array(0)
    this.#chunk = this.pending
    this.#chunkStart = this.bytes
  }

  /** `flagParity` as it is once the pending chunk belongs to the tail. */
  tailParity(): number {
    const start = this.bytes - this.tail.capacity
    if (start <= this.tail.startByte) return this.flagParity
    return this.#flagParityAt(start + leadingContinuations(this.#held(start, start + 3)))
  }

  /** Even or odd: the regional indicators in a row just before a decode boundary that is held. */
  #flagParityAt(offset: number): number {
    const oldest = Math.min(this.tail.startByte, this.#chunkStart)
    let at = offset
    for (let run = -1; run !== 0 && at > oldest; at -= run * REGIONAL_BYTES) {
      const piece = this.#held(Math.max(oldest, at - LOOK_BACK_BYTES), at)
      run = regionalsBefore(piece, piece.length)
    }
    const run = (offset - at) / REGIONAL_BYTES
    return (at - oldest < REGIONAL_BYTES ? run + this.flagParity : run) % 2
  }

  #observe(facts: WindowFacts, length: number): void {
    const start = this.bytes
    const linesBefore = this.newlines
    this.bytes += length
    this.newlines += facts.newlines
    this.codePoints += facts.codePoints
    this.flags |= facts.flags
    this.#windowEnd = this.bytes
    if (facts.newlines > 0) this.#lineEnds(start)
    if (facts.candidateCount === 0) return
    const { candidates, blockNewlines } = facts
    let block = 0
    let blockLines = linesBefore
    const lineOf = (offset: number) => {
      if (offset < start) return this.#linesBetween(offset, start, linesBefore)
      const wanted = Math.floor((offset - start) / BLOCK_BYTES)
      if (wanted < block) {
        block = 0
        blockLines = linesBefore
      }
      for (; block < wanted; block++) blockLines += blockNewlines[block]
      return (
        blockLines +
        countLf(this.#chunk, start + block * BLOCK_BYTES - this.#chunkStart, offset - this.#chunkStart) +
        1
      )
    }
    this.#errors(
      facts.candidateCount,
      (i) => start + candidates[2 * i],
      (i) => candidates[2 * i + 1],
      lineOf,
    )
  }

  /** Marks the ends of lines that went on into this window, and the lines that begin at its end. */
  #lineEnds(windowStart: number): void {
    const from = this.#chunkStart
    const at = (index: number): Mark => ({ byte: index + from, codePoints: this.#codePointsAt(index + from) })
    const first = this.#chunk.indexOf(LF, windowStart - from)
    this.captures.endLines(first + from, (offset) => this.#codePointsAt(offset))
    const wanted = this.head.capacity
    if (this.headLineEnd === undefined && this.bytes > wanted) {
      const end = this.#chunk.indexOf(LF, Math.max(wanted, windowStart) - from)
      if (end >= 0 && end + from < this.#windowEnd) this.headLineEnd = at(end)
    }
    let lf = lastLf(this.#chunk, this.#windowEnd - from)
    this.openLine = at(lf + 1)
    const ended: { start: Mark; endByte: number }[] = []
    for (const oldest = Math.max(windowStart, this.#windowEnd - REMEMBERED_BYTES) - from; lf >= oldest; ) {
      const previous = lastLf(this.#chunk, lf)
      ended.unshift({ start: previous < 0 ? this.#chunkLine : at(previous + 1), endByte: lf + from })
      lf = previous
    }
    const old = this.endedLines.filter((line) => line.endByte >= this.#windowEnd - REMEMBERED_BYTES)
    this.endedLines = [...old, ...ended]
  }

  #errors(
    count: number,
    offsetOf: (index: number) => number,
    patternOf: (index: number) => number,
    lineOf: (offset: number) => number,
  ): void {
    const before = this.index.total
    for (let i = 0; i < count; i++) {
      const offset = offsetOf(i)
      this.captures.addMatch(offset)
      this.index.add(offset)
    }
    const spot = (i: number, line: number): ErrorSpot => {
      const literal = this.patterns?.patterns[patternOf(i)]?.literal ?? ''
      return { line, matchStart: offsetOf(i), matchEnd: offsetOf(i) + literal.length }
    }
    for (let i = 0; i < count && this.errorLines.length < MAX_ERROR_LINES; i++) {
      const line = lineOf(offsetOf(i))
      const pattern = this.patterns?.patterns[patternOf(i)]?.literal ?? ''
      this.errorLines.push({ line, startByte: offsetOf(i), pattern })
      if (this.captures.isNewFirst(line)) this.captures.addFirst(this.#capture(spot(i, line), before + i))
    }
    const captured = Captures.lastOfSlots(
      count,
      (i) => lineOf(offsetOf(i)),
      (i, line) => this.#capture(spot(i, line), before + i),
    )
    this.captures.addLast(captured)
    this.index.trim(this.bytes)
  }

  #capture(spot: ErrorSpot, ordinal: number) {
    const captured = capture(spot, ordinal, {
      copy: (start, end) => this.#held(start, end),
      codePointsAt: (offset) => this.#codePointsAt(offset),
      matchesSince: (start) => this.index.since(start),
      lineStart: (offset) => this.#lineStart(offset),
      flagParityAt: (offset) => this.#flagParityAt(offset),
    })
    const beyond = captured.startByte + captured.length
    if (!captured.lineEnd && beyond < this.#windowEnd && beyond >= this.#chunkStart) {
      const lf = this.#chunk.indexOf(LF, beyond - this.#chunkStart) + this.#chunkStart
      if (lf >= beyond && lf < this.#windowEnd) {
        captured.lineEnd = { byte: lf, codePoints: this.#codePointsAt(lf), errors: ordinal + 1 }
      }
    }
    return captured
  }

  /** Held bytes of a range: from the chunk, and from what was kept of earlier ones. */
  #held(start: number, end: number): Uint8Array {
    const from = this.#chunkStart
    if (start >= from) return this.#chunk.subarray(start - from, end - from)
    const old = this.tail.bytes.subarray(
      start - this.tail.startByte,
      Math.min(end, from) - this.tail.startByte,
    )
    if (end <= from) return old
    const joined = new Uint8Array(Math.min(end, from + this.#chunk.length) - start)
    joined.set(old)
    joined.set(this.#chunk.subarray(0, joined.length - old.length), old.length)
    return joined
  }

  /** Code points before a decode boundary that is held: counted back from the end of the window. */
  #codePointsAt(offset: number): number {
    const bytes = this.#held(offset, this.#windowEnd)
    return this.codePoints - countCodePoints(bytes, 0, this.#windowEnd - offset)
  }

  #lineStart(offset: number): Mark {
    const from = this.#chunkStart
    const lf = lastLf(this.#chunk, offset - from)
    if (lf >= 0) return { byte: lf + from + 1, codePoints: this.#codePointsAt(lf + from + 1) }
    return (
      this.endedLines.find((line) => line.start.byte <= offset && offset < line.endByte)?.start ??
      this.#chunkLine
    )
  }

  #linesBetween(offset: number, start: number, linesBefore: number): number {
    const bytes = this.#held(offset, start)
    return linesBefore - countLf(bytes, 0, start - offset) + 1
  }

  #lineBackwards(offset: number): number {
    return this.#linesBetween(offset, this.bytes, this.newlines)
  }
}

/** Index of the last LF before `end`, or -1. */
const lastLf = (bytes: Uint8Array, end: number): number => (end <= 0 ? -1 : bytes.lastIndexOf(LF, end - 1))
