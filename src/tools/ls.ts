import { names } from '../check/names.ts'
import { wholeOrInfinity } from '../check/values.ts'
import type { Input, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { PreparedList } from './listing.ts'
import type { ToolOutput } from './output.ts'

/** Default for the entries shown. */
export const LS_LIMIT = 500

export interface LsOptions extends TruncateOptions {
  /** Most entries shown, from 1. Default: 500. */
  limit?: number
}

export const lsNames = names<LsOptions, TruncateOptions>()('limit')

/**
 * Shows the first entries of a directory. The notice reports what is beyond a limit.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * ls(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function ls(input: Input | readonly string[], options: LsOptions = {}): ToolOutput<ListDetails> {
  const list = lsList(input, options)
  return list.show(list.settings).output
}

export function lsList(input: Input | readonly string[], options: LsOptions = {}): PreparedList<ListDetails> {
  const settings = resolveSettings(options, lsNames)
  const limit = wholeOrInfinity('limit', options.limit, LS_LIMIT, 1)
  return listEntries(input, limit, { what: 'entries', canRefine: false }, settings)
}
