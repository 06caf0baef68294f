/** `pith/profiles` on Node: the five profiles. A profile that stores output uses files by default. */
export { openclaw, pi, vtcode, zdx } from '../extra/profiles/index.ts'
export * as attractor from './attractor.ts'
