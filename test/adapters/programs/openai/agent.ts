import { type Model, type ModelRequest, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { log } from '../log.ts'

setTracingDisabled(true)

/** A model that calls these tools one after the other. The SDK has no mock of its own, but this interface. */
export class ScriptedModel implements Model {
  /** The outputs of tools that came with the last request. */
  shown: unknown[] = []
  readonly #names: string[]
  constructor(...names: string[]) {
    this.#names = names
  }
  async getResponse({ input }: ModelRequest) {
    const items = typeof input === 'string' ? [] : input
    this.shown = items.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : []))
    const name = this.#names[this.shown.length]
    const output =
      name === undefined
        ? {
            type: 'message' as const,
            role: 'assistant' as const,
            status: 'completed' as const,
            content: [{ type: 'output_text' as const, text: 'done' }],
          }
        : { type: 'function_call' as const, callId: `call_${name}`, name, arguments: '{"input":"go"}' }
    return { usage: new Usage(), output: [output] }
  }
  getStreamedResponse(): AsyncIterable<never> {
    throw new Error('Nothing is streamed here.')
  }
}

const parameters = z.object({ input: z.string() })
export const build = tool({ name: 'build', description: 'Builds', parameters, execute: async () => log })
export const run = tool({
  name: 'run',
  description: 'Runs',
  parameters,
  execute: async () => ({ stdout: log, exitCode: 2 }),
})
export const model = new ScriptedModel('build', 'run')
export const tools = [build, run]
