import { cutToolResults } from '../../src/agents/adapters/ai-sdk.ts'
import { allocate, createTokenBudget } from '../../src/extra/budget/index.ts'
import { eventOf, failureEvents, RecallCount, type ToolEvent } from '../../src/extra/events/index.ts'
import { truncate } from '../../src/index.ts'
import type { Prepare } from './linear-cost.ts'
import { createRandom } from './random.ts'

/** Public functions whose input is a list. Sizes are in bytes; a list has one item for each 32 bytes. */
export const listFunctions: readonly { name: string; prepare: Prepare }[] = [
  { name: 'allocate: equal requests', prepare: shares(() => ({ want: 1000 })) },
  { name: 'allocate: one weight each', prepare: shares((at) => ({ want: at * 7, weight: 1 + at / 3 })) },
  {
    name: 'allocate: weights far apart',
    prepare: shares((at) => ({ want: Infinity, weight: at % 2 ? 1e-6 : 1e6 })),
  },
  {
    name: 'createTokenBudget: many components',
    prepare: (size) => () => {
      const budget = createTokenBudget({ contextTokens: 1e6 })
      for (let at = 0; at < size / 32; at++) budget.add(`tool ${at}`, 1)
      return budget.usage()
    },
  },
  {
    name: 'eventOf: many gaps',
    prepare(size) {
      const result = truncate('a\nb\nc\n', { maxLines: 1 })
      const gaps = Array.from({ length: size / 32 }, (_, at) => ({
        ...result.gaps[0],
        startByte: at * 2,
        endByte: at * 2 + 1,
      }))
      return () => eventOf({ tool: 'bash', status: 'ok', durationMs: 1 }, { ...result, gaps })
    },
  },
  {
    name: 'failureEvents: many failures',
    prepare(size) {
      const failures = Array.from({ length: size / 32 }, () => ({ what: 'folding', error: 'Error' }) as const)
      const result = { ...truncate('a'), failures }
      return () => failureEvents(result)
    },
  },
  {
    name: 'cutToolResults: earlier results are shown again',
    prepare(size) {
      const output = { type: 'json', value: { stdout: 'a line\n'.repeat(size / 7), exitCode: 0 } }
      const part = { type: 'tool-result', toolCallId: 'call_1', toolName: 'run', output }
      const params = { prompt: [{ role: 'tool', content: [part] }] }
      const { transformParams } = cutToolResults({ maxBytes: 4096 })
      return async () => {
        for (let step = 0; step < 5; step++) await transformParams({ params })
      }
    },
  },
  { name: 'RecallCount: many calls', prepare: recalls(1) },
  { name: 'RecallCount: calls of one artifact', prepare: recalls(1e9) },
]

function shares(of: (at: number) => { want: number; weight?: number }): Prepare {
  return (size) => {
    const requests = Array.from({ length: size / 32 }, (_, at) => ({ id: `call ${at}`, ...of(at) }))
    return () => allocate(size, requests)
  }
}

/** Calls that omitted output, and calls that requested it later. Each artifact has `callsOfArtifact` calls. */
function recalls(callsOfArtifact: number): Prepare {
  return (size) => {
    const { below } = createRandom(5)
    const events = Array.from({ length: size / 32 }, (_, at): ToolEvent => {
      const event = eventOf({
        tool: 'bash',
        status: 'ok',
        durationMs: 1,
        artifact: `a${Math.floor(at / callsOfArtifact)}`,
      })
      const first = below(1e6) * 2
      const ranges = { unit: 'lines' as const, ranges: [[first, first] as const] }
      const omitted = [[1, 2e6, 0, 2e7] as const]
      const own = at % 2 ? { shown: ranges } : { truncated: true, omitted }
      return { ...event, version: 1, time: at, run: 'r', ...own }
    })
    return () => {
      const count = new RecallCount()
      for (const event of events) count.call(event)
      for (const event of events) count.recall(event)
      return count.result()
    }
  }
}
