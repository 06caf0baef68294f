import { PithError, shown } from '../errors.ts'
import type { Input, TruncateOptions } from '../options.ts'
import type { Truncation } from '../truncation.ts'
import { type BashDetails, type BashOptions, bash } from './bash.ts'
import type { ListDetails } from './entries.ts'
import { type FindOptions, find } from './find.ts'
import { type GrepDetails, type GrepOptions, grep } from './grep.ts'
import type { GrepMatch } from './grep-rows.ts'
import { type LsOptions, ls } from './ls.ts'
import type { ToolOutput } from './output.ts'
import { type ReadDetails, type ReadOptions, read } from './read.ts'
import type { BashInput } from './streams.ts'
import { web } from './web.ts'

/** What each tool's output comes as. */
export interface ToolInputs {
  read: Input
  bash: BashInput
  grep: Input | readonly GrepMatch[]
  find: Input | readonly string[]
  ls: Input | readonly string[]
  web: Input
}

export interface ToolOptions {
  read: ReadOptions
  bash: BashOptions
  grep: GrepOptions
  find: FindOptions
  ls: LsOptions
  web: TruncateOptions
}

/** What is told of each tool's output besides its text. */
export interface ToolDetails {
  read: ReadDetails
  bash: BashDetails
  grep: GrepDetails
  find: ListDetails
  ls: ListDetails
  web: { truncation: Truncation }
}

/** A kind of tool that pith has a strategy for; `web` is also for whatever no other one is for. */
export type Tool = keyof ToolInputs

type Strategies = {
  [T in Tool]: (input: ToolInputs[T], options?: ToolOptions[T]) => ToolOutput<ToolDetails[T]>
}

const strategies: Strategies = { read, bash, grep, find, ls, web }

/** The tools, in the order in which people are told of them. A list: what is called when a module loads, no bundler drops. */
export const tools: readonly Tool[] = ['read', 'bash', 'grep', 'find', 'ls', 'web']

/**
 * What a model should see of a tool's output, cut by the habits of that tool.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`; `PITH_OFFSET_OUT_OF_RANGE` from `read`.
 * @example
 * truncateToolOutput('find', ['a.ts', 'b.ts', 'c.ts'], { limit: 2 }).notice // '[2 results limit reached. Use limit=4 for more, or refine pattern]'
 */
export function truncateToolOutput<T extends Tool>(
  tool: T,
  input: ToolInputs[T],
  options?: ToolOptions[T],
): ToolOutput<ToolDetails[T]> {
  if (typeof tool !== 'string' || !Object.hasOwn(strategies, tool)) {
    const names = tools.map((name) => JSON.stringify(name)).join(', ')
    throw new PithError('PITH_INVALID_OPTION', `Expected the tool to be one of ${names}, got ${shown(tool)}.`)
  }
  return strategies[tool](input, options)
}
