import type { Input, TruncateOptions } from '../options.ts'
import { type ListDetails, listEntries } from './entries.ts'
import type { ToolOutput } from './output.ts'
import { countLimit } from './positions.ts'

/** Paths shown by default. */
const FIND_LIMIT = 1000

export interface FindOptions extends TruncateOptions {
  /** Paths shown, from 1; 1000 by default. */
  limit?: number
}

/**
 * Found paths, the first ones; what is beyond a limit is told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * find(['a', 'b'], { limit: 1 }).content // 'a\n'
 */
export function find(input: Input | readonly string[], options: FindOptions = {}): ToolOutput<ListDetails> {
  const { limit, ...rest } = options
  return listEntries(
    input,
    countLimit('limit', limit, FIND_LIMIT),
    { what: 'results', canRefine: true },
    rest,
  )
}
