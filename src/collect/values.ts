import { lineFacts, SHAPE_BITS } from '../scan/line-facts.ts'
import { type Scanner, type ScanSession, WINDOW_BYTES } from '../scan/scanner.ts'
import { type HeldLine, rank } from '../signal/rank.ts'
import { partition } from '../text/binary-search.ts'
import type { Candidate } from './candidate.ts'
import type { Margins } from './candidates.ts'
import { announcesMessage } from './echoes.ts'
import type { ErrorFinder } from './error-finder.ts'
import type { ErrorMatch, ValuedLine } from './facts.ts'
import { linesOf, type Run, type RunLines } from './run.ts'
import type { FoundStatement } from './statements.ts'

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
): ValuedLine[] {
  const factsOf = scanner.backend === 'wasm' ? scannedFacts(scanner) : readFacts
  const held: HeldLine[] = []
  const valued: ValuedLine[] = []
  const add = (line: HeldLine, startByte: number, candidate: Candidate | undefined) => {
    held.push(line)
    valued.push({
      line: line.line,
      startByte,
      lengthBytes: line.lengthBytes,
      value: 0,
      isError: candidate?.isError === true,
      matchStart: candidate?.evidence ? candidate.matchStart : -1,
      matchEnd: candidate?.evidence ? candidate.matchEnd : -1,
    })
  }
  for (const { run, candidates } of inOrder(errorFinder)) {
    if (run) addRun(errorFinder, run, factsOf, candidates, add)
    else for (const c of candidates) add(heldLine(errorFinder, c, LONG_LINE_BYTES, 0, 1), c.startByte, c)
  }
  const { firstOfKind, lastOfKind, statements } = errorFinder
  for (const { line, message } of statements) {
    const at = announcesMessage(message) ? indexOf(valued, line) : -1
    if (at >= 0) held[at].announces = true
  }
  const values = rank(held, { totalLines, firstOfKind, lastOfKind }, margins)
  valued.forEach((line, i) => {
    line.value = values[i]
  })
  raiseCompanions(valued, held, statements)
  return valued
}

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
function raiseCompanions(
  lines: readonly ValuedLine[],
  held: readonly HeldLine[],
  statements: readonly FoundStatement[],
): void {
  for (const [place, statement] of statements.slice(0, MOST_PAIRED).entries()) {
    const own = indexOf(lines, statement.line)
    if (own < 0) continue
    const worth = lines[own].value * (place === 0 ? LEAD_COMPANION_SHARE : COMPANION_SHARE)
    for (const index of companionsOf(lines, held, own, statement))
      if (!held[index].blank) lines[index].value = Math.max(lines[index].value, worth)
  }
}

/** Indices of the lines that name the test and the place, of those between, and of what the message announces. */
function companionsOf(
  lines: readonly ValuedLine[],
  held: readonly HeldLine[],
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
  if (BARE_NAME.test(message)) found.push(...linesBelow(held, own, MOST_ANNOUNCED))
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

/** Length in bytes that a line counts as when it is not kept whole. */
const LONG_LINE_BYTES = 8192

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
  factsOf: (run: Run, lines: RunLines) => RunFacts,
  candidates: readonly Candidate[],
  add: (line: HeldLine, startByte: number, candidate: Candidate | undefined) => void,
): void {
  const lines = linesOf([run])
  const { starts, lengths } = lines
  const { shapes, openings } = factsOf(run, lines)
  let next = 0
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]
    const at = start - run.startByte
    const candidate = candidates[next]?.startByte === start ? candidates[next++] : undefined
    const indent = indentOf(run.bytes, at, contentEnd(run.bytes, at, at + lengths[i]))
    const count = errorFinder.shapes.count(shapes[i] & SHAPE_BITS)
    const held = candidate
      ? heldLine(errorFinder, candidate, lengths[i], indent, count)
      : plainLine(run.firstLine + i, lengths[i], openings[i], indent, count)
    add(held, start, candidate)
  }
}

/** Shape and opening of each line of a run. */
interface RunFacts {
  shapes: ArrayLike<number>
  openings: ArrayLike<number>
}

function readFacts(run: Run, { starts, lengths }: RunLines): RunFacts {
  const facts = starts.map((start, i) => {
    const at = start - run.startByte
    return lineFacts(run.bytes, at, contentEnd(run.bytes, at, at + lengths[i]))
  })
  return { shapes: facts.map(({ shape }) => shape), openings: facts.map(({ opening }) => opening) }
}

/** Reads facts with the kernel, which is faster for all but the shortest runs. */
function scannedFacts(scanner: Scanner): (run: Run, lines: RunLines) => RunFacts {
  let session: ScanSession | undefined
  return (run, lines) => {
    // One window: no table has to be joined.
    if (run.length < SCANNED_BYTES || run.length > WINDOW_BYTES) return readFacts(run, lines)
    session ??= scanner.open({ lines: true })
    session.window().set(run.bytes.subarray(0, run.length))
    const { lineShapes, lineOpenings, newlines } = session.advance(run.length)
    const isWhole = newlines === lines.starts.length
    const { lastLineShape, lastLineOpening } = isWhole ? NO_LINE : session.finish()
    // Each run is scanned as if it were the first.
    session.rewind()
    if (isWhole) return { shapes: lineShapes, openings: lineOpenings }
    const withLast = (facts: Uint32Array, last: number) => [...facts.subarray(0, newlines), last]
    return {
      shapes: withLast(lineShapes, lastLineShape),
      openings: withLast(lineOpenings, lastLineOpening),
    }
  }
}

const NO_LINE = { lastLineShape: 0, lastLineOpening: 0 }

const SCANNED_BYTES = 1024

function plainLine(
  line: number,
  lengthBytes: number,
  opening: number,
  indent: number,
  count: number,
): HeldLine {
  // The opening comes after time stamp, blanks and colours, so a blank line has none.
  const blank = opening === 0 || opening === CR
  return {
    line,
    lengthBytes,
    blank,
    indent,
    count,
    evidence: undefined,
    repeat: 0,
    isLast: false,
    isUnusual: false,
  }
}

function heldLine(
  errorFinder: ErrorFinder,
  candidate: Candidate,
  lengthBytes: number,
  indent: number,
  count: number,
): HeldLine {
  const { line, evidence, repeat, isUnusual } = candidate
  const isLast = evidence !== undefined && errorFinder.repeats.likely(evidence.shape) <= repeat + 1
  return { line, lengthBytes, blank: false, indent, count, evidence, repeat, isLast, isUnusual }
}

const contentEnd = (bytes: Uint8Array, start: number, stop: number): number =>
  stop > start && bytes[stop - 1] === 0x0a ? stop - 1 : stop

function indentOf(bytes: Uint8Array, start: number, end: number): number {
  let indent = 0
  for (let at = start; at < end && (bytes[at] === SPACE || bytes[at] === TAB); at++) {
    indent += bytes[at] === TAB ? TAB_COLUMNS : 1
  }
  return indent
}
