import { nonEmptyString } from '../../check/values.ts'
import { bareName } from '../../core/tokens/model-name.ts'
import { invalidOption as invalid } from '../../errors.ts'
import { families } from './model-table.ts'
import { OUTPUT_TOKENS } from './pressure.ts'

/** The limits of a model, as its maker states them. */
export interface ModelLimits {
  /** Tokens that a conversation may have before the model answers: the window, or fewer if the maker says so. */
  contextTokens: number
  /** Tokens of the whole window. Includes the answer if the maker counts it. */
  windowTokens: number
  /** Most tokens of one answer, if the maker states them. */
  maxOutputTokens?: number
  /** Tokens that one tool output may have while the context is empty. */
  toolTokens: number
  /** The page where the maker states the window. */
  source: string
}

/**
 * The limits of a model by its name, as OpenAI, Anthropic, Google, Meta, Mistral, DeepSeek and Alibaba publish them.
 *
 * Ignores dates, `-latest`, and the prefix of a provider (`openrouter/openai/`, `us.anthropic.`, `models/`, `ft:`).
 * Returns the smaller window where members of a family differ, or where a larger window must be requested.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a model that the table does not have.
 * @example
 * modelLimits('gpt-4o').contextTokens // 128_000
 * createTokenBudget(modelLimits('claude-sonnet-4-5-20250929')).usage().contextTokens // 200_000
 */
export function modelLimits(model: string): ModelLimits {
  const name = bareName(nonEmptyString('model', model))
  for (const { source, rows } of families) {
    const row = rows.find(({ models }) => models.test(name))
    if (row === undefined) continue
    const { windowTokens, maxOutputTokens, contextTokens = windowTokens } = row
    return {
      contextTokens,
      windowTokens,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      toolTokens: Math.min(OUTPUT_TOKENS.plenty, contextTokens),
      source,
    }
  }
  throw invalid('model', 'a model with a known window (for others, pass `contextTokens` yourself)', model)
}
