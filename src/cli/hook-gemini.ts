import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import type { Tool } from '../tools/tools.ts'
import { cutFileForAgent, cutForAgent, isCutAlready, isTurnedOff } from './agent-cut.ts'

// The AfterTool hook of Gemini CLI. It replaces a result only as a whole, by the reason why it denies the result.

type Fields = Readonly<Record<string, unknown>>

/** Gemini's tools that show outputs and files, and the tool of pith that is most like each. */
const tools: Readonly<Record<string, Tool | undefined>> = {
  run_shell_command: 'bash',
  read_file: undefined,
  read_many_files: undefined,
  grep_search: 'grep',
  search_file_content: 'grep',
  glob: 'find',
  list_directory: 'ls',
  web_fetch: 'web',
  google_web_search: 'web',
}

/** What replaces the result of a tool. Undefined when the result stays. */
export async function answerGemini(event: Fields): Promise<object | undefined> {
  const { hook_event_name: hookEvent, tool_name: name, tool_input: input, tool_response: response } = event
  if (hookEvent !== 'AfterTool' || typeof name !== 'string' || !isCut(name, event)) return undefined
  const text = textOf((response as Fields | null | undefined)?.llmContent)
  if (text === undefined || isCutAlready(text)) return undefined
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool === 'bash' && isTurnedOff((input as Fields | null | undefined)?.command)) return undefined
  const path = fullOutputOf(text)
  const reason = path === undefined ? await cutForAgent(text, tool) : await cutFileForAgent(path, tool)
  return reason === text ? undefined : { decision: 'deny', reason }
}

/** Skills, memories and reports of other agents are written for the model, so only known tools and MCP's are cut. */
const isCut = (name: string, { mcp_context: context }: Fields): boolean =>
  Object.hasOwn(tools, name) || name.startsWith('mcp_') || (typeof context === 'object' && context !== null)

/** The text of a content. Undefined when something else is in it, which the answer could not keep. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  const parts = (Array.isArray(content) ? content : [content]) as (Fields | string | null | undefined)[]
  const texts = parts.map((part) => (typeof part === 'string' ? part : part?.text))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined
}

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
