import { log } from '../log.ts'

export interface Message {
  role: 'user' | 'assistant' | 'tool'
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export type Tools = Record<string, (input: object) => Promise<unknown>>

/** Asks a model that speaks the chat completions of OpenAI. */
export async function ask(url: string, messages: readonly Message[], tools: Tools): Promise<Message> {
  const offered = Object.keys(tools).map((name) => ({ type: 'function', function: { name, parameters: {} } }))
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'scripted', messages, tools: offered }),
  })
  const { choices } = (await response.json()) as { choices: { message: Message }[] }
  return choices[0].message
}

export const tools: Tools = {
  build: async () => log,
  run: async () => ({ stdout: log, exitCode: 2 }),
}
