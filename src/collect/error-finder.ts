import type { KernelJudge } from '../scan/judge.ts'
import { SHAPE_BITS } from '../scan/line-facts.ts'
import type { PatternSet } from '../scan/patterns.ts'
import type { Totals, WindowFacts } from '../scan/scanner.ts'
import { type Assessor, ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { somePart } from '../signal/pieces.ts'
import { ShapeCounts } from '../signal/sketch.ts'
import { candidateOf, newSighting, worthOf } from './candidate.ts'
import { CandidateStore, type Margins } from './candidates.ts'
import { Captures } from './captures.ts'
import { ErrorIndex } from './error-index.ts'
import {
  type ErrorPlace,
  type FoundError,
  type LineErrors,
  type LongLineError,
  MAX_ERROR_LINES,
  patternOf,
} from './found.ts'
import type { HeldBytes } from './held-bytes.ts'
import { LineAssessor } from './line-assessor.ts'
import { LineSelector, type SelectedUnit } from './line-selector.ts'
import type { LineTable } from './line-table.ts'
import { type FoundStatement, type SeenLine, StatementFinder } from './statements.ts'
import { Steps } from './steps.ts'

export interface ErrorFinderOptions {
  patterns: PatternSet
  assessor: Assessor
  /**
   * Evidence of earlier lines by fingerprint. Undefined when a pattern distinguishes digits, as fingerprints do not.
   */
  memo: EvidenceMemo | undefined
  /** The judge of the kernels; undefined where lines are judged by `assessor` alone. */
  judge: KernelJudge | undefined
  /** True when every line is assessed, even one without literal, known opening or location. */
  assessesAll: boolean
  margins: Margins
  headBytes: number
  tailBytes: number
  storeBytes: number
  /** The bytes of the stream that are in memory. */
  bytes: HeldBytes
  /** The lines of the stream that have ended; undefined when nobody notes them. */
  lineTable?: LineTable | undefined
  /** Where an error is in the input. Undefined if the stream is the input. */
  placeOf?: ((error: ErrorPlace) => ErrorPlace) | undefined
}

/**
 * Assesses the lines that may matter, each by its own text. Counts the errors, and offers the store every line that may
 * become an island.
 */
export class ErrorFinder {
  readonly index: ErrorIndex
  readonly store: CandidateStore
  /** Errors in lines that are too long to be kept whole. */
  readonly captures = new Captures()
  readonly errorLines: FoundError[] = []
  readonly #statements: StatementFinder
  /** Counts the shapes of all lines. */
  readonly shapes = new ShapeCounts()
  /** Counts the shapes of evidence. */
  readonly repeats = new ShapeCounts()
  /** By bit number of a kind: the first line with an error of this kind; 0 for none. */
  readonly firstOfKind = new Array<number>(32).fill(0)
  /** By bit number of a kind: the last such line. */
  readonly lastOfKind = new Array<number>(32).fill(0)
  /** The counts of the line with the last error. */
  lineErrors: LineErrors = { line: 0, before: 0, through: 0 }
  /** Errors of the window in long lines, not captured yet. */
  uncaptured: LongLineError[] = []
  /** The steps of the job, if the log is one of a CI. */
  readonly steps = new Steps()
  readonly #assessor: LineAssessor
  readonly #memo: EvidenceMemo
  readonly #bytes: HeldBytes
  readonly #placeOf: ErrorFinderOptions['placeOf']
  readonly #selector: LineSelector
  /** The unit that is assessed, in an object that is reused. */
  #sighting = newSighting()
  /** The line with evidence that is assessed, reused. */
  readonly #seen: SeenLine = { line: 0, startByte: 0, endByte: 0 }
  /** The strongest evidence so far in the unit that is assessed, reused. */
  readonly #strongest = newSighting().evidence

  constructor(options: ErrorFinderOptions) {
    const {
      patterns,
      assessor,
      memo,
      judge,
      assessesAll,
      margins,
      headBytes,
      tailBytes,
      storeBytes,
      bytes,
      lineTable,
      placeOf,
    } = options
    this.#assessor = new LineAssessor({ assessor, memo, judge, bytes })
    this.#memo = this.#assessor.memo
    this.index = new ErrorIndex(headBytes, tailBytes)
    this.#bytes = bytes
    const statements = new StatementFinder(bytes, this.#memo, this.steps)
    this.#statements = statements
    this.store = new CandidateStore({
      bytes,
      errors: this.index,
      margins,
      capacityBytes: storeBytes,
      isLead: (matchStart) => statements.isLead(matchStart),
      lineTable,
    })
    this.#placeOf = placeOf
    const assess = (unit: SelectedUnit) => this.#assessUnit(unit)
    this.#selector = new LineSelector({ bytes, patterns, assessesAll, store: this.store, assess })
  }

  observe(facts: WindowFacts, endByte: number): void {
    this.shapes.addLines(facts, SHAPE_BITS)
    this.#selector.observe(facts, endByte)
    this.#statements.settle()
    this.store.settle()
    this.index.trim(endByte)
  }

  finish(totals: Totals): void {
    if (totals.lastLineShape !== 0) this.shapes.add(totals.lastLineShape & SHAPE_BITS)
    this.#selector.finish(totals)
    this.#statements.settle()
    this.store.settle()
  }

  get errorCount(): number {
    return this.index.total
  }

  #assessUnit(unit: SelectedUnit): void {
    const { assessedStart, assessedEnd } = unit
    const entry = unit.mayHoldReturns
      ? this.#strongestOf(assessedStart, assessedEnd)
      : this.#assessor.entryOf(assessedStart, assessedEnd)
    const start = this.#assessor.assessedStart
    const score = this.#memo.scoreOf(entry)
    const { line } = unit
    if (unit.isWhole) this.steps.observe(line, this.#bytes, start, assessedEnd)
    if (score === 0) return
    const repeat = this.#count(entry, line, score)
    const isError = score >= ERROR_SCORE
    const seen = this.#seen
    seen.line = line
    seen.startByte = start
    seen.endByte = unit.assessedEnd
    if (isError) this.#statements.add(entry, seen)
    else this.#statements.addOther(entry, seen)
    if (!isError && unit.isWhole && !this.store.wants(worthOf(score, repeat))) return
    const sighting = this.#sighting
    const { evidence } = sighting
    this.#memo.read(entry, evidence)
    sighting.line = line
    sighting.startByte = unit.startByte
    sighting.stopByte = unit.stopByte
    sighting.matchStart = start + evidence.startByte
    sighting.matchEnd = start + evidence.endByte
    sighting.repeat = repeat
    sighting.isError = isError
    if (isError) this.#addError(line, sighting.matchStart, sighting.matchEnd, evidence.kinds)
    if (unit.isWhole) this.#sighting = this.store.offer(sighting)
    else if (isError) {
      const candidate = candidateOf(sighting)
      const ordinal = this.index.total - 1
      this.uncaptured.push({ candidate, ordinal, errors: this.lineErrors, lineEnd: unit.endByte })
    }
  }

  /** What the errors say, the strongest first. */
  get statements(): FoundStatement[] {
    const placeOf = this.#placeOf
    const { found } = this.#statements
    return placeOf ? found.map((statement) => ({ ...statement, input: placeOf(statement) })) : found
  }

  /** Assesses each part between CRs as a line. Returns the entry with the highest score, of equals the first. */
  #strongestOf(start: number, end: number): number {
    const strongest: Evidence = this.#strongest
    let strongestStart = start
    strongest.score = 0
    somePart(this.#bytes.held(start, end), (from, to) => {
      const entry = this.#assessor.entryOf(start + from, start + to)
      if (this.#memo.scoreOf(entry) <= strongest.score) return false
      this.#memo.read(entry, strongest)
      strongestStart = this.#assessor.assessedStart
      return false
    })
    this.#assessor.assessedStart = strongestStart
    return this.#memo.hold(strongest.score > 0 ? strongest : undefined)
  }

  /** Counts a unit with evidence. Returns how many earlier units had evidence of the same shape. */
  #count(entry: number, line: number, score: number): number {
    const kinds = score >= ERROR_SCORE ? this.#memo.kindsOf(entry) : 0
    for (let bits = kinds; bits !== 0; bits &= bits - 1) {
      const kind = 31 - Math.clz32(bits & -bits)
      if (this.firstOfKind[kind] === 0) this.firstOfKind[kind] = line
      this.lastOfKind[kind] = line
    }
    return this.repeats.add(this.#memo.shapeOf(entry))
  }

  #addError(line: number, startByte: number, endByte: number, kinds: number): void {
    this.captures.addMatch(startByte)
    if (line !== this.lineErrors.line) {
      const before = this.index.total
      this.lineErrors = { line, before, through: before }
    }
    this.index.add(startByte, line)
    this.lineErrors.through++
    if (this.errorLines.length >= MAX_ERROR_LINES) return
    const found = { line, startByte, endByte, pattern: patternOf(kinds) }
    // Known only now: what is no longer in memory is forgotten.
    this.errorLines.push(this.#placeOf ? { ...found, input: this.#placeOf(found) } : found)
  }
}
