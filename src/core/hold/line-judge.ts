import type { Judgement } from '../clean/repeats.ts'
import { type Assessor, ERROR_SCORE, type Evidence } from '../judge/evidence.ts'
import { ALIKE_DIGITS } from '../judge/normalise.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { FoundError } from './found.ts'

const CR = 0x0d

const NO_EVIDENCE: Judgement = { score: 0, kinds: 0, isError: false }

/** How lines are judged while they are folded. */
export interface Rules {
  assessor: Assessor
  /** True when a pattern of a caller may tell digits apart, so that lines like an earlier one are judged again. */
  distinguishesDigits: boolean
}

/** What the normaliser makes of digits, too. */
const GROUPS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x30 && byte <= 0x39 ? ALIKE_DIGITS.charCodeAt(byte - 0x30) : byte,
)

/** Verdicts that are remembered. */
const MOST_VERDICTS = 4096

/** Judges lines that may be folded. Lines that differ in digits of one group are judged once, unless a rule tells them apart. */
export class LineJudge {
  readonly #rules: Rules
  /** By hash. Only lines that differ in nothing but numbers are compared by their verdicts, so that none need be sure. */
  readonly #verdicts = new Map<number, Judgement>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** Judges a line without its LF. */
  judge(bytes: Uint8Array, start: number, end: number): Judgement {
    if (this.#rules.distinguishesDigits) return judgementOf(this.#strongestIn(bytes, start, end))
    const hash = hashOfGroups(bytes, start, end)
    const known = this.#verdicts.get(hash)
    if (known) return known
    const verdict = judgementOf(this.#strongestIn(bytes, start, end))
    if (this.#verdicts.size >= MOST_VERDICTS) this.#verdicts.clear()
    this.#verdicts.set(hash, verdict)
    return verdict
  }

  /** The strongest error in a line without its LF, with the offsets of its evidence in `bytes`. */
  errorIn(bytes: Uint8Array, start: number, end: number): Omit<FoundError, 'line'> | undefined {
    const evidence = this.#strongestIn(bytes, start, end)
    if (evidence === undefined || evidence.score < ERROR_SCORE) return undefined
    const { startByte, endByte, kinds } = evidence
    return { startByte, endByte, kinds }
  }

  /** The strongest evidence in the parts of a line between CRs; of equals, the first. */
  #strongestIn(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    let strongest: Evidence | undefined
    for (let from = start; from < end; ) {
      let to = from
      while (to < end && bytes[to] !== CR) to++
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

/** A hash of a line, of 53 bits, in which one digit stands for all of its group. */
function hashOfGroups(bytes: Uint8Array, start: number, end: number): number {
  let one = end - start
  let other = 0x811c9dc5
  for (let at = start; at < end; at++) {
    const byte = GROUPS[bytes[at]]
    one = (Math.imul(one, 31) + byte) | 0
    other = Math.imul(other ^ byte, 0x01000193)
  }
  return (one >>> 0) * 0x200000 + (other >>> 11)
}

const judgementOf = (evidence: Evidence | undefined): Judgement =>
  evidence
    ? { score: evidence.score, kinds: evidence.kinds, isError: evidence.score >= ERROR_SCORE }
    : NO_EVIDENCE
