/**
 * Reproduces five known systems exactly as their documents describe them. docs/profiles.md maps every rule to a test.
 */
export * as attractor from './attractor.ts'
export * as openclaw from './openclaw.ts'
export * as pi from './pi.ts'
export * as vtcode from './vtcode.ts'
export * as zdx from './zdx.ts'
