import { names } from '../../../check/names.ts'
import { optionsOf, ratio } from '../../../check/values.ts'
import { invalidOption as invalid } from '../../../errors.ts'
import { OUTPUT_TOKENS, tokensByPressure } from '../../budget/pressure.ts'

/** Most tokens of one tool response when the state of the context is unknown. */
export const MAX_TOOL_RESPONSE_TOKENS = OUTPUT_TOKENS.moderate

/** Default number of tokens in the whole context. */
export const MAX_CONTEXT_TOKENS = 128_000

export interface PressureThresholds {
  /** Above this share of the context, a response may have 10,000 tokens; 0.85 by default. */
  aggressiveThreshold?: number
  /** Up to this share, a response may have 35,000 tokens; 0.5 by default. */
  conservativeThreshold?: number
}

const thresholdNames = names<PressureThresholds>()('aggressiveThreshold conservativeThreshold')

/**
 * The tokens that a tool response may have. They depend on how full the context is: 35,000 up to 0.5, 25,000 up to
 * 0.75, 15,000 up to 0.85, then 10,000.
 *
 * @param utilization the share of the context in use. A number below 0 counts as 0, above 1 as 1.
 * @throws {PithError} `PITH_INVALID_OPTION` for NaN or anything but a number.
 * @example
 * toolTokenLimit(0.8) // 15000
 */
export function toolTokenLimit(utilization: number, thresholds?: PressureThresholds): number {
  if (typeof utilization !== 'number' || Number.isNaN(utilization)) {
    throw invalid('contextUtilization', 'a number from 0 to 1', utilization)
  }
  const given = optionsOf(thresholds, thresholdNames, 'thresholds')
  const criticalAbove = ratio('aggressiveThreshold', given.aggressiveThreshold, 0.85)
  const plentyUpTo = ratio('conservativeThreshold', given.conservativeThreshold, 0.5)
  if (plentyUpTo > criticalAbove) {
    throw invalid('conservativeThreshold', `at most aggressiveThreshold (${criticalAbove})`, plentyUpTo)
  }
  return tokensByPressure(Math.min(1, Math.max(0, utilization)), { plentyUpTo, criticalAbove })
}

/**
 * The tokens of the context: the variable `VTCODE_CONTEXT_TOKEN_LIMIT`, or 128,000.
 *
 * @param environment for example `process.env`.
 * @throws {PithError} `PITH_INVALID_OPTION` when the variable is not a whole number above 0.
 */
export function contextTokenLimit(environment: Readonly<Record<string, string | undefined>> = {}): number {
  const name = 'VTCODE_CONTEXT_TOKEN_LIMIT'
  const text = environment[name]?.trim()
  if (!text) return MAX_CONTEXT_TOKENS
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value > 0 && Number.isSafeInteger(value)) return value
  throw invalid(name, 'a whole number above 0', environment[name])
}
