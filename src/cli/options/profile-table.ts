import { attractor, openclaw, pi, vtcode, zdx } from '../../extra/profiles/index.ts'
import type { TruncateOptions } from '../../options.ts'
import type { Tool } from '../../tools/tools.ts'

/** Another system's output: the text for its model, and the details for its host. */
export interface ProfileOutput {
  text: string
  details?: unknown
}

/** The limits on the command line, and a note if its tokens are estimated instead of counted. */
export interface AskedLimits extends TruncateOptions {
  offset?: number
  limit?: number
  column?: number
  note?: string
}

interface Profile {
  /** The command line's options that the system honours for a tool. Every other limit is the system's own. */
  takes(tool: Tool): readonly string[]
  /** A tool's output as the system shows it. A system without that tool shows it as the output of a command. */
  show(tool: Tool, text: string, asked: AskedLimits): ProfileOutput
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

/** Default characters of one tool result. */
const OPENCLAW_CHARS = 16_000

/** The systems by name. The browser page uses them too, so nothing here needs Node. */
export const profiles: Record<string, Profile> = {
  pi: {
    takes: (tool) => (tool === 'read' ? ['offset', 'limit'] : piLists[tool] ? ['limit'] : []),
    show: (tool, text, asked) => {
      if (tool === 'read') return pi.read(text, given(asked, 'offset', 'limit'))
      return piLists[tool]?.(text, given(asked, 'limit')) ?? pi.bash(text)
    },
  },
  attractor: {
    takes: () => ['max-lines'],
    show: (tool, text, asked) => {
      const limits = given(asked, 'maxLines')
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
    takes: () => ['max-tokens', 'tokenizer'],
    show: (_, text, asked) => {
      const { text: shown, ...details } = vtcode.truncate(text, given(asked, 'maxTokens', 'tokens'))
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

/** Finds the limit in characters, the system's own unit, at which the result has at most `maxBytes` bytes. */
function withinBytes(text: string, maxBytes: number): string {
  for (let chars = maxBytes; ; ) {
    const shown = openclaw.truncateToolResultText(text, chars)
    const bytes = new TextEncoder().encode(shown).length
    if (bytes <= maxBytes) return shown
    chars = Math.min(shown.length - 1, Math.floor((shown.length * maxBytes) / bytes))
  }
}

/** The named options that are set. */
function given<All extends object, Name extends keyof All>(all: All, ...names: Name[]): Pick<All, Name> {
  const entries = names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])
  return Object.fromEntries(entries)
}
