import type { Choosing, Omission } from './choosing.ts'
import { countsAfter, countsAtInner, countsBefore, minus } from './counts.ts'
import type { Piece, Place } from './kind.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

/** The pieces of the units that are kept. */
export function piecesOf(tree: Tree, choosing: Choosing): Piece[] {
  const writer = new PieceWriter(tree, choosing)
  const path: Unit[] = []
  const visit = (unit: Unit) => {
    path.push(unit)
    if (unit.clip) {
      writer.keep(unit.clip.from)
      writer.omit(unit.clip.to, { unit, path: [...path], units: 0, counts: [], previous: undefined })
    } else {
      writer.keep(unit.inner)
      if (unit.close.byte > unit.inner.byte) visitUnits(unit)
    }
    writer.keep(unit.end)
    path.pop()
  }
  const visitUnits = (unit: Unit) => {
    let previous: Unit | undefined
    /** Leaves out the units between the last kept one and `next`. Without `next`, all up to the end of the container. */
    const omitUntil = (to: Place, index: number, next?: Unit) => {
      if (to.byte <= writer.at.byte) return
      const units = index - (previous?.index ?? -1) - 1
      const before = next ? countsBefore(next) : countsAfter(unit)
      const counts = minus(before, previous ? countsAfter(previous) : countsAtInner(unit))
      writer.omit(to, { unit, path: [...path], units, counts, previous, next })
    }
    for (const next of unit.units) {
      if (!next.isKept) continue
      omitUntil(next.start, next.index, next)
      visit(next)
      previous = next
    }
    omitUntil(unit.close, unit.size)
  }
  visit(tree.root)
  return writer.pieces
}

/** Writes pieces one after the other, and joins kept ones that touch. */
class PieceWriter {
  at: Place
  readonly #tree: Tree
  readonly #choosing: Choosing
  readonly #ranges: { from: Place; to: Place; omission?: Omission }[] = []

  constructor(tree: Tree, choosing: Choosing) {
    this.#tree = tree
    this.#choosing = choosing
    this.at = tree.root.start
  }

  get pieces(): Piece[] {
    return this.#ranges.map(({ from, to, omission }) =>
      omission ? this.#omitted(from, to, omission) : { from, to, bytes: this.#tree.read(from.byte, to.byte) },
    )
  }

  #omitted(from: Place, to: Place, omission: Omission): Piece {
    const name = this.#choosing.name?.(omission)
    return { from, to, mark: this.#choosing.mark(omission), ...(name && { name }) }
  }

  keep(to: Place): void {
    if (to.byte <= this.at.byte) return
    const last = this.#ranges[this.#ranges.length - 1]
    if (last && !last.omission) last.to = to
    else this.#ranges.push({ from: this.at, to })
    this.at = to
  }

  /** Gaps that touch become one: a container without bytes of its own begins or ends between them. */
  omit(to: Place, facts: Omit<Omission, 'from' | 'to'>): void {
    const from = this.at
    if (to.byte <= from.byte) return
    const omission = { ...facts, from, to }
    const last = this.#ranges[this.#ranges.length - 1]
    if (last?.omission) {
      const { counts } = last.omission
      last.to = to
      last.omission = {
        ...omission,
        from: last.from,
        units: last.omission.units + omission.units,
        counts: omission.counts.map((count, sort) => count + (counts[sort] ?? 0)),
        previous: last.omission.previous,
      }
    } else this.#ranges.push({ from, to, omission })
    this.at = to
  }
}
