import type { Unit } from './unit.ts'

// How many units of each sort there are: before a unit, in it, and between two.

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

/**
 * Mends the counts of the units in one that turns out to be of another sort. It is the first of those given. The open units
 * in it follow, the innermost last.
 */
export function moveCounts([outer, ...inner]: readonly Unit[], from: number, to: number): void {
  // Units share copies of their counts.
  const moved = new Map<readonly number[], readonly number[]>()
  const movedOf = (counts: readonly number[]): readonly number[] => {
    const known = moved.get(counts)
    if (known) return known
    const others = [...counts]
    while (others.length <= Math.max(from, to)) others.push(0)
    others[from]--
    others[to]++
    moved.set(counts, others)
    return others
  }
  const move = (unit: Unit): void => {
    unit.base = movedOf(unit.base)
    if (unit.after) unit.after = movedOf(unit.after)
    unit.units.forEach(move)
  }
  outer.units.forEach(move)
  inner.forEach(move)
}
