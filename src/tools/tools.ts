import { bash, bashNames } from './bash.ts'
import { FIND_LIMIT, find, findNames } from './find.ts'
import { GREP_LIMIT, GREP_LINE_LENGTH, grep, grepNames } from './grep.ts'
import { LS_LIMIT, ls, lsNames } from './ls.ts'
import type { ToolOutput } from './output.ts'
import { read, readNames } from './read.ts'
import { web } from './web.ts'

/** What pith knows of a tool. */
interface ToolRow {
  /** Cuts its output by its habits. */
  cut(input: never, options?: never): ToolOutput
  /** What is shown: both ends of an output, a page of a file, or the first items of a list. */
  shows: 'ends' | 'page' | 'list'
  /** The names of its options besides those of `truncate`. */
  names: Readonly<Record<string, true>>
  /** What its option `limit` counts, and how many are shown by default. */
  items?: string
  limit?: number
  /** Code points of a line by default, where that is not unlimited. */
  maxLineLength?: number
}

/** Each tool in one row, in the order in which people read of them. `web` is also for output that has no tool here. */
export const tools = {
  read: { cut: read, shows: 'page', names: readNames, items: 'lines', limit: Infinity },
  bash: { cut: bash, shows: 'ends', names: bashNames },
  grep: {
    cut: grep,
    shows: 'list',
    names: grepNames,
    items: 'matches',
    limit: GREP_LIMIT,
    maxLineLength: GREP_LINE_LENGTH,
  },
  find: { cut: find, shows: 'list', names: findNames, items: 'results', limit: FIND_LIMIT },
  ls: { cut: ls, shows: 'list', names: lsNames, items: 'entries', limit: LS_LIMIT },
  web: { cut: web, shows: 'ends', names: {} },
} as const satisfies Record<string, ToolRow>

/** A kind of tool that pith has a strategy for. */
export type Tool = keyof typeof tools

/** A function, so that a bundler drops the record where nobody uses it. */
export const toolNames = (): Tool[] => Object.keys(tools) as Tool[]

/** A row with its optional parts. */
export const toolRow = (tool: Tool): ToolRow => tools[tool]

/** A tool whose output is a list. */
export type ListTool = { [T in Tool]: (typeof tools)[T]['shows'] extends 'list' ? T : never }[Tool]

type Cut<T extends Tool> = (typeof tools)[T]['cut']

/** What each tool's output comes as. */
export type ToolInputs = { [T in Tool]: Parameters<Cut<T>>[0] }

export type ToolOptions = { [T in Tool]: NonNullable<Parameters<Cut<T>>[1]> }

/** What is told of each tool's output besides its text. */
export type ToolDetails = { [T in Tool]: ReturnType<Cut<T>>['details'] }
