import type { Context } from '../../agents/mcp/context.ts'
import { rootsOf } from '../../agents/mcp/roots.ts'
import { PithError, wrongOption } from '../../errors.ts'
import { TurnBudget } from '../../extra/budget/turn.ts'
import { eventOf, failureEvents, type NewEvent } from '../../extra/events/events.ts'
import { createEventLog } from '../../host/event-log.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { isArtifactId } from '../../store/stat.ts'
import { strategyOf } from '../events/queue-event.ts'
import { isOff } from '../hooks/agent-limit.ts'
import { type Parsed, parseArguments, UsageError } from '../options/arguments.ts'
import { commandRows } from '../options/command-rows.ts'
import { listOf, numberOption, statusOfNotStarted } from '../options/options.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { warn, writeOut } from '../print/output.ts'
import { UNLIMITED } from '../settings/command-rules.ts'
import { configured, eventOptions } from '../settings/config.ts'
import { storeFor } from '../settings/store.ts'
import { asWritten } from '../shell/written-figures.ts'

/** Bytes of a result, unless an option or a setting says otherwise. */
const AGENT_BYTES = 8192
/** Bytes of a result without a limit. It is held in memory. */
const MOST_BYTES = 256 * 1024 * 1024
const NOTHING = new Uint8Array()

declare const PITH_VERSION: string

/** `pith mcp`: serves pith's tools. `pith mcp wrap`: stands in front of another server. */
export async function mcp({ values, positionals: [word, ...words] }: Parsed): Promise<number> {
  if (word === undefined) return serve(values)
  if (word === 'wrap') {
    const asked = parseArguments(words, commandRows.mcp.options, true)
    if (asked.values.help) {
      await writeOut((await import('../help/help.ts')).help)
      return 0
    }
    return wrap({ values: { ...values, ...asked.values }, positionals: asked.positionals })
  }
  throw new UsageError(
    `Expected \`pith mcp\` or \`pith mcp wrap -- SERVER ARGS...\`, got ${JSON.stringify(word)}.`,
  )
}

async function serve(values: Parsed['values']): Promise<number> {
  refuse(values, ['url', 'header'], 'pith mcp wrap')
  const { serveOverStdio } = await import('../../agents/mcp/serve.ts')
  const roots = rootsOf(listOf(values.root))
  const options = { context: await contextFor(values), roots, version: PITH_VERSION }
  await serveOverStdio(options)
  return 0
}

/** `pith mcp wrap -- SERVER ARGS…`, or with the address of a server. */
async function wrap({ values, positionals: [command, ...args] }: Parsed): Promise<number> {
  refuse(values, ['root'], 'pith mcp')
  const streams = { input: process.stdin, output: process.stdout }
  if (typeof values.url === 'string') {
    if (command !== undefined) {
      throw new UsageError(`Expected either --url or a server to start, got both.`)
    }
    const { wrapHttp } = await import('../../agents/mcp/wrap-http.ts')
    return wrapHttp(values.url, listOf(values.header), streams, await contextFor(values, true))
  }
  if (command === undefined) {
    throw wrongOption('Expected a server after `pith mcp wrap --`, got none.')
  }
  refuse(values, ['header'], '--url')
  const { wrapStdio } = await import('../../agents/mcp/wrap-stdio.ts')
  try {
    const status = await wrapStdio(command, args, streams, await contextFor(values, true))
    // What holds the output of a server open must not hold this process open.
    process.exit(status)
  } catch (error) {
    if (!(error instanceof PithError) || error.code !== 'PITH_NOT_STARTED') throw error
    warn(error.message)
    return statusOfNotStarted(error)
  }
}

function refuse(values: Parsed['values'], names: readonly string[], owner: string): void {
  const given = names.find((name) => values[name] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} needs \`${owner}\`.`)
}

/** The limits of results, and where full outputs are kept, as options and settings say. */
async function contextFor(values: Parsed['values'], isProxy = false): Promise<Context> {
  const isDefault = values['max-bytes'] === undefined && configured('maxBytes')?.level === 'default'
  const { options: counted } = await countedOptions(values)
  const options = {
    ...counted,
    maxBytes: isDefault ? AGENT_BYTES : Math.min(counted.maxBytes ?? AGENT_BYTES, MOST_BYTES),
    ...structureOption(values, []),
    fold: counted.fold ?? true,
    notice: { ...(typeof counted.notice === 'object' && counted.notice), surface: 'mcp' as const },
  } as const
  const maxTurnBytes = numberOption(values, 'max-turn-bytes') ?? Number.POSITIVE_INFINITY
  const uncut = { ...UNLIMITED, maxBytes: MOST_BYTES, fold: false }
  return {
    options: isProxy && isOff() ? { ...options, ...uncut } : options,
    uncut,
    isOff: isOff(),
    ...(maxTurnBytes < Number.POSITIVE_INFINITY &&
      !isOff() && { turns: new TurnBudget(maxTurnBytes, options.maxBytes) }),
    warn,
    ...(values.redact === true && !isOff() && { redactor: createSecretRedactor() }),
    ...(values['no-artifact'] !== true && { store: () => storeFor(values) }),
    ...(configured('events.enabled')?.value !== false && recorder(strategyOf(options))),
  }
}

/** Records each cut result as an event, and each request for what was cut, once its answer was written. */
function recorder(strategy: string): Required<Pick<Context, 'record' | 'recordShown'>> {
  const log = createEventLog(eventOptions())
  const waiting: NewEvent[] = []
  const record = (isLost: boolean) => {
    for (const event of waiting.splice(0)) log.record(isLost ? asWritten(event, NOTHING) : event)
  }
  process.once('exit', () => record(process.stdout.errored !== null))
  // The answer is written in this turn. An empty text behind it is taken when the answer was.
  const queue = (...events: NewEvent[]) => {
    waiting.push(...events)
    setImmediate(() => process.stdout.write('', (error) => record(Boolean(error))))
  }
  return {
    record: ({ tool, durationMs, ownMs, isError, truncations, artifacts }) => {
      for (const [i, truncation] of truncations.entries()) {
        const status = isError ? 'failed' : 'ok'
        const artifact = artifacts[i]?.ref?.id
        const call = { tool: `mcp:${tool}`, status, durationMs, strategy, artifact } as const
        queue(eventOf({ ...call, ownMs: i === 0 ? ownMs : 0 }, truncation), ...failureEvents(truncation))
      }
    },
    recordShown: ({ id, isError, outputBytes, ownMs }) => {
      const artifact = isArtifactId(id) ? id : undefined
      const call = { tool: 'show', status: isError ? 'failed' : 'ok', strategy: 'page', artifact } as const
      const figures = { outputBytes, keptBytes: outputBytes }
      queue(eventOf({ ...call, durationMs: ownMs, ownMs }, undefined, figures))
    },
  }
}
