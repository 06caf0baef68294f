import { ResultCutter } from './cutter.ts'
import type { ToolResultOptions, TurnResultOptions } from './options.ts'
import { type PlacedResult, TurnCutter } from './turn-cutter.ts'

// `pith/openai-agents`: cuts the results of tools in the OpenAI Agents SDK. Types are by structure, so that the SDK need
// not be installed.

export type { CutCall, ToolResultOptions, TurnResultOptions, UncutCall } from './options.ts'

/** A `callModelInputFilter` of the SDK. */
export interface ToolResultFilter {
  // biome-ignore lint/suspicious/noExplicitAny: each version of the SDK has its own type of items.
  <Data extends { input: any[] }>(call: { modelData: Data }): Promise<Data>
  /** The filter changes no item, so the SDK need not copy them. */
  preserveInputIdentity: true
}

interface Item {
  readonly type?: string
  readonly name?: string
  readonly callId?: string
  readonly output?: unknown
}

/** The items with outputs of tools that run at the caller, and the names of those that have no other. */
const resultTypes: Readonly<Record<string, string>> = {
  function_call_result: 'function',
  shell_call_output: 'shell',
  apply_patch_call_output: 'apply_patch',
}

/**
 * A `callModelInputFilter` for `run` or a `Runner`: the model sees the result of each tool cut, and the application keeps
 * it whole in `newItems`. A session stores what the model saw. It covers the agents of handoffs. Give it to an agent that
 * is a tool as `asTool({ runConfig })`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const output = 'a long line\n'.repeat(999)
 * const item = { type: 'function_call_result', name: 'build', callId: 'call_1', output }
 * const { input } = await cutToolResults({ maxBytes: 2048 })({ modelData: { input: [item] } })
 * input[0].output.length <= 2048 // true
 */
export function cutToolResults(options?: TurnResultOptions): ToolResultFilter {
  const cutter = new TurnCutter(options)
  const filter = async <Data extends { input: Item[] }>({
    modelData,
  }: {
    modelData: Data
  }): Promise<Data> => {
    const results = modelData.input.flatMap((item, place) => resultOf(item, place) ?? [])
    const shown = await cutter.cut(results)
    const input = [...modelData.input]
    for (const [i, { place, value }] of results.entries())
      if (shown[i] !== value) input[place] = { ...input[place], output: shown[i] }
    return { ...modelData, input }
  }
  return Object.assign(filter, { preserveInputIdentity: true } as const)
}

/** One part of text, or a list of parts. */
function resultOf({ type = '', name, callId, output }: Item, place: number): PlacedResult | undefined {
  if (!Object.hasOwn(resultTypes, type)) return undefined
  return { place, value: output, call: { tool: name ?? resultTypes[type], callId } }
}

/**
 * The same function tool with its result cut, for agents that have no filter. The application sees the cut result too, so
 * give a `store` to keep the full one.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function cutTool<Tool extends { name: string; invoke(...words: never[]): Promise<unknown> }>(
  tool: Tool,
  options?: ToolResultOptions,
): Tool {
  const cutter = new ResultCutter(options)
  const invoke = async (...words: never[]): Promise<unknown> => {
    const value = await tool.invoke(...words)
    const [, , details] = words as unknown as [
      unknown,
      unknown,
      { toolCall?: { callId?: string } } | undefined,
    ]
    return cutter.cut(value, { tool: tool.name, callId: details?.toolCall?.callId })
  }
  return { ...tool, invoke }
}
