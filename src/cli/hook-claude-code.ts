import type { Tool } from '../tools/tools.ts'
import { cutFileForAgent, cutForAgent, isCutAlready, isTurnedOff } from './agent-cut.ts'
import { pageForAgent } from './agent-page.ts'

// The PostToolUse hook of Claude Code. Each tool has a shape of its own, which the answer keeps. Tools that are not
// named here stay as they are: the model sees little of their results, or they are written for it.

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts the response of a tool. Returns the same object when there is nothing to cut. */
type Cutter = (response: unknown) => Promise<unknown>

const cutters: Readonly<Record<string, Cutter>> = {
  Bash: cutBash,
  Read: cutRead,
  Grep: (response) => cutField(response, 'content', 'grep'),
  WebFetch: (response) => cutField(response, 'result', 'web'),
}

/** What replaces the result of a tool, as Claude Code expects it. Undefined when the result stays. */
export async function answerClaudeCode(event: Fields): Promise<object | undefined> {
  const {
    hook_event_name: hookEventName,
    tool_name: tool,
    tool_response: response,
    tool_input: input,
  } = event
  if (hookEventName !== 'PostToolUse' || typeof tool !== 'string') return undefined
  if (tool === 'Bash' && isFields(input) && isTurnedOff(input.command)) return undefined
  const cutter = tool.startsWith('mcp__') ? cutMcp : Object.hasOwn(cutters, tool) ? cutters[tool] : undefined
  const updatedToolOutput = await cutter?.(response)
  if (updatedToolOutput === undefined || updatedToolOutput === response) return undefined
  return { hookSpecificOutput: { hookEventName, updatedToolOutput } }
}

const cutMcp: Cutter = (response) => cutForAgent(response, undefined)

async function cutField(response: unknown, name: string, tool: Tool): Promise<unknown> {
  const text = isFields(response) ? response[name] : undefined
  if (!isFields(response) || typeof text !== 'string' || isCutAlready(text)) return response
  const cut = await cutForAgent(text, tool)
  return cut === text ? response : { ...response, [name]: cut }
}

/** Both streams share the limit. Claude Code keeps a long output in a file, and passes only its beginning. */
async function cutBash(response: unknown): Promise<unknown> {
  if (!isFields(response) || response.isImage === true) return response
  const { persistedOutputPath: path, persistedOutputSize: _, ...rest } = response
  const { stdout, stderr } = response
  if (typeof stdout !== 'string' || isCutAlready(stdout)) return response
  if (typeof path === 'string') return { ...rest, stdout: await cutFileForAgent(path, 'bash') }
  const parts = [stdout, typeof stderr === 'string' ? stderr : ''].map((text) => ({ type: 'text', text }))
  const cut = await cutForAgent(parts, 'bash')
  return cut === parts
    ? response
    : { ...response, stdout: cut[0].text, ...(typeof stderr === 'string' && { stderr: cut[1]?.text ?? '' }) }
}

/** A file is read on by lines, and Claude Code numbers them, so a page keeps the first ones. */
async function cutRead(response: unknown): Promise<unknown> {
  const file = isFields(response) ? response.file : undefined
  if (!isFields(response) || response.type !== 'text' || !isFields(file)) return response
  const { content, startLine, totalLines } = file
  if (typeof content !== 'string' || !isLine(startLine) || !isLine(totalLines)) return response
  const page = await pageForAgent(content, startLine, totalLines)
  return page ? { ...response, file: { ...file, content: page.text, numLines: page.lines } } : response
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1
