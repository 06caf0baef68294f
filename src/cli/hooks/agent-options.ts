import type { TruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import type { TruncateResultOptions } from '../../tools/result/truncate-result.ts'
import type { Tool } from '../../tools/tools.ts'
import type { Parsed } from '../options/arguments.ts'
import { filterRow } from '../options/command-rows.ts'
import { agentBytesFor, keepFor, purposeOfTool } from '../options/purpose.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { warn } from '../print/output.ts'
import { mostBytesOf, UNCUT_BYTES, UNLIMITED } from '../settings/command-rules.ts'
import { goOnWithDefaults, withConfig } from '../settings/config.ts'
import { storeFor } from '../settings/store.ts'
import type { Host } from './agent-limit.ts'
import type { Fields } from './event.ts'
import { shareOfTurn } from './turn.ts'

/** A hook that takes a minute is ended by its agent, and the model then gets the whole result. */
const STORE_TIMEOUT_MS = 10_000

/** Like the options of `truncateResult`. No setting names a counter that answers later. */
export type AgentOptions = TruncateOptions &
  Pick<TruncateResultOptions, 'store' | 'storeTimeoutMs' | 'redact'> & { maxBytes: number }

/** A call of an agent's tool. */
export interface AgentCall {
  host: Host
  /** The tool of pith that is most like the agent's; its own settings apply. */
  tool: Tool | undefined
  /** The command line of a shell. */
  command?: unknown
  /** How it ended, if the agent says so. */
  exitCode?: unknown
  /** What a hook is told, which names the calls beside this one. */
  event?: Fields
}

/**
 * The options for a result on its way to an agent, from the environment and the configuration files.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a wrong setting. If secrets are to be hidden, the defaults hold instead.
 */
export async function agentOptions(call: AgentCall): Promise<AgentOptions> {
  const values: Parsed['values'] = {}
  try {
    withConfig(values, filterRow.options, call.tool)
    return await optionsOf(values, call)
  } catch (error) {
    if (!goOnWithDefaults()) throw error
    warn(error instanceof Error ? error.message : String(error))
    return optionsOf({ redact: true }, call)
  }
}

/**
 * The redactor for the results of a tool. Undefined if no secrets are to be hidden.
 *
 * @throws {PithError} as `agentOptions`
 */
export function redactorFor(tool: Tool | undefined): Redactor | undefined {
  const values: Parsed['values'] = {}
  try {
    withConfig(values, filterRow.options, tool)
  } catch (error) {
    if (!goOnWithDefaults()) throw error
    warn(error instanceof Error ? error.message : String(error))
    values.redact = true
  }
  return values.redact === true ? createSecretRedactor() : undefined
}

async function optionsOf(
  values: Parsed['values'],
  { host, tool, command, exitCode, event = {} }: AgentCall,
): Promise<AgentOptions> {
  const { options } = await countedOptions(values)
  const { for: purpose, words, rule, isEnd } = purposeOfTool(tool, command, options.for, exitCode)
  const usual = agentBytesFor(host, purpose, tool)
  const { maxBytes, isRaw } = mostBytesOf(rule, options.maxBytes, usual)
  return {
    fold: true,
    maxLines: Number.POSITIVE_INFINITY,
    ...keepFor({ for: purpose, isEnd }),
    ...options,
    ...structureOption(values, words),
    ...(purpose && { for: purpose }),
    ...(isRaw && UNLIMITED),
    maxBytes: Math.min(maxBytes, UNCUT_BYTES, shareOfTurn(host, event)),
    store: await storeFor(values),
    storeTimeoutMs: STORE_TIMEOUT_MS,
    ...(values.redact === true && { redact: createSecretRedactor() }),
  }
}
