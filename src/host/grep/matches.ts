import { clipLine } from '../../core/words/clip.ts'
import { GrepRow } from '../../tools/grep-rows.ts'
import { safeName } from '../../tools/text.ts'
import type { FoundText, LineExcerpt } from '../found-line.ts'
import type { KeptOutput } from '../kept-output.ts'

/** Bytes of a line in the full output. A longer line is cut around its match. */
const LONGEST_LINE_BYTES = 32 * 1024
/** Line 1 does not continue the file before. */
const OTHER_FILE = -1
/** Most matches that can be shown, because they stay in memory. */
export const MOST_MATCHES = 100_000

interface HeldLine {
  line: number
  isMatch: boolean
  excerpt: LineExcerpt
}

/** A match, and the context lines that are nearest to it. */
interface HeldMatch {
  file: number
  path: string
  lines: HeldLine[]
}

interface MatchesOptions {
  limit: number
  /** Code points of a shown line. */
  maxLineLength: number
  /** True: groups of lines are set apart, as grep does when it prints context. */
  hasContext: boolean
}

/**
 * The matches of a search while it runs: writes all of them to the full output, and holds those that may be shown. Every
 * file gets its first match before any file gets a second one.
 */
export class Matches {
  total = 0
  /** Files with a match. */
  files = 0
  readonly #output: KeptOutput
  readonly #limit: number
  readonly #shownBytes: number
  readonly #hasContext: boolean
  /** By round, the matches that are held: first ones of files, second ones, … */
  readonly #rounds: HeldMatch[][] = []
  #held = 0
  #path = ''
  #name = ''
  #round = 0
  #lastLine = 0
  /** Lines of context since the last match. */
  #context: HeldLine[] = []
  #match: HeldMatch | undefined
  #isFirstRow = true

  constructor(output: KeptOutput, { limit, maxLineLength, hasContext }: MatchesOptions) {
    this.#output = output
    this.#limit = limit
    this.#hasContext = hasContext
    // A code point has at most four bytes.
    this.#shownBytes = Math.min(LONGEST_LINE_BYTES, 4 * maxLineLength + 1024)
  }

  beginFile(path: string): void {
    this.#endMatch()
    this.#path = path
    this.#name = safeName(path)
    this.#round = 0
    this.#lastLine = OTHER_FILE
  }

  /** Takes the next line of the file, a match or context. Wait for the promise before the next call. */
  add(found: FoundText): Promise<void> | undefined {
    const { line, isMatch } = found
    const isApart = line > this.#lastLine + 1
    const row = this.#write(found, isApart)
    if (isApart) this.#endMatch()
    this.#lastLine = line
    const held = { line, isMatch, excerpt: found.excerpt(this.#shownBytes) }
    if (isMatch) this.#addMatch(held)
    else this.#context.push(held)
    return row
  }

  /** The rows of the held matches, in the order of the files. */
  rows(): GrepRow[] {
    this.#endMatch()
    const matches = this.#rounds.flat().sort((a, b) => a.file - b.file || a.lines[0].line - b.lines[0].line)
    const rows: GrepRow[] = []
    let last: { file: number; line: number } | undefined
    for (const { file, path, lines } of matches) {
      for (const held of lines) {
        const { line } = held
        const isApart = last !== undefined && (last.file !== file || line > last.line + 1)
        if (this.#hasContext && isApart) rows.push(new GrepRow('separator', { file: '' }, '', '--'))
        rows.push(rowOf(path, held))
        last = { file, line }
      }
    }
    return rows
  }

  #addMatch(held: HeldLine): void {
    this.total++
    if (this.#round === 0) this.files++
    const [before, after] = sharedBetween(this.#context, this.#match, held.line)
    this.#match?.lines.push(...before)
    this.#context = []
    const round = this.#round++
    const match = { file: this.files, path: this.#path, lines: [...after, held] }
    this.#match = match
    this.#hold(match, round)
  }

  #endMatch(): void {
    this.#match?.lines.push(...this.#context)
    this.#context = []
    this.#match = undefined
  }

  /** Holds a match while it is among the first in the fair order. What comes later in a round comes later in the order. */
  #hold(match: HeldMatch, round: number): void {
    if (this.#held === this.#limit && round >= this.#rounds.length - 1) return
    while (this.#rounds.length <= round) this.#rounds.push([])
    this.#rounds[round].push(match)
    this.#held++
    if (this.#held <= this.#limit) return
    this.#rounds.at(-1)?.pop()
    this.#held--
    while (this.#rounds.at(-1)?.length === 0) this.#rounds.pop()
  }

  #write(found: FoundText, isApart: boolean): Promise<void> | undefined {
    const excerpt = found.excerpt(LONGEST_LINE_BYTES)
    const { text, match, outside } = excerpt
    const isWhole = outside.before + outside.after === 0
    const shown = isWhole ? text : clipLine(text, LONGEST_LINE_BYTES, match, outside).shown
    const separator = this.#hasContext && isApart && !this.#isFirstRow ? '--\n' : ''
    this.#isFirstRow = false
    return this.#output.write(`${separator}${prefixOf(this.#name, found)}${shown}\n`)
  }
}

const prefixOf = (name: string, { line, isMatch }: { line: number; isMatch: boolean }): string =>
  isMatch ? `${name}:${line}:` : `${name}-${line}-`

function rowOf(path: string, held: HeldLine): GrepRow {
  const { line, isMatch, excerpt } = held
  const prefix = prefixOf(safeName(path), held)
  const row = new GrepRow(isMatch ? 'match' : 'context', { file: path, line }, prefix, excerpt.text)
  if (excerpt.match) row.matchAt(excerpt.match.start, excerpt.match.end)
  return row.within(excerpt.outside)
}

/** Context between two matches, shared by which is nearer. */
function sharedBetween(
  context: HeldLine[],
  before: HeldMatch | undefined,
  line: number,
): [before: HeldLine[], after: HeldLine[]] {
  const last = before?.lines.findLast(({ isMatch }) => isMatch)?.line
  if (last === undefined) return [[], context]
  const at = context.findIndex((each) => line - each.line < each.line - last)
  return at < 0 ? [context, []] : [context.slice(0, at), context.slice(at)]
}
