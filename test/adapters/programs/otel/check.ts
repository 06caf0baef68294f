import { metrics, trace } from '@opentelemetry/api'
import { report } from '../log.ts'
import { metricExporter, reader, spanExporter } from './set-up.ts'
import { callTool } from './telemetry.ts'

await callTool()
await reader.forceFlush()
const points = metricExporter
  .getMetrics()
  .flatMap(({ scopeMetrics }) => scopeMetrics)
  .flatMap(({ metrics }) => metrics)
report({
  events: spanExporter
    .getFinishedSpans()
    .flatMap(({ name, events }) =>
      events.map((event) => ({ span: name, name: event.name, attributes: event.attributes })),
    ),
  metrics: points.map(({ descriptor, dataPoints }) => ({
    name: descriptor.name,
    unit: descriptor.unit,
    points: dataPoints.map(({ attributes, value }) => ({
      attributes,
      value: typeof value === 'number' ? value : (value as { sum?: number }).sum,
    })),
  })),
  isGlobal: [typeof trace.getActiveSpan, typeof metrics.getMeter],
})
