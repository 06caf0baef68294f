import { clipLine } from '../core/words/clip.ts'
import { writeNone, writeUnread } from '../core/words/notices.ts'
import { invalidInput } from '../errors.ts'
import type { Input } from '../options.ts'
import type { Settings } from '../settings.ts'
import { listNotices } from './list-notices.ts'
import { countsOfList, type ListSource, type PreparedList, type ShownList, showFitting } from './listing.ts'
import { type FailedDetails, type PlainList, plainLines, plainName, safeList } from './safe-list.ts'
import { checkInput, decoded, fullText, safeName } from './text.ts'

export interface ListDetails extends FailedDetails {
  /** Number of all entries, and of those shown. */
  total: number
  shown: number
  /** The limit on entries, if there are more. */
  limitReached?: number
}

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
  details: (shown) => countsOfList(total, shown, limit),
})

const showLines = ({ lines, total, unread }: FirstLines, limit: number, words: ListWords) =>
  showEntries(
    {
      total,
      unread,
      most: lines.length,
      draw: (count, maxLineLength) => drawn(lines.slice(0, count), maxLineLength),
    },
    limit,
    words,
  )

/** Entries that can be drawn with any number of the first ones. `unread`: paths that could not be read. */
interface DrawnEntries extends Pick<ListSource, 'total' | 'most' | 'draw'> {
  unread?: number | undefined
}

export function showEntries(
  { unread = 0, ...source }: DrawnEntries,
  limit: number,
  words: ListWords,
): PreparedList<ListDetails>['show'] {
  const { total } = source
  const lost = unread > 0 ? [writeUnread(unread)] : []
  const further = total === 0 && unread > 0 ? [writeNone(words.what), ...lost] : lost
  return (given) => {
    const notices = (shown: ShownList) => listNotices({ total, limit, ...words }, shown, given, further)
    return showFitting({ ...source, notices }, given, (shown) => countsOfList(total, shown, limit))
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
    throw invalidInput(`Expected entry ${wrong} to be a string, got ${typeof names[wrong]}.`)
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
