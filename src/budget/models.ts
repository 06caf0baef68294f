import { nonEmptyString } from '../check/values.ts'
import { invalidOption as invalid } from '../errors.ts'
import { bareName } from '../tokens/model-name.ts'
import { families } from './model-table.ts'
import { OUTPUT_TOKENS } from './pressure.ts'

/** What a model takes, as its maker states it. */
export interface ModelLimits {
  /** Tokens that a conversation may have before the model answers: the window, or less where its maker says so. */
  contextTokens: number
  /** Tokens of the whole window, the answer included where the maker counts it in. */
  windowTokens: number
  /** Tokens of one answer, where its maker states them. */
  maxOutputTokens?: number
  /** Tokens that one tool output may have while the context is empty. */
  toolTokens: number
  /** Where the maker states the window. */
  source: string
}

/**
 * The limits of a model by its name, as OpenAI, Anthropic, Google, Meta, Mistral, DeepSeek and Alibaba publish them.
 * Dates, `-latest` and a provider in front (`openrouter/openai/`, `us.anthropic.`, `models/`, `ft:`) don't matter. Where members of
 * a family differ, or a larger window must be asked for, this is the smaller one.
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
  throw invalid('model', 'a model whose window is known (else pass `contextTokens` yourself)', model)
}
