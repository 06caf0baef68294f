import { SHAPE_BITS } from '../scan/line-facts.ts'
import { beginsIn } from '../scan/literal-search.ts'
import { PATTERN_LAG, type PatternSet, RESTING_BYTES } from '../scan/patterns.ts'
import { FLAG_LONE_CR, type Totals, type WindowFacts } from '../scan/scanner.ts'
import { ASSESSED_BYTES, BORDER_BYTES, borderIn, PIECE_STEP } from '../signal/pieces.ts'
import { linesAlike } from './alike.ts'
import type { CandidateStore } from './candidates.ts'
import { hasCueAtStart, hasCueBehindReturn, speaksByFacts } from './cues.ts'
import type { HeldBytes } from './held-bytes.ts'
import { Offsets } from './offsets.ts'
import { returnsIn } from './returns.ts'
import { UnusualLines } from './unusual-lines.ts'

/** When so many bytes behind a place are scanned, all literals are told that begin before it or in it. */
const SETTLED_BYTES = 3 * PATTERN_LAG

/** A unit of judging that may matter: a line, or a piece of one too long to be judged whole. */
export interface SelectedUnit {
  /** Of the line, 1-indexed. */
  line: number
  /** Of the line. */
  startByte: number
  /** The line's LF, or the end of the input; -1 while a line of which pieces are told goes on. */
  endByte: number
  /** After the line's LF. */
  stopByte: number
  /** The unit's own bytes, no LF among them. */
  assessedStart: number
  assessedEnd: number
  /** True where the unit is all of its line. */
  isWhole: boolean
  /** True when no line like it was seen lately, after many that were familiar. */
  isUnusual: boolean
  /** True when its own text says that it may matter, not only the lines before it. */
  hasCue: boolean
  /** False where no CR stands in it, but for one at its end. */
  mayHoldReturns: boolean
}

export interface LineSelectorOptions {
  /** The window, and the 16 KiB before it. */
  bytes: Pick<HeldBytes, 'held'>
  patterns: PatternSet
  /** True when a line may matter that has no literal, opening or location. */
  assessesAll: boolean
  /** Is told of each line that ended, after it was judged. */
  store: Pick<CandidateStore, 'isOpen' | 'passed'>
  /** Takes a unit that may matter. Units come in order. */
  assess: (unit: SelectedUnit) => void
}

/**
 * Says which lines, and which pieces of long lines, may matter, from what the scanner found: those in which a literal
 * begins, those with a telling opening or a location, at their start or behind a CR, and unusual lines among familiar
 * lines. Each is told once all of it was scanned, so that nothing depends on where a window ends.
 */
