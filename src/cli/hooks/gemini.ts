import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { memberOf } from '../../tools/result/json-places.ts'
import { REFUSED } from '../../tools/result/redact.ts'
import type { Tool } from '../../tools/tools.ts'
import { cutFileForAgent, cutForAgent, isTurnedOff } from './agent-cut.ts'
import type { AgentCall } from './agent-options.ts'
import type { Fields, Hook, HookEvent } from './event.ts'
import { cutOr, safeMember } from './secrets.ts'

// The AfterTool hook of Gemini CLI. It replaces a result only as a whole, by the reason why it denies the result.

/** Gemini's tools that show outputs and files, and the tool of pith that is most like each. */
const tools: Readonly<Record<string, Tool | undefined>> = {
  run_shell_command: 'bash',
  read_file: 'read',
  read_many_files: 'read',
  grep_search: 'grep',
  search_file_content: 'grep',
  glob: 'find',
  list_directory: 'ls',
  web_fetch: 'web',
  google_web_search: 'web',
}

export const geminiHook: Hook = { answer: answerGemini, refusal: { decision: 'deny', reason: REFUSED } }

/** What replaces the result of a tool. Undefined when the result stays. */
async function answerGemini(event: HookEvent): Promise<string | undefined> {
  const { hook_event_name: hookEvent, tool_name: name, tool_input: input } = event.fields
  if (hookEvent !== 'AfterTool' || typeof name !== 'string') return undefined
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  const response = safeMember(event, 'tool_response', tool)
  if (!response) return undefined
  const { json, value: content } = contentIn(response.safe)
  const isHidden = json !== contentIn(response.given).json
  const text = textOf(content)
  const reason = isHidden ? (text ?? shownOf(content)) : text
  if (reason === undefined) return undefined
  const { command } = (input ?? {}) as Fields
  const call = { host: 'gemini', tool, command, exitCode: exitCodeIn(text) } as const
  const isOff = tool === 'bash' && isTurnedOff(call.command)
  const stays = isOff || !isCut(name, event.fields) || text === undefined
  const shown = stays ? reason : await cutOr(reason, () => cutText(reason, call))
  return shown === text && !isHidden ? undefined : JSON.stringify({ decision: 'deny', reason: shown })
}

/** Gemini CLI says below an output how a command ended that failed. */
function exitCodeIn(text: string | undefined): number | undefined {
  const [, code] = /\nExit Code: (\d+)\n/.exec(text?.slice(-1000) ?? '') ?? []
  return code === undefined ? undefined : Number(code)
}

function cutText(text: string, call: AgentCall): Promise<string> {
  const path = fullOutputOf(text)
  return path === undefined ? cutForAgent(text, call) : cutFileForAgent(path, call)
}

/** What the model sees of a response. */
function contentIn(json: string): { json: string; value: unknown } {
  const place = memberOf(json, 0, 'llmContent')
  const words = place ? json.slice(place.start, place.end) : 'null'
  return { json: words, value: JSON.parse(words) }
}

/** Skills, memories and reports of other agents are written for the model, so only known tools and MCP's are cut. */
const isCut = (name: string, { mcp_context: context }: Fields): boolean =>
  Object.hasOwn(tools, name) || name.startsWith('mcp_') || (typeof context === 'object' && context !== null)

type Part = Fields | string | null | undefined

const partsOf = (content: unknown): Part[] => (Array.isArray(content) ? content : [content]) as Part[]
const textIn = (part: Part): unknown => (typeof part === 'string' ? part : part?.text)

/** The text of a content. Undefined when something else is in it, which the answer could not keep. */
function textOf(content: unknown): string | undefined {
  const texts = partsOf(content).map(textIn)
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}

/** The text of a content in which secrets were hidden. What is no text cannot be in it. */
const shownOf = (content: unknown): string =>
  partsOf(content)
    .map((part) => {
      const text = textIn(part)
      return typeof text === 'string' ? text : REFUSED
    })
    .join('\n')

/** How Gemini CLI begins an output that it has cut itself. */
const CUT = /^(?:<tool_output_masked>\n)?Output too large\.[^\n]* For full output see: ([^\n]+)\n/

/**
 * The file in which Gemini CLI keeps the full output. Any tool could print such a line, so only a file in Gemini's own
 * folder is read.
 */
function fullOutputOf(text: string): string | undefined {
  const [, path] = CUT.exec(text) ?? []
  if (path === undefined) return undefined
  try {
    const own = realpathSync(join(process.env.GEMINI_CLI_HOME || homedir(), '.gemini', 'tmp'))
    const real = realpathSync(path)
    return real.startsWith(own + sep) ? real : undefined
  } catch {
    return undefined
  }
}
