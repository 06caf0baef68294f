import { names } from '../check/names.ts'
import { wholeOrInfinity } from '../check/values.ts'
import type { Input, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { PreparedList } from './listing.ts'
import type { ToolOutput } from './output.ts'

/** Default for the paths shown. */
export const FIND_LIMIT = 1000

export interface FindOptions extends TruncateOptions {
  /** Most paths shown, from 1. Default: 1000. */
  limit?: number
}

export const findNames = names<FindOptions, TruncateOptions>()('limit')

/**
 * Shows the first of the found paths. The notice reports what is beyond a limit.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * find(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function find(input: Input | readonly string[], options: FindOptions = {}): ToolOutput<ListDetails> {
  const list = findList(input, options)
  return list.show(list.settings).output
}

export function findList(
  input: Input | readonly string[],
  options: FindOptions = {},
): PreparedList<ListDetails> {
  const settings = resolveSettings(options, findNames)
  const limit = wholeOrInfinity('limit', options.limit, FIND_LIMIT, 1)
  return listEntries(input, limit, { what: 'results', canRefine: true }, settings)
}
