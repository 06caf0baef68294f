import { expect } from 'vitest'
import { countLines, utf8Length } from './facts.ts'

/** The facts about a profile's call, apart from its text. */
export interface ProfileCall {
  /** Repeats the same call. */
  again: () => string
  /** The call's whole input. */
  input?: string | Uint8Array | undefined
  /** Totals of the input as the call reports them, if it does. */
  totals?: { totalLines?: number | undefined; totalBytes?: number | undefined } | undefined
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of an input. Lone surrogates and malformed bytes become U+FFFD. */
export const textOf = (input: string | Uint8Array): string =>
  typeof input === 'string' ? input.replaceAll(/\p{Surrogate}/gu, '\ufffd') : decoder.decode(input)

/**
 * Checks the clauses that hold for every profile. Its text is well formed, is the same for the same call, and says
 * "succeeded" only if the input does. Its totals are those of the input.
 */
export function checkProfile(text: string, { again, input, totals }: ProfileCall): void {
  expect(text, 'well formed').not.toMatch(/\p{Surrogate}/u)
  if (again() !== text) throw new Error('clause 8: a second call gave another text')
  const whole = input === undefined ? undefined : textOf(input)
  if (/succeeded/i.test(text) && !(whole !== undefined && /succeeded/i.test(whole))) {
    throw new Error('clause 12: the text says "succeeded"')
  }
  if (whole === undefined || totals === undefined) return
  if (totals.totalLines !== undefined) expect(totals.totalLines, 'totalLines').toBe(countLines(whole))
  if (totals.totalBytes !== undefined) expect(totals.totalBytes, 'totalBytes').toBe(utf8Length(whole))
}
