import { createReadStream } from 'node:fs'
import { openRegular } from '../node/open-regular.ts'
import { parseNotices } from '../render/parse.ts'
import type { TruncatedResult } from '../result/result.ts'
import { truncateJson } from '../result/truncate-json.ts'
import { truncateResult } from '../result/truncate-result.ts'
import { type AgentCall, type AgentOptions, agentOptions } from './agent-options.ts'
import { agentBytesFor } from './purpose.ts'
import { queueEvent, strategyOf } from './queue-event.ts'
import { warnIfNotStored } from './store.ts'

// Cuts results of an agent's tools. What pith has cut already, as in the agent's shell, stays.

/** A longer text is cut although it ends in a notice: pith itself writes no such page. */
const MOST_CUT_BYTES = 64 * 1024

/** A value within the limits. The same value when there is nothing to cut. */
export async function cutForAgent<Value>(value: Value, call: AgentCall): Promise<Value> {
  if (typeof value === 'string' && isCutAlready(value)) return value
  const start = performance.now()
  const options = await agentOptions(call)
  const given = held(value)
  if (isAllHeld(given)) return value
  const result = await truncateResult(given, options)
  if (result.value === given) return value
  tellOf(result, call, options, start)
  return released(result.value as Value)
}

/** The same for a value in JSON that has no secrets if they are to be hidden. */
export async function cutJsonForAgent(json: string, call: AgentCall): Promise<string> {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'string' && isCutAlready(value)) return json
  const start = performance.now()
  const { redact: _, ...options } = await agentOptions(call)
  const given = held(value)
  if (isAllHeld(given)) return json
  const result = await truncateJson(json, options, given)
  if (result.value !== json) tellOf(result, call, options, start)
  return result.value
}

function tellOf(
  { truncations, artifacts }: Omit<TruncatedResult<unknown>, 'value'>,
  { tool, host }: AgentCall,
  options: AgentOptions,
  start: number,
): void {
  for (const artifact of artifacts) warnIfNotStored(artifact)
  for (const { truncation } of truncations) {
    const durationMs = Math.round(performance.now() - start)
    const call = {
      tool: tool ?? 'agent',
      strategy: strategyOf(options),
      artifact: truncation.artifact,
      durationMs,
      hostBytes: agentBytesFor(host, undefined),
    }
    queueEvent({ ...call, status: 'ok' }, truncation)
  }
}

/** The text of a file, within the limits. The file may be of any size. */
export async function cutFileForAgent(path: string, call: AgentCall): Promise<string> {
  const file = openRegular(path)
  const stream = createReadStream(path, { fd: file.descriptor })
  return (await cutForAgent<unknown>(stream, call)) as string
}

/** True for a text whose last line is a notice of pith. */
export function isCutAlready(text: string): boolean {
  if (text.length > MOST_CUT_BYTES) return false
  const lines = text.trimEnd()
  const last = lines.slice(lines.lastIndexOf('\n') + 1)
  return parseNotices(last).some(({ kind }) => kind === 'notice' || kind === 'list')
}

/**
 * True for a command line of which a command begins with `PITH=0`, as in `cd x && PITH=0 make`. The same rule as in
 * src/shell/pith.sh: the words count in a text too.
 */
export const isTurnedOff = (command: unknown): boolean =>
  typeof command === 'string' && /(?:^|[\s;&|(])PITH=0\s/.test(command)

const HELD = 'held by pith'

/** A list of parts in which those that are cut already have a type that nothing knows. */
function held<Value>(value: Value): Value {
  if (!Array.isArray(value)) return value
  const isHeld = (part: unknown) => typeof textOf(part) === 'string' && isCutAlready(textOf(part) as string)
  if (!value.some(isHeld)) return value
  return value.map((part) => (isHeld(part) ? { type: HELD, part } : part)) as Value
}

/** Then nothing is left to cut. */
const isAllHeld = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((part) => part?.type === HELD)

function released<Value>(value: Value): Value {
  if (!Array.isArray(value) || !value.some((part) => part?.type === HELD)) return value
  return value.map((part) => (part?.type === HELD ? part.part : part)) as Value
}

const textOf = (part: unknown): unknown => (part as { text?: unknown } | null)?.text
