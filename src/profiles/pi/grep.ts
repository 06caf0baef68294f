import { PithError } from '../../errors.ts'
import type { Input } from '../../limits.ts'
import { cutList, type PiListOptions, take } from './lists.ts'
import { byteLimit, LINES_TRUNCATED, listNotice, matchLimit, type PiDetails, withNotice } from './notices.ts'
import type { PiOutput } from './read.ts'
import { optionsOf, textOf, wholeNumber } from './text.ts'
import { truncateLine } from './truncate.ts'

export const DEFAULT_GREP_LIMIT = 100

/** A matching line, with the lines around it. */
export interface PiMatch {
  /** Left out where the search was in one text without a name. */
  path?: string
  /** 1-indexed; left out where it isn't known. */
  line?: number
  /** The matching line; a line feed at its end is dropped. */
  text: string
  /** Lines directly before and after it. */
  before?: readonly string[]
  after?: readonly string[]
}

/** A match as the lines that show it. */
interface Block {
  lines: string[]
  /** How many of `lines` must be there for the match to be seen. */
  needed: number
  isClipped: boolean[]
}

function prefixed(match: PiMatch, shift: number): string {
  const mark = shift === 0 ? ':' : '-'
  const path = match.path === undefined ? '' : `${textOf(match.path)}${mark}`
  if (match.line === undefined) return path === '' ? '' : `${path} `
  return `${path}${match.line + shift}${mark} `
}

/** Lines of a string, each clipped. A match may span several. */
function clippedLines(text: unknown): { text: string; wasTruncated: boolean }[] {
  return textOf(text)
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => truncateLine(line))
}

function checkMatch(value: unknown): PiMatch {
  const match = (typeof value === 'object' ? value : undefined) as PiMatch | null | undefined
  if (typeof match?.text !== 'string') {
    throw new PithError('PITH_INVALID_INPUT', 'Expected each match to be a string or { path, line, text }.')
  }
  if (match.line !== undefined) wholeNumber('line', match.line, 1, 1)
  for (const context of [match.before, match.after]) {
    if (context !== undefined && !Array.isArray(context)) {
      throw new PithError('PITH_INVALID_INPUT', 'Expected `before` and `after` to be lists of lines.')
    }
  }
  return match
}

function blockOf(item: unknown): Block {
  const block: Block = { lines: [], needed: 0, isClipped: [] }
  const add = (prefix: (index: number) => string, text: unknown) => {
    for (const [index, { text: line, wasTruncated }] of clippedLines(text).entries()) {
      block.lines.push(prefix(index) + line)
      block.isClipped.push(wasTruncated)
    }
  }
  if (typeof item === 'string') {
    add(() => '', item)
    block.needed = block.lines.length
    return block
  }
  const match = checkMatch(item)
  const before = match.before ?? []
  for (const [index, line] of before.entries()) add(() => prefixed(match, index - before.length), line)
  let last = 0
  add((index) => {
    last = index
    return prefixed(match.line === undefined ? match : { ...match, line: match.line + index }, 0)
  }, match.text)
  block.needed = block.lines.length
  for (const [index, line] of (match.after ?? []).entries())
    add(() => prefixed(match, last + index + 1), line)
  return block
}

/** How many matches can be seen in the first `keptLines` lines. */
function countShown(blocks: readonly Block[], keptLines: number): number {
  let lines = 0
  let shown = 0
  for (const { lines: own, needed } of blocks) {
    if (lines + needed > keptLines) break
    lines += own.length
    shown++
  }
  return shown
}

/**
 * Matching lines, `path:line: text`, each clipped to 500 characters: the first 100 matches or `limit` of them, within
 * 30 KB. A string among the matches is a line that is shown as it stands; a text holds one match a line.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * grep([{ path: 'file.ts', line: 10, text: 'matching content' }]).text // 'file.ts:10: matching content'
 */
export function grep(
  matches: Input | readonly (PiMatch | string)[],
  options: PiListOptions = {},
): PiOutput<Pick<PiDetails, 'truncation' | 'matchLimitReached' | 'linesTruncated'>> {
  const { items, hasMore, limit } = take<PiMatch | string>(matches, optionsOf(options), DEFAULT_GREP_LIMIT)
  if (items.length === 0) return { text: 'No matches found', details: undefined }
  const blocks = items.map(blockOf)
  const { truncation, keptLines } = cutList(blocks.flatMap((block) => block.lines))
  const sentences: string[] = []
  const details: Pick<PiDetails, 'truncation' | 'matchLimitReached' | 'linesTruncated'> = {}
  if (truncation.truncated) {
    const total = `${items.length}${hasMore ? '+' : ''}`
    const shown = countShown(blocks, keptLines)
    sentences.push(`${byteLimit(truncation.maxBytes)} (${shown} of ${total} matches shown)`)
    details.truncation = truncation
  } else if (hasMore) {
    sentences.push(matchLimit(limit))
    details.matchLimitReached = limit
  }
  if (
    blocks
      .flatMap((block) => block.isClipped)
      .slice(0, keptLines)
      .includes(true)
  ) {
    sentences.push(LINES_TRUNCATED)
    details.linesTruncated = true
  }
  if (sentences.length === 0) return { text: truncation.content, details: undefined }
  return { text: withNotice(truncation.content, keptLines, listNotice(sentences)), details }
}
