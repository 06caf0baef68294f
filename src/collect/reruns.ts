import { ERROR_SCORE } from '../signal/evidence.ts'
import type { HeldLine } from '../signal/rank.ts'
import { wordingOf } from '../signal/shape.ts'
import type { Run } from './run.ts'

// A machine that boots again, a service that is started again and a test that is tried again repeat a whole report:
// several lines that say the same but for times and numbers. One error that says the same as an earlier one is not a
// repeated report: it is often about another place.

const LF = 0x0a

/** Lines above and below an error that are compared. */
const REACH = 8
/** How many of them must be the same above or below the earlier error. */
const LEAST_SAME = 2
/** The most earlier errors with the same evidence that a line is compared with. */
const MOST_EARLIER = 8
/** A line that comes more than this many times as often as the error is not part of its report. */
const MOST_OFTEN = 2
/** Bytes of a line that are compared. */
const COMPARED_BYTES = 400
/** A shorter line, such as a brace, says too little to compare. */
const LEAST_BYTES = 8

/** A held line, and where it begins. */
type Placed = HeldLine & { startByte: number }

/** Marks the errors of a report that came before. `runs` hold the lines; undefined for one that is not held whole. */
export function markReruns(lines: readonly Placed[], runs: readonly (Run | undefined)[]): void {
  const log: Log = { lines, wordings: wordingsIn(lines, runs) }
  const firsts = new Map<number, number[]>()
  for (let i = 0; i < lines.length; i++) {
    const { evidence, repeat } = lines[i]
    if (evidence === undefined || !isError(lines[i])) continue
    const earlier = firsts.get(evidence.shape)
    if (earlier === undefined) firsts.set(evidence.shape, [i])
    else if (repeat > 0 && earlier.some((first) => isRerun(log, first, i))) lines[i].again = true
    else if (earlier.length < MOST_EARLIER) earlier.push(i)
  }
}

interface Log {
  lines: readonly HeldLine[]
  /** What a line says, numbers apart; 0 for a line that says too little to compare. */
  wordings: (index: number) => number
}

const isError = ({ evidence }: HeldLine): boolean => evidence !== undefined && evidence.score >= ERROR_SCORE

/** True if lines near an error say the same as lines near an earlier one, and so does the next error or the one before. */
function isRerun({ lines, wordings }: Log, first: number, again: number): boolean {
  if (lines[again].line - lines[first].line <= REACH) return false
  const wording = wordings(again)
  if (wording === 0 || wordings(first) !== wording) return false
  const known: number[] = []
  const last = edgeOf(lines, first, 1)
  for (let i = edgeOf(lines, first, -1); i <= last; i++) if (i !== first) known.push(wordings(i))
  const isKnown = (index: number) =>
    lines[index].count <= MOST_OFTEN * lines[again].count &&
    wordings(index) !== 0 &&
    known.includes(wordings(index))
  const above = edgeOf(lines, again, -1)
  const below = edgeOf(lines, again, 1)
  let same = 0
  for (let i = above; i <= below; i++) if (i !== again && isKnown(i)) same++
  if (same < LEAST_SAME) return false
  const before = errorTo(lines, again, above)
  const after = errorTo(lines, again, below)
  if (before === undefined && after === undefined) return true
  return (before !== undefined && isKnown(before)) || (after !== undefined && isKnown(after))
}

/** Index of the last line above or below a line that is near it; the line itself if there is none. */
function edgeOf(lines: readonly HeldLine[], from: number, step: 1 | -1): number {
  let edge = from
  while (edge + step >= 0 && edge + step < lines.length && isNear(lines[edge + step], lines[from]))
    edge += step
  return edge
}

const isNear = (a: HeldLine, b: HeldLine): boolean => Math.abs(a.line - b.line) <= REACH

/** Index of the error nearest to a line, up to an edge. */
function errorTo(lines: readonly HeldLine[], from: number, edge: number): number | undefined {
  const step = edge < from ? -1 : 1
  for (let i = from; i !== edge; i += step) if (isError(lines[i + step])) return i + step
  return undefined
}

/** Reads what each line says when it is asked for. */
function wordingsIn(lines: readonly Placed[], runs: readonly (Run | undefined)[]): Log['wordings'] {
  const known = new Map<number, number>()
  return (index) => {
    const before = known.get(index)
    if (before !== undefined) return before
    const { startByte, lengthBytes } = lines[index]
    const run = runs[index]
    const wording = run && lengthBytes >= LEAST_BYTES ? wordingIn(run, startByte, lengthBytes) : 0
    known.set(index, wording)
    return wording
  }
}

function wordingIn({ bytes, startByte }: Run, lineStart: number, lengthBytes: number): number {
  const from = lineStart - startByte
  const to = from + Math.min(lengthBytes, COMPARED_BYTES)
  return wordingOf(bytes, from, to > from && bytes[to - 1] === LF ? to - 1 : to)
}
