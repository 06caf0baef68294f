import * as known from 'gpt-tokenizer/models'
import { describe, expect, it } from 'vitest'
import { createTokenBudget } from '../../src/extra/budget/budget.ts'
import { modelLimits } from '../../src/extra/budget/models.ts'

interface Spec {
  name: string
  current_snapshot?: string
  context_window?: number
  max_input_tokens?: number
  max_output_tokens?: number
  modalities: { output: string[] }
}

const isTextModel = ({ name, modalities }: Spec) =>
  /^(chatgpt-4o|gpt-[345]|gpt-oss|o[134]-|codex-mini)/.test(name) &&
  modalities.output.join() === 'text' &&
  !/realtime|transcribe/.test(name)

describe('modelLimits', () => {
  const specs = Object.values<Spec>(known as unknown as Record<string, Spec>).filter(
    (spec) => spec?.context_window !== undefined && isTextModel(spec),
  )

  it('says of each OpenAI model what gpt-tokenizer says of it, by every name', () => {
    expect(specs.length).toBeGreaterThan(60)
    for (const spec of specs) {
      for (const name of [spec.name, spec.current_snapshot ?? spec.name]) {
        const { windowTokens, maxOutputTokens, contextTokens } = modelLimits(name)
        const { context_window = 0, max_input_tokens, max_output_tokens } = spec
        expect({ name, windowTokens, maxOutputTokens }).toEqual({
          name,
          windowTokens: context_window,
          maxOutputTokens: max_output_tokens,
        })
        expect(contextTokens).toBeLessThanOrEqual(windowTokens)
        if (max_input_tokens) expect(contextTokens).toBe(Math.min(context_window, max_input_tokens))
      }
    }
  })

  it.each<[string, number, number?]>([
    ['openai/gpt-5', 272_000, 128_000],
    ['ft:gpt-4o-mini-2024-07-18:acme::abc123', 128_000, 16_384],
    [' gpt-4o\n', 128_000, 16_384],
    ['openrouter/openai/gpt-4o', 128_000, 16_384],
    ['models/gpt-4o', 128_000, 16_384],
    ['ft:gpt-4:acme::x', 8192, 8192],
    ['openai/ft:gpt-4o:acme/b::x', 128_000, 16_384],
    ['claude-3-haiku-20240307', 200_000, 4096],
    ['claude-3-5-sonnet-latest', 200_000, 8192],
    ['claude-3-7-sonnet-20250219', 200_000, 64_000],
    ['claude-opus-4-20250514', 200_000, 32_000],
    ['claude-opus-4-1-20250805', 200_000, 32_000],
    ['claude-sonnet-4@20250514', 200_000, 64_000],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000, 64_000],
    ['anthropic/claude-haiku-4.5', 200_000, 64_000],
    ['claude-opus-4-6', 1_000_000, 128_000],
    ['claude-sonnet-5', 1_000_000, 128_000],
    ['models/gemini-1.5-pro-002', 2_097_152, 8192],
    ['gemini-1.5-flash', 1_048_576, 8192],
    ['gemini-2.0-flash', 1_048_576, 8192],
    ['gemini-2.5-flash-lite', 1_048_576, 65_536],
    ['gemini-3-pro-preview', 1_048_576, 65_536],
    ['meta-llama/Llama-3.3-70B-Instruct', 131_072],
    ['meta.llama3-1-8b-instruct-v1:0', 131_072],
    ['llama3:70b', 8192],
    ['llama-3-8b', 8192],
    ['mistral-large-2512', 256_000],
    ['mistral-large-latest', 128_000],
    ['open-mixtral-8x22b', 64_000],
    ['deepseek-chat', 128_000],
    ['deepseek-v4-pro', 1_000_000, 384_000],
    ['qwen2.5-coder:32b', 131_072, 8192],
    ['Qwen/Qwen2.5-3B-Instruct', 32_768, 8192],
    ['qwen3-coder-plus', 262_144, 65_536],
    ['qwen3:8b', 32_768],
  ])('of %s is %i tokens', (model, contextTokens, maxOutputTokens) => {
    expect(modelLimits(model)).toMatchObject({ contextTokens, toolTokens: Math.min(35_000, contextTokens) })
    expect(modelLimits(model).maxOutputTokens).toBe(maxOutputTokens)
    expect(modelLimits(model.toUpperCase())).toEqual(modelLimits(model))
  })

  it('makes a budget, whose first output may have what it says', () => {
    for (const model of ['gpt-5', 'gpt-4', 'claude-opus-4-1', 'gemini-2.5-pro']) {
      const { contextTokens, toolTokens, source } = modelLimits(model)
      const budget = createTokenBudget(modelLimits(model))
      expect([budget.usage().contextTokens, budget.limitFor()]).toEqual([contextTokens, toolTokens])
      expect(source).toMatch(/^https:/)
    }
  })

  it.each([
    'gpt-6',
    'gpt-5.9',
    'o5',
    'claude-opus-4-9',
    'claude-haiku-5',
    'gpt-4o-realtime-preview',
    'my-model',
    ' ',
  ])('does not guess at %j', (model) => {
    expect(() => modelLimits(model)).toThrow(expect.objectContaining({ code: 'PITH_INVALID_OPTION' }))
    expect(() => modelLimits(model)).toThrow(`(for others, pass \`contextTokens\` yourself), got "${model}".`)
  })

  it.each([undefined, '', 5, null])('refuses a name of %j', (model) => {
    expect(() => modelLimits(model as string)).toThrow('`model` to be a non-empty string')
  })
})
