import type { Judgement } from '../fold/like-finder.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { ScanSession } from '../scan/scanner.ts'
import { type Assessor, ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import { EvidenceMemo, UNKNOWN } from '../signal/memo.ts'
import { type FoundError, patternOf } from './found.ts'

const CR = 0x0d

const NO_EVIDENCE: Judgement = { score: 0, kinds: 0, isError: false }

/** How lines are judged while they are folded. */
export interface Rules {
  assessor: Assessor
  /** True when a pattern of a caller may tell digits apart, so that lines like an earlier one are judged again. */
  distinguishesDigits: boolean
}

/** Judges lines that may be folded. Lines of the window with the same words are judged once. */
export class LineJudge {
  readonly #rules: Rules
  readonly #session: ScanSession
  readonly #memo = new EvidenceMemo()
  readonly #fingerprint = new Uint32Array(2)
  /** The bytes that the session has just scanned, if they have no CR inside a line. */
  #window: Uint8Array | undefined

  constructor(rules: Rules, session: ScanSession) {
    this.#rules = rules
    this.#session = session
  }

  /** Sets the bytes that the session has just scanned. `hasReturns` if a CR is inside a line. */
  setWindow(bytes: Uint8Array, hasReturns: boolean): void {
    this.#window = hasReturns || this.#rules.distinguishesDigits ? undefined : bytes
  }

  /** Judges a line without its LF. */
  judge(bytes: Uint8Array, start: number, end: number): Judgement {
    const fingerprint = this.#fingerprint
    if (bytes !== this.#window || this.#session.fingerprint(start, end, fingerprint) < 0)
      return judgementOf(this.#strongestIn(bytes, start, end))
    let entry = this.#memo.find(fingerprint[0], fingerprint[1])
    if (entry === UNKNOWN) {
      this.#memo.hold(this.#evidenceIn(bytes, start, end))
      entry = this.#memo.keep(fingerprint[0], fingerprint[1])
    }
    const score = this.#memo.scoreOf(entry)
    if (score === 0) return NO_EVIDENCE
    return { score, kinds: this.#memo.kindsOf(entry), isError: score >= ERROR_SCORE }
  }

  /** The strongest error in a line without its LF, with the offsets of its evidence in `bytes`. */
  errorIn(bytes: Uint8Array, start: number, end: number): Omit<FoundError, 'line'> | undefined {
    const evidence = this.#strongestIn(bytes, start, end)
    if (evidence === undefined || evidence.score < ERROR_SCORE) return undefined
    const { startByte, endByte, kinds } = evidence
    return { startByte, endByte, pattern: patternOf(kinds) }
  }

  /** The strongest evidence in the parts of a line between CRs; of equals, the first. */
  #strongestIn(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    let strongest: Evidence | undefined
    for (let from = start; from < end; ) {
      const cr = bytes.indexOf(CR, from)
      const to = cr < 0 || cr > end ? end : cr
      const evidence = to > from ? this.#evidenceIn(bytes, from, to) : undefined
      if (evidence && evidence.score > (strongest?.score ?? 0)) strongest = evidence
      from = to + 1
    }
    return strongest
  }

  #evidenceIn(line: Uint8Array, from: number, to: number): Evidence | undefined {
    const words = afterStamp(line, from, Math.min(to, from + MAX_SKIPPED))
    return this.#rules.assessor.assess(line, words, to)
  }
}

const judgementOf = (evidence: Evidence | undefined): Judgement =>
  evidence
    ? { score: evidence.score, kinds: evidence.kinds, isError: evidence.score >= ERROR_SCORE }
    : NO_EVIDENCE
