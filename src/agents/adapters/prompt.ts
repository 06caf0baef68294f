import type { ResultCutter } from './cutter.ts'

// The prompt of a language model, as the providers of the Vercel AI SDK and of Mastra get it.

interface Message {
  readonly role: string
  readonly content: unknown
}

interface ResultPart {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: ModelOutput
}

/** What a tool's result is for the model. The SDKs have other types too, which stay as they are. */
interface ModelOutput {
  readonly type: string
  readonly value?: unknown
}

const cutTypes: ReadonlySet<string> = new Set(['text', 'json', 'content', 'error-text', 'error-json'])

/**
 * The prompt with the results of tools cut. The same prompt when they all fit. Results of tools that the provider runs
 * stand in messages of the assistant, and stay as they are, because some must come back unchanged.
 */
export async function cutPrompt<Prompt extends readonly Message[]>(
  prompt: Prompt,
  cutter: ResultCutter,
  signal?: AbortSignal,
): Promise<Prompt> {
  const messages = await Promise.all(prompt.map((message) => cutMessage(message, cutter, signal)))
  return messages.every((message, at) => message === prompt[at]) ? prompt : (messages as unknown as Prompt)
}

async function cutMessage(message: Message, cutter: ResultCutter, signal?: AbortSignal): Promise<Message> {
  const { role, content } = message
  if (role !== 'tool' || !Array.isArray(content)) return message
  const parts: unknown[] = await Promise.all(content.map((part) => cutPart(part, cutter, signal)))
  return parts.every((part, at) => part === content[at]) ? message : { ...message, content: parts }
}

async function cutPart(part: ResultPart, cutter: ResultCutter, signal?: AbortSignal): Promise<ResultPart> {
  if (part.type !== 'tool-result' || !cutTypes.has(part.output?.type)) return part
  const { value } = part.output
  const call = { tool: part.toolName, callId: part.toolCallId, signal }
  const cut = await cutter.cutAgain(value, call)
  return cut === value ? part : { ...part, output: { ...part.output, value: cut } }
}
