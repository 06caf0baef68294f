import { countCodePoints } from '../core/bytes/graphemes.ts'
import { type ClippedLine, clipLine } from '../core/words/clip.ts'
import { invalidInput, shown } from '../errors.ts'
import { decoded, safeName } from './text.ts'

/** A line that a search found, or a context line around it. */
export interface GrepMatch {
  /** Absent if the search was in one text without a name. */
  path?: string
  /** 1-indexed. */
  line?: number
  /** The line. One LF at its end is dropped. A match over several lines contains all of them. */
  text: string
  /** Where the match begins in `text`, as a UTF-16 index. */
  matchStart?: number
  /** Where the match ends in `text`, as a UTF-16 index after its last unit. */
  matchEnd?: number
  /** True for a context line, shown because a match is near. */
  context?: boolean
}

/**
 * `more` is a further line of a match, `context` a line near one. A separator stands between lines that are not
 * adjacent.
 */
type RowKind = 'match' | 'more' | 'context' | 'separator'

/** A line of the output. */
export class GrepRow {
  readonly kind: RowKind
  readonly file: string
  readonly line: number | undefined
  readonly #prefix: string
  readonly #text: string
  readonly #end: string
  #match: { start: number; end: number } | undefined
  #outside = { before: 0, after: 0 }
  #clipped: { maxLength: number; line: ClippedLine } | undefined

  constructor(
    kind: RowKind,
    place: { file: string; line?: number | undefined },
    prefix: string,
    text: string,
    end = '\n',
  ) {
    this.kind = kind
    this.file = place.file
    this.line = place.line
    this.#prefix = prefix
    this.#text = text
    this.#end = end
  }

  /** Sets the part of the text that clipping keeps in view, as UTF-16 indices. */
  matchAt(start: number, end: number): this {
    this.#match = { start, end }
    return this
  }

  /** Sets the code points of the line before and after the text, if the text is a part of it. */
  within(outside: { before: number; after: number }): this {
    this.#outside = outside
    return this
  }

  /** The line as it was given. */
  get plain(): string {
    return this.#prefix + this.#text + this.#end
  }

  find(pattern: RegExp): void {
    if (this.#match || this.kind !== 'match') return
    const found = pattern.exec(this.#text)
    if (found) this.matchAt(found.index, found.index + found[0].length)
  }

  /** The line with its LF, at most `maxLength` code points without it. */
  clipped(maxLength: number): ClippedLine {
    // A line never has more code points than UTF-16 units.
    const isWhole = this.#outside.before + this.#outside.after === 0
    if (isWhole && this.#prefix.length + this.#text.length <= maxLength) {
      const line = this.#prefix + this.#text + this.#end
      return { shown: line, content: line, isClipped: false }
    }
    if (this.#clipped?.maxLength !== maxLength) this.#clipped = { maxLength, line: this.#clip(maxLength) }
    return this.#clipped.line
  }

  #clip(maxLength: number): ClippedLine {
    const prefix = this.#prefix
    const prefixBytes = new TextEncoder().encode(prefix)
    const room = maxLength - countCodePoints(prefixBytes, 0, prefixBytes.length)
    const wide = 2 * room >= maxLength
    const match = this.#match && shifted(this.#match, wide ? 0 : prefix.length)
    const { shown, content, isClipped } = wide
      ? clipLine(this.#text, room, match, this.#outside)
      : clipLine(prefix + this.#text, maxLength, match, this.#outside)
    const before = wide ? prefix : ''
    return { shown: before + shown + this.#end, content: before + content + this.#end, isClipped }
  }
}

const shifted = ({ start, end }: { start: number; end: number }, by: number) => ({
  start: start + by,
  end: end + by,
})

/** @throws {PithError} `PITH_INVALID_INPUT` */
export function checkMatches(matches: readonly GrepMatch[]): void {
  matches.forEach(checkMatch)
}

function checkMatch(match: GrepMatch, index: number): void {
  if (typeof match?.text !== 'string') {
    throw invalidInput(`Expected the \`text\` of match ${index} to be a string.`)
  }
  const { path, line } = match
  if (path !== undefined && typeof path !== 'string') {
    throw invalidInput(`Expected the \`path\` of match ${index} to be a string, got ${typeof path}.`)
  }
  if (line !== undefined && !(Number.isSafeInteger(line) && line >= 1)) {
    throw invalidInput(
      `Expected the \`line\` of match ${index} to be a whole number from 1, got ${shown(line)}.`,
    )
  }
}

/** Matches as rows. Each line begins with `path:line: `, and a context line with `path-line- `. */
export function rowsOfMatches(matches: readonly GrepMatch[]): GrepRow[] {
  return matches.flatMap(rowsOfMatch)
}

function rowsOfMatch(match: GrepMatch): GrepRow[] {
  const { path, line, context } = match
  const lines = match.text.replace(/\r?\n$/, '').split(/\r?\n/)
  return lines.map((text, at) => {
    const kind = context ? 'context' : at === 0 ? 'match' : 'more'
    const place = { file: path ?? '', line: line === undefined ? undefined : line + at }
    const row = new GrepRow(
      kind,
      place,
      prefixOf(path, place.line, context ? '-' : ':'),
      decoded(text, 'a string'),
    )
    const { matchStart: start, matchEnd: end = start } = match
    const isGiven = at === 0 && Number.isSafeInteger(start) && Number.isSafeInteger(end)
    return isGiven ? row.matchAt(start as number, Math.min(end as number, text.length)) : row
  })
}

function prefixOf(path: string | undefined, line: number | undefined, mark: string): string {
  const words = [path === undefined ? undefined : safeName(path), line].filter((word) => word !== undefined)
  return words.length === 0 ? '' : `${words.join(mark)}${mark} `
}

/** Output lines of grep or ripgrep as unchanged rows: `path:12:text`, `path-12-text`, `12:text`, `--`. */
export function rowsOfText(text: string): GrepRow[] {
  const lines = text.split(/(?<=\n)/)
  const matches = lines.map(matchPlace)
  const files = new Set(matches.flatMap((match) => match?.file ?? []))
  return lines.map((whole, at) => {
    const end = whole.endsWith('\n') ? '\n' : ''
    const line = whole.slice(0, whole.length - end.length)
    if (line === '--' || line === '') return new GrepRow('separator', { file: '' }, '', line, end)
    const match = matches[at]
    const place = match ?? contextPlace(line, files)
    const kind = match || !place ? 'match' : 'context'
    const length = place?.length ?? 0
    return new GrepRow(kind, place ?? { file: '' }, line.slice(0, length), line.slice(length), end)
  })
}

interface Place {
  file: string
  line: number
  /** UTF-16 length of the prefix with path and line number. */
  length: number
}

function matchPlace(line: string): Place | undefined {
  const found = /^(\d+):/.exec(line) ?? /^(.*?):(\d+):/.exec(line)
  if (!found) return undefined
  const [{ length }, first, second] = found
  return second === undefined
    ? { file: '', line: Number(first), length }
    : { file: first, line: Number(second), length }
}

/** The place of a context line. Dashes are common, so it counts only if its file has a match. */
function contextPlace(line: string, files: ReadonlySet<string>): Place | undefined {
  for (const { 0: mark, 1: number, index } of line.matchAll(/(?:^|-)(\d+)-/g)) {
    const file = line.slice(0, index)
    if (files.has(file)) return { file, line: Number(number), length: index + mark.length }
  }
  return undefined
}
