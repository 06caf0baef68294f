import type { Unit } from './unit.ts'

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
