import type { Ranked, Room } from './room.ts'

// Where many containers lack a few of their records each, marks take much of the room and nothing is whole. Those with the
// smallest gaps are made whole with what those with the largest ones give: at most a half of what each shows.

/** A container that is shown with gaps. */
interface Cut {
  missing: Ranked[]
  /** What it needs to be whole. */
  bytes: number
  lines: number
  /** What it may give, the best last. */
  spare: Ranked[]
}

/** Makes containers whole, the one that needs least first, as long as others can give what it needs. */
export function fillSmallestGaps(all: readonly Ranked[], room: Room): void {
  const cuts = cutsOf(all, room)
  let last = cuts.length - 1
  for (let first = 0; first < last; first++) {
    const { missing, bytes, lines } = cuts[first]
    const given: Ranked[] = []
    while (!room.has(bytes, lines) && last > first) {
      const each = cuts[last].spare.pop()
      if (!each) last--
      else if (room.take(each)) given.push(each)
    }
    if (!room.has(bytes, lines)) {
      room.addAll(given)
      return
    }
    room.addAll(missing)
  }
}

/** The containers of records of which a half at least is shown, but not all, the one that needs least first. */
function cutsOf(all: readonly Ranked[], room: Room): Cut[] {
  const cuts: Cut[] = []
  for (let at = 0; at < all.length; ) {
    const { around } = all[at]
    const from = at
    while (at < all.length && all[at].around === around) at++
    if (!around?.unit.isKept || at - from !== around.unit.size) continue
    const records = all.slice(from, at)
    const missing = records.filter(({ unit }) => !unit.isKept)
    const isMostlyShown = missing.length > 0 && 2 * missing.length <= records.length
    if (isMostlyShown && records.every(({ unit }) => unit.size === 0))
      cuts.push({ missing, ...room.costOf(missing), spare: spareOf(records) })
  }
  return cuts.sort((a, b) => a.bytes - b.bytes)
}

/** What a container may give, the best last. */
function spareOf(records: readonly Ranked[]): Ranked[] {
  const kept = records.filter(({ unit }) => unit.isKept).sort((a, b) => a.rank - b.rank)
  return kept
    .slice(Math.ceil(kept.length / 2))
    .filter(({ unit, rank }) => !unit.isNotable && unit.rareNth === Infinity && rank >= 0)
}
