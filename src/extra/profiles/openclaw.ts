import { names } from '../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../check/values.ts'
import { invalidOption } from '../../errors.ts'
import { checkedText, isLow } from './text.ts'

/** Cuts a tool result as OpenClaw does: head and tail if the end matters, else the head. All sizes are UTF-16 units. */

/** How much of a text's end is searched for signs that it matters. */
const TAIL_WINDOW_CHARS = 2000
const TAIL_SHARE = 0.3
const MAX_TAIL_CHARS = 4000
/** A cut moves to a newline if that costs at most this share of a part. */
const NEWLINE_SLACK = 0.2
const DEFAULT_MIN_KEEP_CHARS = 2000

export const MIDDLE_OMISSION_MARKER = '\n\n⚠️ [... middle content omitted — showing head and tail ...]\n\n'

const errorWords = /\b(error|exception|failed|fatal|traceback|panic|stack trace|errno|exit code)\b/
const closingBrace = /\}\s*$/
const summaryWords = /\b(total|summary|result|complete|finished|done)\b/

export interface OpenClawOptions {
  /** Text that ends a cut text. Default: `... [truncated — N chars]` on its own line, if only the head is kept. */
  suffix?: string
  /** The least that the head keeps when a tail is kept too. Default: 2000. Never more than half the limit. */
  minKeepChars?: number
}

const openclawNames = names<OpenClawOptions>()('suffix minKeepChars')

function checkOptions(options: OpenClawOptions): { suffix: string | undefined; minKeepChars: number } {
  const { suffix, minKeepChars } = optionsOf(options, openclawNames)
  if (suffix !== undefined && typeof suffix !== 'string') throw invalidOption('suffix', 'a string', suffix)
  return {
    suffix: suffix === undefined ? undefined : checkedText(suffix),
    minKeepChars: wholeOrInfinity('minKeepChars', minKeepChars, DEFAULT_MIN_KEEP_CHARS),
  }
}

const splitsPair = (text: string, index: number): boolean =>
  index > 0 && index < text.length && isLow(text.charCodeAt(index))

/** The first `budget` units, or a few less to end at a newline. */
function headOf(text: string, budget: number): string {
  const newline = text.lastIndexOf('\n', budget)
  const cut = newline > budget * (1 - NEWLINE_SLACK) ? newline : budget
  return text.slice(0, splitsPair(text, cut) ? cut - 1 : cut)
}

/** The last `budget` units, or a few less to begin after a newline. */
function tailOf(text: string, budget: number): string {
  const start = text.length - budget
  const newline = text.indexOf('\n', start)
  const cut = newline >= 0 && newline < start + budget * NEWLINE_SLACK ? newline + 1 : start
  return text.slice(splitsPair(text, cut) ? cut + 1 : cut)
}

/** The suffix, if it leaves room for content; else an empty string, because the limit takes precedence. */
const fitting = (suffix: string, maxChars: number): string => (suffix.length < maxChars ? suffix : '')

/**
 * True when the last 2000 characters hold a word for an error or a summary, or end in a closing brace. The words are
 * few and match only as whole words: `done` is found, `TypeError` isn't.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` when `text` is not a string.
 * @example
 * hasImportantTail('… exit code 2') // true
 */
export function hasImportantTail(text: string): boolean {
  const tail = checkedText(text).slice(-TAIL_WINDOW_CHARS).toLowerCase()
  return errorWords.test(tail) || closingBrace.test(tail) || summaryWords.test(tail)
}

/**
 * Cuts a text to `maxChars`, marker and suffix included. If its end matters, 70 % of the limit go to the head and 30 %
 * to the tail, which gets at most 4000 characters. Otherwise all of it goes to the head. Cuts move to a newline that is
 * near.
 *
 * @param maxChars UTF-16 units from 0 on. It takes precedence over the suffix, the marker and `minKeepChars`.
 * @returns `text` itself when it is within the limit and well formed.
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * truncateToolResultText('x'.repeat(100), 40) // 'xxxxxxxxxxxx\n... [truncated — 100 chars]'
 */
export function truncateToolResultText(
  text: string,
  maxChars: number,
  options: OpenClawOptions = {},
): string {
  const { suffix, minKeepChars } = checkOptions(options)
  const limit = wholeOrInfinity('maxChars', maxChars)
  const given = checkedText(text)
  if (given.length <= limit) return given
  if (hasImportantTail(given)) {
    // The marker already says that something was left out, so a suffix is added only when one was asked for.
    const end = fitting(suffix ?? '', limit)
    const budget = limit - end.length
    const tailBudget = Math.min(Math.floor(budget * TAIL_SHARE), MAX_TAIL_CHARS)
    const headBudget = budget - tailBudget - MIDDLE_OMISSION_MARKER.length
    if (headBudget >= Math.max(1, Math.min(minKeepChars, Math.floor(limit / 2)))) {
      return headOf(given, headBudget) + MIDDLE_OMISSION_MARKER + tailOf(given, tailBudget) + end
    }
  }
  const end = fitting(suffix ?? `\n... [truncated — ${given.length} chars]`, limit)
  return headOf(given, limit - end.length) + end
}
