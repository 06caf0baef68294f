import type { TurnResultOptions } from './options.ts'
import { cutPrompt } from './prompt.ts'
import { TurnCutter } from './turn-cutter.ts'

// `pith/mastra`: cuts the results of tools in agents of Mastra. Types are by structure, so that Mastra need not be
// installed.

export type { CutCall, ToolResultOptions, TurnResultOptions, UncutCall } from './options.ts'

/** An input processor of Mastra. */
export interface ToolResultProcessor {
  readonly id: 'pith'
  // biome-ignore lint/suspicious/noExplicitAny: each version of Mastra has its own type of prompts.
  processLLMRequest(call: { prompt: any; abortSignal?: AbortSignal }): Promise<{ prompt: any } | undefined>
}

/**
 * An input processor for an `Agent`: the model sees the result of each tool cut. Mastra keeps it whole in its memory, its
 * streams and `toolResults`. Give a subagent the same processor.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * cutToolResults({ maxBytes: 4096 }).id // 'pith'
 */
export function cutToolResults(options?: TurnResultOptions): ToolResultProcessor {
  const cutter = new TurnCutter(options)
  return {
    id: 'pith',
    async processLLMRequest({ prompt, abortSignal }) {
      const shown = await cutPrompt(prompt, cutter, abortSignal)
      return shown === prompt ? undefined : { prompt: shown }
    },
  }
}
