import * as aiSdk from '../../src/agents/adapters/ai-sdk.ts'
import * as claudeAgent from '../../src/agents/adapters/claude-agent.ts'
import * as langChain from '../../src/agents/adapters/langchain.ts'
import * as mastra from '../../src/agents/adapters/mastra.ts'
import * as openAi from '../../src/agents/adapters/openai-agents.ts'
import { type Measured, row } from './linear-functions.ts'

const promptOf = (value: string) => [
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'build', output: { type: 'text', value } }],
  },
]

/** What each adapter does with a result of a tool. An adapter remembers results, so that each work has its own. */
export const adapterFunctions: readonly Measured[] = [
  row('cutToolResults of the AI SDK', ({ text }) =>
    aiSdk.cutToolResults().transformParams({ params: { prompt: promptOf(text) } }),
  ),
  row('cutToolResults of Mastra', ({ text }) =>
    mastra.cutToolResults().processLLMRequest({ prompt: promptOf(text) }),
  ),
  {
    name: 'cutToolResults of LangChain',
    prepare({ text }) {
      const message = { type: 'tool', tool_call_id: 'a', content: text }
      const request = { toolCall: { name: 'build', id: 'a' } }
      return () => langChain.cutToolResults().wrapToolCall(request as never, async () => message as never)
    },
  },
  {
    name: 'cutToolResults of the OpenAI Agents SDK',
    prepare({ text }) {
      const item = { type: 'function_call_result', name: 'build', callId: 'a', output: text }
      return () => openAi.cutToolResults()({ modelData: { input: [item] } })
    },
  },
  {
    name: 'cutToolResults of the Claude Agent SDK',
    prepare({ text }) {
      const input = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: text } }
      const call = { signal: new AbortController().signal }
      return () => claudeAgent.cutToolResults().PostToolUse[0].hooks[0](input, 'a', call)
    },
  },
  row('toModelOutput', ({ text }) => aiSdk.toModelOutput('build')({ toolCallId: 'a', output: text })),
  row('contentAndArtifact', ({ text }) => langChain.contentAndArtifact('build', () => text)()),
  row('cutTool', ({ text }) => openAi.cutTool({ name: 'build', invoke: async () => text }).invoke()),
]
