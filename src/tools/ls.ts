import { wholeOrInfinity } from '../check/values.ts'
import type { Input, OwnNames, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { ToolOutput } from './output.ts'

/** Entries shown by default. */
export const LS_LIMIT = 500

export interface LsOptions extends TruncateOptions {
  /** Entries shown, from 1; 500 by default. */
  limit?: number
}

export const lsNames = { limit: true } as const satisfies OwnNames<LsOptions>

/**
 * Entries of a directory, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * ls(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function ls(input: Input | readonly string[], options: LsOptions = {}): ToolOutput<ListDetails> {
  const settings = resolveSettings(options, lsNames)
  const limit = wholeOrInfinity('limit', options.limit, LS_LIMIT, 1)
  return listEntries(input, limit, { what: 'entries', canRefine: false }, settings)
}
