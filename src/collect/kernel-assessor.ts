import type { KernelJudge } from '../scan/judge.ts'
import type { Assessor, Evidence } from '../signal/evidence.ts'

/** Assesses lines in the kernels. What they cannot judge is left to another assessor. */
export class KernelAssessor implements Assessor {
  readonly #judge: KernelJudge
  readonly #other: Assessor

  constructor(judge: KernelJudge, other: Assessor) {
    this.#judge = judge
    this.#other = other
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const judge = this.#judge
    const found = judge.assess(bytes.subarray(start, end))
    if (found < 0) return this.#other.assess(bytes, start, end)
    if (found === 0) return undefined
    const { score, kinds, shape, coarse } = judge
    return {
      score,
      kinds,
      startByte: start + judge.startByte,
      endByte: start + judge.endByte,
      shape,
      coarse,
    }
  }
}
