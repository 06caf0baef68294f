import { metrics, trace } from '@opentelemetry/api'
import { createMemoryStore } from 'pith'
import { toModelOutput } from 'pith/ai-sdk'
import { recordCuts } from 'pith/otel'
import { log } from '../log.ts'

const onCut = recordCuts({ metrics, trace })
const forModel = toModelOutput('build', { maxBytes: 4096, store: createMemoryStore(), onCut })

export const callTool = () =>
  trace.getTracer('app').startActiveSpan('execute_tool build', async (span) => {
    await forModel({ toolCallId: 'call_1', output: log })
    span.end()
  })
