import { lowerBound } from '../text/binary-search.ts'
import { type Candidate, candidateOf, newSighting, type Sighting, worthIn } from './candidate.ts'
import type { ErrorIndex } from './error-index.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { LineTable } from './line-table.ts'
import { appendTo, knownLinesOf, linesBack, linesOf, newRun, type Run, showIn, sliceRun } from './run.ts'

/** Most lines of context kept before and after a candidate. */
export interface Margins {
  before: number
  after: number
}

/** Candidates whose evidence scores less are kept without context. */
const MARGIN_SCORE = 3
/** This many of the latest error lines are kept, whatever they are worth. */
const LATEST = 8
/** A longer line is not kept as context. */
const MARGIN_LINE_BYTES = 2048
/** Context before a candidate goes back at most this far. */
const BEFORE_BYTES = 2048
/** Estimated memory of a candidate besides its bytes: its objects and its evidence. */
const CANDIDATE_BYTES = 320
/** A blank line counts as this fraction of a context line. It is not 0, so that many blank lines end a run too. */
const BLANK_PART = 0.25

export interface CandidateStoreOptions {
  bytes: HeldBytes
  errors: ErrorIndex
  margins: Margins
  capacityBytes: number
  /** True for the evidence of an error that must stay, whatever it is worth. */
  isLead: (matchStart: number) => boolean
  /** The lines of the input that have ended; undefined when nobody notes them. */
  lineTable?: LineTable | undefined
}

/**
 * A bounded store of candidates and the lines around them, as runs of whole lines. When it is full, it drops the
 * candidates of least worth. From then on it accepts only candidates of greater worth. The first error, the latest
 * ones and the leads always stay. The content depends on the bytes alone, not on how they were cut into chunks.
 */
export class CandidateStore {
  candidates: Candidate[] = []
  runs: Run[] = []
  /** The latest errors that were rejected for their worth, oldest first. */
  latest: { candidate: Candidate; run: Run }[] = []
  readonly #bytes: HeldBytes
  readonly #errors: ErrorIndex
  readonly #margins: Margins
  readonly #capacityBytes: number
  readonly #isLead: CandidateStoreOptions['isLead']
  readonly #lineTable: LineTable | undefined
  #held = 0
  /** A candidate must be worth more than this. */
  #threshold = 0
  /** The latest rejected errors of this window, as a ring: the oldest is at `#oldest`. */
  #rejected: Sighting[] = []
  #oldest = 0
  /** The last run, while it still takes lines. */
  #open: Run | undefined

  constructor({ bytes, errors, margins, capacityBytes, isLead, lineTable }: CandidateStoreOptions) {
    this.#bytes = bytes
    this.#errors = errors
    this.#margins = margins
    this.#capacityBytes = capacityBytes
    this.#isLead = isLead
    this.#lineTable = lineTable
  }

  /** True when a line of this worth would be accepted. Errors must be offered in any case. */
  wants(worth: number): boolean {
    return worth > this.#threshold || this.candidates.length === 0
  }

