import { writeEvents } from '../../cli/events/write-events.ts'
import { cutFileForAgent, cutForAgent, isTurnedOff, uncutForAgent } from '../../cli/hooks/agent-cut.ts'
import { isOff } from '../../cli/hooks/agent-limit.ts'
import { reportWarnings } from '../../cli/print/output.ts'
import type { Tool } from '../../tools/tools.ts'

// The plugin for opencode: cuts the results of tools before the model reads them.

/** What opencode gives to a plugin. */
interface Context {
  client?: {
    app?: { log?(entry: { body: { service: string; level: 'warn'; message: string } }): Promise<unknown> }
  }
}

interface Call {
  tool: string
  args?: { command?: unknown } | null
}

/** The result of a tool: `output` is its text. The result of an MCP tool has `content` instead. */
interface Result {
  output?: unknown
  content?: unknown
  metadata?: { truncated?: unknown; outputPath?: unknown; exit?: unknown } | null
}

const HOST = 'opencode'

/** opencode's tools that show outputs and files, and the tool of pith that is most like each. */
const tools: Readonly<Record<string, Tool | undefined>> = {
  bash: 'bash',
  read: 'read',
  grep: 'grep',
  glob: 'find',
  list: 'ls',
  webfetch: 'web',
  websearch: 'web',
  codesearch: undefined,
}

export const PithPlugin = async ({ client }: Context = {}) => {
  // Standard error belongs to the screen of opencode.
  const warn = (message: string): void => {
    client?.app?.log?.({ body: { service: 'pith', level: 'warn', message } })?.catch(() => {})
  }
  reportWarnings(warn)
  return {
    /** Changes the result in place. Leaves it as it is when anything fails. */
    async 'tool.execute.after'({ tool, args }: Call, result: Result): Promise<void> {
      try {
        if (isOff()) return
        await cutResult(tool, args?.command, result)
        writeEvents()
      } catch (error) {
        warn(error instanceof Error ? error.message : String(error))
      }
    },
  }
}

async function cutResult(name: string, command: unknown, result: Result): Promise<void> {
  if (Array.isArray(result.content)) {
    result.content = await cutForAgent(result.content, { host: HOST, tool: undefined })
    return
  }
  const { output, metadata } = result
  // Reports of other agents, skills and lists of tasks are written for the model.
  if (!Object.hasOwn(tools, name) || typeof output !== 'string') return
  if (name === 'bash' && isTurnedOff(command)) {
    result.output = uncutForAgent(output, name)
    return
  }
  const call = { host: HOST, tool: tools[name], command, exitCode: metadata?.exit } as const
  const path = metadata?.truncated === true ? metadata.outputPath : undefined
  result.output =
    typeof path === 'string' ? await cutFileForAgent(path, call) : await cutForAgent(output, call)
}
