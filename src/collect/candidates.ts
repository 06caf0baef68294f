import type { Evidence } from '../signal/evidence.ts'
import { lowerBound } from '../plan/material.ts'
import { appendTo, linesBack, linesOf, newRun, type Run, sliceRun } from './run.ts'

/** A line that may be worth its bytes, with what can still win of it held. */
export interface Candidate {
  line: number
  startByte: number
  /** Where its evidence stands in the input. */
  matchStart: number
  matchEnd: number
  evidence: Evidence | undefined
  /** Lines before it with evidence of the same shape. */
  repeat: number
  isError: boolean
  /** True when it stands out from the lines before it. */
  isStranger: boolean
}

/** What a line needs around it to be understood: lines before and after, at most. */
export interface Margins {
  before: number
  after: number
}

/** What the store asks of the stream. */
export interface Bytes {
  /** Held bytes of a range, as a view. */
  held(startByte: number, endByte: number): Uint8Array
  /** Offsets of the error lines' evidence from `startByte` on, ascending. */
  errorsSince(startByte: number): number[]
  /** Error lines so far. */
  readonly errorCount: number
}

/** Evidence under this is kept without its surroundings. */
const MARGIN_SCORE = 3
/** What a stranger without evidence is worth. */
const STRANGER_WORTH = 1.5
/** The latest error lines are kept whatever they are worth. */
const LATEST = 8
/** A line longer than this is no one's surroundings. */
export const MARGIN_LINE_BYTES = 2048
/** How far back the lines before a candidate may reach. */
const BEFORE_BYTES = 2048
/** Blank lines count for this part of a line, so that they can't go on for ever. */
const BLANK_PART = 0.25

/**
 * The bounded store of what may become an island: candidates by worth, each with the lines around it, as runs of whole
 * lines. When it is full, what is worth least leaves, and from then on only what is worth more comes in; the first
 * error and the latest ones stay. What it holds depends on the bytes alone.
 */
export class CandidateStore {
  candidates: Candidate[] = []
  runs: Run[] = []
  /** Errors that were not worth a place, the latest few. */
  latest: { candidate: Candidate; run: Run }[] = []
  readonly #bytes: Bytes
  readonly #margins: Margins
  readonly #capacityBytes: number
  #held = 0
  /** What a candidate must be worth more than. */
  #threshold = 0
  #rejected: { candidate: Candidate; endByte: number }[] = []

  constructor(bytes: Bytes, margins: Margins, capacityBytes: number) {
    this.#bytes = bytes
    this.#margins = margins
    this.#capacityBytes = capacityBytes
  }

