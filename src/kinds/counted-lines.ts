import { tellPairs, tellWords } from './cells.ts'
import { tellsFailure } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { MOST_RULES, NO_RULE, RuleCounts, rankByRule, sortsOfRules } from './rule-counts.ts'
import type { Tree } from './tree.ts'

// Lines of which each tells a status, a level or a result: an example of each, and how many more there are.

const LEAST_LINES = 8
const TOLD_WORDS = 16

/** What such an output is. */
export interface CountedLines {
  name: string
  /** What its lines are called where they are counted. */
  units: string
  /** What a line tells, such as `200`. Undefined for a line that tells nothing. */
  tells(text: string): string | undefined
  /** True for what comes before others, such as a request that failed. */
  isFirst(told: string): boolean
  /** The share of lines that may tell nothing. */
  mostOthers: number
  /** True when a line that tells something may also tell of a failure, so that it has to be looked for. */
  mayTellFailure: boolean
  /** True if the same word of all lines tells the same. */
  areInPlaces?: boolean
  /** As in `Kind`. */
  isNoise?: boolean
}

/** A kind whose lines are counted by what they tell. */
const countedLines = (counted: CountedLines): Kind => ({
  name: counted.name,
  fallsBackQuietly: true,
  ...(counted.isNoise && { isNoise: true }),
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const found = lines.filter((line) => counted.tells(line) !== undefined).length
    return found >= LEAST_LINES && found >= lines.length * (0.9 - counted.mostOthers) ? 0.75 : 0
  },
  read: (maxBytes, held) => new LineReader(new CountingLines(counted), held, maxBytes),
})

class CountingLines implements LineKind {
  readonly sorts: string[]
  readonly mostNotable = 4 * MOST_RULES
  readonly rank = rankByRule
  readonly rarity = new Rarity()
  readonly #counted: CountedLines
  readonly marks = new RuleCounts()
  #others = 0
  #first = 0

  constructor(counted: CountedLines) {
    this.#counted = counted
    this.sorts = sortsOfRules(counted.units)
  }

  line(line: Line, tree: Tree): boolean {
    const { tells, isFirst, areInPlaces, mayTellFailure, mostOthers } = this.#counted
    const { text } = line
    const told = tells(text)
    if ((told === undefined || mayTellFailure) && tellsFailure(text)) return false
    if (told === undefined) this.#others++
    const number = told === undefined ? NO_RULE : this.marks.numberOf(told)
    const comesFirst = told !== undefined && isFirst(told) && ++this.#first <= MOST_RULES
    const { rarity } = this
    rarity.tell(rarity.column(0), number, Number.NaN, line.startByte)
    if (areInPlaces) tellWords(rarity, text, line.startByte, TOLD_WORDS, 1)
    else tellPairs(rarity, text, line.startByte)
    const isNew = number !== NO_RULE && this.marks.isNew
    tree.line(line, number, comesFirst || isNew)
    return this.#others <= LEAST_LINES + line.number * mostOthers
  }

  end(_: Tree, { line }: Place): boolean {
    return this.#others <= 1 + (line - 1) * this.#counted.mostOthers
  }
}

