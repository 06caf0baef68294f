import { truncate } from '../engine/truncate.ts'
import type { Input, TruncateOptions } from '../options.ts'
import type { Truncation } from '../truncation.ts'
import { outputOf, type ToolOutput } from './output.ts'

/**
 * A fetched page, or any output that no other strategy is for: both ends and the lines that tell of errors.
 *
 * @example
 * web('short').text // 'short'
 */
export function web(input: Input, options: TruncateOptions = {}): ToolOutput<{ truncation: Truncation }> {
  return outputOf(truncate(input, options), {})
}
