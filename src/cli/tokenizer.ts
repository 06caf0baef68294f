import { PithError } from '../errors.ts'
import type { TokenCounter, TruncateOptions } from '../limits.ts'
import { truncateOptions } from './options.ts'
import { warn } from './output.ts'
import type { Parsed } from './words.ts'

/**
 * Limits and choices from the command line, with the counter that --tokenizer names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export async function countedOptions(values: Parsed['values']): Promise<TruncateOptions> {
  return { ...truncateOptions(values), ...(await tokenizerOption(values)) }
}

/** The counter that --tokenizer names. Where its package is missing tokens are estimated, and people are told so. */
export async function tokenizerOption(values: Parsed['values']): Promise<{ tokens?: TokenCounter }> {
  const { tokenizer } = values
  if (typeof tokenizer !== 'string') return {}
  const { counterFor } = await import('../tokens/gpt.ts')
  try {
    return { tokens: await counterFor(tokenizer) }
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_MISSING_PACKAGE') throw error
    warn(
      `--tokenizer ${tokenizer} needs a package that is not installed; tokens are estimated. ${error.message}`,
    )
    return {}
  }
}
