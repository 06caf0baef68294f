import type { Anchor, Region } from '../plan/material.ts'
import { regionalsBefore } from '../render/graphemes.ts'
import { countLf } from '../render/lines.ts'
import type { Candidate } from './candidate.ts'
import { leadingContinuations, wholeUnits } from './units.ts'

/** Bytes kept before and after a match. */
const CAPTURE_BYTES = 4096
/** Lines of one slot: of each slot one match is remembered at the front and one at the back of the stream. */
const SLOT_LINES = 8
const FIRST_SLOTS = 24
const LAST_SLOTS = 8

const LF = 0x0a

/** A match with its surroundings, kept while the stream goes on. */
export interface Capture {
  candidate: Candidate
  /** Matches before this one in the stream. */
  ordinal: number
  startByte: number
  bytes: Uint8Array
  length: number
  firstLine: number
  /** Code points before `startByte`; known only where the line goes beyond the capture. */
  codePoints: number
  /** Matches before `startByte`, and those in here. */
  errors: number
  matches: number[]
  lineStart?: Anchor
  lineEnd?: Anchor
}

/** What the stream knows of itself around a match. */
export interface Surroundings {
  /** Copies held bytes; what is not held is left out at either end. */
  copy(startByte: number, endByte: number): Uint8Array
  codePointsAt(offset: number): number
  matchesSince(startByte: number): number[]
  /** Even or odd: how many regional indicators stand in a row before `offset`. */
  flagParityAt(offset: number): number
  /** Where the line of `offset` begins, however far back. */
  lineStart(offset: number): { byte: number; codePoints: number }
}

/**
 * The bounded store of island candidates: the first match of each of the first slots, the last match of each of the
 * last slots. What it holds depends on the bytes alone, never on where a chunk ends.
 */
export class Captures {
  readonly #first: Capture[] = []
  #last: Capture[] = []
  /** No capture takes a byte from here on. */
  #openUntil = 0

  get wantsFirst(): boolean {
    return this.#first.length < FIRST_SLOTS
  }

  /** True when a match on this line begins a slot at the front. */
  isNewFirst(line: number): boolean {
    const newest = this.#first[this.#first.length - 1]
    return this.wantsFirst && (!newest || slotOf(newest.candidate.line) < slotOf(line))
  }

  addFirst(capture: Capture): void {
    this.#first.push(capture)
    this.#opened(capture)
  }

  /** Takes the captures of a window, one for each slot; each replaces an earlier one of its slot. */
  addLast(captures: readonly Capture[]): void {
    const slots = new Set(captures.map((c) => slotOf(c.candidate.line)))
    const kept = this.#last.filter((c) => !slots.has(slotOf(c.candidate.line)))
    this.#last = [...kept, ...captures].slice(-LAST_SLOTS)
    for (const capture of captures) this.#opened(capture)
  }

  /** The last line of each of the last slots; of the others none would be kept. */
  static latestOfSlots<T extends { candidate: Candidate }>(lines: readonly T[]): T[] {
    const latest = new Map(lines.map((line) => [slotOf(line.candidate.line), line]))
    return [...latest.values()].slice(-LAST_SLOTS)
  }

  #opened(capture: Capture): void {
    this.#openUntil = Math.max(this.#openUntil, capture.startByte + capture.bytes.length)
  }

  get all(): Capture[] {
    const firsts = new Set(this.#first.map((c) => c.candidate.matchStart))
    return [...this.#first, ...this.#last.filter((c) => !firsts.has(c.candidate.matchStart))]
  }

  /** Adds what has arrived since: bytes up to the capacity, matches, the end of the line. */
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

  /** The lines that went on until now end at `byte`. */
  endLines(byte: number, codePointsAt: (offset: number) => number): void {
    for (const capture of this.all) {
      if (capture.lineEnd || capture.candidate.matchStart >= byte) continue
      capture.lineEnd = { byte, codePoints: codePointsAt(byte), errors: capture.ordinal + 1 }
    }
  }
}

const slotOf = (line: number): number => Math.floor((line - 1) / SLOT_LINES)

/** Where a capture that begins inside a line begins: at a code point, and not between the halves of a flag. */
function wholeStart(raw: Uint8Array, from: number, around: Surroundings): number {
  const start = leadingContinuations(raw)
  const half = regionalsBefore(raw, start + 4) > 0 && around.flagParityAt(from + start) === 1
  return half ? start + 4 : start
}

/** A capture of a match, with what is at hand; `extend` brings the rest. */
export function capture(candidate: Candidate, ordinal: number, around: Surroundings): Capture {
  const from = Math.max(0, candidate.matchStart - CAPTURE_BYTES)
  const raw = around.copy(from, candidate.matchStart + CAPTURE_BYTES)
  const match = candidate.matchStart - from
  const firstLf = raw.indexOf(LF)
  const aligned = from === 0 || (firstLf >= 0 && firstLf < match)
  const skip = from === 0 ? 0 : aligned ? firstLf + 1 : wholeStart(raw, from, around)
  const startByte = from + skip
  const bytes = new Uint8Array(match + CAPTURE_BYTES - skip)
  bytes.set(raw.subarray(skip))
  const lf = bytes.subarray(0, raw.length - skip).indexOf(LF, match - skip)
  const matches = around.matchesSince(startByte).filter((m) => m < startByte + bytes.length)
  const earlier = matches.filter((m) => m < candidate.matchStart).length
  const captured: Capture = {
    candidate,
    ordinal,
    startByte,
    bytes,
    length: raw.length - skip,
    firstLine: candidate.line - countLf(raw, skip, match),
    codePoints: aligned && lf >= 0 ? Number.NaN : around.codePointsAt(startByte),
    errors: ordinal - earlier,
    matches,
  }
  if (!aligned) captured.lineStart = { ...around.lineStart(candidate.matchStart), errors: ordinal }
  if (lf >= 0) captured.lineEnd = { byte: startByte + lf, codePoints: Number.NaN, errors: ordinal + 1 }
  return captured
}

/** A finished capture as a region of the input. */
export function regionOf(capture: Capture, end: { byte: number; codePoints: number }): Region {
  const { startByte, firstLine, codePoints, errors, lineStart } = capture
  const lineEnd = capture.lineEnd ?? { ...end, errors: capture.ordinal + 1 }
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
