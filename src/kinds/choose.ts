import { partition } from '../core/bytes/binary-search.ts'
import type { Choosing } from './choosing.ts'
import { countBefore } from './counts.ts'
import { fillSmallestGaps } from './fewer-gaps.ts'
import type { Piece, UnitAnswer, WantedUnits } from './kind.ts'
import { piecesOf } from './pieces.ts'
import { isOpaque, ownBytes, type Ranked, Room } from './room.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Chooses which units to keep, in the order of their ranks, as far as there is room. A unit is kept with all containers
// around it, so that no record stands without its header.

/**
 * For units of which the first ones, the last ones and an even sample tell the most. Of an answer, both ends alone.
 *
 * @param tail of an answer, how many of the last units may be shown in one piece
 */
export function byEnds(index: number, size: number, tail?: number): number {
  const first = Math.log2(1 + 2 * index)
  const later = size - 1 - index
  const last = Math.log2(2 + 4 * later)
  if (tail !== undefined) return later < tail ? Math.min(first, last) : first
  const sample = index === 0 ? 0 : 2 + Math.ceil(Math.log2(size)) - (31 - Math.clz32(index & -index))
  return Math.min(first, last, sample)
}

/** For units that tell less the later they come. */
export const byFirst = (index: number): number => Math.log2(1 + index)

/** The same, but the last one comes second: it tells how far they go. */
export const byFirstAndLast = (index: number, size: number): number =>
  byFirst(index === size - 1 ? Math.min(1, index) : index)

/** For units that tell less the more units of a sort came before them. */
export const byEarlier = (unit: Unit, sort: number): number => byFirst(countBefore(unit, sort))

/**
 * The rank of the nth rare unit. The rarest one comes right behind the first unit. Of all units that are kept, a third are
 * rare ones at most, and a tenth in an answer.
 */
const rareRank = (nth: number, isAnswer: boolean): number => 0.5 + Math.log2(1 + (isAnswer ? 12 : 2) * nth)

/** Keeps units by rank within a size. The pieces partition the input. Undefined if the root has no room. */
export type ChooseUnits = (bytes: number, lines: number, wanted?: WantedUnits) => Piece[] | undefined

/** Chooses among the units of an input that was read to its end. They are ranked once for all sizes where that may be. */
export function unitChooser(tree: Tree, choosing: Choosing): ChooseUnits {
  const { root } = tree
  const top: Ranked = { unit: root, around: undefined, at: 0, rank: 0 }
  let last: { wanted: WantedUnits; all: Ranked[]; ordered: Ranked[] } | undefined
  const markBytes = new Map<Unit, number>()
  return (bytes, lines, wanted = {}) => {
    const isSame = last?.wanted.isAnswer === wanted.isAnswer && last?.wanted.answers === wanted.answers
    if (!last || !isSame || choosing.ranksByRoom) {
      const all = ranked(top, choosing, wanted)
      // Those of one rank stay in the order of their bytes.
      last = { wanted, all, ordered: all.toSorted((a, b) => a.rank - b.rank) }
    }
    forget(root)
    const room = new Room(choosing, markBytes, bytes, lines)
    if (isOpaque(root) || !room.add(top)) return undefined
    for (const each of last.ordered)
      if (!room.addWith(each) && each.rank >= (choosing.strictRank ?? Infinity)) room.close()
    for (const each of last.all) room.addBetween(each)
    fillSmallestGaps(last.all, room)
    return piecesOf(tree, choosing)
  }
}

/** No unit is kept yet. */
function forget(container: Unit): void {
  container.isKept = false
  for (const unit of container.units)
    if (unit.units.length > 0) forget(unit)
    else unit.isKept = false
}

/** All units in memory that may be kept, in the order of their bytes. */
function ranked(
  top: Ranked,
  { rank, isBare }: Choosing,
  { isAnswer = false, answers = [] }: WantedUnits,
): Ranked[] {
  const all: Ranked[] = []
  const visit = (around: Ranked) => {
    const { unit: container, rank: base } = around
    const { units } = container
    const tail = isAnswer ? tailOf(container) : undefined
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]
      if (isOpaque(unit)) continue
      const value = answers.length > 0 ? answerOf(unit, answers) : 0
      const own = value > 0 ? -ASKED * value : base + rank(unit, container, tail)
      const each = { unit, around, at, rank: Math.min(own, rareRank(unit.rareNth, isAnswer)) }
      // Without bytes of its own, a container is shown by its units alone, and would only take room for marks.
      if (ownBytes(unit) > 0 && (unit.units.length === 0 || !isBare?.(unit))) all.push(each)
      if (unit.units.length > 0) visit(each)
    }
  }
  visit(top)
  return all
}

/** How many of the last units are in memory, without a gap between them. */
function tailOf({ units, size }: Unit): number {
  let tail = 0
  while (tail < units.length && units[units.length - 1 - tail].index === size - 1 - tail) tail++
  return tail
}

/** Units that answer a query come before all others. A small one comes with all of its parts. */
const ASKED = 1000
const SMALL_BYTES = 1024

/** How well a unit answers. A large container does only by bytes of its own. */
function answerOf({ start, inner, close, end }: Unit, answers: readonly UnitAnswer[]): number {
  const isSmall = end.byte - start.byte <= SMALL_BYTES
  let value = 0
  const first = partition(answers.length, (i) => answers[i].byte < start.byte)
  for (let i = first; i < answers.length && answers[i].byte < end.byte; i++) {
    const { byte, value: own } = answers[i]
    if ((isSmall && own <= 1) || byte < inner.byte || byte >= close.byte) value = Math.max(value, own)
  }
  return value
}
