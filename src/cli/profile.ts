import { PithError } from '../errors.ts'
import type { TruncateOptions } from '../limits.ts'
import { attractor, openclaw, pi, vtcode, zdx } from '../profiles/index.ts'
import type { Tool } from '../tool-output.ts'
import { countedOptions } from './tokenizer.ts'
import { readOptions } from './tool.ts'
import type { filterTable, Parsed } from './words.ts'

/** Another system's output: what its model reads, and what its host gets besides. */
export interface ProfileOutput {
  text: string
  details?: unknown
}

/** What the command line says of limits, and why its tokens are not counted. */
interface Asked extends TruncateOptions {
  offset?: number
  limit?: number
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

/** Characters of one tool result where nothing else is asked for. */
const OPENCLAW_CHARS = 16_000

const profiles: Record<string, Profile> = {
  pi: {
    takes: (tool) => {
      if (tool === 'read') return ['offset', 'limit']
      return tool === 'bash' || tool === 'web' ? [] : ['limit']
    },
    show: (tool, text, asked) => {
      if (tool === 'read') return pi.read(text, given(asked, 'offset', 'limit'))
      if (tool === 'grep') return pi.grep(text, given(asked, 'limit'))
      if (tool === 'find') return pi.find(text, given(asked, 'limit'))
      return tool === 'ls' ? pi.ls(text, given(asked, 'limit')) : pi.bash(text)
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
    takes: (tool) => (tool === 'read' ? ['offset', 'limit', 'max-line-length'] : []),
    show: (tool, text, asked) => {
      const page = given(asked, 'offset', 'limit', 'maxLineLength')
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
    const bytes = Buffer.byteLength(shown)
    if (bytes <= maxBytes) return shown
    chars = Math.min(shown.length - 1, Math.floor((shown.length * maxBytes) / bytes))
  }
}

/** Those of some options that are there. */
function given<All extends object, Name extends keyof All>(all: All, ...names: Name[]): Pick<All, Name> {
  const entries = names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]])
  return Object.fromEntries(entries)
}

/** Options that are no limits: what is shown is the same with them. */
const free = ['profile', 'tool', 'json', 'no-artifact']

/**
 * `--profile NAME`: what shows a text as another system would, within the limits that the system takes.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown name, or an option that the profile can't honour.
 */
export async function profileFor(
  name: string,
  tool: Tool,
  values: Parsed['values'],
): Promise<(text: string) => ProfileOutput> {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile === undefined) {
    const names = Object.keys(profiles).join(', ')
    throw invalid(`Expected --profile to be one of ${names}, got ${JSON.stringify(name)}.`)
  }
  const takes: readonly string[] = profile.takes(tool)
  const refused = Object.keys(values).find((key) => !free.includes(key) && !takes.includes(key))
  if (refused !== undefined) {
    const honours =
      takes.length > 0
        ? `takes ${listed(takes)} for ${tool}, and no other limit`
        : `shows ${tool} by that system's own limits`
    throw invalid(`--profile ${name} ${honours}: leave out --${refused}, or --profile.`)
  }
  const { options, note } = await countedOptions(values)
  const asked = { ...options, ...readOptions(values), ...(note !== undefined && { note }) }
  return (text) => profile.show(tool, text, asked)
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format(names.map((name) => `--${name}`))

const invalid = (sentence: string): PithError => new PithError('PITH_INVALID_OPTION', sentence)
