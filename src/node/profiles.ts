/** `pith/profiles` on Node: the five profiles, with files as the default where a profile keeps something. */
export { openclaw, pi, vtcode, zdx } from '../profiles/index.ts'
export * as attractor from './attractor.ts'
