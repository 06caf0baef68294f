import type { Input, TruncateOptions } from '../options.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { ToolOutput } from './output.ts'
import { countLimit } from './positions.ts'

/** Entries shown by default. */
const LS_LIMIT = 500

export interface LsOptions extends TruncateOptions {
  /** Entries shown, from 1; 500 by default. */
  limit?: number
}

/**
 * Entries of a directory, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * ls(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function ls(input: Input | readonly string[], options: LsOptions = {}): ToolOutput<ListDetails> {
  const { limit, ...rest } = options
  return listEntries(input, countLimit('limit', limit, LS_LIMIT), { what: 'entries', canRefine: false }, rest)
}
