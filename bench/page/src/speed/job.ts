import type { Scanner } from '../../../../src/core/scan/scanner.ts'

/** `wasm` and `js` are pith's backends. A rival is what one would write without pith. */
export type Role = 'wasm' | 'js' | 'rival'

export interface Contender {
  name: string
  role: Role
  run(bytes: Uint8Array): unknown
}

/** What is timed. */
export interface Job {
  contenders: Contender[]
  /** Every run gets an input that was never seen before, because pith remembers lines that it has judged. */
  isFirstSeen?: boolean
  /** Throws if a contender's answer is wrong. Returns a note when a rival's answer differs by design. */
  check(bytes: Uint8Array): string | undefined
}

/** Makes a job for the scanners that are available. */
export type JobMaker = (wasm: Scanner | undefined) => Job

export const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Throws if an answer is wrong. */
export function same(name: string, answer: unknown, expected: unknown): void {
  if (JSON.stringify(answer) !== JSON.stringify(expected)) {
    throw new Error(`${name} returned a wrong answer, so nothing was timed.`)
  }
}
