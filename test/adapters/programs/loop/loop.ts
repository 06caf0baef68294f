import { truncateResult } from 'pith'
import { ask, type Message, type Tools } from './agent.ts'

export async function answer(url: string, prompt: string, tools: Tools) {
  const messages: Message[] = [{ role: 'user', content: prompt }]
  const full: unknown[] = []
  for (;;) {
    const reply = await ask(url, messages, tools)
    messages.push(reply)
    if (!reply.tool_calls) return { text: reply.content, full }
    for (const { id, function: called } of reply.tool_calls) {
      const result = await tools[called.name](JSON.parse(called.arguments))
      full.push(result)
      const { value } = await truncateResult(result, { maxBytes: 4096 })
      const content = typeof value === 'string' ? value : JSON.stringify(value)
      messages.push({ role: 'tool', tool_call_id: id, content })
    }
  }
}
