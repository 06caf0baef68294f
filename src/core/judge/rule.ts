/** The kinds of evidence that a line can have. Each has a bit in `Evidence.kinds`. */
export const evidenceKinds = [
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

export type EvidenceKind = (typeof evidenceKinds)[number]

/** The bit of a kind in `Evidence.kinds`. */
export const kindBit = (kind: EvidenceKind): number => 1 << evidenceKinds.indexOf(kind)

/** Bits above the kinds: what a line is, apart from the evidence it has. */
export const HAS_LOCATION = 1 << 16
export const IS_FRAME = 1 << 17
export const IS_WARNING = 1 << 18
export const IS_NOTE = 1 << 19
export const IS_PASS = 1 << 20
export const IS_NOISE = 1 << 21

/** Joins the parts of a pattern that is too long for one line. */
export const joined = (...parts: readonly string[]): string => parts.join('')

interface Example {
  name: string
  /**
   * In the linear subset: no lookaround, no backreference, no lazy quantifier. It is matched against the normalised
   * line. No two repeats that take the same characters follow each other: a search that tries each choice would take
   * long on lines of blanks or dots.
   */
  pattern: string
  /** `i` ignores case, `u` reads code points. */
  flags?: string
  /** If set, the rule applies only to lines that this matches too, anywhere. Has the same flags. */
  also?: string
  /** If set, the rule does not apply to lines that this matches. Has the same flags. */
  unless?: string
  /** Lines that the rule applies to. */
  hits: readonly string[]
  /** Similar lines that the rule does not apply to. */
  misses: readonly string[]
}

/** A rule: evidence of a failure. */
export interface Rule extends Example {
  kind: EvidenceKind
  /** 1 to 10. */
  weight: number
}

/** A discount: lowers a line's score, or says what the line is. */
export interface Discount extends Example {
  /** Factors for the score if the strongest evidence weighs less than 6, less than 9, or 9 and more. */
  factors: readonly [number, number, number]
  /** A bit to set in `Evidence.kinds` as well. */
  bit?: number
}
