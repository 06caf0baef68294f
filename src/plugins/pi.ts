import { cutFileForAgent, cutForAgent, isTurnedOff } from '../cli/agent-cut.ts'
import { isOff } from '../cli/agent-limit.ts'
import { pageForAgent } from '../cli/agent-page.ts'
import { reportWarnings } from '../cli/output.ts'
import { writeEvents } from '../cli/write-events.ts'
import type { Tool } from '../tools/tools.ts'

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
  isError?: unknown
}

interface Context {
  ui?: { notify?(message: string, type: 'warning'): void }
}

interface Pi {
  on(
    event: 'tool_result',
    handler: (event: ToolResult, context?: Context) => Promise<{ content: Part[] } | undefined>,
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
    if (isOff()) return undefined
    const warn = (message: string): void => context?.ui?.notify?.(`pith: ${message}`, 'warning')
    reportWarnings(warn)
    try {
      const content = await cutContent(event)
      writeEvents()
      return content === event.content ? undefined : { content }
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return undefined
    }
  })
}

async function cutContent({ toolName, input, content, details, isError }: ToolResult): Promise<Part[]> {
  if (toolName === 'read') return cutRead(content, input?.offset)
  if (toolName === 'bash' && isTurnedOff(input?.command)) return content
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined
  // pi does not say with which status.
  const exitCode = isError === true ? Number.NaN : undefined
  const call = { host: HOST, tool, command: input?.command, exitCode } as const
  const path = toolName === 'bash' ? details?.fullOutputPath : undefined
  const [first] = content
  const isText = content.length === 1 && typeof first.text === 'string'
  if (typeof path === 'string' && isText) return [{ ...first, text: await cutFileForAgent(path, call) }]
  return cutForAgent(content, call)
}

/** A file is read on by lines, so a page keeps the first ones. */
async function cutRead(content: Part[], offset: unknown): Promise<Part[]> {
  const [first, ...others] = content
  if (content.length === 0 || typeof first.text !== 'string') return content
  const firstLine = Number.isSafeInteger(offset) && Number(offset) >= 1 ? Number(offset) : 1
  const { lines, totalLines } = ownPage(first.text)
  const page = await pageForAgent(lines, firstLine, totalLines, HOST)
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
