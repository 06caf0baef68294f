import { regionalsBefore } from '../text/graphemes.ts'
import { countLf } from '../text/lines.ts'
import { MAX_SEQUENCE_BYTES, sequenceCeil } from '../text/sequences.ts'
import { leadingContinuations, wholeUnits } from '../text/utf8.ts'
import type { Candidate } from './candidate.ts'
import type { Anchor, Region } from './facts.ts'
import type { LineErrors, LongLineError } from './found.ts'

/** Bytes kept on each side of a match's start. */
const CAPTURE_BYTES = 4096
/** Number of captures kept: the first of the input, and the last. */
const MOST_FIRST = 24
const MOST_LAST = 8

const LF = 0x0a

/** An error match in a long line, with the bytes around it. Bytes after the match are added as they arrive. */
export interface Capture {
  candidate: Candidate
  /** The errors of its line. */
  lineErrors: LineErrors
  startByte: number
  bytes: Uint8Array
  length: number
  firstLine: number
  /** Code points of the input before `startByte`; NaN when the capture holds the whole line. */
  codePoints: number
  /** Number of matches before `startByte`. */
  errors: number
  /** Offsets of the matches inside the capture. */
  matches: number[]
  lineStart?: Anchor
  lineEnd?: { byte: number; codePoints: number }
}

/** What a capture needs to know about the stream around its match. */
export interface Surroundings {
  /** The bytes of a range that begins in memory, as a view or a copy; fewer when its end has not arrived yet. */
  copy(startByte: number, endByte: number): Uint8Array
  codePointsAt(offset: number): number
  matchesSince(startByte: number): number[]
  /** 0 or 1: the parity of the run of regional indicators that ends at `offset`. */
  flagParityAt(offset: number): number
  /** The mark of the line that begins at `startByte`, even when that byte has left memory. */
  lineStart(startByte: number): { byte: number; codePoints: number }
}

/**
 * A bounded store of error matches in long lines: the first ones and the last ones of the input, from any line. The
 * content depends on the bytes alone, not on where a chunk ends.
 */
export class Captures {
  readonly #first: Capture[] = []
  #last: Capture[] = []
  /** No capture takes bytes from this offset on. */
  #openUntil = 0

  /** Takes the pieces of a window, in order. Calls `make` only for the pieces that are kept. */
  add<Piece>(pieces: readonly Piece[], make: (piece: Piece) => Capture): void {
    const isFull = this.#first.length === MOST_FIRST
    const firsts = isFull ? [] : pieces.slice(0, MOST_FIRST - this.#first.length).map(make)
    const lasts = pieces.slice(firsts.length).slice(-MOST_LAST).map(make)
    this.#first.push(...firsts)
    this.#last = [...this.#last, ...lasts].slice(-MOST_LAST)
    for (const { startByte, bytes } of [...firsts, ...lasts]) {
      this.#openUntil = Math.max(this.#openUntil, startByte + bytes.length)
    }
  }

  get all(): Capture[] {
    return [...this.#first, ...this.#last]
  }

  /** Adds bytes that have arrived since, up to the capacity of each capture. */
  extend(bytes: Uint8Array, startByte: number): void {
    if (startByte >= this.#openUntil) return
    for (const capture of this.all) {
      const from = capture.startByte + capture.length
      if (capture.length === capture.bytes.length || from < startByte) continue
      const part = bytes.subarray(from - startByte, from - startByte + capture.bytes.length - capture.length)
      capture.bytes.set(part, capture.length)
      capture.length += part.length
    }
  }

  addMatch(offset: number): void {
    if (offset >= this.#openUntil) return
    for (const capture of this.all) {
      const end = capture.startByte + capture.bytes.length
      if (offset > capture.candidate.matchStart && offset < end) capture.matches.push(offset)
    }
  }

  /** Records that the lines that are still open end at `byte`. */
  endLines(byte: number, codePointsAt: (offset: number) => number): void {
    for (const capture of this.all) {
      if (capture.lineEnd || capture.candidate.matchStart >= byte) continue
      capture.lineEnd = { byte, codePoints: codePointsAt(byte) }
    }
  }
}

/**
 * Where a capture inside a line can begin: not inside a code point or an escape sequence, and not between the two halves
 * of a flag.
 */
function wholeStart(raw: Uint8Array, from: number, match: number, around: Surroundings): number {
  const start = leadingContinuations(raw)
  const half = regionalsBefore(raw, start + 4) > 0 && around.flagParityAt(from + start) === 1
  if (half) return start + 4
  const oldest = Math.max(0, from - MAX_SEQUENCE_BYTES)
  const near = around.copy(oldest, from + MAX_SEQUENCE_BYTES)
  const outside = sequenceCeil(near, from + start - oldest) - (from - oldest)
  return outside <= match ? outside : start
}

/** Captures a match with the bytes that are in memory. `extend` adds the rest. */
export function capture(
  { candidate, ordinal, errors, lineEnd }: LongLineError,
  around: Surroundings,
): Capture {
  const from = Math.max(0, candidate.matchStart - CAPTURE_BYTES)
  const raw = around.copy(from, candidate.matchStart + CAPTURE_BYTES)
  const match = candidate.matchStart - from
  const firstLf = raw.indexOf(LF)
  const aligned = from === 0 || (firstLf >= 0 && firstLf < match)
  const skip = from === 0 ? 0 : aligned ? firstLf + 1 : wholeStart(raw, from, match, around)
  const startByte = from + skip
  const bytes = new Uint8Array(match + CAPTURE_BYTES - skip)
  bytes.set(raw.subarray(skip))
  const lf = bytes.subarray(0, raw.length - skip).indexOf(LF, match - skip)
  const matches = around.matchesSince(startByte).filter((m) => m < startByte + bytes.length)
  const earlier = matches.filter((m) => m < candidate.matchStart).length
  const captured: Capture = {
    candidate,
    lineErrors: errors,
    startByte,
    bytes,
    length: raw.length - skip,
    firstLine: candidate.line - countLf(raw, skip, match),
    codePoints: aligned && lf >= 0 ? Number.NaN : around.codePointsAt(startByte),
    errors: ordinal - earlier,
    matches,
  }
  if (!aligned) captured.lineStart = { ...around.lineStart(candidate.startByte), errors: errors.before }
  if (lf >= 0) captured.lineEnd = { byte: startByte + lf, codePoints: Number.NaN }
  else if (lineEnd >= 0) captured.lineEnd = { byte: lineEnd, codePoints: around.codePointsAt(lineEnd) }
  return captured
}

/** Turns a finished capture into a region. `end` is the end of the input. */
export function regionOf(capture: Capture, end: { byte: number; codePoints: number }): Region {
  const { startByte, firstLine, codePoints, errors, lineStart } = capture
  const lineEnd = { ...(capture.lineEnd ?? end), errors: capture.lineErrors.through }
  let length = capture.length
  if (startByte + length < end.byte) length = wholeUnits(capture.bytes, length)
  const endByte = startByte + length
  const region: Region = {
    startByte,
    endByte,
    bytes: capture.bytes.subarray(0, length),
    firstLine,
    codePoints,
    errors,
    matches: capture.matches.filter((m) => m < endByte),
  }
  if (lineStart) region.lineStart = lineStart
  else region.startsLine = true
  if (lineEnd.byte >= endByte) region.lineEnd = lineEnd
  return region
}
