import { wholeOrInfinity } from '../check/values.ts'
import type { Input, OwnNames, TruncateOptions } from '../options.ts'
import { resolveSettings } from '../settings.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { ToolOutput } from './output.ts'

/** Paths shown by default. */
export const FIND_LIMIT = 1000

export interface FindOptions extends TruncateOptions {
  /** Paths shown, from 1; 1000 by default. */
  limit?: number
}

export const findNames = { limit: true } as const satisfies OwnNames<FindOptions>

/**
 * Found paths, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * find(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function find(input: Input | readonly string[], options: FindOptions = {}): ToolOutput<ListDetails> {
  const settings = resolveSettings(options, findNames)
  const limit = wholeOrInfinity('limit', options.limit, FIND_LIMIT, 1)
  return listEntries(input, limit, { what: 'results', canRefine: true }, settings)
}
