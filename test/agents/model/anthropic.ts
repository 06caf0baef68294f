import { type Answer, type Body, type Dialect, type StreamEvent, textOf } from './dialect.ts'

const usage = { input_tokens: 1, output_tokens: 1 }

const blockOf = (answer: Answer) =>
  'call' in answer
    ? { type: 'tool_use', id: `toolu_${answer.number}`, name: answer.call.tool, input: answer.call.args }
    : { type: 'text', text: answer.text }

const stopOf = (answer: Answer) => ('call' in answer ? 'tool_use' : 'end_turn')

const messageOf = (model: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model,
  content: [] as unknown[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage,
})

/** Messages of Anthropic. */
export const anthropic: Dialect = {
  path: /\/v1\/messages$/,
  read: (body) => ({
    tools: (body.tools ?? []).map((tool: Body) => tool.name),
    results: (body.messages ?? [])
      .flatMap((message: Body) => (Array.isArray(message.content) ? message.content : []))
      .filter((block: Body) => block.type === 'tool_result')
      .map((block: Body) => ({ text: textOf(block.content), isError: block.is_error === true })),
    model: body.model,
    isStream: body.stream === true,
  }),
  whole: (answer, { model }) => ({
    ...messageOf(model),
    content: [blockOf(answer)],
    stop_reason: stopOf(answer),
  }),
  events(answer, { model }) {
    const event = (name: string, data: object): StreamEvent => ({ name, data: { type: name, ...data } })
    const isCall = 'call' in answer
    const opening = isCall ? { ...blockOf(answer), input: {} } : { type: 'text', text: '' }
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.call.args) }
      : { type: 'text_delta', text: answer.text }
    return [
      event('message_start', { message: messageOf(model) }),
      event('content_block_start', { index: 0, content_block: opening }),
      event('content_block_delta', { index: 0, delta }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: stopOf(answer), stop_sequence: null }, usage }),
      event('message_stop', {}),
    ]
  },
}
