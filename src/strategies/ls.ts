import { PithError } from '../errors.ts'
import { type Input, resolveSettings, type TruncateOptions } from '../limits.ts'
import { type Listing, listEntries } from '../listing.ts'
import type { ToolOutput } from './output.ts'

/** Entries shown by default. */
export const LS_LIMIT = 500

export interface LsOptions extends TruncateOptions {
  /** Entries shown, from 1; 500 by default. */
  limit?: number
}

export type LsDetails = Pick<Listing, 'total' | 'shown' | 'limitReached'>

/**
 * Entries of a directory, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * ls(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function ls(input: Input | readonly string[], options: LsOptions = {}): ToolOutput<LsDetails> {
  const { limit = LS_LIMIT, ...rest } = options
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new PithError('PITH_INVALID_OPTION', `Expected \`limit\` to be a whole number from 1, got ${String(limit)}.`)
  }
  const settings = resolveSettings({ ...rest, keep: 'head' })
  const { text, content, notice, ...details } = listEntries(input, limit, { what: 'entries', canRefine: false }, settings)
  return notice === undefined ? { text, content, details } : { text, content, notice, details }
}
