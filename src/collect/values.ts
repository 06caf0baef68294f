import { lineFacts, SHAPE_BITS } from '../scan/line-facts.ts'
import { type Scanner, type ScanSession, WINDOW_BYTES } from '../scan/scanner.ts'
import { type HeldLine, rank } from '../signal/rank.ts'
import { lowerBound, partition } from '../text/binary-search.ts'
import type { Candidate } from './candidate.ts'
import type { Margins } from './candidates.ts'
import { announcesMessage } from './echoes.ts'
import type { ErrorFinder } from './error-finder.ts'
import type { ErrorMatch, ValuedLine } from './facts.ts'
import type { LineTable } from './line-table.ts'
import { markReruns } from './reruns.ts'
import { linesOf, type Run, type RunLines } from './run.ts'
import type { FoundStatement } from './statements.ts'

const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
const CR = 0x0d
/** Columns of a tab in an indent. */
const TAB_COLUMNS = 4

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
  const read = table?.isWhole ? knownLines(held, table) : readRuns(held, scanner)
  const lines: Line[] = []
  const runs: (Run | undefined)[] = []
  let index = 0
  for (const { run, candidates } of parts) {
    if (run) addRun(errorFinder, run, { ...read, index: index++ }, candidates, lines)
    else for (const c of candidates) lines.push(evidentLine(errorFinder, c, LONG_LINE))
    while (runs.length < lines.length) runs.push(run)
  }
  const { firstOfKind, lastOfKind, statements } = errorFinder
  for (const { line, message } of statements) {
    const at = announcesMessage(message) ? indexOf(lines, line) : -1
    if (at >= 0) lines[at].announces = true
  }
  markReruns(lines, runs)
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
/** Lines below a message that only names its error: they say what happened. */
const MOST_ANNOUNCED = 2

/** Nothing but the name of an error. */
const BARE_NAME = /^(?:\[?[\w ]+\]?:?\s+)?[\w.$:\\]+:$/

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

/** Indices of the lines that name the test and the place, of those between, and of what the message announces. */
function companionsOf(
  lines: readonly Line[],
  own: number,
  { companions, message, line }: FoundStatement,
): number[] {
  const found: number[] = []
  for (const companion of companions) {
    const index = indexOf(lines, companion)
    if (index >= 0) found.push(index)
    if (index < 0 || companion >= line || own - index > MOST_BETWEEN + 1 || line - companion !== own - index)
      continue
    for (let i = index + 1; i < own; i++) found.push(i)
  }
  if (BARE_NAME.test(message)) found.push(...linesBelow(lines, own, MOST_ANNOUNCED))
  return found
}

/** Indices of the next lines that are not blank. */
function linesBelow(held: readonly HeldLine[], from: number, most: number): number[] {
  const found: number[] = []
  for (let i = from + 1; held[i]?.line === held[i - 1].line + 1 && found.length < most; i++)
    if (!held[i].blank) found.push(i)
  return found
}

/** -1 for a line that is not held. */
function indexOf(lines: readonly ValuedLine[], line: number): number {
  const index = partition(lines.length, (i) => lines[i].line < line)
  return lines[index]?.line === line ? index : -1
}

/** What a line counts as when it is not kept whole. */
const LONG_LINE = { lengthBytes: 8192, indent: 0, count: 1 }

/** A run with its candidates, or a single candidate in a line that is too long to be kept whole. */
interface Part {
  startByte: number
  run: Run | undefined
  candidates: Candidate[]
}

function inOrder({ store, captures }: ErrorFinder): Part[] {
  const parts: Part[] = [
    ...store.latest.map(({ run, candidate }) => ({ startByte: run.startByte, run, candidates: [candidate] })),
    ...captures.all.map(({ candidate }) => ({
      startByte: candidate.startByte,
      run: undefined,
      candidates: [candidate],
    })),
  ]
  let next = 0
  for (const run of store.runs) {
    const from = next
    while (next < store.candidates.length && store.candidates[next].startByte < run.endByte) next++
    parts.push({ startByte: run.startByte, run, candidates: store.candidates.slice(from, next) })
  }
  return parts.sort((a, b) => a.startByte - b.startByte)
}

function addRun(
  errorFinder: ErrorFinder,
  run: Run,
  { lines: { lengths, firstOf }, shapes, openings, index }: ReadRuns & { index: number },
  candidates: readonly Candidate[],
  lines: Line[],
): void {
  const { bytes, startByte, firstLine } = run
  const first = firstOf[index]
  let next = 0
  let at = 0
  for (let i = first; i < firstOf[index + 1]; i++) {
    const start = startByte + at
    const lengthBytes = lengths[i]
    const indent = indentOf(bytes, at, contentEnd(bytes, at, at + lengthBytes))
    const count = errorFinder.shapes.count(shapes[i] & SHAPE_BITS)
    const candidate = candidates[next]
    if (candidate?.startByte === start) {
      lines.push(evidentLine(errorFinder, candidate, { lengthBytes, indent, count }))
      next++
    } else lines.push(plainLine(firstLine + i - first, start, lengthBytes, openings[i], indent, count))
    at += lengthBytes
  }
}

/** The lines of runs, with shape and opening of each. */
interface ReadRuns {
  lines: RunLines
  shapes: Uint32Array
  openings: Uint32Array
}

