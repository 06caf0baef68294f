import { parseNotices } from '../../core/words/parse.ts'
import { costOf, fitsShares, sumOfShares } from '../../tools/result/shares.ts'
import { callOf, type TruncateResultOptions } from '../../tools/result/truncate-result.ts'

// What pith has cut is not cut again at the same or larger limits. Its last line tells that pith has cut it: a notice. The
// notice lifts no limit: a text above a limit is cut, whatever its last line says.

/** What pi and opencode write below the output of a command. The shell knew nothing of it, so it may exceed a limit. */
const FRAME =
  /(?:\n\nCommand (?:exited with code \d+|timed out after [\d.]+ seconds|aborted)|\n\n<shell_metadata>\n[^<]{0,500}\n<\/shell_metadata>)$/
/** The longest frame. Text behind a notice that is longer is text. */
const MOST_FRAME_BYTES = 700

/** What an agent has written below the output of a command, or ''. */
export const agentFrame = (text: string): string => FRAME.exec(text.slice(-MOST_FRAME_BYTES))?.[0] ?? ''

/** The text that pith has cut, without what the agent added. Undefined for a text that pith has not cut. */
function sealedIn(text: string): string | undefined {
  const own = text.slice(0, text.length - agentFrame(text).length).trimEnd()
  const last = own.slice(own.lastIndexOf('\n') + 1)
  return parseNotices(last).some(({ kind }) => kind === 'notice' || kind === 'list') ? own : undefined
}

/**
 * Whether a result is a text of pith within the limits, or a list of parts of which one is. Other parts of such a list
 * are what an agent adds, such as an empty standard error.
 */
export async function isCutAlready(value: unknown, options: TruncateResultOptions): Promise<boolean> {
  const texts = (Array.isArray(value) ? value.map(textOf) : [value]).filter(
    (text) => typeof text === 'string',
  )
  const sealed = texts.flatMap((text) => sealedIn(text) ?? [])
  if (sealed.length === 0) return false
  const others = texts.filter((text) => sealedIn(text) === undefined)
  if (others.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > MOST_FRAME_BYTES) return false
  const { redact } = options
  if (redact && sealed.some((text) => redact(text) !== text)) return false
  const { settings } = callOf(options)
  const costs = await Promise.all(sealed.map((text) => costOf(text, settings)))
  return fitsShares(sumOfShares(costs), settings)
}

const textOf = (part: unknown): unknown => (part as { text?: unknown } | null)?.text
