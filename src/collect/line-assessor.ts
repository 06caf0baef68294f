import type { KernelJudge } from '../scan/judge.ts'
import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import type { Assessor } from '../signal/evidence.ts'
import { EvidenceMemo, UNKNOWN } from '../signal/memo.ts'
import type { HeldBytes } from './held-bytes.ts'

export interface LineAssessorOptions {
  assessor: Assessor
  /**
   * Evidence of earlier lines by fingerprint; undefined when a pattern distinguishes digits, as fingerprints do not.
   */
  memo: EvidenceMemo | undefined
  /** The judge of the kernels. Undefined where lines are judged by `assessor` alone. */
  judge: KernelJudge | undefined
  bytes: HeldBytes
}

/** Assesses lines by their own text. Lines with the same words are assessed once. */
export class LineAssessor {
  /** The evidence of lines, by the entries that `entryOf` returns. */
  readonly memo: EvidenceMemo
  /** Start of the text that was assessed last. The offsets of its evidence count from here. */
  assessedStart = 0
  readonly #assessor: Assessor
  readonly #remembers: boolean
  readonly #judge: KernelJudge | undefined
  readonly #bytes: HeldBytes
  readonly #fingerprint = new Uint32Array(2)

  constructor({ assessor, memo, judge, bytes }: LineAssessorOptions) {
    this.memo = memo ?? new EvidenceMemo()
    this.#assessor = assessor
    this.#judge = judge
    this.#remembers = memo !== undefined
    this.#bytes = bytes
  }

  /** Assesses a range as a line, without a time stamp at its start. Returns its entry in the memo. */
  entryOf(startByte: number, endByte: number): number {
    const fingerprint = this.#fingerprint
    const words = this.#remembers ? this.#bytes.fingerprint(startByte, endByte, fingerprint) : -1
    if (words < 0) {
      const bytes = this.#bytes.held(startByte, Math.min(endByte, startByte + MAX_SKIPPED))
      return this.#assess(startByte + afterStamp(bytes, 0, bytes.length), endByte)
    }
    this.assessedStart = words
    const known = this.memo.find(fingerprint[0], fingerprint[1])
    if (known !== UNKNOWN) return known
    this.#assess(words, endByte)
    return this.memo.keep(fingerprint[0], fingerprint[1])
  }

  /** Assesses a range without looking it up. The entry is valid until the next line is assessed. */
  #assess(start: number, end: number): number {
    this.assessedStart = start
    const judge = this.#judge
    const address = judge ? this.#bytes.addressOf(judge.memory, start, end) : -1
    const found = judge && address >= 0 ? judge.assessAt(address, end - start) : -1
    if (found >= 0) return this.memo.hold(found === 0 ? undefined : judge)
    return this.memo.hold(this.#assessor.assess(this.#bytes.held(start, end), 0, end - start))
  }
}
