import type { Place } from './kind.ts'

/** A part of the input that is kept or left out as one: a record, or a container with units of its own. */
export interface Unit {
  start: Place
  /** Where its first unit begins. For a record, its `end`. */
  inner: Place
  /** Where its own last bytes begin, behind its last unit. For a record, its `end`. */
  close: Place
  end: Place
  /** Place among the units of its container, from 0. */
  index: number
  /** How many units it has, those that left memory included. */
  size: number
  /** Those in memory, in order. */
  units: Unit[]
  /** True for the first of those units of a container that the reader calls notable. */
  isNotable: boolean
  /** True as long as it may be a rare one. Then it stays in memory. */
  isHeld: boolean
  /** Its place among the rare units, from 0. Those of one record have fractions between two places. Infinity if it is not rare. */
  rareNth: number
  /** What sort of unit it is, as its reader numbers them. */
  sort: number
  /** How many units of each sort began before it, but for the last ones. Units in a row share it. */
  base: readonly number[]
  /** The sorts of units since, of which the first `more` ones began before it. */
  since: readonly number[]
  more: number
  /** How many units of each sort began before its end. Undefined for a record. */
  after: readonly number[] | undefined
  /** A range of a record that may be left out with a mark. It begins and ends within 4 KiB of the record's ends. */
  clip: { from: Place; to: Place } | undefined
  /** True if its own bytes may have left memory before it was told. Then it is never shown. */
  isLost: boolean
  /** What it costs to hold. */
  held: number
  /** True when the last choice keeps it. */
  isKept: boolean
}

/** Records have no units. */
export const NO_UNITS: Unit[] = []
const NO_COUNTS: readonly number[] = []

/** What a unit costs besides its bytes. */
export const UNIT_BYTES = 96

/** A unit that begins at a place. */
export const unitAt = (start: Place, index: number, sort: number, units: Unit[]): Unit => ({
  start,
  inner: start,
  close: start,
  end: start,
  index,
  size: 0,
  units,
  isNotable: false,
  isHeld: false,
  rareNth: Infinity,
  sort,
  base: NO_COUNTS,
  since: NO_COUNTS,
  more: 0,
  after: undefined,
  clip: undefined,
  isLost: false,
  held: UNIT_BYTES,
  isKept: false,
})

/** A record longer than this is held at both ends alone, and can only be shown with a clip. */
export const MOST_RECORD_BYTES = 8192
/** The part that is held of each end of a longer one. */
export const RECORD_END_BYTES = MOST_RECORD_BYTES / 2

/** How many units of each sort began before a unit. */
export function countsBefore({ base, since, more }: Unit): readonly number[] {
  if (more === 0) return base
  const counts = [...base]
  for (let at = 0; at < more; at++) counts[since[at]]++
  return counts
}

/** How many units of a sort began before a unit. */
export function countBefore({ base, since, more }: Unit, sort: number): number {
  let count = base[sort]
  for (let at = 0; at < more; at++) if (since[at] === sort) count++
  return count
}

/** How many units of each sort a container has, at any depth. */
export const countsInside = (container: Unit): number[] =>
  minus(countsAfter(container), countsAtInner(container))

/** How many units of each sort began between two places, given those before each. */
export const minus = (counts: readonly number[], before: readonly number[]): number[] =>
  counts.map((count, sort) => Math.max(0, count - (before[sort] ?? 0)))

/** How many units of each sort began before the end of a unit. */
export const countsAfter = (unit: Unit): readonly number[] => unit.after ?? countsAtInner(unit)

/** The counts behind a container's own first bytes: it has been counted, its units have not. */
export const countsAtInner = (unit: Unit): readonly number[] =>
  countsBefore(unit).map((count, sort) => (sort === unit.sort ? count + 1 : count))

/** Of more sorts, those that have not come yet have no counts, because counts are copied often. */
const MANY_SORTS = 16
/** So many units share a copy of the counts. */
const MOST_SHARED = 64

/** How many units of each sort came. Units share copies of the counts: each knows which sorts came since. */
export class SortCounts {
  readonly #counts: number[]
  /** The last copy. */
  base: readonly number[]
  /** The sorts of the units that came since. */
  #since: number[] = []
  #isOld = false

  /** @param sorts 0 if nothing is counted */
  constructor(sorts: number) {
    this.#counts = new Array<number>(sorts > MANY_SORTS ? 1 : sorts).fill(0)
    this.base = this.all()
  }

  /** Those of now. They change. */
  get now(): readonly number[] {
    return this.#counts
  }

  all(): number[] {
    return this.#counts.slice()
  }

  /** The counts behind a unit that ends now. */
  after(): readonly number[] {
    return this.#counts.length > 0 ? this.all() : this.base
  }

  add(sort: number): void {
    if (this.#counts.length === 0) return
    this.#reach(sort)
    this.#counts[sort]++
    this.#since.push(sort)
  }

  /** A unit that was counted turns out to be of another sort. */
  move(from: number, to: number): void {
    this.#counts[from]--
    this.add(to)
    this.#isOld = true
  }

  /** Tells a unit what came before it. Call it before the unit is counted. */
  tell(unit: Unit, sort: number): void {
    const isLong = this.#isOld || this.#since.length >= MOST_SHARED
    if (this.#counts.length > 0 && (isLong || sort >= this.base.length)) {
      this.#reach(sort)
      this.base = this.all()
      this.#since = []
      this.#isOld = false
    }
    unit.base = this.base
    unit.since = this.#since
    unit.more = this.#since.length
  }

  #reach(sort: number): void {
    while (this.#counts.length <= sort) this.#counts.push(0)
  }
}
