import { NET, type ToolEvent } from './events.ts'

// Events as log records of OpenTelemetry, in the JSON encoding of its protocol: 64-bit integers are strings, and enums
// numbers.

/** Names of attributes as in `pith/otel`. The others are those of the fields. */
const NAMES: Readonly<Record<string, string>> = {
  tool: 'gen_ai.tool.name',
  totalBytes: 'pith.tool_result.size',
  outputBytes: 'pith.tool_result.shown.size',
  totalLines: 'pith.tool_result.lines',
  outputLines: 'pith.tool_result.shown.lines',
}

const INFO = 9
const ERROR = 17

/** A request that exports events. A collector takes it at `/v1/logs`, and its file receiver takes it as one line. */
export const writeOtlp = (events: readonly ToolEvent[]): string =>
  `${JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [attribute('service.name', 'pith')] },
        scopeLogs: [{ scope: { name: 'pith' }, logRecords: events.map(recordOf) }],
      },
    ],
  })}\n`

function recordOf({ time, omitted: _, shown: __, ...fields }: ToolEvent): object {
  const nanoseconds = String(BigInt(Math.round(time)) * 1_000_000n)
  return {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: fields.tool === NET ? ERROR : INFO,
    eventName: 'pith.tool_call',
    attributes: Object.entries(fields).map(([name, value]) =>
      attribute(
        NAMES[name] ?? `pith.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
        value,
      ),
    ),
  }
}

function attribute(key: string, value: string | number | boolean): object {
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  if (typeof value === 'boolean') return { key, value: { boolValue: value } }
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }
}
