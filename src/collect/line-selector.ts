import { beginsIn } from '../scan/literal-search.ts'
import { PATTERN_LAG, type PatternSet, RESTING_BYTES } from '../scan/patterns.ts'
import { FLAG_LONE_CR, type Totals, type WindowFacts } from '../scan/scanner.ts'
import { ASSESSED_BYTES, BORDER_BYTES, borderIn, PIECE_STEP } from '../signal/pieces.ts'
import { linesAlike } from './alike.ts'
import type { CandidateStore } from './candidates.ts'
import { hasCueAtStart, hasCueBehindReturn, hasCueByFacts } from './cues.ts'
import type { HeldBytes } from './held-bytes.ts'
import { Offsets } from './offsets.ts'
import { returnsIn } from './returns.ts'

/**
 * Once the scan is this many bytes past a place, the scanner has reported every literal that begins before the place.
 */
const SETTLED_BYTES = 3 * PATTERN_LAG

/** What is assessed at once: a line, or a piece of a line that is too long to be assessed whole. */
export interface SelectedUnit {
  /** 1-indexed number of the line. */
  line: number
  /** Start of the line. */
  startByte: number
  /** Offset of the line's LF, or the end of the input; -1 while the line has not ended. */
  endByte: number
  /** Offset after the line's LF; -1 while the line has not ended. */
  stopByte: number
  /** The range of the unit, without LF. */
  assessedStart: number
  assessedEnd: number
  /** True when the unit is a whole line. */
  isWhole: boolean
  /** False when the unit has no CR, except perhaps one at its end. */
  mayHoldReturns: boolean
}

export interface LineSelectorOptions {
  /** The window, and the 16 KiB before it. */
  bytes: Pick<HeldBytes, 'held'>
  patterns: PatternSet
  /** True when every line is assessed, even one without literal, known opening or location. */
  assessesAll: boolean
  /** Learns of each line that ended, after the line was assessed. */
  store: Pick<CandidateStore, 'isOpen' | 'passed'>
  /** Called with each selected unit, in order. The unit is reused after the call. */
  assess: (unit: SelectedUnit) => void
}

/**
 * Selects the lines, and the pieces of long lines, that may matter, from what the scanner found. A line is selected
 * when a literal begins in it, or when it has a known opening or a location at its start or after a CR. A unit is selected only when all of it was scanned, so that nothing depends on where a window ends.
 */
