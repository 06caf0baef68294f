import type { TruncateOptions } from '../options.ts'
import { attractor, openclaw, pi, vtcode, zdx } from '../profiles/index.ts'
import type { Tool } from '../tools/tools.ts'
import type { filterTable } from './arguments.ts'

/** Another system's output: what its model reads, and what its host gets besides. */
export interface ProfileOutput {
  text: string
  details?: unknown
}

/** What the command line says of limits, and why its tokens are not counted. */
export interface Asked extends TruncateOptions {
  offset?: number
  limit?: number
  column?: number
  note?: string
}

interface Profile {
  /** The options of the command line that it honours for a tool; every other limit is the system's own. */
  takes(tool: Tool): readonly (keyof typeof filterTable)[]
  /** A tool's output as the system shows it; a system without that tool shows it as a command's. */
  show(tool: Tool, text: string, asked: Asked): ProfileOutput
}

const attractorTools: Partial<Record<Tool, attractor.Tool>> = {
  read: 'read_file',
  grep: 'search_files',
  find: 'search_files',
  ls: 'list_directory',
}

const piLists: Partial<Record<Tool, (text: string, options: pi.PiListOptions) => ProfileOutput>> = {
  grep: pi.grep,
  find: pi.find,
  ls: pi.ls,
}

/** Characters of one tool result where nothing else is asked for. */
const OPENCLAW_CHARS = 16_000

/** The systems by name; the page shows them too, so nothing here needs Node. */
export const profiles: Record<string, Profile> = {
  pi: {
    takes: (tool) => (tool === 'read' ? ['offset', 'limit'] : piLists[tool] ? ['limit'] : []),
    show: (tool, text, asked) => {
      if (tool === 'read') return pi.read(text, given(asked, 'offset', 'limit'))
      return piLists[tool]?.(text, given(asked, 'limit')) ?? pi.bash(text)
    },
  },
  attractor: {
    takes: () => ['max-lines', 'head-ratio'],
    show: (tool, text, asked) => {
      const limits = given(asked, 'maxLines', 'headRatio')
      return { text: attractor.truncateTool(attractorTools[tool] ?? 'run_command', text, limits) }
    },
  },
  zdx: {
    takes: (tool) => (tool === 'read' ? ['offset', 'limit', 'column', 'max-line-length'] : []),
    show: (tool, text, asked) => {
      const page = given(asked, 'offset', 'limit', 'column', 'maxLineLength')
      const details = zdx.envelope(tool === 'read' ? zdx.read(text, page) : zdx.bash(text))
      return { text: JSON.stringify(details), details }
    },
  },
  vtcode: {
    takes: () => ['max-tokens', 'tokenizer', 'no-errors'],
    show: (_, text, { errors, ...asked }) => {
      const options = { ...given(asked, 'maxTokens', 'tokens'), ...(errors === false && { errors }) }
      const { text: shown, ...details } = vtcode.truncate(text, options)
      return { text: shown, details: { ...details, ...given(asked, 'note') } }
    },
  },
  openclaw: {
    takes: () => ['max-bytes'],
    show: (_, text, { maxBytes }) => ({
      text:
        maxBytes === undefined
          ? openclaw.truncateToolResultText(text, OPENCLAW_CHARS)
          : withinBytes(text, maxBytes),
    }),
  },
}

/** The system's limit is of characters: so many of them that the result has no more bytes than may be. */
function withinBytes(text: string, maxBytes: number): string {
  for (let chars = maxBytes; ; ) {
    const shown = openclaw.truncateToolResultText(text, chars)
    const bytes = new TextEncoder().encode(shown).length
    if (bytes <= maxBytes) return shown
    chars = Math.min(shown.length - 1, Math.floor((shown.length * maxBytes) / bytes))
  }
}

/** Those of some options that are there. */
function given<All extends object, Name extends keyof All>(all: All, ...names: Name[]): Pick<All, Name> {
  const entries = names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])
  return Object.fromEntries(entries)
}
