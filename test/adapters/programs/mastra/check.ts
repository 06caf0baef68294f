import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { cutToolResults } from 'pith/mastra'
import { figuresOf, LIMIT, log, report } from '../log.ts'
import { inputSchema, scripted, shown, tools } from './agent.ts'
import { result } from './processor.ts'

const figures = (outputs: unknown[]): object[] =>
  outputs.map((output) => figuresOf((output as { value: unknown }).value))

const cuts: string[] = []
const inputProcessors = [
  cutToolResults({ maxBytes: LIMIT, onCut: ({ tool, callId }) => cuts.push(`${tool} ${callId}`) }),
]
const inner = scripted('build')
const subagent = createTool({
  id: 'subagent',
  description: 'A subagent',
  inputSchema,
  execute: async () => {
    const agent = new Agent({
      id: 'i',
      name: 'i',
      instructions: '',
      model: inner.model,
      tools,
      inputProcessors,
    })
    return (await agent.generate('go')).text
  },
})
const outer = scripted('subagent')
const agent = new Agent({
  id: 'o',
  name: 'o',
  instructions: '',
  model: outer.model,
  tools: { subagent },
  inputProcessors,
})
await agent.generate('go')

report({
  processor: figures(shown),
  isKept:
    result.toolResults[0]?.payload.result === log ||
    JSON.stringify(result.steps).includes(JSON.stringify(log)),
  subagent: figures(inner.shown),
  cuts,
})
