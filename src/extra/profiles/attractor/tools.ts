import { names } from '../../../check/names.ts'
import { optionsOf, ratio, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import { inputText } from '../text.ts'
import { HEAD_RATIO, middleOf } from './chars.ts'
import { type KeptStretches, writeCut } from './markers.ts'
import { afterLines, beforeLines, linesIn, type TextStretch } from './text.ts'

export type Tool = 'read_file' | 'run_command' | 'list_directory' | 'search_files'

export interface ToolLimits {
  /** Most code points, from 0 on. Infinity turns the limit off. Markers are not counted. */
  maxChars: number
  /** Most lines, from 0 on. Infinity turns the limit off. Markers and headings are not counted. */
  maxLines: number
  /** The head's share of both limits, 0 to 1. */
  headRatio: number
}

const limitNames = names<ToolLimits>()('maxChars maxLines headRatio')

/** The default limits of each tool. */
export const TOOL_LIMITS: Readonly<Record<Tool, Readonly<ToolLimits>>> = {
  read_file: { maxChars: 50_000, maxLines: 500, headRatio: HEAD_RATIO },
  run_command: { maxChars: 20_000, maxLines: 200, headRatio: HEAD_RATIO },
  list_directory: { maxChars: 10_000, maxLines: 100, headRatio: HEAD_RATIO },
  search_files: { maxChars: 30_000, maxLines: 300, headRatio: HEAD_RATIO },
}

export interface ToolOptions {
  /** True when the full output is kept as an artifact. The markers then say so. Default: false. */
  artifact?: boolean
}

/**
 * Cuts a tool's output to its limit of characters, then to its limit of lines. All numbers count in the original.
 *
 * @param limits replace single limits of the tool.
 * @throws {PithError} `PITH_INVALID_INPUT`; `PITH_INVALID_OPTION`, also for an unknown tool.
 * @example
 * truncateTool('run_command', 'a\nb\nc\n', { maxLines: 2, headRatio: 0.5 }) // 'a\n\n... [1 lines truncated] ...\n\nc\n'
 */
export function truncateTool(
  tool: Tool,
  text: Input,
  limits: Partial<ToolLimits> = {},
  options: ToolOptions = {},
): string {
  const { artifact } = optionsOf(options, { artifact: true })
  const settled = limitsOf(tool, limits)
  const whole = inputText(text)
  const cut = cutOutput(whole, settled)
  return cut ? writeCut(whole, cut, artifact === true) : whole
}

/** A tool's limits, with the given ones in place of the defaults. Throws `PITH_INVALID_OPTION`. */
export function limitsOf(tool: Tool, limits: Partial<ToolLimits> = {}): ToolLimits {
  if (typeof tool !== 'string' || !Object.hasOwn(TOOL_LIMITS, tool)) {
    throw invalidOption('tool', `one of ${Object.keys(TOOL_LIMITS).join(', ')}`, tool)
  }
  const given = optionsOf(limits, limitNames, 'limits')
  const own = TOOL_LIMITS[tool]
  return {
    maxChars: wholeOrInfinity('maxChars', given.maxChars, own.maxChars),
    maxLines: wholeOrInfinity('maxLines', given.maxLines, own.maxLines),
    headRatio: ratio('headRatio', given.headRatio, own.headRatio),
  }
}

/** What is kept of a text; undefined when it is within the limits. */
export function cutOutput(
  text: string,
  { maxChars, maxLines, headRatio }: ToolLimits,
): KeptStretches | undefined {
  const whole = { start: 0, end: text.length }
  const middle = middleOf(text, maxChars, headRatio)
  const pieces = middle
    ? withContent([
        { start: 0, end: middle.start },
        { start: middle.end, end: text.length },
      ])
    : [whole]
  const lines = pieces.reduce((sum, piece) => sum + linesIn(text, piece), 0)
  if (lines <= maxLines) return middle && { kept: pieces, middle }
  const headLines = Math.floor(maxLines * headRatio)
  const kept = [...firstLines(text, pieces, headLines), ...lastLines(text, pieces, maxLines - headLines)]
  return { kept: withContent(kept), middle }
}

const withContent = (pieces: TextStretch[]): TextStretch[] => pieces.filter(({ start, end }) => end > start)

function firstLines(text: string, pieces: readonly TextStretch[], count: number): TextStretch[] {
  let left = count
  return pieces.map((piece) => {
    const taken = { start: piece.start, end: afterLines(text, piece, left) }
    left -= linesIn(text, taken)
    return taken
  })
}

function lastLines(text: string, pieces: readonly TextStretch[], count: number): TextStretch[] {
  let left = count
  const backwards = pieces.toReversed().map((piece) => {
    const taken = { start: beforeLines(text, piece, left), end: piece.end }
    left -= linesIn(text, taken)
    return taken
  })
  return backwards.reverse()
}
