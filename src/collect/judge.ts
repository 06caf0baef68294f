import { type Assessor, ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import { kindNames } from '../signal/row.ts'
import { ShapeCounts } from '../signal/sketch.ts'
import type { Totals, WindowFacts } from '../scan/scanner.ts'
import { type Bytes, type Candidate, CandidateStore, type Margins } from './candidates.ts'
import { Captures } from './captures.ts'
import { ErrorIndex } from './error-index.ts'
import { JUDGED_BYTES, LineWatch, type WatchedLine, type WatchHost } from './watch.ts'

/** Lines listed in a result's `errors.lines` (clause 10). */
const MAX_ERROR_LINES = 1000

/** A line that tells of an error, and where in the input its evidence stands. */
export interface FoundError {
  line: number
  startByte: number
  endByte: number
  pattern: string
}

/** A line whose evidence lies in more bytes than are held of it. */
export interface Giant {
  candidate: Candidate
  /** Error lines before it. */
  ordinal: number
  /** -1 while it goes on. */
  lineEnd: number
}

export interface JudgeOptions {
  assessor: Assessor
  judgesAll: boolean
  margins: Margins
  headBytes: number
  tailBytes: number
  storeBytes: number
  held(startByte: number, endByte: number): Uint8Array
}

/** Judges the lines that may matter by their own text, counts them, and hands the store what may become an island. */
export class Judge implements WatchHost, Bytes {
  readonly index: ErrorIndex
  readonly store: CandidateStore
  readonly giants = new Captures()
  readonly errorLines: FoundError[] = []
  /** Shapes of all lines, and of evidence. */
  readonly shapes = new ShapeCounts()
  readonly repeats = new ShapeCounts()
  readonly firstOfKind = new Array<number>(32).fill(0)
  readonly lastOfKind = new Array<number>(32).fill(0)
  readonly #assessor: Assessor
  readonly #watch: LineWatch
  /** Giants of the window that are not captured yet. */
  newGiants: Giant[] = []
  readonly held: (startByte: number, endByte: number) => Uint8Array

  constructor({ assessor, judgesAll, margins, headBytes, tailBytes, storeBytes, held }: JudgeOptions) {
    this.#watch = new LineWatch(this, judgesAll)
    this.#assessor = assessor
    this.index = new ErrorIndex(headBytes, tailBytes)
    this.store = new CandidateStore(this, margins, storeBytes)
    this.held = held
  }

  observe(facts: WindowFacts, endByte: number): void {
    this.#watch.observe(facts, endByte)
    this.store.settle()
    this.index.trim(endByte)
  }

  finish(totals: Totals): void {
    this.#watch.finish(totals)
    this.store.settle()
  }

  get errorCount(): number {
    return this.index.total
  }

  errorsSince(startByte: number): number[] {
    return this.index.since(startByte)
  }

  passed(startByte: number, stopByte: number, shape: number): void {
    this.shapes.add(shape)
    this.store.passed(startByte, stopByte, this.index.last >= startByte ? this.index.last : -1)
  }

  judge(watched: WatchedLine): void {
    const { line, startByte, endByte, judgedStart, judgedEnd } = watched
    const bytes = this.held(judgedStart, judgedEnd)
    const evidence = this.#assessor.assess(bytes, 0, judgedEnd - judgedStart)
    if (!evidence && !watched.isStranger) return
    const repeat = evidence ? this.#count(evidence, line) : 0
    const isError = evidence !== undefined && watched.speaks && evidence.score >= ERROR_SCORE
    const matchStart = judgedStart + (evidence?.startByte ?? 0)
    const matchEnd = judgedStart + (evidence?.endByte ?? 0)
    const candidate: Candidate = { line, startByte, matchStart, matchEnd, evidence, repeat, isError, isStranger: watched.isStranger }
    if (isError) this.#found({ line, startByte: matchStart, endByte: matchEnd, pattern: patternOf(evidence) })
    if (endByte >= 0 && endByte - startByte <= JUDGED_BYTES) {
      this.store.offer(candidate, watched.stopByte)
    } else if (isError) {
      this.newGiants.push({ candidate, ordinal: this.index.total - 1, lineEnd: endByte })
    }
  }

  #count({ shape, kinds }: Evidence, line: number): number {
    const repeat = this.repeats.count(shape)
    this.repeats.add(shape)
    for (let bits = kinds; bits !== 0; bits &= bits - 1) {
      const kind = 31 - Math.clz32(bits & -bits)
      if (this.firstOfKind[kind] === 0) this.firstOfKind[kind] = line
      this.lastOfKind[kind] = line
    }
    return repeat
  }

  #found(error: FoundError): void {
    this.giants.addMatch(error.startByte)
    this.index.add(error.startByte)
    if (this.errorLines.length < MAX_ERROR_LINES) this.errorLines.push(error)
  }
}

/** The name of the strongest kind of evidence. */
const patternOf = ({ kinds }: Evidence): string => kindNames[31 - Math.clz32(kinds & -kinds)] ?? 'words'
