import { isSmallShare, limitOver, withinLimits } from '../core/fit/within-limits.ts'
import { writeBudget, writeListNotice } from '../core/words/notices.ts'
import { signNotice } from '../core/words/seal.ts'
import type { Input } from '../options.ts'
import type { Settings } from '../settings.ts'
import type { ToolOutput } from './output.ts'

/** The first items of a list, as lines. */
export interface Drawn {
  /** The lines with clip marks. */
  shown: string
  /** The lines without clip marks. */
  content: string
}

/** How a list is shown. */
export interface ShownList {
  /** Number of items shown. */
  count: number
  /** Most code points that each line could have. */
  maxLineLength: number
  /** The limit that cut the list, in words. */
  budget: string | undefined
  /** True when a line is clipped. */
  isClipped: boolean
}

/** A list that can be drawn with any number of items. A longer drawing contains all lines of a shorter one. */
export interface ListSource {
  /** Number of all items. */
  total: number
  /** Number of items that the tool shows if the budget allows it. */
  most: number
  draw(count: number, maxLineLength: number): Drawn
  /** The possible notices, each as sentences, the longest first. */
  notices(shown: ShownList): string[][]
}

interface Listing {
  text: string
  content: string
  notice?: string
  /** Number of items shown. */
  shown: number
  /** Most code points that each line could have. */
  maxLineLength: number
  isCut: boolean
}

/** What a tool found, before it is cut. It can be shown more than once. */
export interface PreparedList<Details> {
  /** The settings that the caller asked for. */
  settings: Settings
  show(settings: Settings): { output: ToolOutput<Details>; isCut: boolean }
  /** Everything that was found: the input itself, or its items as lines. */
  full(): Input
}

/** The numbers of a list, of which at most `limit` items are shown. */
export const countsOfList = (total: number, shown: number, limit: number) => ({
  total,
  shown,
  ...(total > limit && { limitReached: limit }),
})

/** Shows what fits of a list, with the details of what is shown. */
export function showFitting<Details>(
  source: ListSource,
  settings: Settings,
  details: (shown: number, maxLineLength: number) => Details,
): ReturnType<PreparedList<Details>['show']> {
  const { shown, maxLineLength, isCut, ...output } = fitList(source, settings)
  return { output: { ...output, details: details(shown, maxLineLength) }, isCut }
}

/** Shows as many items as fit with their notice. If not even one fits, shows the beginning of the first. */
function fitList(source: ListSource, settings: Settings): Listing {
  const { maxLineLength } = settings
  const bound = Math.min(source.most, settings.maxLines, settings.maxBytes)
  const all = written(source, source.most > bound ? bound : source.most, maxLineLength, undefined, settings)
  const stoppedBy = limitOver(printed(all, settings), settings)
  if (source.most <= bound && stoppedBy === undefined) return all
  const budget = budgetOf(stoppedBy ?? (bound === settings.maxLines ? 'lines' : 'bytes'), settings)
  const write = (count: number) => written(source, count, maxLineLength, budget, settings)
  const fitting = largest(Math.min(bound, source.most - 1), (count) =>
    withinLimits(printed(write(count), settings), settings),
  )
  return fitting > 0 ? write(fitting) : clippedFirst(source, budget, settings)
}

/** The text as it is printed: with a line end behind a notice, if the caller wants one. */
const printed = ({ text, notice }: Listing, settings: Settings): string =>
  settings.notice.lineEnd && notice !== undefined ? `${text}\n` : text

function budgetOf(kind: 'lines' | 'bytes' | 'tokens', settings: Settings): string {
  const bytes = Math.min(settings.maxBytes, settings.maxSerializedBytes)
  return writeBudget(kind, { lines: settings.maxLines, bytes, tokens: settings.maxTokens }[kind])
}

function written(
  source: ListSource,
  count: number,
  maxLineLength: number,
  budget: string | undefined,
  settings: Settings,
): Listing {
  const { shown, content } = source.draw(count, maxLineLength)
  const isClipped = shown.length !== content.length
  const isCut = isClipped || count < source.total
  const listing = { text: shown, content, shown: count, maxLineLength, isCut }
  const words = source
    .notices({ count, maxLineLength, budget, isClipped })
    .map(writeListNotice)
    .find((notice) => isSmallShare(withMac(notice, settings), settings))
  if (words === undefined || settings.notice.off) return listing
  const above = shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`
  const { key } = settings.notice
  const notice = key === undefined ? words : signNotice(key, above, words)
  return { ...listing, text: above + notice, notice }
}

const withMac = (notice: string, { notice: { key } }: Settings): string =>
  key === undefined ? notice : signNotice(key, '', notice)

/** Longest beginning of a first item that is tried, in code points, if only tokens are limited. */
const LONGEST_FIRST = 1_000_000

/** Shows as much of the first item's beginning as fits, else `…`, else nothing. */
function clippedFirst(source: ListSource, budget: string, settings: Settings): Listing {
  const write = (length: number) => written(source, 1, length, budget, settings)
  const most = Math.min(settings.maxLineLength, settings.maxBytes, LONGEST_FIRST)
  const length = largest(most, (n) => withinLimits(printed(write(n), settings), settings))
  const listing = write(length)
  if (length > 0 && /[^\n]/.test(listing.content)) return listing
  const text = !settings.notice.off && withinLimits('…', settings) ? '…' : ''
  return { text, content: '', shown: 0, maxLineLength: 0, isCut: true }
}

/** The largest number from 1 to `most` that passes, or 0. Assumes that if a number passes, all smaller ones do. */
function largest(most: number, passes: (n: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle - 1
  }
  return low
}