export class LineSelector {
  readonly #bytes: Pick<HeldBytes, 'held'>
  readonly #store: LineSelectorOptions['store']
  readonly #assess: LineSelectorOptions['assess']
  readonly #patterns: PatternSet
  readonly #assessesAll: boolean
  /** Offsets of literals that the scanner found. */
  readonly #matches = new Offsets()
  /** The scanner skips bytes after a match. Up to here it may have skipped literals after the last match taken. */
  #skippedEnd = 0
  /** For each line of a window that has CRs inside, the offset of the first one. */
  readonly #returns = new Offsets()
  /** Lines that ended within the scanner's lag. Their last matches may still be unknown. */
  #waiting: { end: number; shape: number; opening: number }[] = []
  #line = 0
  #lineStart = 0
  /** Index of the open line's next piece. */
  #piece = 0
  /** True when the open line has CRs inside. */
  #hasReturns = false
  /** The selected unit, in an object that is reused. */
  readonly #unit: SelectedUnit = {
    line: 0,
    startByte: 0,
    endByte: 0,
    stopByte: 0,
    assessedStart: 0,
    assessedEnd: 0,
    isWhole: true,
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
    const { startByte, matches, matchCount, lineEnds, lineShapes, lineOpenings, newlines } = facts
    for (let i = 0; i < matchCount; i++) this.#matches.add(startByte + matches[2 * i])
    if ((facts.flags & FLAG_LONE_CR) !== 0) this.#addReturns(facts, endByte)
    const decided = endByte - PATTERN_LAG
    this.#selectWaiting(decided)
    for (let i = this.#selectEnded(facts, decided); i < newlines; i++) {
      this.#waiting.push({ end: startByte + lineEnds[i], shape: lineShapes[i], opening: lineOpenings[i] })
    }
    this.#selectOpen(endByte)
    this.#matches.settle()
    this.#returns.settle()
  }

  /** Selects from the lines that are left when the input has ended. */
  finish(totals: Totals): void {
    const { bytes, lateMatches, lastLineShape, lastLineOpening } = totals
    for (let i = 0; i < lateMatches.length; i += 2) this.#matches.add(lateMatches[i])
    this.#selectWaiting(bytes)
    if (this.#lineStart < bytes) this.#selectLate(bytes, bytes, lastLineShape, lastLineOpening)
  }

  #addReturns(facts: WindowFacts, endByte: number): void {
    const { startByte } = facts
    for (const at of returnsIn(this.#bytes.held(startByte, endByte), facts)) this.#returns.add(startByte + at)
  }

  #selectWaiting(decided: number): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = waiting.filter((line) => line.end > decided)
    for (const { end, shape, opening } of waiting)
      if (end <= decided) this.#selectLate(end, end + 1, shape, opening)
  }

  /** Goes through the window's lines that end up to `decided`. Returns how many there are. Most are not selected. */
  #selectEnded(facts: WindowFacts, decided: number): number {
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
      line++
      const begins = hasCueByFacts(shape, lineOpenings[i], this.#assessesAll)
      const hasCue = begins || nextMark < end
      if (hasCue || end - start > ASSESSED_BYTES) {
        this.#line = line
        this.#lineStart = start
        this.#lineEnded(end, end + 1, begins)
        nextMark = this.#nextMark()
      }
      if (store.isOpen) store.passed(start, end + 1)
      else if (!hasCue && shape === lineShapes[i + 1]) {
        const alike = linesAlike(facts, i, Math.min(decided, nextMark) - startByte)
        i += alike
        line += alike
      }
      start = startByte + lineEnds[i] + 1
    }
    this.#line = line
    this.#lineStart = start
    return i
  }

  /** Goes through one line that begins at `#lineStart`. */
  #selectLate(end: number, stop: number, shape: number, opening: number): void {
    const start = this.#lineStart
    this.#line++
    this.#lineEnded(end, stop, hasCueByFacts(shape, opening, this.#assessesAll))
    if (this.#store.isOpen) this.#store.passed(start, stop)
    this.#lineStart = stop
  }

  /** Selects an ended line, or its last pieces. `begins`: the line begins with a cue. */
  #lineEnded(end: number, stop: number, begins: boolean): void {
    const start = this.#lineStart
    this.#takeReturns(end)
    if (end - start <= ASSESSED_BYTES) {
      const hasMatch = this.#takeMatches(end)
      const hasCue =
        begins || hasMatch || (this.#hasReturns && hasCueBehindReturn(this.#bytes.held(start, end)))
      if (hasCue) this.#select(start, end, end, stop)
    } else {
      this.#selectPieces(end, end, stop)
      this.#takeMatches(end)
    }
    this.#piece = 0
    this.#hasReturns = false
  }

  /** Offset of the next match or CR that was not taken yet. */
  #nextMark(): number {
    return Math.min(this.#matches.next, this.#hasReturns ? this.#lineStart : this.#returns.next)
  }

  /** Takes the matches before `end`. Returns whether there were any. */
  #takeMatches(end: number): boolean {
    const last = this.#matches.takeBefore(end)
    if (last < 0) return false
    this.#skippedEnd = last + RESTING_BYTES + PATTERN_LAG
    return true
  }

  #takeReturns(end: number): void {
    if (this.#returns.takeBefore(end) >= 0) this.#hasReturns = true
  }

  /** Selects from an open line that is already too long to be assessed whole. */
  #selectOpen(endByte: number): void {
    const ended = this.#waiting[0]?.end ?? -1
    const known = ended < 0 ? endByte : ended
    if (known - this.#lineStart <= ASSESSED_BYTES) return
    this.#line++
    this.#takeReturns(known)
    this.#selectPieces(endByte, ended, -1)
    this.#line--
  }

  /**
   * Selects from the line's pieces that no later byte can change. `known` is the end of the bytes scanned. When the
   * line has ended, `stop` is not -1 and all its pieces count.
   */
  #selectPieces(known: number, end: number, stop: number): void {
    for (;;) {
      this.#skipWithoutCue(known)
      const last = this.#lineStart + PIECE_STEP * (this.#piece + 1) + BORDER_BYTES
      const isLast = stop >= 0 && last >= end
      if (!isLast && stop < 0 && last + SETTLED_BYTES > known) return
      const from = this.#borderAt(this.#piece)
      const to = isLast ? end : this.#borderAt(this.#piece + 1)
      const hasCue = this.#pieceHasCue(from, to)
      if (hasCue) this.#select(from, to, end, stop)
      if (isLast) return
      this.#piece++
    }
  }

  /** Skips pieces that cannot have a cue, but never the line's first piece. */
  #skipWithoutCue(known: number): void {
    if (this.#piece === 0 || this.#assessesAll || this.#hasReturns) return
    if (this.#borderAt(this.#piece) < this.#skippedEnd) return
    const start = this.#lineStart
    const open = Math.floor((known - start) / PIECE_STEP) - 1
    // The scanner reports one match where several are close, so another may begin in the piece before.
    const found = Math.floor((this.#matches.next - start) / PIECE_STEP) - 2
    this.#piece = Math.max(this.#piece, Math.min(open, found))
  }

  #borderAt(piece: number): number {
    if (piece === 0) return this.#lineStart
    const from = this.#lineStart + piece * PIECE_STEP
    return from + borderIn(this.#bytes.held(from, from + BORDER_BYTES + 1))
  }

  #pieceHasCue(from: number, to: number): boolean {
    const mayHaveSkipped = from < this.#skippedEnd
    const isFirst = from === this.#lineStart
    if (this.#takeMatches(to) || this.#assessesAll) return true
    const bytes = this.#bytes
    if (isFirst && hasCueAtStart(bytes.held(from, to), 0, to - from)) return true
    if (this.#hasReturns && hasCueBehindReturn(bytes.held(isFirst ? from : from - 1, to))) return true
    if (!mayHaveSkipped && this.#matches.next >= to + PATTERN_LAG) return false
    return beginsIn(this.#patterns, bytes.held(from, to + PATTERN_LAG), 0, to - from)
  }

  #select(from: number, to: number, end: number, stop: number): void {
    const unit = this.#unit
    unit.line = this.#line
    unit.startByte = this.#lineStart
    unit.endByte = end
    unit.stopByte = stop
    unit.assessedStart = from
    unit.assessedEnd = to
    unit.isWhole = from === this.#lineStart && to === end
    unit.mayHoldReturns = this.#hasReturns
    this.#assess(unit)
  }
}
