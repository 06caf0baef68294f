import type { NamedPart } from './named-parts.ts'
import type { Unit } from './unit.ts'

// Which units of a container leave memory when it holds too much.

/** Units at each end of a container that leave memory last. */
const FIRST_UNITS = 32
const LAST_UNITS = 16

/** A container that is open. */
export class Frame {
  unit: Unit
  /** A unit that begins at this level, or further out, ends it. */
  level: number
  /** True once it is known where its own first bytes end. */
  hasInner = false
  /** Up to this size it becomes one record when it ends. */
  mostWhole = 0
  isNotable = false
  mayBeRare = false
  part: NamedPart | undefined
  /** What it may cost to hold. */
  most: number
  /** Of the units between both ends, those whose index is a multiple of this stay. */
  stride = 1
  /** How many of the first units stay too. It is known when units leave memory for the first time. */
  first = 0
  notableUnits = 0

  constructor(unit: Unit, level: number, most: number) {
    this.unit = unit
    this.level = level
    this.most = most
  }
}

const staysInSample = (index: number, stride: number, first = FIRST_UNITS): boolean =>
  index < first || (index & (stride - 1)) === 0

/** How many of the first units fit into a half of what a container may hold, or as many as stay whatever they cost. */
function firstOf({ units }: Unit, most: number): number {
  let count = 0
  for (let held = 0; count < units.length && held <= most / 2; count++) held += units[count].held
  return Math.max(FIRST_UNITS, count)
}

/** Drops later units inside the units of a container. The first of these may hold more than the others. */
export function thinInside(container: Unit, most: number): void {
  for (const unit of container.units) {
    const { units, index, held } = unit
    const share = most / (index < 8 ? 16 : 2 * container.units.length)
    while (unit.held > share && units.length > 0)
      for (const dropped of units.splice(units.length >> 1)) unit.held -= dropped.held
    container.held -= held - unit.held
  }
}

/** Drops units of a container until what it holds costs at most so much. */
export function thin(frame: Frame, most: number, keepsFirst: boolean): void {
  const { unit } = frame
  const keepOnly = (stays: (child: Unit, at: number) => boolean) => {
    unit.units = unit.units.filter((child, at) => {
      if (stays(child, at)) return true
      unit.held -= child.held
      return false
    })
  }
  if (frame.stride === 1) frame.first = firstOf(unit, most)
  while (!keepsFirst && unit.held > most && frame.stride <= unit.size) {
    frame.stride *= 2
    const { stride, first } = frame
    const last = unit.units.length - LAST_UNITS
    keepOnly(
      (child, at) =>
        at >= last || child.isNotable || child.isHeld || staysInSample(child.index, stride, first),
    )
  }
  for (let pass = 0; unit.held > most && unit.units.length > 2; pass++) {
    const from = Math.max(1, unit.units.length >> 2)
    const to = unit.units.length - from
    const staysNotable = pass < 4
    keepOnly((child, at) => at < from || at >= to || (staysNotable && (child.isNotable || child.isHeld)))
  }
}

/** Drops the unit that is none of the last ones any more, unless it stays for another reason. */
export function dropOne({ unit, stride }: Frame): void {
  const { units } = unit
  const at = units.length - 1 - LAST_UNITS
  if (at < 0) return
  const dropped = units[at]
  if (dropped.isNotable || dropped.isHeld || staysInSample(dropped.index, stride)) return
  units.splice(at, 1)
  unit.held -= dropped.held
}
