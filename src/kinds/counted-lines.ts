import { tellPairs } from './cells.ts'
import type { Omission } from './choosing.ts'
import { tellsFailure } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { MOST_RULES, NO_RULE, RULE_MARK_BYTES, RuleCounts, rankByRule, sortsOfRules } from './rule-counts.ts'
import type { Tree } from './tree.ts'

// Lines of which each tells a status, a level or a result: an example of each, and how many more there are.

const LEAST_LINES = 8

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
  /** As in `Kind`. */
  isNoise?: boolean
}

/** A kind whose lines are counted by what they tell. */
export const countedLines = (counted: CountedLines): Kind => ({
  name: counted.name,
  fallsBackQuietly: true,
  ...(counted.isNoise && { isNoise: true }),
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const found = lines.filter((line) => counted.tells(line) !== undefined).length
    return found >= LEAST_LINES && found >= lines.length * (0.9 - counted.mostOthers) ? 0.75 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new CountingLines(counted), heldBytes, maxBytes),
})

class CountingLines implements LineKind {
  readonly sorts: string[]
  readonly mostNotable = 4 * MOST_RULES
  readonly markBytes = RULE_MARK_BYTES
  readonly rank = rankByRule
  readonly rarity = new Rarity()
  readonly #counted: CountedLines
  readonly #rules = new RuleCounts()
  #all = 0
  #others = 0
  #first = 0

  constructor(counted: CountedLines) {
    this.#counted = counted
    this.sorts = sortsOfRules(counted.units)
  }

  line(line: Line, tree: Tree): boolean {
    const { tells, isFirst, mayTellFailure } = this.#counted
    this.#all++
    const { text } = line
    const told = tells(text)
    if ((told === undefined || mayTellFailure) && tellsFailure(text)) return false
    if (told === undefined) this.#others++
    const number = told === undefined ? NO_RULE : this.#rules.numberOf(told)
    const comesFirst = told !== undefined && isFirst(told) && ++this.#first <= MOST_RULES
    tellPairs(this.rarity, line)
    const isNew = number !== NO_RULE && this.#rules.isNew
    tree.line(line, number, comesFirst || isNew)
    return this.#others <= LEAST_LINES + this.#mostOthers
  }

  end(): boolean {
    return this.#others <= 1 + this.#mostOthers
  }

  get #mostOthers(): number {
    return this.#all * this.#counted.mostOthers
  }

  /** How many lines of each are left out. */
  detail(omission: Omission): string {
    return this.#rules.detail(omission)
  }
}
