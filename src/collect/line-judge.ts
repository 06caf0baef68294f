import type { Judgement } from '../fold/like-finder.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import { beginsIn } from '../scan/literal-search.ts'
import { PATTERN_LAG } from '../scan/patterns.ts'
import { FLAG_LONE_CR, type ScanSession, type WindowFacts } from '../scan/scanner.ts'
import { ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import { somePart } from '../signal/pieces.ts'
import { hasCueAtStart, hasCueBehindReturn, hasCueByFacts } from './cues.ts'
import type { ErrorFinderOptions } from './error-finder.ts'
import { type FoundError, patternOf } from './found.ts'
import { Tail } from './head-tail.ts'
import { HeldBytes } from './held-bytes.ts'
import { LineAssessor } from './line-assessor.ts'

const CR = 0x0d

const NO_EVIDENCE: Judgement = { score: 0, kinds: 0, isError: false }

/** How lines are assessed. */
export type Rules = Pick<ErrorFinderOptions, 'patterns' | 'assessor' | 'memo' | 'judge' | 'assessesAll'>

/** Judges lines as the error finder would: a line without a cue is no evidence. */
export class LineJudge {
  readonly #rules: Rules
  readonly #held: HeldBytes
  readonly #assessor: LineAssessor
  readonly #evidence: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }
  #facts: WindowFacts | undefined
  /** Matches that begin before here have been reported. */
  #reported = 0

  constructor(rules: Rules, session: ScanSession) {
    this.#rules = rules
    this.#held = new HeldBytes(new Tail(0), session)
    this.#assessor = new LineAssessor({ ...rules, bytes: this.#held })
  }

  /** Sets the bytes that the session has just scanned. */
  setWindow(bytes: Uint8Array, facts: WindowFacts): void {
    this.#held.chunk = bytes
    this.#facts = facts
    this.#reported = bytes.length - PATTERN_LAG
  }

  /** Judges a line without its LF. It is the line `index` of the window if `index` is not negative. */
  judge(bytes: Uint8Array, start: number, end: number, index: number): Judgement {
    const facts = index >= 0 && end <= this.#reported ? this.#facts : undefined
    if (facts && (facts.flags & FLAG_LONE_CR) === 0) {
      return this.#hasCueInWindow(facts, start, end, index) ? this.#assessInWindow(start, end) : NO_EVIDENCE
    }
    const line = bytes.subarray(start, end)
    const hasReturns = line.subarray(0, -1).includes(CR)
    if (!this.#hasCue(line) && !(hasReturns && hasCueBehindReturn(line))) return NO_EVIDENCE
    if (!hasReturns) return this.#assess(line, 0, line.length)
    let strongest = NO_EVIDENCE
    somePart(line, (from, to) => {
      const found = this.#assess(line, from, to)
      if (found.score > strongest.score) strongest = found
      return false
    })
    return strongest
  }

  /** The strongest error in a line without its LF, with the offsets of its evidence in `bytes`. */
  errorIn(bytes: Uint8Array, start: number, end: number): Omit<FoundError, 'line'> | undefined {
    const isInWindow = bytes === this.#held.chunk
    let most = ERROR_SCORE - 1
    let found: Omit<FoundError, 'line'> | undefined
    somePart(bytes.subarray(start, end), (from, to) => {
      const evidence = isInWindow
        ? this.#evidenceInWindow(start + from, start + to)
        : this.#evidenceIn(bytes, start + from, start + to)
      if (evidence === undefined || evidence.score <= most) return false
      most = evidence.score
      const { startByte, endByte, kinds } = evidence
      found = { startByte, endByte, pattern: patternOf(kinds) }
      return false
    })
    return found
  }

  #hasCue(line: Uint8Array): boolean {
    const { patterns, assessesAll } = this.#rules
    return assessesAll || hasCueAtStart(line, 0, line.length) || beginsIn(patterns, line, 0, line.length)
  }

  #hasCueInWindow(facts: WindowFacts, start: number, end: number, index: number): boolean {
    const { lineShapes, lineOpenings } = facts
    const { assessesAll } = this.#rules
    return hasCueByFacts(lineShapes[index], lineOpenings[index], assessesAll) || hasMatch(facts, start, end)
  }

  #assessInWindow(start: number, end: number): Judgement {
    const { memo } = this.#assessor
    const entry = this.#assessor.entryOf(start, end)
    return judgementOf(memo.scoreOf(entry), memo.kindsOf(entry))
  }

  /** The evidence in a range of the window, with its offsets in the window. Valid until the next call. */
  #evidenceInWindow(from: number, to: number): Evidence {
    const entry = this.#assessor.entryOf(from, to)
    const evidence = this.#evidence
    this.#assessor.memo.read(entry, evidence)
    evidence.startByte += this.#assessor.assessedStart
    evidence.endByte += this.#assessor.assessedStart
    return evidence
  }

  #evidenceIn(line: Uint8Array, from: number, to: number): Evidence | undefined {
    const words = afterStamp(line, from, Math.min(to, from + MAX_SKIPPED))
    return this.#rules.assessor.assess(line, words, to)
  }

  #assess(line: Uint8Array, from: number, to: number): Judgement {
    const evidence = this.#evidenceIn(line, from, to)
    return evidence ? judgementOf(evidence.score, evidence.kinds) : NO_EVIDENCE
  }
}

const judgementOf = (score: number, kinds: number): Judgement =>
  score === 0 ? NO_EVIDENCE : { score, kinds, isError: score >= ERROR_SCORE }

/** True when a match begins in a range of the window. Each line has one match at most, so they are in order. */
function hasMatch({ matches, matchCount }: WindowFacts, start: number, end: number): boolean {
  let low = 0
  let high = matchCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (matches[2 * middle] < start) low = middle + 1
    else high = middle
  }
  return low < matchCount && matches[2 * low] < end
}
