import { shown, wrongOption } from '../errors.ts'
import type { ToolOutput } from './output.ts'
import { type Tool, type ToolDetails, type ToolInputs, type ToolOptions, toolNames, tools } from './tools.ts'

type Strategies = {
  [T in Tool]: { cut(input: ToolInputs[T], options?: ToolOptions[T]): ToolOutput<ToolDetails[T]> }
}

/**
 * Returns what a model should see of a tool's output, by the strategy of that tool.
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
  checkTool(tool)
  const strategies: Strategies = tools
  return strategies[tool].cut(input, options)
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function checkTool(tool: Tool): void {
  if (typeof tool === 'string' && Object.hasOwn(tools, tool)) return
  const names = toolNames().map((name) => JSON.stringify(name))
  throw wrongOption(`Expected the tool to be one of ${names.join(', ')}, got ${shown(tool)}.`)
}
