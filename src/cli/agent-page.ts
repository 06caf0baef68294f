import { truncateToolOutput } from '../tools/tool-output.ts'
import { agentOptions } from './agent-options.ts'

/** A page of a file that an agent has read, within the limits. */
export interface AgentPage {
  /** Whole lines, and a notice as the last one that says how to read on. */
  text: string
  /** Number of lines of the file in it. */
  lines: number
}

/** Longer lines are clipped, because the tools of agents cannot show the rest of a line. In code points. */
const MOST_LINE_LENGTH = 2000

/** The lines around the page are counted in a text of as many lines, so there are limits. */
const MOST_LINES = 2_000_000

/**
 * The first lines of what an agent has read of a file, so that their numbers stay right. Undefined when all of it is
 * within the limits.
 *
 * @param content the lines from `firstLine` on, 1-indexed
 * @param totalLines number of lines of the whole file
 */
export async function pageForAgent(
  content: string,
  firstLine: number,
  totalLines: number,
): Promise<AgentPage | undefined> {
  const given = await agentOptions('read')
  const { store: _, spend: __, fold: ___, structure: ____, ...options } = given
  const isEnded = content.endsWith('\n')
  const lines = content.split('\n').length - (isEnded ? 1 : 0)
  const behind = Math.max(0, totalLines - (firstLine - 1) - lines)
  if (firstLine + behind > MOST_LINES) return undefined
  const isLarge = Buffer.byteLength(content) > given.maxBytes
  const clip = isLarge ? { maxLineLength: MOST_LINE_LENGTH } : {}
  const end = behind > 0 && !isEnded ? '\n' : ''
  const text = `${'\n'.repeat(firstLine - 1)}${content}${end}${'\n'.repeat(behind)}`
  const output = truncateToolOutput('read', text, { ...clip, ...options, offset: firstLine, limit: lines })
  if (!isLarge && output.content === content) return undefined
  const { next } = output.details
  return { text: output.text, lines: next ? next.offset - firstLine : lines }
}
