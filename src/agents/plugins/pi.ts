import { writeEvents } from '../../cli/events/write-events.ts'
import {
  cutFileForAgent,
  cutForAgent,
  isTemporary,
  isTurnedOff,
  uncutForAgent,
} from '../../cli/hooks/agent-cut.ts'
import { isOff } from '../../cli/hooks/agent-limit.ts'
import { pageForAgent } from '../../cli/hooks/agent-page.ts'
import { agentFrame } from '../../cli/hooks/cut-already.ts'
import { reportWarnings } from '../../cli/print/output.ts'
import type { Tool } from '../../tools/tools.ts'

// The extension for pi: cuts the results of tools before the model reads them.

interface Part {
  type: string
  text?: string
}

interface ToolResult {
  toolName: string
  input?: { offset?: unknown; command?: unknown } | null
  content: Part[]
  details?: { fullOutputPath?: unknown } | null
  /** Since version 1: what a program would get, whole. */
  structuredContent?: unknown
  /** Set if a program of code mode made the call and reads its result: the call that runs the program. */
  parentToolCallId?: unknown
  isError?: unknown
}

interface Answer {
  content: Part[]
  structuredContent?: unknown
}

interface Context {
  ui?: { notify?(message: string, type: 'warning'): void }
}

interface Pi {
  on(
    event: 'tool_result',
    handler: (event: ToolResult, context?: Context) => Promise<Answer | undefined>,
  ): void
}

const HOST = 'pi'

/** pi's tools, and the tool of pith that is most like each. */
const tools: Readonly<Record<string, Tool | undefined>> = {
  bash: 'bash',
  grep: 'grep',
  find: 'find',
  ls: 'ls',
}

export default function extension(pi: Pi): void {
  pi.on('tool_result', async (event, context) => {
    // A program gets every byte. What it shows the model is the result of its own call.
    if (isOff() || event.parentToolCallId !== undefined) return undefined
    const warn = (message: string): void => context?.ui?.notify?.(`pith: ${message}`, 'warning')
    reportWarnings(warn)
    try {
      const content = await cutContent(event)
      writeEvents()
      if (content === event.content) return undefined
      const { structuredContent } = event
      return { content, ...(structuredContent !== undefined && { structuredContent }) }
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return undefined
    }
  })
}

async function cutContent(event: ToolResult): Promise<Part[]> {
  const { toolName, input, content, isError } = event
  if (toolName === 'read') return cutRead(content, input?.offset)
  if (toolName === 'bash' && isTurnedOff(input?.command)) return uncut(content)
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined
  // pi does not say with which status.
  const exitCode = isError === true ? Number.NaN : undefined
  const call = { host: HOST, tool, command: input?.command, exitCode } as const
  const last = content.at(-1)
  const path = fullOutputOf(event)
  if (path === undefined || typeof last?.text !== 'string') return cutForAgent(content, call)
  // Code mode says above its output how the script ended.
  return [
    ...content.slice(0, -1),
    { ...last, text: (await cutFileForAgent(path, call)) + agentFrame(last.text) },
  ]
}

/** The line in which pi names the full output of a command that it has cut, and its file in the folder for such files. */
const OWN_LINE = /\n\[Showing [^\n]{1,99} Full output: ([^\n]+)\](?:\n{2,3}Command [^\n]+)?$/
const OWN_FILE = /^pi-bash-\w+\.log$/

/**
 * The file of the full output, if pi has cut a result. Before version 1 only the text names it for a command that failed.
 * Any command could print such a line, so it must be a file that pi itself would write.
 */
function fullOutputOf({ toolName, content, details }: ToolResult): string | undefined {
  if (typeof details?.fullOutputPath === 'string') return details.fullOutputPath
  const [, path] = (toolName === 'bash' && OWN_LINE.exec(content.at(-1)?.text ?? '')) || []
  return path !== undefined && isTemporary(path, OWN_FILE) ? path : undefined
}

/** The same parts if no secret has to be hidden in them. */
function uncut(content: Part[]): Part[] {
  const texts = content.map(({ text }) => (typeof text === 'string' ? uncutForAgent(text, 'bash') : text))
  if (content.every(({ text }, at) => text === texts[at])) return content
  return content.map((part, at) => (texts[at] === undefined ? part : { ...part, text: texts[at] }))
}

/** A file is read on by lines, so a page keeps the first ones. */
async function cutRead(content: Part[], offset: unknown): Promise<Part[]> {
  const [first, ...others] = content
  if (content.length === 0 || typeof first.text !== 'string') return content
  const firstLine = Number.isSafeInteger(offset) && Number(offset) >= 1 ? Number(offset) : 1
  const { lines, totalLines } = ownPage(first.text)
  const page = await pageForAgent(lines, firstLine, totalLines, { host: HOST })
  return page ? [{ ...first, text: page.text }, ...others] : content
}

/** How pi ends a page of a file: `[Showing lines 1-9 of 20. …]` or `[11 more lines in file. Use offset=10 …]`. */
const PAGE_END =
  /\n\n\[(?:Showing lines \d+-\d+ of (\d+)|(\d+) more lines in file\. Use offset=(\d+))[^\n]*\]$/

/** The lines that pi has read, without its notice, and how many lines the file has. 0 if that is all of them. */
function ownPage(text: string): { lines: string; totalLines: number } {
  const found = PAGE_END.exec(text)
  if (!found) return { lines: text, totalLines: 0 }
  const [, total, more, next] = found
  return {
    lines: text.slice(0, found.index),
    totalLines: total === undefined ? Number(next) - 1 + Number(more) : Number(total),
  }
}
