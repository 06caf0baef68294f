import type { Evidence } from './evidence.ts'
import { kindBit } from './rule.ts'

/** A line that is still held at the end of the input: a candidate, or a line next to one. */
export interface HeldLine {
  /** 1-indexed. Entries ascend. Only `line` and `line + 1` are neighbours; any larger step breaks a run. */
  line: number
  blank: boolean
  /** Estimated number of lines in the whole log with this line's shape. At least 1, and never too low. */
  count: number
  evidence?: Evidence | undefined
  /** Estimated number of earlier lines, anywhere in the log, with evidence of the same shape. */
  repeat: number
  /** True if no later line of the log has evidence of the same shape. */
  isLast: boolean
  /** True for a line of a step that passed, where another step failed. */
  hasPassed?: boolean
}

/** Facts about the whole log that a rank depends on. */
export interface LogFacts {
  totalLines: number
  /** By bit number of a kind: the first line with a score of at least `ERROR_SCORE` and such evidence; 0 for none. */
  firstOfKind: readonly number[]
  /** The last such line for each kind. */
  lastOfKind: readonly number[]
}

/** The most lines of context before and after a line with evidence. */
export interface ContextSizes {
  before: number
  after: number
}

const AFTER = [
  0.8, 0.7, 0.6, 0.52, 0.45, 0.38, 0.32, 0.26, 0.2, 0.17, 0.15, 0.13, 0.11, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05,
]
const BEFORE = [0.5, 0.45, 0.4, 0.36, 0.33, 0.3]
const CONTEXT_LEAST = 3
const COMMON_LINES = 20
const COMMON_SHARE = 0.05
const LENT_TO_COMMON = 0.2
const CONTEXT_RARITY = 0.3
/** The share for a line without evidence. */
const LENT_TO_PLAIN = 0.5
const LONG_BLOCK_STEP = 0.7
const REPEAT = 0.8
const COARSE_REPEAT = 0.7
const IN_PASSED_STEP = 0.4
const FIRST_OF_KIND = 1.2
const LAST_OF_KIND = 1.1
const NEIGHBOUR_KIND = 0.04
const TEST_REACH = 10
const AFTER_TEST = 1.35

const PLAIN_SCORE = 10
const SCORE_POWER = 1.6
const TELLING = 1.25

const KIND_BITS = 0xffff
const crashBit = kindBit('crash')
const exceptionBit = kindBit('exception')
const exitBit = kindBit('exit')
const testBit = kindBit('test')
const ENDING = exitBit | kindBit('summary')
/** Kinds whose first and last lines are likely to matter. */
const MILESTONES =
  KIND_BITS & ~(ENDING | kindBit('level') | kindBit('words') | kindBit('demand') | kindBit('diff'))
/** Kinds that open a long report. */
const LONG_BLOCKS = crashBit | testBit
const AFTER_ENDING = 0.4

/** A line of less weight is weighed by itself and by its repeats alone. */
const STRONG = 2

/** The value of each held line. A line with 0 is not worth its bytes. */
export function rank(lines: readonly HeldLine[], log: LogFacts, context: ContextSizes): Float64Array {
  const base = new Float64Array(lines.length)
  weighAlone(lines, base)
  // Most lines are context. The others are looked for once.
  const strong = strongIn(base)
  weighNeighbours(lines, strong, base)
  weighFirstAndLast(lines, strong, log, base)
  weighRepeats(lines, base)
  return spread(lines, strong, base, context, log.totalLines)
}

/** The indices of the strong lines. */
function strongIn(base: Float64Array): Uint32Array {
  const strong = new Uint32Array(base.length)
  let count = 0
  for (let i = 0; i < base.length; i++) if (base[i] >= STRONG) strong[count++] = i
  return strong.subarray(0, count)
}

/** Weighs each line by itself: its score, less in a step that passed. */
function weighAlone(lines: readonly HeldLine[], base: Float64Array): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (line.blank) continue
    base[i] = worthOf(line.evidence) * (line.hasPassed ? IN_PASSED_STEP : 1)
  }
}

/** Logarithms of small counts, which are asked for again and again. -1 for one that was never asked for. */
const logarithms = /* @__PURE__ */ new Float64Array(1024).fill(-1)

function log2(count: number): number {
  const known = logarithms[count]
  if (known >= 0) return known
  const logarithm = Math.log2(count)
  if (count < logarithms.length) logarithms[count] = logarithm
  return logarithm
}

/** Powers of scores: few scores differ. NaN where none is known. */
const POWERS = 256
const poweredScores = /* @__PURE__ */ new Float64Array(POWERS).fill(Number.NaN)
const powers = /* @__PURE__ */ new Float64Array(POWERS)

function powerOf(score: number): number {
  const slot = (score * 16) & (POWERS - 1)
  if (poweredScores[slot] !== score) {
    poweredScores[slot] = score
    powers[slot] = (score / PLAIN_SCORE) ** SCORE_POWER
  }
  return powers[slot]
}

/** What evidence is worth alone. Of two errors the one with more evidence is far more likely to be the cause. */
function worthOf(evidence: Evidence | undefined): number {
  if (evidence === undefined) return 0
  const { score, kinds } = evidence
  const factor = (kinds & exceptionBit ? TELLING : 1) * (kinds & crashBit ? TELLING : 1)
  return PLAIN_SCORE * powerOf(score) * factor
}

