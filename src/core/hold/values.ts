import { partition } from '../bytes/binary-search.ts'
import { nextLf } from '../bytes/lines.ts'
import type { QueryMatcher } from '../judge/query-matcher.ts'
import { type HeldLine, rank } from '../judge/rank.ts'
import { afterLabel, shapeOf } from '../scan/line-facts.ts'
import type { ErrorMatch, Region, ValuedLine } from './facts.ts'
import type { FoundStatement } from './found.ts'
import type { JudgedLine, JudgedLines } from './judged.ts'
import { keptLength } from './kept.ts'
import { type Queried, valueQueried } from './query-values.ts'
import { Steps } from './steps.ts'

const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
/** The shape of a blank line. */
const BLANK = -1
const CR = 0x0d

/** The error matches, in order. */
export function errorMatchesOf({ lines }: JudgedLines): ErrorMatch[] {
  const found: ErrorMatch[] = []
  for (const { kept, evidence, isError } of lines)
    if (isError && evidence)
      found.push({ line: kept.entry.line, matchStart: evidence.startByte, matchEnd: evidence.endByte })
  return found
}

/** The most lines of context before and after a line with evidence. */
interface Margins {
  before: number
  after: number
}

/** The length of a line that is not kept whole. */
const LONG_LINE_BYTES = 8192

type Line = Required<HeldLine> & ValuedLine & { shape: number; words: number }

/** The selected lines and those around them, in order, with their values. Some values are 0. */
export function valuesOf(
  found: JudgedLines,
  statements: readonly FoundStatement[],
  regions: readonly Region[],
  margins: Margins,
  queried?: Queried,
): ValuedLine[] {
  const lines = linesOf(
    queried ? [...foundBy(queried), ...found.lines] : found.lines,
    regions,
    queried?.query.matcher,
  )
  const steps = new Steps(found.lines)
  for (const line of lines) line.hasPassed = steps.hasPassed(line.line)
  const { firstOfKind, lastOfKind } = milestonesOf(found)
  const values = rank(lines, { totalLines: lines.length, firstOfKind, lastOfKind }, margins)
  for (let i = 0; i < lines.length; i++) lines[i].value = values[i]
  raiseCompanions(lines, statements)
  if (queried) valueQueried(lines, queried.query, margins)
  return lines
}

/** The lines that a query selected, which are no errors. */
const foundBy = ({ lines }: Queried): JudgedLine[] =>
  lines.map((kept) => ({
    kept,
    evidence: undefined,
    isError: false,
    repeat: 0,
    isLast: true,
    onlyCounted: 0,
  }))

function linesOf(
  found: readonly JudgedLine[],
  regions: readonly Region[],
  matcher: QueryMatcher | undefined,
): Line[] {
  const strongest = strongestByLine(found)
  const inOrder = matcher ? [...found].sort((a, b) => a.kept.startByte - b.kept.startByte) : found
  const lines: Line[] = []
  let at = 0
  for (const { startByte, endByte, firstLine } of rangesOf(inOrder)) {
    while (at < regions.length && regions[at].endByte < endByte) at++
    const region = regions[at]
    if (region && region.startByte <= startByte)
      addLines(region, { startByte, endByte, firstLine }, strongest, matcher, lines)
  }
  for (const found of strongest.values()) {
    const { entry, clip, bytes, startByte, length } = found.kept
    if (!clip) continue
    const line = lineOf(entry.line, clip.lineStart.byte, LONG_LINE_BYTES, 0, found)
    if (matcher) findWords(line, matcher, bytes, Math.max(0, entry.startByte - startByte), length, startByte)
    lines.push(line)
  }
  countShapes(lines)
  return lines.sort((a, b) => a.line - b.line)
}

/** The selected line with the strongest evidence, by its number: a long line may be selected for several parts. */
function strongestByLine(lines: readonly JudgedLine[]): Map<number, JudgedLine> {
  const strongest = new Map<number, JudgedLine>()
  for (const line of lines) {
    const known = strongest.get(line.kept.entry.line)
    if (!known || (known.evidence?.score ?? 0) < (line.evidence?.score ?? 0))
      strongest.set(line.kept.entry.line, line)
  }
  return strongest
}

