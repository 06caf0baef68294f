import { REFUSED } from '../../tools/result/redact.ts'
import { cutForAgent, isTurnedOff } from './agent-cut.ts'
import { type Fields, type Hook, type HookEvent, isFields } from './event.ts'
import { cutOr, safeMember } from './secrets.ts'
import { entriesWith } from './transcript.ts'

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
  const { hook_event_name: hookEvent, tool_name: name } = event.fields
  if (hookEvent !== 'PostToolUse' || typeof name !== 'string') return undefined
  const isCommand = name === 'Bash'
  const response = safeMember(event, 'tool_response', isCommand ? 'bash' : undefined)
  if (!response) return undefined
  const { given, safe } = response
  const text = textOf(JSON.parse(safe))
  if (text === undefined) return safe === given ? undefined : JSON.stringify(refused(REFUSED))
  const call = isCommand || name.startsWith('mcp__') ? callIn(event.fields) : undefined
  const isOff = isCommand && isTurnedOff(commandIn(event.fields))
  const cut = call && !isOff ? await cutOr(text, () => cutCall(text, event.fields, call)) : text
  return cut === text && safe === given ? undefined : JSON.stringify(refused(cut))
}

const commandIn = ({ tool_input: input }: Fields): unknown => (isFields(input) ? input.command : undefined)

interface Call {
  /** How its command ended, and all that it printed. */
  ended?: { output: string; exitCode: number }
}

async function cutCall(text: string, event: Fields, { ended }: Call): Promise<string> {
  if (!ended) return cutForAgent(text, { host: HOST, tool: undefined, event })
  const { output, exitCode } = ended
  const command = commandIn(event)
  const cut = await cutForAgent(output, { host: HOST, tool: 'bash', command, exitCode, event })
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

/** Codex keeps both ends of an output that is longer. */
const MOST_KEPT = 65_536

/**
 * The call of an event, if the transcript has it as one of the model. A program makes calls that the transcript does not
 * list. Undefined too for a command whose output is not there whole.
 */
function callIn({ tool_use_id: id, transcript_path: path, tool_name: name }: Fields): Call | undefined {
  if (typeof id !== 'string' || id === '' || typeof path !== 'string') return undefined
  const entries = entriesWith(path, id).flatMap(({ payload }) => (isFields(payload) ? [payload] : []))
  if (!entries.some((entry) => entry.type === 'function_call' && entry.call_id === id)) return undefined
  if (name !== 'Bash') return {}
  const { item } = entries.findLast(({ item }) => isFields(item) && item.id === id) ?? {}
  const { aggregated_output: output, exit_code: exitCode } = isFields(item) ? item : {}
  if (typeof output !== 'string' || typeof exitCode !== 'number' || output.length >= MOST_KEPT)
    return undefined
  return { ended: { output, exitCode } }
}
