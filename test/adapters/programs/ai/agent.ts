import { jsonSchema, tool } from 'ai'
import * as mocks from 'ai/test'
import { log } from '../log.ts'

// A mock model of the SDK that calls each tool once, and then says what it was shown.

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

type Mock = typeof mocks.MockLanguageModelV3
// Version 7 has a newer one.
const Newest = ((mocks as Record<string, unknown>).MockLanguageModelV4 ?? mocks.MockLanguageModelV3) as Mock

export class ScriptedModel extends Newest {
  /** What came with the last request, as the provider gets it. */
  shown: unknown[] = []
  /** True to call all tools side by side. */
  #isParallel = false

  static parallel(...names: string[]): ScriptedModel {
    const model = new ScriptedModel(...names)
    model.#isParallel = true
    return model
  }

  constructor(...names: string[]) {
    super({
      doGenerate: async ({ prompt }) => {
        this.shown = prompt
          .filter(({ role }) => role === 'tool')
          .flatMap(({ content }) => content as { output?: unknown }[])
          .map(({ output }) => output)
        const next = this.#isParallel ? names.slice(this.shown.length) : [names[this.shown.length]]
        const calls = next.filter((name) => name !== undefined)
        return calls.length === 0
          ? {
              content: [{ type: 'text', text: 'done' }],
              finishReason: { unified: 'stop', raw: 'stop' },
              usage,
              warnings: [],
            }
          : {
              content: calls.map((name) => ({
                type: 'tool-call',
                toolCallId: `call_${name}`,
                toolName: name,
                input: '{}',
              })),
              finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
              usage,
              warnings: [],
            }
      },
    })
  }
}

export const runBuild = async (): Promise<string> => log

export const inputSchema = jsonSchema<Record<string, never>>({ type: 'object', properties: {} })

export const model = new ScriptedModel('build', 'run', 'fail')

/** Tools with a large text, a large text in JSON, and a large text as an error. */
export const tools = {
  build: tool({ description: 'Builds the project', inputSchema, execute: runBuild }),
  run: tool({
    description: 'Runs a command',
    inputSchema,
    execute: async () => ({ stdout: log, stderr: '', exitCode: 2 }),
  }),
  fail: tool({
    description: 'Fails',
    inputSchema,
    execute: async (): Promise<string> => {
      throw new Error(log)
    },
  }),
}
