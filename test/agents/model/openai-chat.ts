import { type Answer, type Body, type Dialect, type StreamEvent, textOf } from './dialect.ts'

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const callsOf = (answer: Answer) =>
  'call' in answer
    ? [
        {
          index: 0,
          id: `call_${answer.number}`,
          type: 'function',
          function: { name: answer.call.tool, arguments: JSON.stringify(answer.call.args) },
        },
      ]
    : undefined

const stopOf = (answer: Answer) => ('call' in answer ? 'tool_calls' : 'stop')

const messageOf = (answer: Answer) => {
  const calls = callsOf(answer)
  return {
    role: 'assistant',
    content: 'text' in answer ? answer.text : null,
    ...(calls && { tool_calls: calls }),
  }
}

/** Chat completions of OpenAI. */
export const openaiChat: Dialect = {
  path: /\/chat\/completions$/,
  read: (body) => ({
    tools: (body.tools ?? []).map((tool: Body) => tool.function?.name ?? tool.name),
    results: (body.messages ?? [])
      .filter((message: Body) => message.role === 'tool')
      .map((message: Body) => ({ text: textOf(message.content), isError: false })),
    model: body.model,
    isStream: body.stream === true,
  }),
  whole: (answer, { model }) => ({
    id: 'chat_1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: messageOf(answer), finish_reason: stopOf(answer) }],
    usage,
  }),
  events(answer, { model }) {
    const chunk = (choices: unknown[], more = {}): StreamEvent => ({
      data: { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model, choices, ...more },
    })
    const choice = (delta: unknown, reason: string | null) => [{ index: 0, delta, finish_reason: reason }]
    return [
      chunk(choice(messageOf(answer), null)),
      chunk(choice({}, stopOf(answer))),
      chunk([], { usage }),
      { data: '[DONE]' },
    ]
  },
}
