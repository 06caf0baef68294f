import { inject } from 'vitest'

/** How many random cases a suite tries: `PITH_CASES`, else a usual number, which is larger in the deep suite. */
export const caseCount = (usual: number, thorough: number): number =>
  Number(process.env.PITH_CASES ?? (inject('thorough') ? thorough : usual))
