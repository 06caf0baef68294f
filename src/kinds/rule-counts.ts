import { byEnds } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'

/** Rules that are told apart. Later ones count as one. */
export const MOST_RULES = 32
/** The most bytes of the rules in one marker. */
const RULES_BYTES = 160
/** The most bytes of a marker without its rules. */
const BARE_MARK_BYTES = 64
/** The most bytes of a marker with its rules. */
const RULE_MARK_BYTES = BARE_MARK_BYTES + RULES_BYTES
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
  readonly markBytes = RULE_MARK_BYTES
  readonly #rules: string[] = []
  readonly #firstSort: number
  readonly #detailBytes: number

  /** @param firstSort the sort of the units of the first rule; the others follow it */
  constructor(firstSort = 1, detailBytes = RULES_BYTES) {
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

// A column that tells what matters of a row: its state, or what sort of thing it is. Markers count its values.

/** Names of such columns, the ones that tell most first. */
export const TELLING_NAMES = [
  ['status', 'state', 'phase', 'stat'],
  ['result', 'outcome', 'conclusion', 'health'],
  ['severity', 'level'],
  ['type', 'kind'],
]
/** A column with more values tells no state. */
const MOST_VALUES = 12
/** The most characters of a value. */
const MOST_LENGTH = 24
/** The most bytes of the values in one marker. */
export const DETAIL_BYTES = 64

/** Rows are counted by the value of the column, each value with a sort of its own. */
export class TellingColumn {
  /** The number of the column, from 0; -1 if no name of the header tells of a state. */
  at = -1
  readonly #sort: number
  readonly #counts: RuleCounts

  /** @param sort that of rows without a value; those of values follow it */
  constructor(sort: number) {
    this.#sort = sort
    this.#counts = new RuleCounts(sort + 1, DETAIL_BYTES)
  }

  /** Another header comes: that of the first table, or of the next one. */
  begin(names: readonly string[]): void {
    const places = TELLING_NAMES.map((told) => names.findIndex((each) => told.includes(each.toLowerCase())))
    this.at = places.find((place) => place >= 0) ?? -1
  }

  /** The sort of a row with this value. */
  sortOf(value: string): number {
    if (!this.#mayTell || value === '' || value.length > MOST_LENGTH) return this.#sort
    return this.#sort + this.#counts.numberOf(value)
  }

  /** `: 397 Running, 2 Pending`. Empty if the values are too many to tell a state. */
  detail(omission: Pick<Omission, 'counts'>): string {
    return this.#mayTell ? this.#counts.detail(omission) : ''
  }

  /** The most bytes of a marker with its values. Undefined if markers tell none. */
  get markBytes(): number | undefined {
    return this.#counts.size > 0 && this.#mayTell ? BARE_MARK_BYTES + DETAIL_BYTES : undefined
  }

  get #mayTell(): boolean {
    return this.#counts.size <= MOST_VALUES
  }
}

/** The names of the sorts from that of rows without a value on. */
export const sortsOfValues = (name: string): string[] => new Array<string>(1 + MOST_RULES).fill(name)
