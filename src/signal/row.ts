/** The kinds of evidence a line can give; each has a bit in `Evidence.kinds`. */
export const kindNames = [
  'compiler',
  'unresolved',
  'exception',
  'crash',
  'test',
  'assertion',
  'pair',
  'diff',
  'system',
  'demand',
  'exit',
  'level',
  'words',
  'lint',
  'summary',
  'cause',
] as const

export type Kind = (typeof kindNames)[number]

/** The bit of a kind in `Evidence.kinds`. */
export const kindBit = (kind: Kind): number => 1 << kindNames.indexOf(kind)

/** Bits above the kinds: what a line is, besides what it is evidence of. */
export const HAS_LOCATION = 1 << 16
export const IS_FRAME = 1 << 17
export const IS_WARNING = 1 << 18
export const IS_NOTE = 1 << 19
export const IS_PASS = 1 << 20
export const IS_NOISE = 1 << 21

/** A long pattern, told over several lines. */
export const joined = (...parts: readonly string[]): string => parts.join('')

interface Example {
  name: string
  /** In the linear subset: no lookaround, no backreference, no lazy quantifier. Sees the line normalised. */
  pattern: string
  /** `i` folds case, `u` reads code points. */
  flags?: string
  /** The row holds only for a line in which this matches too, anywhere; same flags. */
  also?: string
  /** The row doesn't hold for a line in which this matches; same flags. */
  unless?: string
  /** Lines that get this row. */
  hits: readonly string[]
  /** Lines that look alike and don't. */
  misses: readonly string[]
}

/** Evidence for a failure. */
export interface Row extends Example {
  kind: Kind
  /** 1 to 10. */
  weight: number
}

/** What makes evidence weaker, or tells what a line is. */
export interface Damper extends Example {
  /** The score is multiplied by this where the strongest evidence weighs less than 6, less than 9, and 9 or more. */
  factors: readonly [number, number, number]
  /** A bit to set besides. */
  bit?: number
}
