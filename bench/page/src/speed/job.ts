import type { Scanner } from '../../../../src/scan/scanner.ts'

/** `wasm` and `js` are pith's, a rival is what one would write without it. */
export type Role = 'wasm' | 'js' | 'rival'

export interface Contender {
  name: string
  role: Role
  run(bytes: Uint8Array): unknown
}

/** What is timed. */
export interface Job {
  contenders: Contender[]
  /** Throws unless every contender's answer is right; says in words where a rival's differs by its nature. */
  check(bytes: Uint8Array): string | undefined
}

/** Makes a job for the scanners that there are here. */
export type JobMaker = (wasm: Scanner | undefined, js: Scanner) => Job

export const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Throws unless an answer is right. */
export function same(name: string, answer: unknown, expected: unknown): void {
  if (JSON.stringify(answer) !== JSON.stringify(expected)) {
    throw new Error(`${name} gives another answer than is right; nothing was timed.`)
  }
}
