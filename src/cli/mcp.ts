import { constants } from 'node:os'
import { PithError } from '../errors.ts'
import { eventOf } from '../events/events.ts'
import type { Context, CutCall } from '../mcp/context.ts'
import { createEventLog } from '../node/event-log.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import { mcpTable, type Parsed, parseArguments, UsageError } from './arguments.ts'
import { configured, eventOptions } from './config.ts'
import { warn } from './output.ts'
import { strategyOf } from './queue-event.ts'
import { USUAL_SPEND } from './settings.ts'
import { storeFor } from './store.ts'
import { structureOption } from './structure.ts'
import { countedOptions } from './tokenizer.ts'

/** Bytes of a result, unless an option or a setting says otherwise. */
const AGENT_BYTES = 8192
const EXIT_NOT_EXECUTABLE = 126
const EXIT_NOT_FOUND = 127

/** `pith mcp wrap -- SERVER ARGS…` */
export async function mcp({ values: own, positionals: [word, ...words] }: Parsed): Promise<number> {
  if (word !== 'wrap') {
    throw new UsageError(`Expected \`pith mcp wrap -- SERVER ARGS...\`, got ${JSON.stringify(word ?? '')}.`)
  }
  const asked = parseArguments(words, mcpTable, true)
  const values = { ...own, ...asked.values }
  const [command, ...args] = asked.positionals
  if (command === undefined) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected a server after `pith mcp wrap --`, got none.')
  }
  const { wrapStdio } = await import('../mcp/wrap-stdio.ts')
  try {
    const streams = { input: process.stdin, output: process.stdout }
    const status = await wrapStdio(command, args, streams, await contextFor(values))
    // What holds the output of a server open must not hold this process open.
    process.exit(status)
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_NOT_STARTED') throw error
    warn(error.message)
    return isNotFound(error) ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE
  }
}

const isNotFound = ({ cause }: PithError): boolean =>
  typeof cause === 'object' && cause !== null && 'errno' in cause && cause.errno === -constants.errno.ENOENT

/** The limits of results, and where full outputs are kept, as options and settings say. */
async function contextFor(values: Parsed['values']): Promise<Context> {
  const isDefault = values['max-bytes'] === undefined && configured('maxBytes')?.level === 'default'
  const { options: counted } = await countedOptions(values)
  const redact = values.redact === true
  const options = {
    ...counted,
    ...(isDefault && { maxBytes: AGENT_BYTES }),
    ...structureOption(values, []),
    spend: counted.spend ?? USUAL_SPEND,
    fold: counted.fold ?? true,
    notice: { ...(typeof counted.notice === 'object' && counted.notice), surface: 'mcp' as const },
    ...(redact && { redact: createSecretRedactor() }),
  } as const
  return {
    options,
    redact,
    warn,
    ...(values['no-artifact'] !== true && { store: () => storeFor(values) }),
    ...(configured('events.enabled')?.value !== false && { record: recorder(strategyOf(options)) }),
  }
}

/** Records each cut result as an event. */
function recorder(strategy: string): (call: CutCall) => void {
  const log = createEventLog(eventOptions())
  return ({ tool, durationMs, isError, truncations, artifacts }) => {
    for (const [i, truncation] of truncations.entries()) {
      const status = isError ? 'failed' : 'ok'
      const artifact = artifacts[i]?.ref?.id
      log.record(eventOf({ tool: `mcp:${tool}`, status, durationMs, strategy, artifact }, truncation))
    }
  }
}
