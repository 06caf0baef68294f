/** Most tokens of one tool output, by how full the context is. */
export const OUTPUT_TOKENS = { plenty: 35_000, moderate: 25_000, tight: 15_000, critical: 10_000 } as const

const MODERATE_UP_TO = 0.75

/** The shares of the context at which the first and the last of the four limits apply. */
export interface PressureBounds {
  /** Up to this share of the context there is plenty. */
  plentyUpTo: number
  /** Above this share it is critical. */
  criticalAbove: number
}

const BOUNDS: PressureBounds = { plentyUpTo: 0.5, criticalAbove: 0.85 }

/** Most tokens of one tool output when this share of the context is in use. The ratio may be below 0 or above 1. */
export function tokensByPressure(ratio: number, { plentyUpTo, criticalAbove } = BOUNDS): number {
  if (ratio > criticalAbove) return OUTPUT_TOKENS.critical
  if (ratio <= plentyUpTo) return OUTPUT_TOKENS.plenty
  return ratio <= MODERATE_UP_TO ? OUTPUT_TOKENS.moderate : OUTPUT_TOKENS.tight
}