  /** Offers a line whose bytes are all in memory. Returns a sighting that the caller may reuse. */
  offer(sighting: Sighting): Sighting {
    const { isError, matchStart } = sighting
    if (!this.wants(worthIn(sighting)) && !(isError && this.#isLead(matchStart)))
      return isError ? this.#reject(sighting) : sighting
    this.#take(candidateOf(sighting), sighting.stopByte)
    return sighting
  }

  #take(candidate: Candidate, stopByte: number): void {
    this.candidates.push(candidate)
    this.#held += CANDIDATE_BYTES
    const wantsMargins = hasMargins(candidate)
    this.#cover(candidate, stopByte, wantsMargins ? this.#margins.before : 0)
    const run = this.runs[this.runs.length - 1]
    if (wantsMargins) run.linesLeft = Math.max(run.linesLeft, this.#margins.after)
    this.#open = run
    if (this.#held > 2 * this.#capacityBytes) this.#compact()
  }

  /** True while the last run still takes lines. */
  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Reports that a line has ended. The open run may take it as context. */
  passed(startByte: number, stopByte: number): void {
    const run = this.#open
    if (run === undefined || run.endByte > startByte) return
    if (stopByte - startByte > MARGIN_LINE_BYTES) run.linesLeft = 0
    if (run.linesLeft <= 0) {
      this.#open = undefined
      return
    }
    run.linesLeft -= stopByte - startByte > 2 ? 1 : BLANK_PART
    if (this.#errors.last >= startByte) run.matches.push(this.#errors.last)
    this.#held += stopByte - run.endByte
    run.endByte = stopByte
  }

  /** Copies the bytes of the last run and of rejected errors, before they leave memory. */
  settle(): void {
    const run = this.runs[this.runs.length - 1]
    if (run) this.#copy(run)
    if (this.#rejected.length === 0) return
    const inOrder = [...this.#rejected.slice(this.#oldest), ...this.#rejected.slice(0, this.#oldest)]
    this.latest = [...this.latest, ...inOrder.map((sighting) => this.#keepAlone(sighting))].slice(-LATEST)
    this.#rejected = []
    this.#oldest = 0
  }

  #keepAlone(sighting: Sighting): { candidate: Candidate; run: Run } {
    const { line, startByte, stopByte } = sighting
    const run = newRun(startByte, line, this.#errors.before(startByte))
    run.endByte = stopByte
    run.matches = this.#errors.between(startByte, stopByte)
    this.#copy(run)
    return { candidate: candidateOf(sighting), run }
  }

  /** Stores a rejected error. Returns a sighting that the caller may reuse. */
  #reject(sighting: Sighting): Sighting {
    if (this.#rejected.length < LATEST) {
      this.#rejected.push(sighting)
      return newSighting()
    }
    const free = this.#rejected[this.#oldest]
    this.#rejected[this.#oldest] = sighting
    this.#oldest = (this.#oldest + 1) % LATEST
    return free
  }

  /** Makes the last run, or a new one, cover the line and the lines before it. */
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
    const run = newRun(from, line - margin.lines, this.#errors.before(from))
    this.runs.push(run)
    this.#extend(run, endByte)
  }

  #extend(run: Run, endByte: number): void {
    if (this.#errors.last >= run.endByte)
      for (const match of this.#errors.between(run.endByte, endByte)) run.matches.push(match)
    this.#held += endByte - run.endByte
    run.endByte = endByte
  }

  #copy(run: Run): void {
    const from = run.startByte + run.length
    if (from >= run.endByte) return
    if (this.#bytes.isLasting(run.startByte)) showIn(run, this.#bytes.held(run.startByte, run.endByte))
    else appendTo(run, this.#bytes.held(from, run.endByte))
  }

  /** Drops candidates that exceed the capacity. Keeps the pinned ones, then the others by worth. */
  #compact(): void {
    this.settle()
    const table = this.#lineTable
    const lines = table?.isWhole ? knownLinesOf(this.runs, table.ends) : linesOf(this.runs)
    const wanted = new Uint8Array(lines.starts.length)
    const { candidates } = this
    const isKept = new Uint8Array(candidates.length)
    let bytes = 0
    const want = ({ startByte }: Candidate, { before, after }: Margins) => {
      const at = lowerBound(lines.starts, startByte)
      const run = lowerBound(lines.firstOf, at + 1) - 1
      const first = Math.max(lines.firstOf[run], at - before)
      const last = Math.min(lines.firstOf[run + 1] - 1, at + after)
      for (let i = first; i <= last; i++) {
        if (wanted[i] === 0) bytes += lines.lengths[i]
        wanted[i] = 1
      }
    }
    for (const i of this.#pinned()) {
      want(candidates[i], ALONE)
      isKept[i] = 1
    }
    for (const i of this.#byWorth()) {
      const candidate = candidates[i]
      if (bytes > this.#capacityBytes) {
        this.#threshold = Math.max(this.#threshold, worthIn(candidate))
        break
      }
      if (isKept[i] === 0) bytes += CANDIDATE_BYTES
      isKept[i] = 1
      want(candidate, hasMargins(candidate) ? this.#margins : ALONE)
    }
    this.candidates = candidates.filter((_, i) => isKept[i] === 1)
    this.runs = this.runs.flatMap((run, k) => sliceRun(run, k, lines, wanted))
    this.#open = this.runs[this.runs.length - 1]
    this.#held = this.candidates.length * CANDIDATE_BYTES
    for (const run of this.runs) this.#held += run.endByte - run.startByte
  }

  /** Indices of the first error, the latest ones and the leads, which are never dropped. */
  #pinned(): number[] {
    const { candidates } = this
    const errors: number[] = []
    for (let i = 0; i < candidates.length; i++) if (candidates[i].isError) errors.push(i)
    const leads = errors.filter((i) => this.#isLead(candidates[i].matchStart))
    return [...errors.slice(0, 1), ...errors.slice(-LATEST), ...leads]
  }

  /** Indices of the candidates, the greatest worth first; of equal worth, the earlier candidate first. */
  #byWorth(): Uint32Array {
    const { candidates } = this
    // Few worths differ. Only these are sorted: to compare all candidates would cost more than all else here.
    const places = new Map<number, number>()
    const placeOf = new Uint32Array(candidates.length)
    for (let i = 0; i < placeOf.length; i++) {
      const worth = worthIn(candidates[i])
      const place = places.get(worth) ?? places.size
      if (place === places.size) places.set(worth, place)
      placeOf[i] = place
    }
    const distinct = [...places].sort(([a], [b]) => a - b)
    const rankOf = new Uint32Array(distinct.length)
    for (let rank = 0; rank < distinct.length; rank++) rankOf[distinct[rank][1]] = rank
    // First counts the candidates of each rank. Sums turn the counts into the places where the next candidates go.
    const next = new Uint32Array(distinct.length + 1)
    for (const place of placeOf) next[rankOf[place]]++
    for (let rank = distinct.length - 1; rank >= 0; rank--) next[rank] += next[rank + 1]
    const ordered = new Uint32Array(candidates.length)
    for (let i = 0; i < placeOf.length; i++) ordered[next[rankOf[placeOf[i]] + 1]++] = i
    return ordered
  }
}

const ALONE: Margins = { before: 0, after: 0 }

const hasMargins = ({ evidence }: Candidate): boolean => evidence.score >= MARGIN_SCORE
