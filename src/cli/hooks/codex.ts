import { closeSync, readSync } from 'node:fs'
import { openRegular } from '../../host/open-regular.ts'
import { REFUSED } from '../../tools/result/redact.ts'
import { cutForAgent, isTurnedOff } from './agent-cut.ts'
import { type Fields, type Hook, type HookEvent, isFields } from './event.ts'
import { cutOr, safeMember } from './secrets.ts'

// The PostToolUse hook of Codex CLI. It replaces a result only as a whole, by the reason why the turn would stop; the turn
// goes on. Codex does not tell the hook how a command ended, and passes only both ends of a large output. Its transcript
// has both, and tells whether the model made the call or a program of its code mode.

const HOST = 'codex'

export const codexHook: Hook = { answer: answerCodex, refusal: refused(REFUSED) }

function refused(stopReason: string): { continue: false; stopReason: string } {
  return { continue: false, stopReason }
}

/** What replaces the result of a tool. Undefined when the result stays. */
async function answerCodex(event: HookEvent): Promise<string | undefined> {
  const { hook_event_name: hookEvent, tool_name: name, tool_input: input } = event.fields
  if (hookEvent !== 'PostToolUse' || typeof name !== 'string') return undefined
  const isCommand = name === 'Bash'
  const response = safeMember(event, 'tool_response', isCommand ? 'bash' : undefined)
  if (!response) return undefined
  const { given, safe } = response
  const text = textOf(JSON.parse(safe))
  if (text === undefined) return safe === given ? undefined : JSON.stringify(refused(REFUSED))
  const call = isCommand || name.startsWith('mcp__') ? callIn(event.fields) : undefined
  const command = isFields(input) ? input.command : undefined
  const isOff = isCommand && isTurnedOff(command)
  const cut = call && !isOff ? await cutOr(text, () => cutCall(text, command, call)) : text
  return cut === text && safe === given ? undefined : JSON.stringify(refused(cut))
}

/** A call of the model. */
interface Call {
  /** How its command ended, and all that it printed. */
  ended?: { output: string; exitCode: number }
}

async function cutCall(text: string, command: unknown, { ended }: Call): Promise<string> {
  if (!ended) return cutForAgent(text, { host: HOST, tool: undefined })
  const { output, exitCode } = ended
  const cut = await cutForAgent(output, { host: HOST, tool: 'bash', command, exitCode })
  return cut === output ? text : `Process exited with code ${exitCode}\nOutput:\n${cut}`
}

/** The text of a response: of a command, or of an MCP server. Undefined when it has anything else. */
function textOf(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  const { content, structuredContent } = isFields(response) ? response : {}
  if (!Array.isArray(content) || (structuredContent ?? null) !== null) return undefined
  const texts = content.map((part: unknown) =>
    isFields(part) && part.type === 'text' ? part.text : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined
}

/** So much of the end of a transcript holds a call and what its command printed, also behind calls beside it. */
const TAIL_BYTES = 4 * 1024 * 1024
/** Codex keeps both ends of an output that is longer. */
const MOST_KEPT = 65_536

/**
 * The call of an event, if the transcript has it as one of the model. A program makes calls that the transcript does not
 * list. Undefined too for a command whose output is not there whole.
 */
function callIn({ tool_use_id: id, transcript_path: path, tool_name: name }: Fields): Call | undefined {
  if (typeof id !== 'string' || id === '' || typeof path !== 'string') return undefined
  const lines = tailOf(path).split('\n')
  const entries = lines.flatMap((line) => (line.includes(id) ? payloadsOf(line) : []))
  if (!entries.some((entry) => entry.type === 'function_call' && entry.call_id === id)) return undefined
  if (name !== 'Bash') return {}
  const { item } = entries.findLast(({ item }) => isFields(item) && item.id === id) ?? {}
  const { aggregated_output: output, exit_code: exitCode } = isFields(item) ? item : {}
  if (typeof output !== 'string' || typeof exitCode !== 'number' || output.length >= MOST_KEPT)
    return undefined
  return { ended: { output, exitCode } }
}

function payloadsOf(line: string): Fields[] {
  try {
    const { payload } = JSON.parse(line) as { payload?: unknown }
    return isFields(payload) ? [payload] : []
  } catch {
    // The first line may have lost its beginning.
    return []
  }
}

function tailOf(path: string): string {
  const { descriptor, sizeBytes: size } = openRegular(path)
  try {
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } finally {
    closeSync(descriptor)
  }
}