/** Raises lines by the kinds of evidence near them, and lines shortly after a failed test. */
function weighNeighbours(lines: readonly HeldLine[], strong: Uint32Array, base: Float64Array): void {
  let test = -1000
  for (const i of strong) {
    const { line, evidence } = lines[i]
    const alone = base[i]
    const isTest = ((evidence?.kinds ?? 0) & testBit) !== 0
    let near = 0
    // A line that was raised here was strong before.
    for (let j = i - 1; j >= 0 && line - lines[j].line <= 4; j--)
      if (base[j] >= STRONG) near |= lines[j].evidence?.kinds ?? 0
    for (let j = i + 1; j < lines.length && lines[j].line - line <= 8; j++)
      if (base[j] >= STRONG) near |= lines[j].evidence?.kinds ?? 0
    base[i] *= 1 + Math.min(5, bitsIn(near & KIND_BITS)) * NEIGHBOUR_KIND
    if (alone >= 4 && !isTest && line - test <= TEST_REACH) base[i] *= AFTER_TEST
    if (alone >= 4 && isTest) test = line
  }
}

function bitsIn(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Raises the first and the last line of each kind in `MILESTONES`. */
function weighFirstAndLast(
  lines: readonly HeldLine[],
  strong: Uint32Array,
  log: LogFacts,
  base: Float64Array,
): void {
  for (const i of strong) {
    if (base[i] < 6) continue
    const { line, evidence } = lines[i]
    let first = false
    let last = false
    for (let bits = (evidence?.kinds ?? 0) & MILESTONES; bits !== 0; bits &= bits - 1) {
      const kind = 31 - Math.clz32(bits & -bits)
      if (log.firstOfKind[kind] === line) first = true
      if (log.lastOfKind[kind] === line) last = true
    }
    base[i] *= (first ? FIRST_OF_KIND : 1) * (last ? LAST_OF_KIND : 1)
  }
}

/** Lowers lines whose evidence, or whose coarse shape, came before. */
function weighRepeats(lines: readonly HeldLine[], base: Float64Array): void {
  const befores = new Map<number, number>()
  for (let i = 0; i < lines.length; i++) {
    const { evidence, repeat, isLast } = lines[i]
    if (evidence === undefined || base[i] <= 0) continue
    const before = befores.get(evidence.coarse) ?? 0
    if (base[i] >= STRONG) befores.set(evidence.coarse, before + 1)
    base[i] /= (1 + REPEAT * (isLast && repeat > 0 ? 0.5 : repeat)) * (1 + COARSE_REPEAT * log2(1 + before))
  }
}

/** The values of lines, with what strong lines lend to those near them. */
export const lent = (lines: readonly HeldLine[], base: Float64Array, context: ContextSizes): Float64Array =>
  spread(lines, strongIn(base), base, context, lines.length)

/** Lends each strong line's value to its neighbours: lines before it introduce it, lines after it explain it. */
function spread(
  lines: readonly HeldLine[],
  strong: Uint32Array,
  base: Float64Array,
  context: ContextSizes,
  totalLines: number,
): Float64Array {
  const value = base.slice()
  for (const i of strong) {
    if (base[i] < CONTEXT_LEAST) continue
    const kinds = lines[i].evidence?.kinds ?? 0
    const ends = (kinds & ENDING) !== 0
    const pace = (kinds & LONG_BLOCKS) !== 0 ? LONG_BLOCK_STEP : 1
    lendAfter(lines, base[i] * (ends ? AFTER_ENDING : 1), value, i, context.after, pace)
    lendBefore(lines, base, value, i, context.before)
  }
  for (let i = 0; i < lines.length; i++) {
    if (value[i] > base[i] && isCommon(lines[i], totalLines)) value[i] *= LENT_TO_COMMON
  }
  return value
}

/** The share of a lent value that a line keeps: less for one without evidence, and for a common shape. */
const keptOfLoan = ({ evidence, count }: HeldLine): number =>
  (evidence ? 1 : LENT_TO_PLAIN) / (1 + CONTEXT_RARITY * log2(count))

/** True if this line's shape is common in the log. Such a line says nothing about its neighbours. */
const isCommon = (line: HeldLine, totalLines: number): boolean =>
  line.count > COMMON_LINES && line.count > COMMON_SHARE * totalLines

function lendAfter(
  lines: readonly HeldLine[],
  worth: number,
  value: Float64Array,
  from: number,
  most: number,
  pace: number,
): void {
  let steps = 0
  for (let j = from + 1; j < lines.length && lines[j].line - lines[from].line === j - from; j++) {
    if (lines[j].blank) continue
    const share = between(AFTER, steps)
    if (share === 0 || j - from > most) break
    value[j] = Math.max(value[j], worth * share * keptOfLoan(lines[j]))
    steps += pace
  }
}

function lendBefore(
  lines: readonly HeldLine[],
  base: Float64Array,
  value: Float64Array,
  from: number,
  most: number,
): void {
  let steps = 0
  for (let j = from - 1; j >= 0 && lines[from].line - lines[j].line === from - j; j--) {
    if (lines[j].blank) continue
    const share = between(BEFORE, steps)
    if (share === 0 || from - j > most) break
    value[j] = Math.max(value[j], base[from] * share * keptOfLoan(lines[j]))
    steps++
  }
}

/** The share at a step that may lie between two entries. 0 after the last one. */
function between(shares: readonly number[], at: number): number {
  const index = Math.floor(at)
  if (index >= shares.length) return 0
  const next = shares[index + 1] ?? shares[index]
  return shares[index] + (next - shares[index]) * (at - index)
}
