import type { NamedParts } from './named-parts.ts'
import type { Rarity } from './rarity.ts'

/** Which units stay in memory, and what each unit is told to besides. */
export interface TreeOptions {
  /** How many notable units of a container stay in memory. 8 if left out. */
  readonly mostNotable?: number
  /** True if units tell less the later they come, so that no sample of them stays in memory. */
  readonly keepsFirst?: boolean
  /** True if units first drop the later units in them. A whole unit leaves memory only when that is not enough. */
  readonly thinsInside?: boolean
  /** How much is shown of a record of one line that is longer. All of it if left out. */
  readonly clipBytes?: number
  /** Which units have rare values. What was told before a unit is about that unit. */
  readonly rarity?: Rarity
  /** Parts that markers name. */
  readonly names?: NamedParts
}

/** What is known of a container when it begins. */
export interface Beginning {
  /** Open units of this level, and of levels behind it, end here. If left out, the unit is in the innermost one. */
  level?: number
  isNotable?: boolean
  /** Up to this size it becomes one record when it ends. */
  mostWhole?: number
  /** True for one that stays in memory. */
  mayBeRare?: boolean
  /** The name of the part that it is. */
  name?: string
}
