import type { Keep } from '../../../../src/index.ts'
import { type Tool, tools } from '../../../../src/tools/tools.ts'

/** How to truncate a log, as chosen on the page. */
export interface Choice {
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
export const streams = ({ tool }: Choice): boolean => tools[tool].shows !== 'list'

/** Why a log of this size cannot be truncated like this. Undefined if it can. */
export function wholeRefusal(choice: Choice, bytes: number): string | undefined {
  if (streams(choice) || bytes <= MAX_WHOLE_BYTES) return undefined
  const size = (bytes / 1024 ** 2).toFixed(0)
  return `The tool ${choice.tool} needs the whole text at once, and this log is ${size} MiB; the page takes 64 MiB that way. pith’s bash, read and web stream a log of any size.`
}

/** Which fields apply to a tool. */
export const fieldsFor = (tool: Tool): Record<string, boolean> => ({
  keep: tools[tool].shows === 'ends',
  offset: tools[tool].shows === 'page',
  fold: tools[tool].shows === 'ends',
  isRun: tools[tool].shows === 'ends',
})

export const toolNotes: Record<Tool, string> = {
  bash: '',
  web: '',
  read: 'A page of a file: whole lines from the first line on.',
  grep: 'Each line is taken for a match, path:line: text; every file gets its share of 100 matches.',
  find: 'Each line is taken for a path; the first 1000 are shown.',
  ls: 'Each line is taken for an entry; the first 500 are shown.',
}
