import { type Answer, type Body, type Dialect, type StreamEvent, textOf } from './dialect.ts'

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

/** A tool of a namespace is called `namespace/name` here. */
function callItem({ call, number }: Extract<Answer, { call: unknown }>) {
  const [name, namespace] = call.tool.split('/').reverse()
  const id = { id: `fc_${number}`, call_id: `call_${number}` }
  const { input } = call.args
  // The program of Codex's code mode is free text.
  if (name === 'exec' && typeof input === 'string')
    return { type: 'custom_tool_call', ...id, name, input, status: 'completed' }
  const words = { name, arguments: JSON.stringify(call.args), status: 'completed' }
  return { type: 'function_call', ...id, ...(namespace && { namespace }), ...words }
}

const itemOf = (answer: Answer) =>
  'call' in answer
    ? callItem(answer)
    : {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: answer.text, annotations: [] }],
      }

const responseOf = (answer: Answer, model: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model,
  output: [itemOf(answer)],
  usage,
})

const namesOf = (tool: Body): string[] =>
  tool.tools ? tool.tools.map((inner: Body) => `${tool.name}/${inner.name}`) : [tool.name ?? tool.type]

/** Responses of OpenAI. */
export const openaiResponses: Dialect = {
  path: /\/responses$/,
  read: (body) => ({
    tools: (body.tools ?? []).flatMap(namesOf),
    results: (Array.isArray(body.input) ? body.input : [])
      .filter((item: Body) => /_output$/.test(item.type))
      .map((item: Body) => ({ text: textOf(item.output), isError: false })),
    model: body.model,
    isStream: body.stream === true,
  }),
  whole: (answer, { model }) => responseOf(answer, model),
  events(answer, { model }) {
    const response = responseOf(answer, model)
    const [item] = response.output
    const event = (name: string, data: object): StreamEvent => ({ name, data: { type: name, ...data } })
    return [
      event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
      event('response.output_item.added', { output_index: 0, item }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response }),
    ]
  },
}
