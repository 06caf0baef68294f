import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai'
import { cutToolResults } from 'pith/ai-sdk'
import { figuresOf, LIMIT, log, report } from '../log.ts'
import { inputSchema, model, ScriptedModel, tools } from './agent.ts'
import { full, result } from './middleware.ts'
import { build } from './one-tool.ts'
import { middleware as withStore } from './store.ts'

const shownBy = ({ shown }: { shown: unknown[] }): object[] =>
  shown.map((output) => figuresOf((output as { value: unknown }).value))

const one = new ScriptedModel('build')
await generateText({ model: one, tools: { build }, stopWhen: stepCountIs(9), prompt: 'go' })

const cuts: string[] = []
const inner = new ScriptedModel('build')
const middleware = cutToolResults({
  maxBytes: LIMIT,
  onCut: ({ tool, callId }) => cuts.push(`${tool} ${callId}`),
})
const subagent = tool({
  description: 'A subagent',
  inputSchema,
  execute: async () => {
    const wrapped = wrapLanguageModel({ model: inner, middleware })
    const { text } = await generateText({ model: wrapped, tools, stopWhen: stepCountIs(9), prompt: 'go' })
    return text
  },
})
const outer = wrapLanguageModel({ model: new ScriptedModel('subagent'), middleware })
await generateText({ model: outer, tools: { subagent }, stopWhen: stepCountIs(9), prompt: 'go' })

const left = new ScriptedModel('build')
const leaving = wrapLanguageModel({ model: left, middleware: cutToolResults({ tools: { build: false } }) })
await generateText({ model: leaving, tools, stopWhen: stepCountIs(9), prompt: 'go' })

const parallel = ScriptedModel.parallel('build', 'run', 'fail')
const sharing = wrapLanguageModel({
  model: parallel,
  middleware: cutToolResults({ maxBytes: LIMIT, maxTurnBytes: 2 * LIMIT }),
})
await generateText({ model: sharing, tools, stopWhen: stepCountIs(9), prompt: 'go' })

const storing = new ScriptedModel('build')
const stored = wrapLanguageModel({ model: storing, middleware: withStore })
await generateText({ model: stored, tools, stopWhen: stepCountIs(9), prompt: 'go' })

report({
  middleware: shownBy(model),
  types: model.shown.map((output) => (output as { type: string }).type),
  keys: Object.keys((model.shown[1] as { value: object }).value),
  isKept: full === log,
  steps: result.steps.length,
  oneTool: shownBy(one),
  subagent: shownBy(inner),
  cuts,
  turn: shownBy(parallel),
  left: JSON.stringify(left.shown).includes(JSON.stringify(log)),
  notice: String((storing.shown[0] as { value: string }).value)
    .split('\n')
    .at(-1),
})
