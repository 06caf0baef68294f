import { createReadStream } from 'node:fs'
import { ResultCutter } from './cutter.ts'
import type { ToolResultOptions } from './options.ts'

// `pith/claude-agent`: cuts the results of tools in the Claude Agent SDK. Types are by structure, so that the SDK need not
// be installed.

export type { CutCall, ToolResultOptions, UncutCall } from './options.ts'

/** The `hooks` of the SDK's options. */
export interface ToolResultHooks {
  PostToolUse: { hooks: Hook[] }[]
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK's input is a union of all its events.
type Hook = (input: any, id: string | undefined, call: { signal: AbortSignal }) => Promise<HookAnswer>

export interface HookAnswer {
  hookSpecificOutput?: { hookEventName: 'PostToolUse'; updatedToolOutput: unknown }
}

type Fields = Readonly<Record<string, unknown>>

/** The tools whose results may be long. The results of others are short, or written for the model. */
const covered = /^(Bash|Read|Grep|WebFetch|mcp__.+)$/

/**
 * `hooks` for `query`: the model sees the results of `Bash`, `Read`, `Grep`, `WebFetch` and MCP tools cut, also in
 * subagents. Of a file it sees the beginning, because Claude Code numbers its lines. Claude Code calls no hook after a
 * command that fails; a shell prefix covers these.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * cutToolResults({ maxBytes: 4096 }).PostToolUse.length // 1
 */
export function cutToolResults(options: ToolResultOptions = {}): ToolResultHooks {
  const page = { keep: 'head', errors: false } as const
  const { Read, ...tools } = options.tools ?? {}
  const read = Read === false ? false : { ...page, ...Read }
  const cutter = new ResultCutter({ ...options, tools: { ...tools, Read: read } })
  return {
    PostToolUse: [
      {
        hooks: [
          async (
            { hook_event_name: event, tool_name: tool, tool_response: response, tool_use_id: callId },
            _,
            call,
          ) => {
            if (event !== 'PostToolUse' || !covered.test(tool)) return {}
            const cut = await cutResponse(response, cutter, { tool, callId, signal: call?.signal })
            if (cut === response) return {}
            return { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: cut } }
          },
        ],
      },
    ],
  }
}

/** Claude Code keeps a long output of a command in a file, and passes only its beginning. */
async function cutResponse(
  response: unknown,
  cutter: ResultCutter,
  call: { tool: string; callId: string; signal: AbortSignal | undefined },
): Promise<unknown> {
  if (!isFields(response)) return cutter.cut(response, call)
  if (response.isImage === true) return response
  const { persistedOutputPath: path, persistedOutputSize: _, ...rest } = response
  if (typeof path !== 'string') return cutter.cut(response, call)
  const stdout: unknown = await cutter.cut(createReadStream(path), call)
  // A file that cannot be read is left to Claude Code.
  return typeof stdout === 'string' ? { ...rest, stdout } : response
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
