import type { CutCall } from './options.ts'

// `pith/otel`: tells OpenTelemetry what was cut. Names follow the conventions for generative AI where these have one, and
// begin with `pith.` otherwise. Types are by structure: the caller passes its own `@opentelemetry/api`.

export type { CutCall } from './options.ts'

/** The parts of `@opentelemetry/api` that are used. */
export interface TelemetryApi {
  trace: { getActiveSpan(): { addEvent(name: string, attributes: Attributes): unknown } | undefined }
  metrics: {
    getMeter(name: string): {
      createHistogram(
        name: string,
        options: InstrumentOptions,
      ): { record(value: number, attributes: Attributes): void }
      createCounter(
        name: string,
        options: InstrumentOptions,
      ): { add(value: number, attributes: Attributes): void }
    }
  }
}

type Attributes = Record<string, string | number | string[]>

interface InstrumentOptions {
  description: string
  unit: string
}

/**
 * An `onCut` for the adapters. Each result that was cut is an event `pith.tool_result.truncated` of the active span, and
 * is counted in three metrics by `gen_ai.tool.name`: `pith.tool_result.truncations`, `pith.tool_result.size` and
 * `pith.tool_result.shown.size` in bytes.
 *
 * @param api the exports `trace` and `metrics` of `@opentelemetry/api`
 */
export function recordCuts({ trace, metrics }: TelemetryApi): (call: CutCall) => void {
  const meter = metrics.getMeter('pith')
  const truncations = meter.createCounter('pith.tool_result.truncations', {
    description: 'Results of tools that were cut',
    unit: '{result}',
  })
  const size = meter.createHistogram('pith.tool_result.size', {
    description: 'Size of the texts that were cut, before',
    unit: 'By',
  })
  const shownSize = meter.createHistogram('pith.tool_result.shown.size', {
    description: 'Size of the texts that were cut, as the model sees them',
    unit: 'By',
  })
  return (call) => {
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': call.tool }
    const figures = figuresOf(call)
    trace.getActiveSpan()?.addEvent('pith.tool_result.truncated', { ...tool, ...figures.attributes })
    truncations.add(1, tool)
    size.record(figures.bytes, tool)
    shownSize.record(figures.shownBytes, tool)
  }
}

/** What is known of a cut result, over all of its texts. */
function figuresOf({ callId, result }: CutCall): {
  bytes: number
  shownBytes: number
  attributes: Attributes
} {
  const texts = result.truncations.map(({ truncation }) => truncation)
  const sum = (of: (text: (typeof texts)[number]) => number) =>
    texts.reduce((total, text) => total + of(text), 0)
  const bytes = sum(({ totalBytes }) => totalBytes)
  const shownBytes = sum(({ outputBytes }) => outputBytes)
  const artifacts = result.artifacts.flatMap((end) => (end.complete ? [end.ref.id] : []))
  const limits = [...new Set(texts.flatMap(({ truncatedBy }) => truncatedBy ?? []))]
  return {
    bytes,
    shownBytes,
    attributes: {
      ...(callId !== undefined && { 'gen_ai.tool.call.id': callId }),
      'pith.tool_result.size': bytes,
      'pith.tool_result.shown.size': shownBytes,
      'pith.tool_result.lines': sum(({ totalLines }) => totalLines),
      'pith.tool_result.shown.lines': sum(({ outputLines }) => outputLines),
      'pith.tool_result.errors': sum(({ errors }) => errors.total),
      'pith.tool_result.truncated_by': limits,
      ...(artifacts.length > 0 && { 'pith.artifact.ids': artifacts }),
    },
  }
}
