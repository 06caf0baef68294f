import { byEnds } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'

/** Rules that are told apart. Later ones count as one. */
export const MOST_RULES = 32
/** The most bytes of the rules in one marker. */
const DETAIL_BYTES = 160
/** The most bytes of a marker with its rules. */
export const RULE_MARK_BYTES = 64 + DETAIL_BYTES

/** The names of the sorts: all rules are counted by one name. */
export const sortsOfRules = (name: string): string[] => [...new Array<string>(MOST_RULES).fill(name), '']

/** The first unit of each rule comes first. */
export const rankByRule: Choosing['rank'] = ({ index, isNotable }, { size }) =>
  isNotable ? 0.01 * index ** 0.25 : 1 + byEnds(index, size)

/** Gives rules their numbers, and tells in a marker how often each is left out. */
export class RuleCounts {
  readonly #rules: string[] = []

  /** The number of a rule, from 0 to `MOST_RULES` - 1, and whether it is met for the first time. */
  numberOf(rule: string): { number: number; isNew: boolean } {
    const known = this.#rules.indexOf(rule)
    if (known >= 0) return { number: known, isNew: false }
    if (this.#rules.length === MOST_RULES) return { number: MOST_RULES - 1, isNew: false }
    return { number: this.#rules.push(rule) - 1, isNew: true }
  }

  /** `: 143 unused, 17 dead`: rules whose number is the sort of their units, the most frequent first. */
  detail({ counts }: Omission): string {
    const told = [...this.#rules.keys()].filter((rule) => (counts[rule] ?? 0) > 0)
    told.sort((a, b) => counts[b] - counts[a])
    let detail = ''
    for (const rule of told) {
      const next = `${detail === '' ? ': ' : ', '}${counts[rule]} ${this.#rules[rule]}`
      if (detail.length + next.length > DETAIL_BYTES - 4) return `${detail}, …`
      detail += next
    }
    return detail
  }
}
