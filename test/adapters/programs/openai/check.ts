import { Agent, run } from '@openai/agents'
import { cutToolResults } from 'pith/openai-agents'
import { figuresOf, LIMIT, log, report } from '../log.ts'
import { model, ScriptedModel, tools } from './agent.ts'
import { result } from './filter.ts'
import { cutBuild } from './one-tool.ts'

const textOf = (output: unknown): unknown => (output as { text?: string }).text ?? output
const shownTo = ({ shown }: ScriptedModel): object[] => shown.map((output) => figuresOf(textOf(output)))

const one = new ScriptedModel('build')
await run(new Agent({ name: 'one', model: one, tools: [cutBuild] }), 'go')

const cuts: string[] = []
const callModelInputFilter = cutToolResults({
  maxBytes: LIMIT,
  onCut: ({ tool, callId }) => cuts.push(`${tool} ${callId}`),
})
const inner = new ScriptedModel('build')
const subagent = new Agent({ name: 'inner', model: inner, tools }).asTool({
  toolName: 'subagent',
  toolDescription: 'A subagent',
  runConfig: { callModelInputFilter },
})
const outer = new Agent({ name: 'outer', model: new ScriptedModel('subagent'), tools: [subagent] })
await run(outer, 'go', { callModelInputFilter })

const full = result.newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output] : []))
report({
  filter: shownTo(model),
  isKept: full[0] === log,
  oneTool: shownTo(one),
  subagent: shownTo(inner),
  cuts,
})
