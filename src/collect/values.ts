import { SHAPE_BITS } from '../scan/line-facts.ts'
import type { Scanner } from '../scan/scanner.ts'
import { type HeldLine, rank } from '../signal/rank.ts'
import { partition } from '../text/binary-search.ts'
import type { Candidate } from './candidate.ts'
import type { Margins } from './candidates.ts'
import type { ErrorFinder } from './error-finder.ts'
import type { ErrorMatch, ValuedLine } from './facts.ts'
import type { LineTable } from './line-table.ts'
import { linesIn, type ReadRuns } from './read-runs.ts'
import type { Run } from './run.ts'
import type { FoundStatement } from './statements.ts'

const CR = 0x0d

/** The error matches in memory, in order. The first and the last of them are also those of the input. */
export function errorMatchesOf({ store, captures }: ErrorFinder): ErrorMatch[] {
  const all = [
    ...store.candidates,
    ...store.latest.map((l) => l.candidate),
    ...captures.all.map((g) => g.candidate),
  ]
  return all
    .filter((c) => c.isError)
    .sort((a, b) => a.matchStart - b.matchStart)
    .map(({ line, matchStart, matchEnd }) => ({ line, matchStart, matchEnd }))
}

/** The lines kept as candidates or as their context, in order, with their values. Some values are 0. */
export function valuesOf(
  errorFinder: ErrorFinder,
  totalLines: number,
  margins: Margins,
  scanner: Scanner,
  table?: LineTable,
): ValuedLine[] {
  const parts = inOrder(errorFinder)
  const held: Run[] = []
  for (const { run } of parts) if (run) held.push(run)
  const read = linesIn(held, scanner, table)
  const lines: Line[] = []
  let index = 0
  for (const { run, candidates } of parts) {
    if (run) addRun(errorFinder, run, read, index++, candidates, lines)
    else for (const c of candidates) lines.push(evidentLine(errorFinder, c, LONG_LINE_BYTES, 1))
  }
  const { firstOfKind, lastOfKind, statements } = errorFinder
  const values = rank(lines, { totalLines, firstOfKind, lastOfKind }, margins)
  for (let i = 0; i < lines.length; i++) lines[i].value = values[i]
  raiseCompanions(lines, statements)
  return lines
}

/**
 * All that is known of a line, in one object: a log has many lines. All have the same fields in the same order, which
 * makes reading them several times as fast.
 */
type Line = Required<HeldLine> & ValuedLine

/** The strongest statements, whose companions are worth this share of them. */
const MOST_PAIRED = 5
const COMPANION_SHARE = 0.6
/** The same for the strongest one. */
const LEAD_COMPANION_SHARE = 0.8
/** Lines between the name of a test and its message, such as the names of the parts of its suite. */
const MOST_BETWEEN = 3

/** Raises the lines without which a strong statement says half of what it could. */
function raiseCompanions(lines: readonly Line[], statements: readonly FoundStatement[]): void {
  for (const [place, statement] of statements.slice(0, MOST_PAIRED).entries()) {
    const own = indexOf(lines, statement.line)
    if (own < 0) continue
    const worth = lines[own].value * (place === 0 ? LEAD_COMPANION_SHARE : COMPANION_SHARE)
    for (const index of companionsOf(lines, own, statement))
      if (!lines[index].blank) lines[index].value = Math.max(lines[index].value, worth)
  }
}

/** Indices of the lines that name the test and the place, and of those between. */
function companionsOf(lines: readonly Line[], own: number, { companions, line }: FoundStatement): number[] {
  const found: number[] = []
  for (const companion of companions) {
    const index = indexOf(lines, companion)
    if (index >= 0) found.push(index)
    if (index < 0 || companion >= line || own - index > MOST_BETWEEN + 1 || line - companion !== own - index)
      continue
    for (let i = index + 1; i < own; i++) found.push(i)
  }
  return found
}

/** -1 for a line that is not held. */
function indexOf(lines: readonly ValuedLine[], line: number): number {
  const index = partition(lines.length, (i) => lines[i].line < line)
  return lines[index]?.line === line ? index : -1
}

/** The length of a line that is not kept whole. */
const LONG_LINE_BYTES = 8192

/** A run with its candidates, or a single candidate in a line that is too long to be kept whole. */
interface Part {
  startByte: number
  run: Run | undefined
  candidates: Candidate[]
}

function inOrder({ store, captures }: ErrorFinder): Part[] {
  const others: Part[] = [
    ...store.latest.map(({ run, candidate }) => ({ startByte: run.startByte, run, candidates: [candidate] })),
    ...captures.all.map(({ candidate }) => ({
      startByte: candidate.startByte,
      run: undefined,
      candidates: [candidate],
    })),
  ]
  const parts: Part[] = []
  let next = 0
  for (const run of store.runs) {
    const from = next
    while (next < store.candidates.length && store.candidates[next].startByte < run.endByte) next++
    parts.push({ startByte: run.startByte, run, candidates: store.candidates.slice(from, next) })
  }
  return others.length === 0 ? parts : [...others, ...parts].sort((a, b) => a.startByte - b.startByte)
}

function addRun(
  errorFinder: ErrorFinder,
  run: Run,
  { lines: { lengths, firstOf }, shapes, openings }: ReadRuns,
  index: number,
  candidates: readonly Candidate[],
  lines: Line[],
): void {
  const { startByte, firstLine } = run
  const first = firstOf[index]
  let next = 0
  let at = 0
  for (let i = first; i < firstOf[index + 1]; i++) {
    const start = startByte + at
    const lengthBytes = lengths[i]
    const count = errorFinder.shapes.count(shapes[i] & SHAPE_BITS)
    const candidate = candidates[next]
    if (candidate?.startByte === start) {
      lines.push(evidentLine(errorFinder, candidate, lengthBytes, count))
      next++
    } else {
      // The opening comes after time stamp, blanks and colours, so a blank line has none.
      const blank = openings[i] === 0 || openings[i] === CR
      lines.push(plainLine(firstLine + i - first, start, lengthBytes, blank, count))
    }
    at += lengthBytes
  }
}

/** A line without evidence. All lines are made here, with the same fields in the same order. */
function plainLine(
  line: number,
  startByte: number,
  lengthBytes: number,
  blank: boolean,
  count: number,
): Line {
  return {
    line,
    startByte,
    lengthBytes,
    blank,
    count,
    evidence: undefined,
    repeat: 0,
    isLast: false,
    hasPassed: false,
    value: 0,
    isError: false,
    matchStart: -1,
    matchEnd: -1,
  }
}

function evidentLine(
  { repeats, steps }: ErrorFinder,
  { line, startByte, evidence, repeat, isError, matchStart, matchEnd }: Candidate,
  lengthBytes: number,
  count: number,
): Line {
  const found = plainLine(line, startByte, lengthBytes, false, count)
  found.repeat = repeat
  found.hasPassed = steps.hasPassed(line)
  found.isError = isError
  found.evidence = evidence
  found.isLast = repeats.likely(evidence.shape) <= repeat + 1
  found.matchStart = matchStart
  found.matchEnd = matchEnd
  return found
}
