import { type JsonChange, withJsonChanges } from '../../tools/result/json-changes.ts'
import { REFUSED } from '../../tools/result/redact.ts'
import type { Tool } from '../../tools/tools.ts'
import { cutFileForAgent, cutForAgent, cutJsonForAgent, isTurnedOff } from './agent-cut.ts'
import type { AgentCall } from './agent-options.ts'
import { pageForAgent } from './agent-page.ts'
import { type Hook, type HookEvent, isFields } from './event.ts'
import { cutOr, safeMember } from './secrets.ts'

// The PostToolUse hook of Claude Code. Each tool has a shape of its own, which the answer keeps. Tools that are not
// named here are not cut: the model sees little of their results, or they are written for it. Secrets are hidden in the
// results of all tools.

/** Cuts the response of a tool, in JSON. Returns the same string when there is nothing to cut. */
type Cutter = (json: string, call: Call) => Promise<string>

type Call = Pick<AgentCall, 'host' | 'command' | 'event'>

const HOST = 'claude-code'

const cutters: Readonly<Record<string, Cutter>> = {
  Bash: cutBash,
  Read: cutRead,
  Grep: (json, call) => cutField(json, 'content', { ...call, tool: 'grep' }),
  WebFetch: (json, call) => cutField(json, 'result', { ...call, tool: 'web' }),
}

/** The tools of pith whose settings apply. */
const toolOf: Readonly<Record<string, Tool | undefined>> = {
  Bash: 'bash',
  Read: 'read',
  Grep: 'grep',
  WebFetch: 'web',
}

const EVENT = 'PostToolUse'

export const claudeCodeHook: Hook = {
  answer: answerClaudeCode,
  // Claude Code goes on with a result whose shape it does not know, so it must stop.
  refusal: {
    continue: false,
    stopReason: REFUSED,
    hookSpecificOutput: { hookEventName: EVENT, updatedToolOutput: REFUSED },
  },
}

/** What replaces the result of a tool, as Claude Code expects it. Undefined when the result stays. */
async function answerClaudeCode(event: HookEvent): Promise<string | undefined> {
  const { hook_event_name: hookEventName, tool_name: tool, tool_input: input } = event.fields
  if (hookEventName !== EVENT || typeof tool !== 'string') return undefined
  const response = safeMember(event, 'tool_response', Object.hasOwn(toolOf, tool) ? toolOf[tool] : undefined)
  if (!response) return undefined
  const { given, safe } = response
  const command = isFields(input) ? input.command : undefined
  const cutter = tool === 'Bash' && isTurnedOff(command) ? undefined : cutterOf(tool)
  const call = { host: HOST, command, event: event.fields } as const
  const shown = cutter ? await cutOr(safe, () => cutter(safe, call)) : safe
  if (shown === given) return undefined
  return `{"hookSpecificOutput":{"hookEventName":"${EVENT}","updatedToolOutput":${shown}}}`
}

const cutterOf = (tool: string): Cutter | undefined =>
  tool.startsWith('mcp__') ? cutMcp : Object.hasOwn(cutters, tool) ? cutters[tool] : undefined

const cutMcp: Cutter = (json, call) => cutJsonForAgent(json, { ...call, tool: undefined })

const parsed = (json: string): unknown => JSON.parse(json)
const textAt = (name: string, text: string): JsonChange => ({ path: [name], json: JSON.stringify(text) })

async function cutField(json: string, name: string, call: AgentCall): Promise<string> {
  const response = parsed(json)
  const text = isFields(response) ? response[name] : undefined
  if (typeof text !== 'string') return json
  const cut = await cutForAgent(text, call)
  return cut === text ? json : withJsonChanges(json, [textAt(name, cut)])
}

/** Both streams share the limit. Claude Code keeps a long output in a file, and passes only its beginning. */
async function cutBash(json: string, given: Call): Promise<string> {
  const response = parsed(json)
  const call = { ...given, tool: 'bash' } as const
  if (!isFields(response) || response.isImage === true) return json
  const { persistedOutputPath: path, stdout, stderr } = response
  if (typeof stdout !== 'string') return json
  if (typeof path === 'string') {
    const names = ['persistedOutputPath', 'persistedOutputSize']
    const removed = names.map((name) => ({ path: [name], isRemoved: true as const }))
    return withJsonChanges(json, [textAt('stdout', await cutFileForAgent(path, call)), ...removed])
  }
  const parts = [stdout, typeof stderr === 'string' ? stderr : ''].map((text) => ({ type: 'text', text }))
  const cut = await cutForAgent(parts, call)
  if (cut === parts) return json
  const errors = typeof stderr === 'string' ? [textAt('stderr', cut[1]?.text ?? '')] : []
  return withJsonChanges(json, [textAt('stdout', cut[0].text), ...errors])
}

/** A file is read on by lines, and Claude Code numbers them, so a page keeps the first ones. */
async function cutRead(json: string, call: Call): Promise<string> {
  const response = parsed(json)
  const file = isFields(response) ? response.file : undefined
  if (!isFields(response) || response.type !== 'text' || !isFields(file)) return json
  const { content, startLine, totalLines } = file
  if (typeof content !== 'string' || !isLine(startLine) || !isLine(totalLines)) return json
  const page = await pageForAgent(content, startLine, totalLines, call)
  if (!page) return json
  return withJsonChanges(json, [
    { path: ['file', 'content'], json: JSON.stringify(page.text) },
    { path: ['file', 'numLines'], json: String(page.lines) },
  ])
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1
