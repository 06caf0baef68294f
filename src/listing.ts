import { sizer } from './exceeded.ts'
import { PithError } from './errors.ts'
import type { Input, Settings } from './limits.ts'
import { writeBudgetReached, writeLimitReached, writeListNotice } from './render/notices.ts'
import { addSize, fits, minusSize, type Size, shareOf } from './render/size.ts'
import { UNITS_PER_TOKEN } from './tokens/estimate.ts'

/** A list of names cut to its limits. */
export interface Listing {
  text: string
  content: string
  notice?: string
  /** Entries in all, and those that are shown. */
  total: number
  shown: number
  /** Set when there are more entries than `limit`. */
  limitReached?: number
}

/** How a list speaks of itself. */
export interface ListWords {
  /** `results`, `entries` */
  what: string
  canRefine: boolean
}

/**
 * Entries of a list as lines, at most `limit` of them, within the settings.
 *
 * @param entries as they came; one with a control character is shown as a JSON string, so that it forges no line.
 */
export function listEntries(entries: Input | readonly string[], limit: number, words: ListWords, settings: Settings): Listing {
  const { names, total } = firstEntries(entries, limit)
  const over = total > limit
  const lines = names.map(oneLine)
  const room = limitOf(settings)
  const reached = over ? [writeLimitReached(limit, words.what, words.canRefine)] : []
  const whole = writeUpTo(lines, over ? lessNotice(room, reached) : room)
  if (whole === lines.length) return listing(lines, whole, total, reached, over ? limit : undefined)
  const widest = [...reached, writeBudgetReached(settings.maxBytes, total, total, words.what)]
  const left = lessNotice(room, widest)
  const silent = settings.notice.off || left === undefined
  const shown = writeUpTo(lines, silent ? room : left)
  const sentences = silent ? [] : [...reached, writeBudgetReached(settings.maxBytes, shown, total, words.what)]
  return listing(lines, shown, total, sentences, over ? limit : undefined)
}

function limitOf(settings: Settings): Size {
  return {
    lines: settings.maxLines,
    bytes: settings.maxBytes,
    serializedBytes: settings.maxSerializedBytes - 2,
    tokenUnits: settings.maxTokens * UNITS_PER_TOKEN,
  }
}

/** The room without the notice; undefined when that would take more than a third. */
function lessNotice(room: Size, sentences: readonly string[]): Size | undefined {
  const notice = { ...sizer.measureText(writeListNotice(sentences)), lines: 1 }
  return fits(notice, shareOf(room, 1 / 3)) ? minusSize(room, notice) : undefined
}

function writeUpTo(lines: readonly string[], room: Size | undefined): number {
  if (!room) return 0
  const used = { lines: 0, bytes: 0, serializedBytes: 0, tokenUnits: 0 }
  for (const [index, line] of lines.entries()) {
    addSize(used, sizer.measureText(`${line}\n`))
    if (!fits(used, room)) return index
  }
  return lines.length
}

function listing(lines: readonly string[], shown: number, total: number, sentences: readonly string[], limitReached: number | undefined): Listing {
  const content = lines.slice(0, shown).map((line) => `${line}\n`).join('')
  const made: Listing = { text: content, content, total, shown }
  if (limitReached !== undefined) made.limitReached = limitReached
  if (sentences.length === 0) return made
  const notice = writeListNotice(sentences)
  return { ...made, text: content + notice, notice }
}

/** A name that holds a control character or a lone surrogate is written as JSON. */
function oneLine(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass.
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u.test(name) ? JSON.stringify(name) : name
}

function firstEntries(entries: Input | readonly string[], limit: number): { names: string[]; total: number } {
  if (Array.isArray(entries)) {
    const wrong = entries.findIndex((entry) => typeof entry !== 'string')
    if (wrong >= 0) throw new PithError('PITH_INVALID_INPUT', `Expected entry ${wrong} to be a string, got ${typeof entries[wrong]}.`)
    return { names: entries.slice(0, limit), total: entries.length }
  }
  const text = typeof entries === 'string' ? entries : entries instanceof Uint8Array ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(entries) : undefined
  if (text === undefined) throw new PithError('PITH_INVALID_INPUT', `Expected a string, a Uint8Array or an array of strings, got ${typeof entries}.`)
  const names = text.split('\n')
  if (names[names.length - 1] === '') names.pop()
  return { names: names.slice(0, limit), total: names.length }
}
