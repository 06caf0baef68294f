import type { Keep } from '../../../../src/index.ts'
import { type Tool, tools } from '../../../../src/tools/tools.ts'

/** How to truncate a log, as chosen on the page. */
export interface Choice {
  profile: 'pith' | 'pi' | 'attractor' | 'zdx' | 'vtcode' | 'openclaw'
  tool: Tool
  keep: Keep
  /** First line that `read` shows, 1-indexed. */
  offset: number
  maxLines: number
  maxBytes: number
  maxTokens: number
  backend: 'auto' | 'js'
  /** Whether terminal noise is folded. */
  fold: boolean
  /** Whether the log is the report of a run, which is cut to its worth. */
  isRun: boolean
}

/** Largest log that is read whole, because its text takes several times its size in memory. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024

/** Whether the log can be streamed, so that its size does not matter. */
export const streams = ({ profile, tool }: Choice): boolean =>
  profile === 'pith' && tools[tool].shows !== 'list'

/** Why a log of this size cannot be truncated like this. Undefined if it can. */
export function wholeRefusal(choice: Choice, bytes: number): string | undefined {
  if (streams(choice) || bytes <= MAX_WHOLE_BYTES) return undefined
  const { profile, tool } = choice
  const who = profile === 'pith' ? `The tool ${tool}` : `The profile ${profile}`
  const size = (bytes / 1024 ** 2).toFixed(0)
  return `${who} needs the whole text at once, and this log is ${size} MiB; the page takes 64 MiB that way. pith’s bash, read and web stream a log of any size.`
}

/** Which fields apply to a choice. */
export function fieldsFor({ profile, tool }: Pick<Choice, 'profile' | 'tool'>): Record<string, boolean> {
  const own = profile === 'pith'
  return {
    tool: profile !== 'openclaw' && profile !== 'vtcode',
    keep: own && tools[tool].shows === 'ends',
    offset: own && tools[tool].shows === 'page',
    maxLines: own,
    maxBytes: own || profile === 'openclaw',
    maxTokens: own,
    backend: own,
    fold: own && tools[tool].shows === 'ends',
    isRun: own && tools[tool].shows === 'ends',
  }
}

const notes: Record<Choice['profile'], string> = {
  pith: '',
  pi: 'pi has limits of its own: 2000 lines or 30 KB, whichever comes first.',
  attractor: 'attractor has a limit in characters for each tool, and keeps both ends.',
  zdx: 'zdx answers in JSON, with limits of its own.',
  vtcode: 'vtcode cuts every tool’s output alike, to 25,000 tokens.',
  openclaw: 'openclaw cuts every tool’s output alike; Bytes is its limit in UTF-16 units.',
}

const toolNotes: Record<Tool, string> = {
  bash: '',
  web: '',
  read: 'A page of a file: whole lines from the first line on.',
  grep: 'Each line is taken for a match, path:line: text; every file gets its share of 100 matches.',
  find: 'Each line is taken for a path; the first 1000 are shown.',
  ls: 'Each line is taken for an entry; the first 500 are shown.',
}

export const noteFor = ({ profile, tool }: Choice): string => notes[profile] || toolNotes[tool]
