import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, metrics, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'

// The SDK of OpenTelemetry, in memory.

const storage = new AsyncLocalStorage<Context>()
const manager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, run, self, ...words) => storage.run(active, () => run.call(self as never, ...words)),
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
}
context.setGlobalContextManager(manager)

export const spanExporter = new InMemorySpanExporter()
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] }),
)

export const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
export const reader = new PeriodicExportingMetricReader({
  exporter: metricExporter,
  exportIntervalMillis: 1e6,
})
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
