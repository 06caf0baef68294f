import { expect } from 'vitest'
import { countLines, utf8Length } from './facts.ts'

/** What is known of a profile's call besides its text. */
export interface ProfileCall {
  /** The same call once more. */
  again: () => string
  /** Everything the call was given to cut, as one input. */
  input?: string | Uint8Array | undefined
  /** Totals that the call claims of that input, whichever it has. */
  totals?: { totalLines?: number | undefined; totalBytes?: number | undefined } | undefined
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text that an input stands for: lone surrogates and malformed bytes as U+FFFD. */
export const textOf = (input: string | Uint8Array): string =>
  typeof input === 'string' ? input.replaceAll(/\p{Surrogate}/gu, '\ufffd') : decoder.decode(input)

/**
 * The clauses that hold for every profile: its text is well formed, comes again for the same call, says "succeeded"
 * only where the input does, and its totals are those of the input.
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
