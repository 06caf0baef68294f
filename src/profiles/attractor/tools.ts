import type { Input } from '../../options.ts'
import { HEAD_RATIO, middleOf } from './chars.ts'
import { type Cut, writeCut } from './markers.ts'
import {
  afterLines,
  beforeLines,
  checkObject,
  countLines,
  invalidOption,
  limitOf,
  ratioOf,
  type Stretch,
  textOf,
} from './text.ts'

export type Tool = 'read_file' | 'run_command' | 'list_directory' | 'search_files'

export interface ToolLimits {
  /** Code points, from 0; Infinity turns it off. Markers are not counted. */
  maxChars: number
  /** Lines, from 0; Infinity turns it off. Markers and headings are not counted. */
  maxLines: number
  /** The head's share of both, 0 to 1. */
  headRatio: number
}

/** The limits of each tool where a session has none of its own. */
export const TOOL_LIMITS: Readonly<Record<Tool, Readonly<ToolLimits>>> = {
  read_file: { maxChars: 50_000, maxLines: 500, headRatio: HEAD_RATIO },
  run_command: { maxChars: 20_000, maxLines: 200, headRatio: HEAD_RATIO },
  list_directory: { maxChars: 10_000, maxLines: 100, headRatio: HEAD_RATIO },
  search_files: { maxChars: 30_000, maxLines: 300, headRatio: HEAD_RATIO },
}

export interface ToolOptions {
  /** The full output is kept as an artifact: the markers say so. Default: false. */
  artifact?: boolean
}

/**
 * A tool's output cut to its limit of characters, then of lines; every number is of the original.
 *
 * @param limits in the place of the tool's own, one by one.
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
  checkObject('options', options)
  const settled = limitsOf(tool, limits)
  const whole = textOf(text)
  const cut = cutOutput(whole, settled)
  return cut ? writeCut(whole, cut, options.artifact === true) : whole
}

/** A tool's limits with those given in their place. Throws `PITH_INVALID_OPTION`. */
export function limitsOf(tool: Tool, limits: Partial<ToolLimits> = {}): ToolLimits {
  if (typeof tool !== 'string' || !Object.hasOwn(TOOL_LIMITS, tool)) {
    throw invalidOption('tool', `one of ${Object.keys(TOOL_LIMITS).join(', ')}`, tool)
  }
  checkObject('limits', limits)
  const own = TOOL_LIMITS[tool]
  return {
    maxChars: limitOf('maxChars', limits.maxChars ?? own.maxChars),
    maxLines: limitOf('maxLines', limits.maxLines ?? own.maxLines),
    headRatio: ratioOf('headRatio', limits.headRatio ?? own.headRatio),
  }
}

/** Undefined when the text is within the limits. */
export function cutOutput(text: string, { maxChars, maxLines, headRatio }: ToolLimits): Cut | undefined {
  const whole = { start: 0, end: text.length }
  const middle = middleOf(text, maxChars, headRatio)
  const pieces = middle
    ? withContent([
        { start: 0, end: middle.start },
        { start: middle.end, end: text.length },
      ])
    : [whole]
  const lines = pieces.reduce((sum, piece) => sum + countLines(text, piece), 0)
  if (lines <= maxLines) return middle && { kept: pieces, middle }
  const headLines = Math.floor(maxLines * headRatio)
  const kept = [...firstLines(text, pieces, headLines), ...lastLines(text, pieces, maxLines - headLines)]
  return { kept: withContent(kept), middle }
}

const withContent = (pieces: Stretch[]): Stretch[] => pieces.filter(({ start, end }) => end > start)

function firstLines(text: string, pieces: readonly Stretch[], count: number): Stretch[] {
  let left = count
  return pieces.map((piece) => {
    const taken = { start: piece.start, end: afterLines(text, piece, left) }
    left -= countLines(text, taken)
    return taken
  })
}

function lastLines(text: string, pieces: readonly Stretch[], count: number): Stretch[] {
  let left = count
  const backwards = pieces.toReversed().map((piece) => {
    const taken = { start: beforeLines(text, piece, left), end: piece.end }
    left -= countLines(text, taken)
    return taken
  })
  return backwards.reverse()
}
