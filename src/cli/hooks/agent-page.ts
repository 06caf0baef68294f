import { truncate } from '../../core/truncate.ts'
import { errorSentence } from '../../core/words/notices.ts'
import type { TruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { truncateToolOutput } from '../../tools/tool-output.ts'
import { type AgentCall, agentOptions } from './agent-options.ts'

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

/** The most errors behind the page that its end shows, if the limit has room for them. */
const MOST_LEADS = 2
const LEAST_BYTES = 2048

/**
 * The first lines of what an agent has read of a file, so that their numbers stay right. If a log has errors further down,
 * the end shows the strongest. Undefined when all of it is within the limits.
 *
 * @param content the lines from `firstLine` on, 1-indexed
 * @param totalLines number of lines of the whole file
 */
export async function pageForAgent(
  content: string,
  firstLine: number,
  totalLines: number,
  call: Pick<AgentCall, 'host' | 'event'>,
): Promise<AgentPage | undefined> {
  const {
    store: _,
    storeTimeoutMs: __,
    fold: ___,
    structure,
    ...options
  } = await agentOptions({ ...call, tool: 'read' })
  const isEnded = content.endsWith('\n')
  const lines = content.split('\n').length - (isEnded ? 1 : 0)
  const behind = Math.max(0, totalLines - (firstLine - 1) - lines)
  if (firstLine + behind > MOST_LINES) return undefined
  const isLarge = Buffer.byteLength(content) > options.maxBytes
  const clip = isLarge ? { maxLineLength: MOST_LINE_LENGTH } : {}
  const end = behind > 0 && !isEnded ? '\n' : ''
  const text = `${'\n'.repeat(firstLine - 1)}${content}${end}${'\n'.repeat(behind)}`
  const leads = isLarge ? leadsOf(content, firstLine, { ...options, ...(structure && { structure }) }) : []
  const maxBytes = leads.reduce((left, { sentence }) => left - Buffer.byteLength(sentence), options.maxBytes)
  const page = { ...clip, ...options, maxBytes, offset: firstLine, limit: lines }
  const output = truncateToolOutput('read', text, page)
  // What the agent shows stays, also the notice of a page of its own.
  if (!isLarge && output.content === content + end) return undefined
  const { notice = '' } = output
  const { next } = output.details
  const sentences = leads.flatMap(({ line, sentence }) => (next && line >= next.offset ? sentence : []))
  const shown = output.text.slice(0, output.text.length - notice.length)
  return {
    text: `${shown}${sentences.join('')}${notice}`,
    lines: next ? next.offset - firstLine : lines,
  }
}

/** The strongest errors of a text that is read as lines. Source code and other known kinds only speak of errors. */
function leadsOf(
  content: string,
  firstLine: number,
  { redact, for: _, ...options }: TruncateOptions & { maxBytes: number; redact?: Redactor },
): { line: number; sentence: string }[] {
  if (options.maxBytes < LEAST_BYTES) return []
  const { kind, errors, findings = errors } = truncate(content, options)
  if (kind !== undefined) return []
  return findings.statements.slice(0, MOST_LEADS).map((statement) => {
    const line = firstLine - 1 + statement.firstLine
    return { line, sentence: `${errorSentence(line, redact?.(statement.message) ?? statement.message)}\n` }
  })
}
