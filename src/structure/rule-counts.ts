import { byEnds } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'

/** Rules that are told apart. Later ones count as one. */
export const MOST_RULES = 32
/** The most bytes of the rules in one marker. */
const DETAIL_BYTES = 160
/** The most bytes of a marker with its rules. */
export const RULE_MARK_BYTES = 64 + DETAIL_BYTES

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

  /** True if the rule that was asked for last had not been met before. */
  isNew = false

  /** The number of a rule, from 1 to `MOST_RULES`. */
  numberOf(rule: string): number {
    const known = this.#rules.indexOf(rule) + 1
    this.isNew = known === 0 && this.#rules.length < MOST_RULES
    if (this.isNew) return this.#rules.push(rule)
    return known || MOST_RULES
  }

  /** `: 143 unused, 17 dead`: rules whose number is the sort of their units, the most frequent first. */
  detail({ counts }: Omission): string {
    const told = [...this.#rules.keys()].filter((rule) => (counts[rule + 1] ?? 0) > 0)
    told.sort((a, b) => counts[b + 1] - counts[a + 1])
    let detail = ''
    for (const rule of told) {
      const next = `${detail === '' ? ': ' : ', '}${counts[rule + 1]} ${this.#rules[rule]}`
      if (detail.length + next.length > DETAIL_BYTES - 4) return `${detail}, …`
      detail += next
    }
    return detail
  }
}
