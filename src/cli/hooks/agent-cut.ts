import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname } from 'node:path'
import { openRegular } from '../../host/open-regular.ts'
import { judgeCommand } from '../../tools/command/judge.ts'
import type { TruncatedResult } from '../../tools/result/result.ts'
import { truncateJson } from '../../tools/result/truncate-json.ts'
import { truncateResult } from '../../tools/result/truncate-result.ts'
import { queueEvent, strategyOf } from '../events/queue-event.ts'
import { programOf } from '../options/purpose.ts'
import { warnIfNotStored } from '../settings/store.ts'
import { hostLimitsOf } from './agent-limit.ts'
import { type AgentCall, type AgentOptions, agentOptions, redactorFor } from './agent-options.ts'
import { isCutAlready } from './cut-already.ts'

// Cuts results of an agent's tools. What pith has cut already, as in the agent's shell, stays.

/** A value within the limits. The same value when there is nothing to cut. */
export async function cutForAgent<Value>(value: Value, call: AgentCall): Promise<Value> {
  const start = performance.now()
  const options = await agentOptions(call)
  if (await isCutAlready(value, options)) return value
  const result = await truncateResult(value, options)
  if (result.value !== value) tellOf(result, call, options, start)
  return result.value as Value
}

/** The same for a value in JSON that has no secrets if they are to be hidden. */
export async function cutJsonForAgent(json: string, call: AgentCall): Promise<string> {
  const value: unknown = JSON.parse(json)
  const start = performance.now()
  const { redact: _, ...options } = await agentOptions(call)
  if (await isCutAlready(value, options)) return json
  const result = await truncateJson(json, options, value)
  if (result.value !== json) tellOf(result, call, options, start)
  return result.value
}

function tellOf(
  { truncations, artifacts }: Omit<TruncatedResult<unknown>, 'value'>,
  { tool, host, command, exitCode = 0 }: AgentCall,
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
      program: typeof command === 'string' ? programOf(judgeCommand(command)) : undefined,
      host: hostLimitsOf(host, exitCode !== 0),
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

/** Whether a path is that of a file with such a name in the folder for temporary files. */
export const isTemporary = (path: string, name: RegExp): boolean =>
  dirname(path) === tmpdir() && name.test(basename(path))

export { isTurnedOff } from '../../tools/command/turned-off.ts'

/** A text that is not cut. Whoever writes a command line may have its output whole, but not the secrets in it. */
export function uncutForAgent(text: string, tool: AgentCall['tool']): string {
  const redact = redactorFor(tool)
  return redact ? text.split('\n').map(redact).join('\n') : text
}
