import type { Unit } from './unit.ts'

/** Of more sorts, those that have not come yet have no counts, because counts are copied often. */
const MANY_SORTS = 16

/** Stands for units of several sorts. */
const SEVERAL = -1

/** How many units of each sort came. Units share copies of the counts: each knows how many of one sort came since. */
export class SortCounts {
  readonly #counts: number[]
  /** A copy from before the last ones of one sort. */
  base: readonly number[]
  /** That sort. `SEVERAL` once another one came. */
  moreSort = SEVERAL
  /** How many of that sort came since. */
  more = 0

  /** @param sorts 0 if nothing is counted */
  constructor(sorts: number) {
    this.#counts = new Array<number>(sorts > MANY_SORTS ? 1 : sorts).fill(0)
    this.base = [...this.#counts]
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

  add(sort: number, count = 1): void {
    if (this.#counts.length === 0) return
    this.#reach(sort)
    this.#counts[sort] += count
    if (sort === this.moreSort) this.more += count
    else this.moreSort = SEVERAL
  }

  /** A unit that was counted turns out to be of another sort. */
  move(from: number, to: number): void {
    this.#counts[from]--
    this.moreSort = SEVERAL
    this.add(to)
  }

  /** Tells a unit what came before it. Call it before the unit is counted. */
  tell(unit: Unit, sort: number): void {
    if (this.#counts.length > 0 && (this.moreSort === SEVERAL || sort >= this.base.length)) {
      this.#reach(sort)
      this.base = this.all()
      this.moreSort = sort
      this.more = 0
    }
    unit.base = this.base
    unit.moreSort = this.moreSort
    unit.more = this.more
  }

  #reach(sort: number): void {
    while (this.#counts.length <= sort) this.#counts.push(0)
  }
}