/** The lines of runs that are in the table, but for a last line without LF. */
function knownLines(runs: readonly Run[], { ends, shapes, openings }: LineTable): ReadRuns {
  const firstOf = new Uint32Array(runs.length + 1)
  for (let k = 0; k < runs.length; k++) {
    const { firstLine, startByte, length } = runs[k]
    const lines = lowerBound(ends, startByte + length) - (firstLine - 1)
    const isOpen = length > 0 && runs[k].bytes[length - 1] !== LF
    firstOf[k + 1] = firstOf[k] + lines + (isOpen ? 1 : 0)
  }
  const count = firstOf[runs.length]
  const read = {
    lines: { starts: new Float64Array(count), lengths: new Uint32Array(count), firstOf },
    shapes: new Uint32Array(count),
    openings: new Uint32Array(count),
  }
  for (let k = 0; k < runs.length; k++) {
    const run = runs[k]
    let start = run.startByte
    let line = run.firstLine - 1
    for (let i = firstOf[k]; i < firstOf[k + 1]; i++, line++) {
      const stop = line < ends.length ? ends[line] + 1 : run.startByte + run.length
      read.lines.starts[i] = start
      read.lines.lengths[i] = stop - start
      if (line < ends.length) {
        read.shapes[i] = shapes[line]
        read.openings[i] = openings[line]
      } else readRun(run, k, read, i)
      start = stop
    }
  }
  return read
}

function readRuns(runs: readonly Run[], scanner: Scanner): ReadRuns {
  const lines = linesOf(runs)
  const count = lines.starts.length
  const read = { lines, shapes: new Uint32Array(count), openings: new Uint32Array(count) }
  const bytes = runs.reduce((sum, { length }) => sum + length, 0)
  // The kernel is faster for all but the shortest runs.
  const scan = scanner.backend === 'wasm' && bytes >= SCANNED_BYTES
  if (scan) scanRuns(runs, read, scanner.open({ lines: true }))
  else for (let k = 0; k < runs.length; k++) readRun(runs[k], k, read)
  return read
}

function readRun(
  run: Run,
  index: number,
  { lines, shapes, openings }: ReadRuns,
  from = lines.firstOf[index],
): void {
  for (let i = from; i < lines.firstOf[index + 1]; i++) {
    const at = lines.starts[i] - run.startByte
    const { shape, opening } = lineFacts(run.bytes, at, contentEnd(run.bytes, at, at + lines.lengths[i]))
    shapes[i] = shape
    openings[i] = opening
  }
}

/** Reads facts with the kernel, as many runs at once as its window holds: no fact of a line depends on other lines. */
function scanRuns(runs: readonly Run[], read: ReadRuns, session: ScanSession): void {
  const { firstOf } = read.lines
  for (let k = 0; k < runs.length; ) {
    const first = k
    let length = 0
    let isWhole = true
    while (k < runs.length && isWhole && length + runs[k].length <= WINDOW_BYTES) {
      const { bytes, length: runLength } = runs[k++]
      session.window().set(bytes.subarray(0, runLength), length)
      length += runLength
      isWhole = bytes[runLength - 1] === LF
    }
    if (k === first) {
      readRun(runs[k], k, read)
      k++
      continue
    }
    const { lineShapes, lineOpenings, newlines } = session.advance(length)
    read.shapes.set(lineShapes.subarray(0, newlines), firstOf[first])
    read.openings.set(lineOpenings.subarray(0, newlines), firstOf[first])
    if (!isWhole) {
      const { lastLineShape, lastLineOpening } = session.finish()
      read.shapes[firstOf[k] - 1] = lastLineShape
      read.openings[firstOf[k] - 1] = lastLineOpening
    }
    session.rewind()
  }
}

const SCANNED_BYTES = 1024

function plainLine(
  line: number,
  startByte: number,
  lengthBytes: number,
  opening: number,
  indent: number,
  count: number,
): Line {
  return {
    line,
    startByte,
    lengthBytes,
    // The opening comes after time stamp, blanks and colours, so a blank line has none.
    blank: opening === 0 || opening === CR,
    indent,
    count,
    evidence: undefined,
    repeat: 0,
    isLast: false,
    isUnusual: false,
    hasPassed: false,
    announces: false,
    again: false,
    value: 0,
    isError: false,
    matchStart: -1,
    matchEnd: -1,
  }
}

function evidentLine(
  { repeats, steps }: ErrorFinder,
  { line, startByte, evidence, repeat, isUnusual, isError, matchStart, matchEnd }: Candidate,
  { lengthBytes, indent, count }: Pick<Line, 'lengthBytes' | 'indent' | 'count'>,
): Line {
  return {
    line,
    startByte,
    lengthBytes,
    blank: false,
    indent,
    count,
    evidence,
    repeat,
    isLast: evidence !== undefined && repeats.likely(evidence.shape) <= repeat + 1,
    isUnusual,
    hasPassed: steps.hasPassed(line),
    announces: false,
    again: false,
    value: 0,
    isError,
    matchStart: evidence ? matchStart : -1,
    matchEnd: evidence ? matchEnd : -1,
  }
}

const contentEnd = (bytes: Uint8Array, start: number, stop: number): number =>
  stop > start && bytes[stop - 1] === LF ? stop - 1 : stop

function indentOf(bytes: Uint8Array, start: number, end: number): number {
  let indent = 0
  for (let at = start; at < end && (bytes[at] === SPACE || bytes[at] === TAB); at++) {
    indent += bytes[at] === TAB ? TAB_COLUMNS : 1
  }
  return indent
}
