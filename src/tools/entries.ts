import { clipLine } from '../core/words/clip.ts'
import { writeNone, writeUnread } from '../core/words/notices.ts'
import { PithError } from '../errors.ts'
import type { Input } from '../options.ts'
import type { Settings } from '../settings.ts'
import { listNotices } from './list-notices.ts'
import { fitList, type PreparedList } from './listing.ts'
import { type FailedDetails, type PlainList, plainLines, plainName, safeList } from './safe-list.ts'
import { checkInput, decoded, fullText, safeName } from './text.ts'

export interface ListDetails extends FailedDetails {
  /** Number of all entries, and of those shown. */
  total: number
  shown: number
  /** The limit on entries, if there are more. */
  limitReached?: number
}

/** The words of a list's notice. */
interface ListWords {
  /** `results`, `entries` */
  what: string
  /** True if the notice may advise refining the pattern. */
  canRefine: boolean
}

/**
 * A list of entries, of which the first are shown as lines: at most `limit` of them, within the limits.
 *
 * @param input lines of text, or names. A name with a control or invisible character becomes a JSON string, so that it
 *   cannot forge a line.
 */
export function listEntries(
  input: Input | readonly string[],
  limit: number,
  { what, canRefine }: ListWords,
  settings: Settings,
): PreparedList<ListDetails> {
  if (Array.isArray(input)) checkNames(input)
  else checkInput(input as Input, INPUT)
  return safeList(settings, {
    make: () => {
      const first = Array.isArray(input) ? namesOf(input, limit) : linesOf(input as Input, limit)
      return showLines(first, limit, { what, canRefine })
    },
    plain: () => {
      const lines = Array.isArray(input)
        ? input.map((name) => `${plainName(name)}\n`)
        : plainLines(input as Input)
      return plainList({ lines, total: lines.length }, limit)
    },
    full: () =>
      Array.isArray(input)
        ? namesOf(input, Number.POSITIVE_INFINITY).lines.join('')
        : fullText(input as Input),
  })
}

const INPUT = 'a string, a Uint8Array or an array of strings'

/** The first lines of a list, with their LFs, and how many there are. */
export interface FirstLines {
  lines: readonly string[]
  total: number
  /** Paths that could not be read. */
  unread?: number
}

/** A list of which the first lines are known. At most `limit` of them are shown. */
export const listLines = (
  first: FirstLines,
  limit: number,
  words: ListWords,
  settings: Settings,
): PreparedList<ListDetails> =>
  safeList(settings, {
    make: () => showLines(first, limit, words),
    plain: () => plainList(first, limit),
    full: () => '',
  })

/** The first lines of a list as they are. */
export const plainList = ({ lines, total }: FirstLines, limit: number): PlainList<ListDetails> => ({
  lines,
  total,
  most: limit,
  details: (shown) => ({ total, shown, ...(total > limit && { limitReached: limit }) }),
})

function showLines({ lines, total, unread = 0 }: FirstLines, limit: number, { what, canRefine }: ListWords) {
  const lost = unread > 0 ? [writeUnread(unread)] : []
  const further = total === 0 && unread > 0 ? [writeNone(what), ...lost] : lost
  return (given: Settings) => {
    const listing = fitList(
      {
        total,
        most: lines.length,
        draw: (count, maxLineLength) => drawn(lines.slice(0, count), maxLineLength),
        notices: (shown) => listNotices({ total, limit, what, canRefine }, shown, given, further),
      },
      given,
    )
    const { shown, maxLineLength: _, isCut, ...output } = listing
    const details: ListDetails = { total, shown }
    if (total > limit) details.limitReached = limit
    return { output: { ...output, details }, isCut }
  }
}

function drawn(lines: readonly string[], maxLineLength: number): { shown: string; content: string } {
  if (maxLineLength === Number.POSITIVE_INFINITY) {
    const content = lines.join('')
    return { shown: content, content }
  }
  const clipped = lines.map((line) => {
    const end = line.endsWith('\n') ? '\n' : ''
    const { shown, content } = clipLine(line.slice(0, line.length - end.length), maxLineLength)
    return { shown: shown + end, content: content + end }
  })
  return {
    shown: clipped.map((line) => line.shown).join(''),
    content: clipped.map((line) => line.content).join(''),
  }
}

function checkNames(names: readonly unknown[]): void {
  const wrong = names.findIndex((name) => typeof name !== 'string')
  if (wrong >= 0) {
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected entry ${wrong} to be a string, got ${typeof names[wrong]}.`,
    )
  }
}

function namesOf(names: readonly string[], limit: number): { lines: string[]; total: number } {
  const first = names.slice(0, limit)
  return { lines: first.map((name) => `${safeName(name)}\n`), total: names.length }
}

/** The first lines of a text with their LFs, and the number of all lines. */
function linesOf(input: Input, limit: number): { lines: string[]; total: number } {
  const text = decoded(input, INPUT)
  const lines: string[] = []
  let total = 0
  for (let at = 0; at < text.length; total++) {
    const lf = text.indexOf('\n', at)
    const end = lf < 0 ? text.length : lf + 1
    if (total < limit) lines.push(text.slice(at, end))
    at = end
  }
  return { lines, total }
}