  /** Takes a line that ends, LF included, before `stopByte`. */
  offer(candidate: Candidate, stopByte: number): void {
    if (this.candidates.length > 0 && worthOf(candidate) <= this.#threshold) {
      if (candidate.isError) this.#reject(candidate, stopByte)
      return
    }
    this.candidates.push(candidate)
    const wantsMargins = hasMargins(candidate)
    this.#cover(candidate, stopByte, wantsMargins ? this.#margins.before : 0)
    const run = this.runs[this.runs.length - 1]
    if (wantsMargins) run.linesLeft = Math.max(run.linesLeft, this.#margins.after)
    if (this.#held > 2 * this.#capacityBytes) this.#compact()
  }

  /** A line has ended: the run before it may take it as surroundings. `errorAt` is -1, or where its evidence begins. */
  passed(startByte: number, stopByte: number, errorAt: number): void {
    const run = this.runs[this.runs.length - 1]
    if (run === undefined || run.linesLeft <= 0 || run.endByte > startByte) return
    if (stopByte - startByte > MARGIN_LINE_BYTES) {
      run.linesLeft = 0
      return
    }
    run.linesLeft -= stopByte - startByte > 2 ? 1 : BLANK_PART
    if (errorAt >= 0) run.matches.push(errorAt)
    this.#held += stopByte - run.endByte
    run.endByte = stopByte
  }

  /** Copies what runs still owe, before the bytes go. */
  settle(): void {
    const run = this.runs[this.runs.length - 1]
    if (run) this.#copy(run)
    for (const { candidate, endByte } of this.#rejected) {
      const { startByte } = candidate
      const single = newRun(startByte, candidate.line, this.#countBefore(startByte))
      single.endByte = endByte
      single.matches = this.#errorsIn(startByte, endByte)
      this.#copy(single)
      this.latest.push({ candidate, run: single })
    }
    if (this.#rejected.length > 0) {
      this.#rejected = []
      this.latest = this.latest.slice(-LATEST)
    }
  }

  #reject(candidate: Candidate, endByte: number): void {
    this.#rejected.push({ candidate, endByte })
    if (this.#rejected.length > LATEST) this.#rejected.shift()
  }

  /** Makes a run hold the line and those before it. */
  #cover({ line, startByte }: Candidate, endByte: number, linesBefore: number): void {
    const last = this.runs[this.runs.length - 1]
    if (last && last.endByte >= startByte) {
      if (last.endByte < endByte) this.#extend(last, endByte)
      return
    }
    const oldest = Math.max(0, startByte - BEFORE_BYTES)
    const margin = linesBack(this.#bytes.held(oldest, startByte), oldest === 0, linesBefore)
    const from = startByte - margin.bytes
    if (last && last.endByte >= from) {
      this.#extend(last, endByte)
      return
    }
    if (last) {
      last.linesLeft = 0
      this.#copy(last)
    }
    const run = newRun(from, line - margin.lines, this.#countBefore(from))
    this.runs.push(run)
    this.#extend(run, endByte)
  }

  #countBefore(startByte: number): number {
    return this.#bytes.errorCount - this.#bytes.errorsSince(startByte).length
  }

  #extend(run: Run, endByte: number): void {
    run.matches.push(...this.#errorsIn(run.endByte, endByte))
    this.#held += endByte - run.endByte
    run.endByte = endByte
  }

  #errorsIn(startByte: number, endByte: number): number[] {
    return this.#bytes.errorsSince(startByte).filter((m) => m < endByte)
  }

  #copy(run: Run): void {
    const from = run.startByte + run.length
    if (from < run.endByte) appendTo(run, this.#bytes.held(from, run.endByte))
  }

  /** Keeps the most worthy within the capacity. */
  #compact(): void {
    this.settle()
    const lines = linesOf(this.runs)
    const wanted = new Uint8Array(lines.starts.length)
    const kept: Candidate[] = []
    let bytes = 0
    for (const candidate of this.#byWorth()) {
      const at = lowerBound(lines.starts, candidate.startByte)
      const run = lowerBound(lines.firstOf, at + 1) - 1
      const { before, after } = hasMargins(candidate) ? this.#margins : { before: 0, after: 0 }
      const first = Math.max(lines.firstOf[run], at - before)
      const last = Math.min(lines.firstOf[run + 1] - 1, at + after)
      for (let i = first; i <= last; i++) {
        if (wanted[i] === 0) bytes += lines.lengths[i]
        wanted[i] = 1
      }
      kept.push(candidate)
      if (bytes <= this.#capacityBytes) continue
      this.#threshold = Math.max(this.#threshold, worthOf(candidate))
      break
    }
    this.candidates = kept.sort((a, b) => a.startByte - b.startByte)
    this.runs = this.runs.flatMap((run, k) => sliceRun(run, k, lines, wanted))
    this.#held = this.runs.reduce((sum, run) => sum + run.endByte - run.startByte, 0)
  }

  /** The first error and the latest ones, then the others by worth, the earlier one first. */
  #byWorth(): Candidate[] {
    const errors = this.candidates.filter((c) => c.isError)
    const pinned = new Set([...errors.slice(0, 1), ...errors.slice(-LATEST)])
    const others = this.candidates.filter((c) => !pinned.has(c))
    others.sort((a, b) => worthOf(b) - worthOf(a) || a.startByte - b.startByte)
    return [...pinned, ...others]
  }
}

const hasMargins = ({ evidence }: Candidate): boolean => evidence !== undefined && evidence.score >= MARGIN_SCORE

const worthOf = ({ evidence, repeat }: Candidate): number =>
  evidence ? evidence.score / (1 + 0.8 * repeat) : STRANGER_WORTH
