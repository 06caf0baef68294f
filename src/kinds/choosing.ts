import type { Place, UnitName } from './kind.ts'
import type { Unit } from './unit.ts'

/** A range that is left out: some units of a container, or the middle of a record. */
export interface Omission {
  from: Place
  to: Place
  /** The container of the units. For a clip, the record itself. */
  unit: Unit
  /** Units of that container that are left out. 0 for a clip. */
  units: number
  /** Units of each sort that are left out, at any depth. */
  counts: readonly number[]
  /** The containers around it, the root first and `unit` last. */
  path: readonly Unit[]
  /** The kept units next to it, in the same container. */
  previous: Unit | undefined
  next?: Unit | undefined
}

/** How a kind orders its units and writes its marks. */
export interface Choosing {
  /** How late a unit is kept, compared with its container. At least 0. Units of equal rank are kept in order. `tail` as in `byEnds`. */
  rank(unit: Unit, container: Unit, tail?: number): number
  /** True where ranks depend on the room. Else they are asked for once. */
  readonly ranksByRoom?: boolean | undefined
  /** True for a container that tells nothing without units of its own. */
  readonly isBare?: ((unit: Unit) => boolean) | undefined
  /** True for a container whose units are kept from the first one on, without gaps between them. */
  readonly isInOnePiece?: ((unit: Unit) => boolean) | undefined
  /** The text in place of what is left out. */
  mark(omission: Omission): string
  /** Names units that show all that is left out. */
  readonly name?: ((omission: Omission) => UnitName | undefined) | undefined
  /** The most UTF-8 bytes of a mark inside a container. For a clip, the container is its record. */
  markBytes: number | ((container: Unit) => number)
  /** From this rank on, the first unit without room is the last one that is tried, unless it costs nothing. */
  strictRank?: number | undefined
}