/** `"GET /a HTTP/1.1" 200`, `GET /a 200 3 ms`, `POST /b -> 500` */
const REQUEST =
  /(?:^|[\s"'\]])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) [^\s"]+(?: HTTP\/\d(?:\.\d)?)?["']?,? (?:(?:->|=>|-|→) )?([1-5]\d\d)\b/

/** Requests that a server logs, one in each line. Those that it failed to answer come first. */
export const requests: Kind = countedLines({
  name: 'requests',
  units: 'requests',
  tells: (text) => REQUEST.exec(text)?.[1],
  isFirst: (status) => status.startsWith('5'),
  areInPlaces: true,
  mostOthers: 1 / 20,
  mayTellFailure: false,
})

/** A level stands in so many characters. */
const HEAD_LENGTH = 96
/** `12:01:02 [main] INFO …`, `[INFO] …` */
const LEVEL = /(?:^|[\s[(|])(TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?)(?=[\])\s:|]|$)/
/** `info: …`, `12:01:02 [info] …` */
const SMALL_LEVEL = /(?:^(trace|debug|info|notice|warn(?:ing)?):|\[(trace|debug|info|notice|warn(?:ing)?)\])/i
/** `level=info` */
const LEVEL_KEY = /(?:^|\s)(?:level|lvl|severity)="?(trace|debug|info|notice|warn(?:ing)?)"?(?=\s|$)/i
const GLOG = /^([DIW])\d{4} \d\d:\d\d:\d\d/
const OF_GLOG: Record<string, string> = { D: 'DEBUG', I: 'INFO', W: 'WARN' }

/** The level of a line of a log. */
export function levelOf(text: string): string | undefined {
  const head = text.slice(0, HEAD_LENGTH)
  const found = LEVEL.exec(head) ?? SMALL_LEVEL.exec(head) ?? LEVEL_KEY.exec(head)
  const level = found ? (found[1] ?? found[2]).toUpperCase() : OF_GLOG[GLOG.exec(head)?.[1] ?? '']
  return level === 'WARNING' ? 'WARN' : level
}

/** Lines of a plain log with levels, in which nothing tells of a failure. Warnings come first. */
export const log: Kind = countedLines({
  name: 'log',
  units: 'lines',
  tells: levelOf,
  isFirst: (level) => level === 'WARN',
  mostOthers: 1 / 4,
  mayTellFailure: true,
  isNoise: true,
})

/** What test runners write of a test that did not fail. Each form has one group: the result. */
const FORMS = [
  // pytest -v
  /^[^\s:]+\.py::\S.* (PASSED|SKIPPED|XFAIL|XPASS)\b/,
  // go test -v
  /^\s*--- (PASS|SKIP): /,
  // cargo test
  /^test \S.* \.\.\. (ok|ignored)\b/,
  // unittest -v
  /^\w+ \([\w.]+\)(?: \.\.\.|.* \.\.\.) (ok|skipped|expected failure)\b/,
  // jest, vitest, mocha, node --test, PHPUnit: by signs
  /^\s*([✓✔√○↓﹣])\s+\S/,
  // Google Test
  /^\[ {2}(?: {5}(OK)|(?:(SKIPPED))) \] \S/,
  // CTest
  /^\s*\d+\/\d+ Test\s+#\d+: \S.* (Passed|Skipped|Not Run)\b/,
  // dotnet test
  /^ {2}(Passed|Skipped) \S/,
  // XCTest
  /^Test [Cc]ase '.*' (passed|skipped) \(/,
  // files of jest
  /^(PASS) \S/,
]

const PASSED = /* @__PURE__ */ new Set(['ok', 'pass', '✓', '✔', '√'])
const SKIPPED = /* @__PURE__ */ new Set(['skip', 'ignored', 'not run', '○', '↓', '﹣'])

/** Tried first: most lines of an output have one form. A line has no two that differ in what they tell. */
let last = FORMS[0]

function resultOf(text: string): string | undefined {
  let found = last.exec(text)
  for (let at = 0; !found && at < FORMS.length; at++) {
    found = FORMS[at].exec(text)
    if (found) last = FORMS[at]
  }
  if (!found) return undefined
  const result = (found[1] ?? found[2]).toLowerCase()
  return PASSED.has(result) ? 'passed' : SKIPPED.has(result) ? 'skipped' : result
}

/** Results of tests of which none failed: counts of those that passed, and the first ones that were skipped. */
export const passedTests: Kind = countedLines({
  name: 'tests',
  units: 'tests',
  tells: resultOf,
  isFirst: (result) => result !== 'passed',
  mostOthers: 2 / 3,
  mayTellFailure: false,
  isNoise: true,
})
