import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { Totals, WindowFacts } from '../scan/scanner.ts'
import { type Assessor, ERROR_SCORE } from '../signal/evidence.ts'
import { EvidenceMemo, UNKNOWN } from '../signal/memo.ts'
import { kindNames } from '../signal/row.ts'
import { ShapeCounts } from '../signal/sketch.ts'
import { type Candidate, candidateOf, newSighting, worthOf } from './candidate.ts'
import { type Bytes, CandidateStore, type Margins } from './candidates.ts'
import { Captures } from './captures.ts'
import { ErrorIndex } from './error-index.ts'
import { LineWatch, SHAPE_BITS, type WatchedLine, type WatchHost } from './watch.ts'

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

/** What of the stream is at hand while a window's lines are judged. */
export interface Near {
  /** Bytes of a range, as a view or a copy. */
  held(startByte: number, endByte: number): Uint8Array
  /**
   * Puts the fingerprint of a line's words into `out`, and gives where they begin; -1 when not all of the line is in
   * the window.
   */
  fingerprint(startByte: number, endByte: number, out: Uint32Array): number
}

export interface JudgeOptions {
  assessor: Assessor
  /** What lines told before; absent where the assessor tells digits apart that fingerprints put alike. */
  memo: EvidenceMemo | undefined
  judgesAll: boolean
  margins: Margins
  headBytes: number
  tailBytes: number
  storeBytes: number
  near: Near
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
  /** Giants of the window that are not captured yet. */
  newGiants: Giant[] = []
  readonly #assessor: Assessor
  readonly #memo: EvidenceMemo
  readonly #remembers: boolean
  readonly #near: Near
  readonly #watch: LineWatch
  readonly #fingerprint = new Uint32Array(2)
  /** Where what was judged last begins. */
  #judgedStart = 0
  /** The line being judged, reused. */
  #sighting = newSighting()

  constructor(options: JudgeOptions) {
    const { assessor, memo, judgesAll, margins, headBytes, tailBytes, storeBytes, near } = options
    this.#watch = new LineWatch(this, judgesAll)
    this.#assessor = assessor
    this.#memo = memo ?? new EvidenceMemo()
    this.#remembers = memo !== undefined
    this.index = new ErrorIndex(headBytes, tailBytes)
    this.store = new CandidateStore(this, margins, storeBytes)
    this.#near = near
  }

  observe(facts: WindowFacts, endByte: number): void {
    this.shapes.addLines(facts, SHAPE_BITS)
    this.#watch.observe(facts, endByte)
    this.store.settle()
    this.index.trim(endByte)
  }

  finish(totals: Totals): void {
    if (totals.lastLineShape !== 0) this.shapes.add(totals.lastLineShape & SHAPE_BITS)
    this.#watch.finish(totals)
    this.store.settle()
  }

  get errorCount(): number {
    return this.index.total
  }

  errorsSince(startByte: number): number[] {
    return this.index.since(startByte)
  }

  held(startByte: number, endByte: number): Uint8Array {
    return this.#near.held(startByte, endByte)
  }

  get wantsPassed(): boolean {
    return this.store.isOpen
  }

  passed(startByte: number, stopByte: number): void {
    this.store.passed(startByte, stopByte, this.index.last >= startByte ? this.index.last : -1)
  }

  judge(watched: WatchedLine): void {
    const entry = watched.isWhole
      ? this.#entryOf(watched)
      : this.#assess(watched.judgedStart, watched.judgedEnd)
    const start = this.#judgedStart
    const score = this.#memo.scoreOf(entry)
    const { line, isStranger } = watched
    if (score === 0 && !isStranger) return
    const repeat = score === 0 ? 0 : this.#count(entry, line, score)
    const isError = watched.speaks && score >= ERROR_SCORE
    if (!isError && watched.isWhole && !this.store.wants(worthOf(score, repeat))) return
    const sighting = this.#sighting
    const { evidence } = sighting
    this.#memo.read(entry, evidence)
    sighting.line = line
    sighting.startByte = watched.startByte
    sighting.stopByte = watched.stopByte
    sighting.matchStart = start + evidence.startByte
    sighting.matchEnd = start + evidence.endByte
    sighting.repeat = repeat
    sighting.isError = isError
    sighting.isStranger = isStranger
    if (isError) this.#found(line, sighting.matchStart, sighting.matchEnd, evidence.kinds)
    if (watched.isWhole) this.#sighting = this.store.offer(sighting)
    else if (isError) {
      const candidate = candidateOf(sighting)
      this.newGiants.push({ candidate, ordinal: this.index.total - 1, lineEnd: watched.endByte })
    }
  }

  /** The memo's entry of a line that is judged whole: from behind its time stamp on, for many differ in that alone. */
  #entryOf({ startByte, endByte }: WatchedLine): number {
    const fingerprint = this.#fingerprint
    const words = this.#remembers ? this.#near.fingerprint(startByte, endByte, fingerprint) : -1
    if (words < 0) {
      const bytes = this.#near.held(startByte, Math.min(endByte, startByte + MAX_SKIPPED))
      return this.#assess(startByte + afterStamp(bytes, 0, bytes.length), endByte)
    }
    this.#judgedStart = words
    const known = this.#memo.find(fingerprint[0], fingerprint[1])
    if (known !== UNKNOWN) return known
    this.#assess(words, endByte)
    return this.#memo.keep(fingerprint[0], fingerprint[1])
  }

  /** Judges a line, and gives the entry that holds what it told for now. */
  #assess(start: number, end: number): number {
    this.#judgedStart = start
    return this.#memo.hold(this.#assessor.assess(this.#near.held(start, end), 0, end - start))
  }

  /** Counts a line with evidence, and gives how many such came before. */
  #count(entry: number, line: number, score: number): number {
    const kinds = score >= ERROR_SCORE ? this.#memo.kindsOf(entry) : 0
    for (let bits = kinds; bits !== 0; bits &= bits - 1) {
      const kind = 31 - Math.clz32(bits & -bits)
      if (this.firstOfKind[kind] === 0) this.firstOfKind[kind] = line
      this.lastOfKind[kind] = line
    }
    return this.repeats.add(this.#memo.shapeOf(entry))
  }

  #found(line: number, startByte: number, endByte: number, kinds: number): void {
    this.giants.addMatch(startByte)
    this.index.add(startByte)
    if (this.errorLines.length >= MAX_ERROR_LINES) return
    this.errorLines.push({ line, startByte, endByte, pattern: patternOf(kinds) })
  }
}

/** The name of the strongest kind of evidence. */
export const patternOf = (kinds: number): string => kindNames[31 - Math.clz32(kinds & -kinds)] ?? 'words'
