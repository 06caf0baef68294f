import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { log } from '../log.ts'

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }

/** A mock model of Mastra that calls these tools one after the other, and keeps what came with the last request. */
export function scripted(...names: string[]) {
  const shown: unknown[] = []
  const answer = ({ prompt }: { prompt: { role: string; content: unknown }[] }) => {
    const results = prompt
      .filter(({ role }) => role === 'tool')
      .flatMap(({ content }) => content as { output: unknown }[])
    shown.splice(0, shown.length, ...results.map(({ output }) => output))
    return names[results.length]
  }
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async (call) => {
      const name = answer(call as never)
      return {
        content: [
          name === undefined
            ? { type: 'text', text: 'done' }
            : { type: 'tool-call', toolCallId: `call_${name}`, toolName: name, input: '{}' },
        ],
        finishReason: name === undefined ? 'stop' : 'tool-calls',
        usage,
        warnings: [],
      }
    },
  })
  return { model, shown }
}

const inputSchema = z.object({})
export const build = createTool({ id: 'build', description: 'Builds', inputSchema, execute: async () => log })
export const run = createTool({
  id: 'run',
  description: 'Runs',
  inputSchema,
  execute: async () => ({ stdout: log, exitCode: 2 }),
})
export const tools = { build, run }
export const { model, shown } = scripted('build', 'run')
export { inputSchema }
