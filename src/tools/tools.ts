// One strategy for each kind of tool: what a model should see of a command's output, a page of a file, or a list. The
// record below has one row for each tool; settings, help and types derive from it.

import { bash, bashNames } from './bash.ts'
import { FIND_LIMIT, find, findList, findNames } from './find.ts'
import { GREP_LIMIT, GREP_LINE_LENGTH, grep, grepList, grepNames } from './grep.ts'
import type { PreparedList } from './listing.ts'
import { LS_LIMIT, ls, lsList, lsNames } from './ls.ts'
import type { ToolOutput } from './output.ts'
import { read, readNames } from './read.ts'
import { web } from './web.ts'

interface ToolRow {
  cut(input: never, options?: never): ToolOutput
  /** The same for a list, in two steps, so that it can be stored between them. */
  list?(input: never, options?: never): PreparedList<object>
  /** What is shown: both ends of an output, a page of a file, or the first items of a list. */
  shows: 'ends' | 'page' | 'list'
  /** The names of its options, apart from those of `truncate`. */
  names: Readonly<Record<string, true>>
  /** What its option `limit` counts, and how many are shown by default. */
  items?: string
  limit?: number
  /** Default code points of a line. Absent: unlimited. */
  maxLineLength?: number
}

/** One row for each tool, in the order in which the help lists them. `web` also serves tools that have no row. */
export const tools = {
  read: { cut: read, shows: 'page', names: readNames, items: 'lines', limit: Infinity },
  bash: { cut: bash, shows: 'ends', names: bashNames },
  grep: {
    cut: grep,
    list: grepList,
    shows: 'list',
    names: grepNames,
    items: 'matches',
    limit: GREP_LIMIT,
    maxLineLength: GREP_LINE_LENGTH,
  },
  find: { cut: find, list: findList, shows: 'list', names: findNames, items: 'results', limit: FIND_LIMIT },
  ls: { cut: ls, list: lsList, shows: 'list', names: lsNames, items: 'entries', limit: LS_LIMIT },
  web: { cut: web, shows: 'ends', names: {} },
} as const satisfies Record<string, ToolRow>

/** A kind of tool that pith has a strategy for. */
export type Tool = keyof typeof tools

/** The names of all tools. A function, so that a bundler can drop the record if nothing uses it. */
export const toolNames = (): Tool[] => Object.keys(tools) as Tool[]

/** A tool's row, typed with its optional fields. */
export const toolRow = (tool: Tool): ToolRow => tools[tool]

/** A tool whose output is a list. */
export type ListTool = { [T in Tool]: (typeof tools)[T]['shows'] extends 'list' ? T : never }[Tool]

type Cut<T extends Tool> = (typeof tools)[T]['cut']

/** The input that each tool's strategy takes. */
export type ToolInputs = { [T in Tool]: Parameters<Cut<T>>[0] }

export type ToolOptions = { [T in Tool]: NonNullable<Parameters<Cut<T>>[1]> }

/** The `details` of each tool's result. */
export type ToolDetails = { [T in Tool]: ReturnType<Cut<T>>['details'] }
