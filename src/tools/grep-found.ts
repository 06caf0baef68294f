import type { GrepRow } from './grep-rows.ts'
import type { Drawn } from './listing.ts'

interface FoundRow {
  row: GrepRow
  /** Rank of its match in the fair order, from 0. Rows of low ranks are shown first. Undefined for a separator. */
  turn: number | undefined
}

interface DrawingLimits {
  maxLines: number
  maxBytes: number
}

/** Numbers of a search that found more than its rows hold. */
export interface SearchTotals {
  matches: number
  /** Files with a match. */
  files: number
}

/** The rows of a search. Draws the rows of the first matches in the fair order. */
export class GrepRows {
  readonly total: number
  readonly #totals: SearchTotals | undefined
  readonly #rows: readonly FoundRow[]
  /** File of each match, in the fair order. */
  readonly #files: readonly string[]

  /**
   * @param limit most matches that will be drawn.
   * @param totals of all that was found, if the rows hold only the first matches in the fair order.
   */
  constructor(rows: readonly GrepRow[], limit: number, totals?: SearchTotals) {
    const { owners, matches } = ownersOf(rows)
    const turns = turnsOf(matches)
    this.#totals = totals
    this.total = totals?.matches ?? matches.length
    this.#files = inOrderOf(turns, matches)
    const all = rows.map((row, at) => ({ row, turn: turns[owners[at] ?? -1] }))
    this.#rows = matches.length <= limit ? all : all.filter(({ turn }) => turn === undefined || turn < limit)
  }

  /**
   * Stops soon after a limit is exceeded, because a first match may have a million lines and is tried at many lengths.
   */
  draw(count: number, maxLineLength: number, { maxLines, maxBytes }: DrawingLimits): Drawn {
    const drawn = { shown: '', content: '' }
    // The notice names lines before bytes. If lines are limited, stopping at bytes could hide that they were exceeded.
    const mostUnits = maxLines === Number.POSITIVE_INFINITY ? maxBytes : Number.POSITIVE_INFINITY
    let lines = 0
    for (const row of this.#shown(count)) {
      if (lines++ > maxLines || drawn.shown.length > mostUnits) break
      const { shown, content } = row.clipped(maxLineLength)
      drawn.shown += shown
      drawn.content += content
    }
    return drawn
  }

  /** Number of drawn lines that are clipped. Counting stops at `most`. */
  clipped(count: number, maxLineLength: number, most = Number.POSITIVE_INFINITY): number {
    let clipped = 0
    for (const row of this.#shown(count)) {
      if (row.clipped(maxLineLength).isClipped) clipped++
      if (clipped === most) break
    }
    return clipped
  }

  /** Number of files with a match, and of files with a drawn match. */
  files(count: number): { files: number; filesShown: number } {
    return {
      files: this.#totals?.files ?? new Set(this.#files).size,
      filesShown: new Set(this.#files.slice(0, count)).size,
    }
  }

  /** The rows to draw. A generator, because the caller may stop long before the last row. */
  *#shown(count: number): Generator<GrepRow, void, undefined> {
    let separator: GrepRow | undefined
    let isFirst = true
    for (const { row, turn } of this.#rows) {
      if (count === this.total) yield row
      else if (turn === undefined) separator = row
      else if (turn < count) {
        if (separator && !isFirst) yield separator
        separator = undefined
        isFirst = false
        yield row
      }
    }
  }
}

/** The index of each row's match. A context line belongs to the nearest match. */
function ownersOf(rows: readonly GrepRow[]): { owners: (number | undefined)[]; matches: GrepRow[] } {
  const matches: GrepRow[] = []
  // If no row is a match, context lines count as matches.
  const kinds = rows.some(({ kind }) => kind === 'match') ? ['match'] : ['match', 'context']
  const owners = rows.map((row): number | undefined => {
    if (kinds.includes(row.kind)) matches.push(row)
    else if (row.kind !== 'more') return undefined
    return matches.length - 1
  })
  const before = neighbours(rows, owners, 1)
  const after = neighbours(rows, owners, -1)
  let last = 0
  const found = rows.map((row, at) => {
    last = owners[at] ?? last
    if (row.kind !== 'context' || owners[at] !== undefined) return owners[at]
    return owners[nearest(rows, at, before[at], after[at]) ?? -1] ?? last
  })
  return { owners: found, matches }
}

/** For each row, the next row of a match in one direction, in the same file and without a separator between. */
function neighbours(
  rows: readonly GrepRow[],
  owners: readonly (number | undefined)[],
  step: 1 | -1,
): (number | undefined)[] {
  const found: (number | undefined)[] = new Array(rows.length)
  let last: number | undefined
  for (let at = step === 1 ? 0 : rows.length - 1; at >= 0 && at < rows.length; at += step) {
    const { kind, file } = rows[at]
    if (owners[at] !== undefined) last = at
    else if (kind === 'separator' || (last !== undefined && rows[last].file !== file)) last = undefined
    found[at] = last
  }
  return found
}

function nearest(rows: readonly GrepRow[], at: number, before?: number, after?: number): number | undefined {
  if (before === undefined || after === undefined) return before ?? after
  const distance = (other: number) => Math.abs((rows[other].line ?? other) - (rows[at].line ?? at))
  return distance(after) < distance(before) ? after : before
}

/** Ranks of the matches in the fair order: every file's first match before any file's second one. */
function turnsOf(matches: readonly GrepRow[]): number[] {
  const counts = new Map<string, number>()
  const rounds: number[][] = []
  for (const [index, { file }] of matches.entries()) {
    const round = counts.get(file) ?? 0
    counts.set(file, round + 1)
    rounds[round] ??= []
    rounds[round].push(index)
  }
  const turns: number[] = []
  for (const [turn, index] of rounds.flat().entries()) turns[index] = turn
  return turns
}

function inOrderOf(turns: readonly number[], matches: readonly GrepRow[]): string[] {
  const files: string[] = []
  for (const [index, turn] of turns.entries()) files[turn] = matches[index].file
  return files
}
