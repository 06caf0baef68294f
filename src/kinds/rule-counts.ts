import { byEnds } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'

/** Rules that are told apart. Later ones count as one. */
export const MOST_RULES = 32
/** The most bytes of the rules in one marker. */
const DETAIL_BYTES = 160
/** The most bytes of a marker without its rules. */
export const BARE_MARK_BYTES = 64
/** The most bytes of a marker with its rules. */
export const RULE_MARK_BYTES = BARE_MARK_BYTES + DETAIL_BYTES
/** What the last rule is called once it stands for others too. */
const OTHERS = 'others'

/** The sort of units that have no rule. */
export const NO_RULE = 0
/** The names of the sorts: all rules are counted by one name. */
export const sortsOfRules = (name: string): string[] => ['', ...new Array<string>(MOST_RULES).fill(name)]

/** The first unit of each rule comes first. */
export const rankByRule: Choosing['rank'] = ({ index, isNotable }, { size }, tail) =>
  isNotable ? 0.01 * index ** 0.25 : 1 + byEnds(index, size, tail)

/** Gives rules their numbers, and tells in a marker how often each is left out. */
export class RuleCounts {
  readonly #rules: string[] = []
  readonly #firstSort: number
  readonly #detailBytes: number

  /** @param firstSort the sort of the units of the first rule; the others follow it */
  constructor(firstSort = 1, detailBytes = DETAIL_BYTES) {
    this.#firstSort = firstSort
    this.#detailBytes = detailBytes
  }

  /** How many rules were met. */
  get size(): number {
    return this.#rules.length
  }

  /** True if the rule that was asked for last had not been met before. */
  isNew = false

  /** The number of a rule, from 1 to `MOST_RULES`. */
  numberOf(rule: string): number {
    const known = this.#rules.indexOf(rule) + 1
    this.isNew = known === 0 && this.#rules.length < MOST_RULES
    if (this.isNew) return this.#rules.push(rule)
    if (known === 0) this.#rules[MOST_RULES - 1] = OTHERS
    return known || MOST_RULES
  }

  /** `: 143 unused, 17 dead`: rules whose number is the sort of their units, the most frequent first. */
  detail({ counts }: Pick<Omission, 'counts'>): string {
    const countOf = (rule: number): number => counts[rule + this.#firstSort] ?? 0
    const told = [...this.#rules.keys()].filter((rule) => countOf(rule) > 0)
    told.sort((a, b) => countOf(b) - countOf(a))
    let detail = ''
    for (const rule of told) {
      const next = `${detail === '' ? ': ' : ', '}${countOf(rule)} ${this.#rules[rule]}`
      if (detail.length + next.length > this.#detailBytes - ', …'.length) return `${detail}, …`
      detail += next
    }
    return detail
  }
}
