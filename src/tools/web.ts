import { refuseDetached } from '../check/bytes.ts'
import { truncate } from '../core/truncate.ts'
import type { Input, TruncateOptions } from '../options.ts'
import type { Truncation } from '../truncation.ts'
import { bash } from './bash.ts'
import { contentKindOf, decoderOf } from './content-kind.ts'
import { outputOf, type ToolOutput } from './output.ts'

/**
 * Truncates a fetched page, or any output without a strategy of its own. Keeps both ends and error lines.
 *
 * @example
 * web('short').text // 'short'
 */
export function web(input: Input, options: TruncateOptions = {}): ToolOutput<{ truncation: Truncation }> {
  if (input instanceof Uint8Array) refuseDetached(input)
  const content = input instanceof Uint8Array ? contentKindOf(input) : undefined
  const isUtf8 = content === undefined || (content.kind === 'text' && !decoderOf(content.encoding))
  // `bash` decodes UTF-16, and says what is not text.
  return isUtf8
    ? outputOf(truncate(input, { ...options, fold: options.fold ?? true }), {})
    : bash(input, options)
}
