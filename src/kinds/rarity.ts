import { partition } from '../core/bytes/binary-search.ts'
import { amountIn } from './amounts.ts'
import { Column } from './column.ts'
import type { Unit } from './unit.ts'

// Which units are worth more than those around them: units with a value that is rare among the values of its column, name or
// path. A reader tells the values of its units. They are counted while they come, so that a rare one is held in a long
// input. At the end they are put in order.

const MOST_COLUMNS = 64
/** When there are more, columns with fewer rows are dropped. This happens at most `MOST_SWEEPS` times. */
const LEAST_ROWS = 4
const MOST_SWEEPS = 8
/** Units that are held because they may be rare. Of more, half are let go. */
const MOST_HELD = 128
/** Rare units of a container of at most so many come together. */
const MOST_TOGETHER = 32
/** The first units of all are shown anyway. */
const FIRST_UNITS = 3
/** Rare units tell more than as many lines. */
const LEAST_SHARE = 0.9

/** The `leastShare` of an outline. */
export const leastShareOf = (hasRare: boolean): number => (hasRare ? LEAST_SHARE : 1)

export class Rarity {
  readonly #columns = new Map<number, Column>()
  readonly #others = new Column()
  #sweeps = 0
  #held: Unit[] = []
  /** True if a value that was told since the last `take` may be rare. */
  mayBeRare = false

  /** The column of a name. Those for which there is no room share one that says nothing. */
  column(name: number): Column {
    const columns = this.#columns
    const known = columns.get(name)
    if (known) return known
    // The first names of an object may be data, before it is long enough to tell that.
    if (columns.size === MOST_COLUMNS && this.#sweeps++ < MOST_SWEEPS)
      for (const [each, { rows }] of columns) if (rows < LEAST_ROWS) columns.delete(each)
    if (columns.size === MOST_COLUMNS) return this.#others
    const column = new Column()
    columns.set(name, column)
    return column
  }

  /**
   * A unit has a value.
   *
   * @param value a hash of it; 0 for nothing
   * @param amount the number that it is; NaN if it is none
   * @param byte where it is, or where its unit begins
   * @param text what the value is, or how it begins, if it is a text and that is known
   */
  tell(column: Column, value: number, amount: number, byte: number, text?: string): void {
    if (column.add(value, amount, byte, text)) this.mayBeRare = true
  }

  /** The same for the text of a value. */
  tellText(column: Column, text: string, byte: number): void {
    const amount = amountIn(text)
    const isText = text !== '' && Number.isNaN(amount)
    this.tell(column, column.hash(text, amount), amount, byte, isText ? text : undefined)
  }

  /** Whether a value that was told since the last call may be rare. */
  take(): boolean {
    const mayBeRare = this.mayBeRare
    this.mayBeRare = false
    return mayBeRare
  }

  /** A unit that may be rare stays in memory, until others turn out to be rarer. */
  hold(unit: Unit): void {
    unit.isHeld = true
    this.#held.push(unit)
    if (this.#held.length < MOST_HELD) return
    const places = [...this.#scores()].sort(([a], [b]) => a - b)
    const scored = this.#held.map((each) => ({ each, score: scoreIn(places, each) }))
    scored.sort((a, b) => b.score - a.score || a.each.start.byte - b.each.start.byte)
    for (const { each } of scored.splice(MOST_HELD / 2)) each.isHeld = false
    this.#held = scored.map(({ each }) => each)
  }

  /**
   * Numbers the rare units in memory, and the units that they are in, the rarest first. Those of one small record come
   * together, because one says why the other is unlike the rest. True if there are any.
   */
  number(root: Unit): boolean {
    const groups = new Map<Unit, { score: number; paths: Map<Unit, { path: Unit[]; score: number }> }>()
    for (const [byte, score] of this.#scores()) {
      const path = pathTo(root, byte)
      const unit = path.at(-1)
      if (!unit) continue
      const around = path.at(-2)
      const together = around && around.size <= MOST_TOGETHER ? around : unit
      const group = groups.get(together) ?? { score: 0, paths: new Map() }
      groups.set(together, group)
      group.score += score
      group.paths.set(unit, { path, score: score + (group.paths.get(unit)?.score ?? 0) })
    }
    const first = root.units.slice(0, FIRST_UNITS)
    let nth = 0
    for (const [together, { paths }] of rarestFirst(groups)) {
      for (const [more, [, { path }]] of rarestFirst(paths).entries())
        for (const unit of path) unit.rareNth = Math.min(unit.rareNth, nth + more / MOST_TOGETHER)
      // Headers and rules are rare, but shown anyway.
      if (!first.includes(together)) nth++
    }
    return groups.size > 0
  }

  /** How rare what is at a place is. */
  #scores(): Map<number, number> {
    const scores = new Map<number, number>()
    for (const column of this.#columns.values())
      column.score((byte, score) => scores.set(byte, (scores.get(byte) ?? 0) + score))
    return scores
  }
}

/** Of those that are as rare, the first ones first. */
const rarestFirst = <T extends { score: number }>(units: Map<Unit, T>): [Unit, T][] =>
  [...units].sort(([a, own], [b, other]) => other.score - own.score || a.start.byte - b.start.byte)

/** The units around a place, but for the root. Empty if the innermost one may have left memory. */
function pathTo(root: Unit, byte: number): Unit[] {
  const path: Unit[] = []
  for (let unit = root; unit.size > 0 && byte >= unit.inner.byte && byte < unit.close.byte; ) {
    const found = unitAround(unit.units, byte)
    if (!found) return []
    path.push(found)
    unit = found
  }
  return path
}

function unitAround(units: readonly Unit[], byte: number): Unit | undefined {
  const unit = units[partition(units.length, (at) => units[at].end.byte <= byte)]
  return unit?.start.byte <= byte ? unit : undefined
}

function scoreIn(places: readonly (readonly [number, number])[], { start, end }: Unit): number {
  let sum = 0
  for (const [byte, score] of places) if (byte >= start.byte && byte < end.byte) sum += score
  return sum
}
