import type { Choosing } from './choosing.ts'
import type { Piece } from './kind.ts'
import { piecesOf } from './pieces.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'

// Chooses which units to keep, in the order of their ranks, as far as there is room. A unit is kept with all containers
// around it, so that no record stands without its header.

/** For units of which the first ones, the last ones and an even sample tell the most. */
export function byEnds(index: number, size: number): number {
  const sample = index === 0 ? 0 : 2 + Math.ceil(Math.log2(size)) - (31 - Math.clz32(index & -index))
  return Math.min(Math.log2(1 + 2 * index), Math.log2(2 + 4 * (size - 1 - index)), sample)
}

/** For units that tell less the later they come. */
export const byFirst = (index: number): number => Math.log2(1 + index)

/** The same, but the last one comes second: it tells how far they go. */
export const byFirstAndLast = (index: number, size: number): number =>
  byFirst(index === size - 1 ? Math.min(1, index) : index)

/** For units that tell less the more units of a sort came before them. */
export const byEarlier = ({ base, moreSort, more }: Unit, sort: number): number =>
  byFirst(base[sort] + (moreSort === sort ? more : 0))

/** Keeps units by rank within a size. The pieces partition the input. Undefined if the root has no room. */
export function chooseUnits(
  tree: Tree,
  choosing: Choosing,
  bytes: number,
  lines: number,
): Piece[] | undefined {
  const kept = new Kept(choosing, bytes, lines)
  if (!kept.add(tree.root)) return undefined
  for (const { unit, path, rank } of ranked(tree.root, choosing))
    if (!kept.addWith(unit, path) && rank >= (choosing.strictRank ?? Infinity)) kept.close()
  return piecesOf(tree, choosing, kept)
}

interface Ranked {
  unit: Unit
  /** The containers around it, the root first. */
  path: readonly Unit[]
  rank: number
}

/** All units in memory that may be kept, in the order in which they should be. */
function ranked(root: Unit, { rank }: Choosing): Ranked[] {
  const all: Ranked[] = []
  const visit = (container: Unit, path: readonly Unit[], base: number) => {
    const inside = [...path, container]
    for (const unit of container.units) {
      if (isOpaque(unit)) continue
      const at = base + rank(unit, container)
      // Without bytes of its own, a container is shown by its units alone, and would only take room for marks.
      if (ownBytes(unit) > 0) all.push({ unit, path: inside, rank: at })
      visit(unit, inside, at)
    }
  }
  visit(root, [], 0)
  return all.sort((a, b) => a.rank - b.rank || a.unit.start.byte - b.unit.start.byte)
}

/** True for a unit whose bytes are not all in memory. */
const isOpaque = ({ start, inner, close, end, clip }: Unit): boolean =>
  !clip && (inner.byte - start.byte > MOST_RECORD_BYTES || end.byte - close.byte > MOST_RECORD_BYTES)

class Kept {
  readonly #units = new Map<Unit, Set<number>>()
  readonly #choosing: Choosing
  /** The most bytes of a mark, by container. */
  readonly #markBytes = new Map<Unit, number>()
  #bytes: number
  #lines: number

  constructor(choosing: Choosing, bytes: number, lines: number) {
    this.#choosing = choosing
    this.#bytes = bytes
    this.#lines = lines
  }

  has(unit: Unit): boolean {
    return this.#units.has(unit)
  }

  /** Leaves room for nothing but units that are no longer than the mark in their place. */
  close(): void {
    this.#bytes = Math.min(this.#bytes, 0)
  }

  /** Keeps a unit with the containers around it, if there is room for all of them. */
  addWith(unit: Unit, path: readonly Unit[]): boolean {
    const before = { bytes: this.#bytes, lines: this.#lines }
    const chain = [...path, unit]
    const added: number[] = []
    for (let depth = 1; depth < chain.length; depth++) {
      if (this.has(chain[depth])) continue
      if (this.add(chain[depth], chain[depth - 1])) {
        added.push(depth)
        continue
      }
      for (const undone of added) {
        this.#units.delete(chain[undone])
        this.#units.get(chain[undone - 1])?.delete(chain[undone].index)
      }
      this.#bytes = before.bytes
      this.#lines = before.lines
      return false
    }
    return true
  }

  add(unit: Unit, container?: Unit): boolean {
    const around = container ? this.#marksAdded(unit, container) : 0
    const inside = unit.size > 0 || unit.clip ? 1 : 0
    const markBytes =
      (container && around !== 0 ? around * this.#markBytesIn(container) : 0) +
      (inside ? this.#markBytesIn(unit) : 0)
    const bytes = ownBytes(unit) + markBytes
    const lines = ownLines(unit) + (around + inside) * this.#choosing.markLines
    if (bytes > this.#bytes || lines > this.#lines) return false
    this.#bytes -= bytes
    this.#lines -= lines
    this.#units.set(unit, new Set())
    if (container) this.#units.get(container)?.add(unit.index)
    return true
  }

  #markBytesIn(container: Unit): number {
    const { markBytes } = this.#choosing
    if (typeof markBytes === 'number') return markBytes
    let bytes = this.#markBytes.get(container)
    if (bytes === undefined) {
      bytes = markBytes(container)
      this.#markBytes.set(container, bytes)
    }
    return bytes
  }

  /** How many gaps there are more when a unit is kept. */
  #marksAdded({ index }: Unit, container: Unit): number {
    const among = this.#units.get(container)
    const left = index === 0 || among?.has(index - 1) ? 0 : 1
    const right = index === container.size - 1 || among?.has(index + 1) ? 0 : 1
    return left + right - 1
  }
}

/** Bytes of a unit without its own units and without the part that is clipped. */
const ownBytes = ({ start, inner, close, end, clip }: Unit): number =>
  clip
    ? end.byte - start.byte - (clip.to.byte - clip.from.byte)
    : inner.byte - start.byte + end.byte - close.byte

const ownLines = ({ start, inner, close, end, clip }: Unit): number =>
  clip
    ? end.line - start.line - (clip.to.line - clip.from.line)
    : inner.line - start.line + end.line - close.line
