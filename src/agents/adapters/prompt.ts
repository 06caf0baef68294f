import type { TurnCutter } from './turn-cutter.ts'

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
  cutter: TurnCutter,
  signal?: AbortSignal,
): Promise<Prompt> {
  const places = prompt.flatMap(({ role, content }, message) =>
    role === 'tool' && Array.isArray(content)
      ? content.flatMap((part: ResultPart, at) => (isCuttable(part) ? { message, at, part } : []))
      : [],
  )
  const results = places.map(({ message, part }) => ({
    place: message,
    value: part.output.value,
    call: {
      tool: part.toolName,
      callId: part.toolCallId,
      hasFailed: part.output.type.startsWith('error-'),
      signal,
    },
  }))
  const shown = await cutter.cut(results)
  const messages: Message[] = [...prompt]
  for (const [i, { message, at, part }] of places.entries()) {
    if (shown[i] === part.output.value) continue
    const content = [...(messages[message].content as ResultPart[])]
    content[at] = { ...part, output: { ...part.output, value: shown[i] } }
    messages[message] = { ...messages[message], content }
  }
  return messages.every((message, at) => message === prompt[at]) ? prompt : (messages as unknown as Prompt)
}

const isCuttable = (part: ResultPart): boolean =>
  part.type === 'tool-result' && cutTypes.has(part.output?.type)
