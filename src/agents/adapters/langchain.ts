import { ResultCutter } from './cutter.ts'
import type { ToolResultOptions } from './options.ts'

// `pith/langchain`: cuts the results of tools in agents of LangChain 1. Types are by structure, so that LangChain need
// not be installed.

export type { CutCall, ToolResultOptions, UncutCall } from './options.ts'

/** A middleware for `createAgent` of LangChain. */
export interface ToolResultMiddleware {
  readonly name: 'pith'
  // biome-ignore lint/suspicious/noExplicitAny: LangChain's types of requests and results differ by version and state.
  wrapToolCall(request: any, handler: (request: any) => any): Promise<any>
}

interface ToolMessage {
  readonly type: 'tool'
  readonly tool_call_id: string
  readonly content: unknown
  readonly artifact?: unknown
  readonly lc_kwargs?: object
}

/**
 * A middleware for `createAgent`: the model sees the result of each tool cut. The full content is the `artifact` of the
 * message, which no model sees, unless the tool has set one itself. Messages in a `Command` are cut too. Give a subagent
 * the same middleware.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * cutToolResults({ maxBytes: 4096 }).name // 'pith'
 */
export function cutToolResults(options?: ToolResultOptions): ToolResultMiddleware {
  const cutter = new ResultCutter(options)
  return {
    name: 'pith',
    async wrapToolCall(request, handler) {
      const result: unknown = await handler(request)
      const { name, id } = request.toolCall
      const signal: AbortSignal | undefined = request.runtime?.signal
      const cut = (message: ToolMessage) => cutMessage(message, cutter, { name, id, signal })
      if (isToolMessage(result)) return cut(result)
      const messages = messagesOf(result)
      if (messages === undefined) return result
      const shown = await Promise.all(messages.map((each) => (isToolMessage(each) ? cut(each) : each)))
      const { update } = result as { update: object }
      return withFields(result as object, { update: { ...update, messages: shown } })
    },
  }
}

/**
 * A function for `tool(…, { responseFormat: 'content_and_artifact' })`: its content is what the function returns, cut,
 * and its artifact is what the function returns. The tool's name is for `tools` and `onCut`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const log = 'a long line\n'.repeat(999)
 * const [content, artifact] = await contentAndArtifact('build', () => log, { maxBytes: 2048 })()
 * artifact === log && content.length <= 2048 // true
 */
export function contentAndArtifact<Words extends unknown[], Value>(
  tool: string,
  run: (...words: Words) => Value,
  options?: ToolResultOptions,
): (...words: Words) => Promise<[Awaited<Value>, Awaited<Value>]> {
  const cutter = new ResultCutter(options)
  return async (...words) => {
    const value = await run(...words)
    return [await cutter.cut(value, { tool }), value]
  }
}

async function cutMessage(
  message: ToolMessage,
  cutter: ResultCutter,
  { name, id, signal }: { name: string; id?: string; signal: AbortSignal | undefined },
): Promise<ToolMessage> {
  const content = await cutter.cut(message.content, { tool: name, callId: id, signal })
  if (content === message.content) return message
  const fields = { content, artifact: message.artifact ?? message.content }
  // Messages are written to checkpoints by these.
  return withFields(message, { ...fields, lc_kwargs: { ...message.lc_kwargs, ...fields } })
}

/** The same object with other fields, of the same class. */
const withFields = <Value extends object>(value: Value, fields: object): Value =>
  Object.assign(Object.create(Object.getPrototypeOf(value)), value, fields)

const isToolMessage = (value: unknown): value is ToolMessage =>
  typeof value === 'object' &&
  value !== null &&
  'tool_call_id' in value &&
  'type' in value &&
  value.type === 'tool'

/** The messages of a `Command`. */
function messagesOf(value: unknown): unknown[] | undefined {
  const { update } = (value ?? {}) as { update?: { messages?: unknown } | null }
  return Array.isArray(update?.messages) ? update.messages : undefined
}
