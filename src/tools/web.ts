import { truncate } from '../engine/truncate.ts'
import type { Input, TruncateOptions } from '../options.ts'
import type { Truncation } from '../truncation.ts'
import { outputOf, type ToolOutput } from './output.ts'

/**
 * Truncates a fetched page, or any output without a strategy of its own. Keeps both ends and error lines.
 *
 * @example
 * web('short').text // 'short'
 */
export function web(input: Input, options: TruncateOptions = {}): ToolOutput<{ truncation: Truncation }> {
  return outputOf(truncate(input, options), {})
}