export class LineSelector {
  readonly #bytes: Pick<HeldBytes, 'held'>
  readonly #store: LineSelectorOptions['store']
  readonly #assess: LineSelectorOptions['assess']
  readonly #patterns: PatternSet
  readonly #assessesAll: boolean
  readonly #unusual = new UnusualLines()
  readonly #matches = new Offsets()
  /** Behind the last match gone over, up to here, others may begin that the scanner did not tell. */
  #restEnd = 0
  /** For each line with CRs inside the first of them in a window. */
  readonly #returns = new Offsets()
  /** Lines that ended within the scanner's lag. */
  #waiting: { end: number; shape: number; opening: number }[] = []
  #line = 0
  #lineStart = 0
  /** Of the open line: the piece that is next. */
  #piece = 0
  /** True when the open line has CRs inside. */
  #hasReturns = false
  /** The unit being told, reused. */
  readonly #unit: SelectedUnit = {
    line: 0,
    startByte: 0,
    endByte: 0,
    stopByte: 0,
    assessedStart: 0,
    assessedEnd: 0,
    isWhole: true,
    isUnusual: false,
    hasCue: true,
    mayHoldReturns: false,
  }

  constructor({ bytes, patterns, assessesAll, store, assess }: LineSelectorOptions) {
    this.#bytes = bytes
    this.#patterns = patterns
    this.#assessesAll = assessesAll
    this.#store = store
    this.#assess = assess
  }

  /** Takes a window that ends at `endByte`. */
  observe(facts: WindowFacts, endByte: number): void {
    const { startByte, candidates, candidateCount, lineEnds, lineShapes, lineOpenings, newlines } = facts
    const matches = this.#matches
    for (let i = 0; i < candidateCount; i++) matches.add(startByte + candidates[2 * i])
    if ((facts.flags & FLAG_LONE_CR) !== 0) this.#addReturns(facts, endByte)
    const decided = endByte - PATTERN_LAG
    this.#tellWaiting(decided)
    for (let i = this.#tellEnded(facts, decided); i < newlines; i++) {
      this.#waiting.push({ end: startByte + lineEnds[i], shape: lineShapes[i], opening: lineOpenings[i] })
    }
    this.#tellOpen(endByte)
    matches.settle()
    this.#returns.settle()
  }

  /** Tells what is left when the input has ended. */
  finish(totals: Totals): void {
    const { bytes, lateCandidates, lastLineShape, lastLineOpening } = totals
    for (let i = 0; i < lateCandidates.length; i += 2) this.#matches.add(lateCandidates[i])
    this.#tellWaiting(bytes)
    if (this.#lineStart < bytes) this.#tellLate(bytes, bytes, lastLineShape, lastLineOpening)
  }

  #addReturns(facts: WindowFacts, endByte: number): void {
    const { startByte } = facts
    for (const at of returnsIn(this.#bytes.held(startByte, endByte), facts)) this.#returns.add(startByte + at)
  }

  #tellWaiting(decided: number): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = waiting.filter((line) => line.end > decided)
    for (const { end, shape, opening } of waiting)
      if (end <= decided) this.#tellLate(end, end + 1, shape, opening)
  }

  /** Tells the window's lines that end up to `decided`, and gives how many. Most have nothing to tell. */
  #tellEnded(facts: WindowFacts, decided: number): number {
    const { startByte, lineEnds, lineShapes, lineOpenings, newlines } = facts
    const store = this.#store
    let nextMark = this.#nextMark()
    let line = this.#line
    let start = this.#lineStart
    let i = 0
    for (; i < newlines; i++) {
      const end = startByte + lineEnds[i]
      if (end > decided) break
      const shape = lineShapes[i]
      const isUnusual = this.#unusual.has(shape & SHAPE_BITS, ++line)
      const begins = speaksByFacts(shape, lineOpenings[i], this.#assessesAll)
      const hasCue = begins || nextMark < end
      if (hasCue || isUnusual || end - start > ASSESSED_BYTES) {
        this.#line = line
        this.#lineStart = start
        this.#lineEnded(end, end + 1, begins, isUnusual)
        nextMark = this.#nextMark()
      }
      if (store.isOpen) store.passed(start, end + 1)
      else if (!hasCue && shape === lineShapes[i + 1]) {
        const alike = linesAlike(facts, i, Math.min(decided, nextMark) - startByte)
        i += alike
        line += alike
        this.#unusual.seenAgain(shape & SHAPE_BITS, line, alike)
      }
      start = startByte + lineEnds[i] + 1
    }
    this.#line = line
    this.#lineStart = start
    return i
  }

  /** Tells one line at its end, from `#lineStart` on. */
  #tellLate(end: number, stop: number, shape: number, opening: number): void {
    const start = this.#lineStart
    this.#line++
    const isUnusual = this.#unusual.has(shape & SHAPE_BITS, this.#line)
    this.#lineEnded(end, stop, speaksByFacts(shape, opening, this.#assessesAll), isUnusual)
    if (this.#store.isOpen) this.#store.passed(start, stop)
    this.#lineStart = stop
  }

  /** `begins`: the line's beginning has a cue. */
  #lineEnded(end: number, stop: number, begins: boolean, isUnusual: boolean): void {
    const start = this.#lineStart
    this.#takeReturns(end)
    if (end - start <= ASSESSED_BYTES) {
      const hasMatch = this.#takeMatches(end)
      const hasCue =
        begins || hasMatch || (this.#hasReturns && hasCueBehindReturn(this.#bytes.held(start, end)))
      if (hasCue || isUnusual) this.#tell(start, end, end, stop, hasCue, isUnusual)
    } else {
      this.#tellPieces(end, end, stop)
      this.#takeMatches(end)
    }
    this.#piece = 0
    this.#hasReturns = false
  }

  /** Where the next match or CR that was not gone over yet stands. */
  #nextMark(): number {
    return Math.min(this.#matches.next, this.#hasReturns ? this.#lineStart : this.#returns.next)
  }

  /** Goes over the matches before `end`, and gives whether there are any. */
  #takeMatches(end: number): boolean {
    const last = this.#matches.takeBefore(end)
    if (last < 0) return false
    this.#restEnd = last + RESTING_BYTES + PATTERN_LAG
    return true
  }

  #takeReturns(end: number): void {
    if (this.#returns.takeBefore(end) >= 0) this.#hasReturns = true
  }

  /** Tells what is there of a line that goes on and is too long to be judged whole. */
  #tellOpen(endByte: number): void {
    const ended = this.#waiting[0]?.end ?? -1
    const known = ended < 0 ? endByte : ended
    if (known - this.#lineStart <= ASSESSED_BYTES) return
    this.#line++
    this.#takeReturns(known)
    this.#tellPieces(endByte, ended, -1)
    this.#line--
  }

  /** Tells the pieces of the line that are settled when so much is scanned: all of it, where `stop` is not -1. */
  #tellPieces(known: number, end: number, stop: number): void {
    for (;;) {
      this.#skipSilent(known)
      const last = this.#lineStart + PIECE_STEP * (this.#piece + 1) + BORDER_BYTES
      const isLast = stop >= 0 && last >= end
      if (!isLast && stop < 0 && last + SETTLED_BYTES > known) return
      const from = this.#borderAt(this.#piece)
      const to = isLast ? end : this.#borderAt(this.#piece + 1)
      const hasCue = this.#pieceSpeaks(from, to)
      if (hasCue) this.#tell(from, to, end, stop, true, false)
      if (isLast) return
      this.#piece++
    }
  }

  /** Passes over pieces in which nothing can have been found; the first one is looked at always. */
  #skipSilent(known: number): void {
    if (this.#piece === 0 || this.#assessesAll || this.#hasReturns) return
    if (this.#borderAt(this.#piece) < this.#restEnd) return
    const start = this.#lineStart
    const open = Math.floor((known - start) / PIECE_STEP) - 1
    // The match may stand in for one that begins in the piece before.
    const found = Math.floor((this.#matches.next - start) / PIECE_STEP) - 2
    this.#piece = Math.max(this.#piece, Math.min(open, found))
  }

  #borderAt(piece: number): number {
    if (piece === 0) return this.#lineStart
    const from = this.#lineStart + piece * PIECE_STEP
    return from + borderIn(this.#bytes.held(from, from + BORDER_BYTES + 1))
  }

  #pieceSpeaks(from: number, to: number): boolean {
    const mayRest = from < this.#restEnd
    const isFirst = from === this.#lineStart
    if (this.#takeMatches(to) || this.#assessesAll) return true
    const bytes = this.#bytes
    if (isFirst && hasCueAtStart(bytes.held(from, to), 0, to - from)) return true
    if (this.#hasReturns && hasCueBehindReturn(bytes.held(isFirst ? from : from - 1, to))) return true
    if (!mayRest && this.#matches.next >= to + PATTERN_LAG) return false
    return beginsIn(this.#patterns, bytes.held(from, to + PATTERN_LAG), 0, to - from)
  }

  #tell(from: number, to: number, end: number, stop: number, hasCue: boolean, isUnusual: boolean): void {
    const unit = this.#unit
    unit.line = this.#line
    unit.startByte = this.#lineStart
    unit.endByte = end
    unit.stopByte = stop
    unit.assessedStart = from
    unit.assessedEnd = to
    unit.isWhole = from === this.#lineStart && to === end
    unit.isUnusual = isUnusual
    unit.hasCue = hasCue
    unit.mayHoldReturns = this.#hasReturns
    this.#assess(unit)
  }
}
