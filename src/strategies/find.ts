import { PithError } from '../errors.ts'
import { type Input, resolveSettings, type TruncateOptions } from '../limits.ts'
import { type Listing, listEntries } from '../listing.ts'
import type { ToolOutput } from './output.ts'

/** Paths shown by default. */
export const FIND_LIMIT = 1000

export interface FindOptions extends TruncateOptions {
  /** Paths shown, from 1; 1000 by default. */
  limit?: number
}

export type FindDetails = Pick<Listing, 'total' | 'shown' | 'limitReached'>

/**
 * Found paths, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * find(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function find(input: Input | readonly string[], options: FindOptions = {}): ToolOutput<FindDetails> {
  const { limit = FIND_LIMIT, ...rest } = options
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new PithError('PITH_INVALID_OPTION', `Expected \`limit\` to be a whole number from 1, got ${String(limit)}.`)
  }
  const settings = resolveSettings({ ...rest, keep: 'head' })
  const { text, content, notice, ...details } = listEntries(input, limit, { what: 'results', canRefine: true }, settings)
  return notice === undefined ? { text, content, details } : { text, content, notice, details }
}
