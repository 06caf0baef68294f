import type { Place } from './kind.ts'

/** Records have no units. */
export const NO_UNITS: Unit[] = []
const NO_COUNTS: readonly number[] = []

/** What a unit costs besides its bytes. */
export const UNIT_BYTES = 96

/** A part of the input that is kept or left out as one: a record, or a container with units of its own. */
export class Unit {
  start: Place
  /** Where its first unit begins. For a record, its `end`. */
  inner: Place
  /** Where its own last bytes begin, behind its last unit. For a record, its `end`. */
  close: Place
  end: Place
  /** Place among the units of its container, from 0. */
  index: number
  /** How many units it has, those that left memory included. */
  size = 0
  /** Those in memory, in order. */
  units: Unit[]
  /** True for the first of those units of a container that the reader calls notable. */
  isNotable = false
  /** True as long as it may be a rare one. Then it stays in memory. */
  isHeld = false
  /** Its place among the rare units, from 0. Those of one record have fractions between two places. Infinity if it is not rare. */
  rareNth = Infinity
  /** What sort of unit it is, as its reader numbers them. */
  sort: number
  /** How many units of each sort began before it, but for the last ones. Units in a row share it. */
  base: readonly number[] = NO_COUNTS
  /** The sorts of units since, of which the first `more` ones began before it. */
  since: readonly number[] = NO_COUNTS
  more = 0
  /** How many units of each sort began before its end. Undefined for a record. */
  after: readonly number[] | undefined
  /** A range of a record that may be left out with a mark. It begins and ends within 4 KiB of the record's ends. */
  clip: { from: Place; to: Place } | undefined
  /** True if its own bytes may have left memory before it was told. Then it is never shown. */
  isLost = false
  /** What it costs to hold. */
  held = UNIT_BYTES
  /** True when the last choice keeps it. */
  isKept = false

  constructor(start: Place, index: number, sort: number, units: Unit[]) {
    this.start = this.inner = this.close = this.end = start
    this.index = index
    this.sort = sort
    this.units = units
  }
}

/** A record longer than this is held at both ends alone, and can only be shown with a clip. */
export const MOST_RECORD_BYTES = 8192
/** The part that is held of each end of a longer one. */
export const RECORD_END_BYTES = MOST_RECORD_BYTES / 2

/** True if all units of a container are records in memory. */
export const areRecords = ({ units, size }: Unit): boolean =>
  units.length === size && units.every((unit) => unit.size === 0 && !unit.isLost)
