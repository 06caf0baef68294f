/** What one line's text shows about a failure. */
export interface Evidence {
  /** Above 0. */
  score: number
  /** A bit for each kind of evidence, and bits for what else the line is. */
  kinds: number
  /** Where the strongest evidence begins: an offset in the given bytes. */
  startByte: number
  /** Where it ends, exclusive. */
  endByte: number
  /** Hash of the normalised line without digits and quoted strings, and of the kind of the strongest evidence. */
  shape: number
  /** Hash of what similar lines have in common. */
  coarse: number
}

/** A line with this score or more is an error line. Error lines are counted and reported. */
export const ERROR_SCORE = 7

export interface Assessor {
  /** The evidence in the line `bytes[start, end)`; undefined for most lines. */
  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined
}
