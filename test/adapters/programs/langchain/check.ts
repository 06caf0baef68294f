import { ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { cutToolResults } from 'pith/langchain'
import { figuresOf, LIMIT, log, report } from '../log.ts'
import { model, schema, scripted, shownTo, tools } from './agent.ts'
import { full, state } from './middleware.ts'
import { build } from './one-tool.ts'

const cuts: string[] = []
const middleware = [
  cutToolResults({ maxBytes: LIMIT, onCut: ({ tool, callId }) => cuts.push(`${tool} ${callId}`) }),
]

const one = scripted('build')
const { messages } = await createAgent({ model: one, tools: [build] }).invoke({ messages: 'go' })
const kept = messages.find((message) => ToolMessage.isInstance(message))

const inner = scripted('build')
const subagent = tool(
  async () => {
    const agent = createAgent({ model: inner, tools, middleware })
    const { messages } = await agent.invoke({ messages: 'go' })
    return messages.at(-1)?.text ?? ''
  },
  { name: 'subagent', description: 'A subagent', schema },
)
await createAgent({ model: scripted('subagent'), tools: [subagent], middleware }).invoke({ messages: 'go' })

const commanding = tool(
  async (_, config) =>
    new Command({
      update: {
        messages: [new ToolMessage({ content: log, tool_call_id: config.toolCall.id, name: 'commanding' })],
      },
    }),
  { name: 'commanding', description: 'Answers with a command', schema },
)
const commanded = scripted('commanding')
await createAgent({ model: commanded, tools: [commanding], middleware }).invoke({ messages: 'go' })

const message = state.messages.find((each) => ToolMessage.isInstance(each))
const serialized = message?.toJSON() as { kwargs?: { artifact?: unknown } } | undefined
report({
  middleware: shownTo(model).map(figuresOf),
  isKept: full === log,
  isMessage: message instanceof ToolMessage,
  stored: figuresOf(message?.toDict().data.content),
  storedArtifact: serialized?.kwargs?.artifact === log,
  oneTool: shownTo(one).map(figuresOf),
  oneToolIsKept: (kept as ToolMessage).artifact === log,
  subagent: shownTo(inner).map(figuresOf),
  command: shownTo(commanded).map(figuresOf),
  cuts,
})
