import { leftOut, savedBy } from '../../extra/events/events.ts'
import type { EventLog } from '../../host/event-log.ts'
import { readFile } from '../../host/file.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { eventQueue } from '../events/event-queue.ts'
import { tellFailures } from '../events/queue-event.ts'
import { hostLimitsOf } from '../hooks/agent-limit.ts'
import type { Parsed } from '../options/arguments.ts'
import { onlyOperand } from '../options/options.ts'
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

/** `pith read FILE`: prints a page of a file of any size. */
export async function readCommand({ values, positionals }: Parsed): Promise<number> {
  const path = onlyOperand('read', 'file', positionals)
  const { options, note } = await countedOptions(values)
  const output = await readFile(path, {
    ...options,
    ...readOptions(values),
    ...(values.redact === true && { redact: createSecretRedactor() }),
    events: queueingLog,
  })
  if ('truncation' in output.details) tellFailures(output.details.truncation)
  await writeToolOutput(notedOutput(output, note), values.json === true)
  return 0
}
