import { wrongOption } from '../../errors.ts'
import { leftOut, savedBy } from '../../extra/events/events.ts'
import type { EventLog } from '../../host/event-log.ts'
import { readFile } from '../../host/file.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { eventQueue } from '../events/event-queue.ts'
import { tellFailures } from '../events/queue-event.ts'
import { hostLimitsOf } from '../hooks/agent-limit.ts'
import type { Parsed } from '../options/arguments.ts'
import { onlyOperand, rangeOption } from '../options/options.ts'
import { countedOptions, notedOutput } from '../options/tokenizer.ts'
import { writeToolOutput } from '../print/output.ts'
import { readOptions } from './tool.ts'

/** Stands in for an event log until the result is printed. */
const queueingLog: EventLog = {
  run: '',
  dropped: 0,
  record: (event) => {
    const host = hostLimitsOf('shell', event.status !== 'ok')
    eventQueue.push(leftOut(event) ? { ...event, ...savedBy(event, host) } : event)
  },
  close: () => {},
}

/** The page that `--lines` asks for. */
function linesOption(values: Parsed['values']): { offset?: number; limit?: number } {
  const range = rangeOption(values, 'lines', true)
  if (!range) return {}
  if (values.offset !== undefined || values.limit !== undefined)
    throw wrongOption('Expected either --lines or --offset and --limit, got both.')
  const [first, last] = range
  if (first === 0) throw wrongOption('Expected --lines to begin at 1 or more, got 0.')
  return { offset: first, limit: last - first + 1 }
}

/** `pith read FILE`: prints a page of a file of any size. */
export async function readCommand({ values, positionals }: Parsed): Promise<number> {
  const path = onlyOperand('read', 'file', positionals)
  const { options, note } = await countedOptions(values)
  const output = await readFile(path, {
    ...options,
    ...readOptions(values),
    ...linesOption(values),
    ...(values.redact === true && { redact: createSecretRedactor() }),
    events: queueingLog,
  })
  if ('truncation' in output.details) tellFailures(output.details.truncation)
  await writeToolOutput(notedOutput(output, note), values.json === true)
  return 0
}
