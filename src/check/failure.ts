import { PithError } from '../errors.ts'
import type { PartFailure } from '../truncation.ts'

// What the net does with an error: it passes on what is the caller's, and describes what is pith's own.

interface Host {
  process?: { env?: Record<string, string | undefined> }
}

/** A switch for people who look for the cause, and for the tests: with `PITH_NET=throw` the net catches nothing. */
function isOff(): boolean {
  try {
    return (globalThis as Host).process?.env?.PITH_NET === 'throw'
  } catch {
    // A runtime may not allow a look at the environment.
    return false
  }
}

/**
 * Throws an error that is not pith's own: of the caller's token counter, or of an abort. Every other error is, also a
 * `PithError`: options and inputs are refused before the net.
 */
export function tolerate(error: unknown): void {
  const code = error instanceof PithError ? error.code : undefined
  if (code === 'PITH_COUNTER_FAILED' || code === 'PITH_ABORTED' || isOff()) throw error
}

/** An error that a function of the caller has thrown. It is no error of pith. */
export class CallersError extends Error {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    super('A function of the caller has thrown.')
    this.thrown = thrown
  }
}

/** A function of the caller. What it throws becomes a `CallersError`. */
export const ofCaller =
  <Words extends unknown[], Result>(call: (...words: Words) => Result) =>
  (...words: Words): Result => {
    try {
      return call(...words)
    } catch (error) {
      throw new CallersError(error)
    }
  }

/** The most UTF-16 units of an error's message that are told. */
const MAX_MESSAGE = 200

/** What an error says, and its first place in a file. */
export function failureOf(what: string, error: unknown): PartFailure {
  if (!(error instanceof Error)) return { what, error: `threw ${typeof error}` }
  const { name, message, stack = '' } = error
  const place = /[^\s()/\\@]+\.[cm]?[jt]s(?:\?[^:\s]*)?:\d+:\d+/.exec(stack.replace(message, ''))?.[0]
  const told = `${name}: ${message.slice(0, MAX_MESSAGE).replaceAll(/\s+/g, ' ')}`
  return { what, error: place === undefined ? told : `${told} (${place})` }
}

/** Runs work that can be done without. Notes its failure. */
export function attempt<Result>(
  what: string,
  work: () => Result,
  failures: PartFailure[],
): Result | undefined {
  try {
    return work()
  } catch (error) {
    tolerate(error)
    failures.push(failureOf(what, error))
    return undefined
  }
}
