import { ResultCutter } from './cutter.ts'
import type { ToolResultOptions, TurnResultOptions } from './options.ts'
import { cutPrompt } from './prompt.ts'
import { TurnCutter } from './turn-cutter.ts'

// `pith/ai-sdk`: cuts the results of tools in the Vercel AI SDK, version 6 and 7. Types are by structure, so that one
// adapter fits both and neither has to be installed.

export type { CutCall, ToolResultOptions, TurnResultOptions, UncutCall } from './options.ts'

/** A `LanguageModelMiddleware` of the AI SDK. */
export interface ToolResultMiddleware {
  readonly specificationVersion: 'v3'
  transformParams<Params extends CallParams>(call: { params: Params }): Promise<Params>
}

/** What a middleware needs to know of a call of a model. */
// biome-ignore lint/suspicious/noExplicitAny: each version of the SDK has its own type of messages.
type CallParams = { prompt: any; abortSignal?: AbortSignal | undefined }

/**
 * A middleware for `wrapLanguageModel`: the model sees the result of each tool cut, and the application keeps it whole,
 * in `steps` and messages. Give the same model to subagents. Calls with `abortSignal` stop cutting when it is aborted.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * cutToolResults({ maxBytes: 4096 }).specificationVersion // 'v3'
 */
export function cutToolResults(options?: TurnResultOptions): ToolResultMiddleware {
  const cutter = new TurnCutter(options)
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const prompt = await cutPrompt(params.prompt, cutter, params.abortSignal)
      return prompt === params.prompt ? params : { ...params, prompt }
    },
  }
}

/** The output of one tool, for its model. */
export type ToolModelOutput =
  | { type: 'text'; value: string }
  // biome-ignore lint/suspicious/noExplicitAny: the SDK has its own type of JSON.
  | { type: 'json'; value: any }

/**
 * A `toModelOutput` for one tool: a string becomes a text, anything else JSON, and both are cut. The tool's name is for
 * `tools` and `onCut`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const output = 'a long line\n'.repeat(999)
 * const { value } = await toModelOutput('build', { maxBytes: 2048 })({ toolCallId: 'call_1', output })
 * value.length <= 2048 // true
 */
export function toModelOutput(
  tool: string,
  options?: ToolResultOptions,
): (call: { toolCallId: string; output: unknown }) => Promise<ToolModelOutput> {
  const cutter = new ResultCutter(options)
  return async ({ toolCallId, output }) => {
    const cut = await cutter.cutAgain(output, { tool, callId: toolCallId })
    return typeof cut === 'string' ? { type: 'text', value: cut } : { type: 'json', value: cut ?? null }
  }
}