interface LineRange {
  startByte: number
  endByte: number
  firstLine: number
}

/** The ranges around the selected lines that are whole, in order and disjoint. */
function rangesOf(found: readonly JudgedLine[]): LineRange[] {
  const ranges: LineRange[] = []
  for (const { kept } of found) {
    if (kept.clip) continue
    const { startByte, firstLine } = kept
    const endByte = startByte + keptLength(kept, true)
    const last = ranges[ranges.length - 1]
    if (last && startByte <= last.endByte) last.endByte = Math.max(last.endByte, endByte)
    else ranges.push({ startByte, endByte, firstLine })
  }
  return ranges
}

function addLines(
  region: Region,
  { startByte, endByte, firstLine }: LineRange,
  strongest: ReadonlyMap<number, JudgedLine>,
  matcher: QueryMatcher | undefined,
  lines: Line[],
): void {
  const { bytes } = region
  const end = endByte - region.startByte
  let number = firstLine
  for (let at = startByte - region.startByte; at < end; number++) {
    const lf = nextLf(bytes, at)
    const stop = lf < 0 || lf >= end ? end : lf + 1
    const found = strongest.get(number)
    const own = found && !found.kept.clip ? found : undefined
    if (!found?.kept.clip) {
      const line = lineOf(number, region.startByte + at, stop - at, shapeIn(bytes, at, stop), own)
      if (matcher) findWords(line, matcher, bytes, at, stop, region.startByte)
      lines.push(line)
    }
    at = stop
  }
}

/** Finds the words of a query in a line. It is shown around one of them if it is no error. */
function findWords(
  line: Line,
  matcher: QueryMatcher,
  bytes: Uint8Array,
  start: number,
  end: number,
  base: number,
): void {
  line.words = matcher.find(bytes, start, end)
  if (line.words === 0 || line.matchStart >= 0) return
  const word = 31 - Math.clz32(line.words)
  line.matchStart = base + matcher.places[word]
  line.matchEnd = line.matchStart + matcher.words[word].length
}

function lineOf(
  line: number,
  startByte: number,
  lengthBytes: number,
  shape: number,
  found: JudgedLine | undefined,
): Line {
  const evidence = found?.evidence
  return {
    line,
    startByte,
    lengthBytes,
    blank: shape === BLANK,
    shape,
    count: 1,
    evidence,
    repeat: found?.repeat ?? 0,
    isLast: found?.isLast ?? false,
    hasPassed: false,
    words: 0,
    value: 0,
    isError: found?.isError ?? false,
    matchStart: evidence?.startByte ?? -1,
    matchEnd: evidence?.endByte ?? -1,
  }
}

/** The shape of a line behind its label; `BLANK` for a line of nothing but blanks. */
function shapeIn(bytes: Uint8Array, start: number, end: number): number {
  const own = afterLabel(bytes, start, end)
  let at = own
  while (at < end && isBlank(bytes[at])) at++
  return at === end ? BLANK : shapeOf(bytes, own, end)
}

const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB || byte === LF || byte === CR

/** Counts how many of the lines have the shape of each. */
function countShapes(lines: readonly Line[]): void {
  const counts = new Map<number, number>()
  for (const { shape } of lines) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  for (const line of lines) line.count = counts.get(line.shape) ?? 1
}

/** By bit number of a kind: the first and the last line with an error of this kind; 0 for none. */
function milestonesOf({ lines }: JudgedLines): { firstOfKind: number[]; lastOfKind: number[] } {
  const firstOfKind = new Array<number>(32).fill(0)
  const lastOfKind = new Array<number>(32).fill(0)
  for (const { kept, evidence, isError } of lines) {
    for (let bits = isError && evidence ? evidence.kinds : 0; bits !== 0; bits &= bits - 1) {
      const kind = 31 - Math.clz32(bits & -bits)
      if (firstOfKind[kind] === 0) firstOfKind[kind] = kept.entry.line
      lastOfKind[kind] = kept.entry.line
    }
  }
  return { firstOfKind, lastOfKind }
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
  lines: readonly (HeldLine & ValuedLine)[],
  statements: readonly FoundStatement[],
): void {
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
  lines: readonly (HeldLine & ValuedLine)[],
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
