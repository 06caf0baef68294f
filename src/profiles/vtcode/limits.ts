import { invalid, optionsOf, ratio, wholeNumber } from './check.ts'

/** Tokens of one tool response where nothing is known of the context. */
export const MAX_TOOL_RESPONSE_TOKENS = 25_000

/** Tokens of the whole context where nothing else is said. */
export const MAX_CONTEXT_TOKENS = 128_000

const PLENTY = 35_000
const TIGHT = 15_000
const CRITICAL = 10_000
const MODERATE_UP_TO = 0.75

export interface PressureThresholds {
  /** Above this share of the context a response has 10,000 tokens; 0.85 by default. */
  aggressiveThreshold?: number
  /** Up to this share a response has 35,000 tokens; 0.5 by default. */
  conservativeThreshold?: number
}

/**
 * Tokens that one tool response may have, by how full the context is: 35,000 up to 0.5, 25,000 up to 0.75, 15,000 up
 * to 0.85, then 10,000.
 *
 * @param utilization the share of the context in use; below 0 counts as 0, above 1 as 1.
 * @throws {PithError} `PITH_INVALID_OPTION` for NaN or anything but a number.
 * @example
 * toolTokenLimit(0.8) // 15000
 */
export function toolTokenLimit(utilization: number, thresholds?: PressureThresholds): number {
  if (typeof utilization !== 'number' || Number.isNaN(utilization)) {
    throw invalid('contextUtilization', 'a number from 0 to 1', utilization)
  }
  const given = optionsOf(thresholds)
  const aggressive = ratio('aggressiveThreshold', given.aggressiveThreshold, 0.85)
  const conservative = ratio('conservativeThreshold', given.conservativeThreshold, 0.5)
  if (conservative > aggressive) {
    throw invalid('conservativeThreshold', `at most aggressiveThreshold (${aggressive})`, conservative)
  }
  const share = Math.min(1, Math.max(0, utilization))
  if (share > aggressive) return CRITICAL
  if (share <= conservative) return PLENTY
  return share <= MODERATE_UP_TO ? MAX_TOOL_RESPONSE_TOKENS : TIGHT
}

/**
 * Tokens of the context: `VTCODE_CONTEXT_TOKEN_LIMIT` of the environment given, else 128,000.
 *
 * @param environment for example `process.env`.
 * @throws {PithError} `PITH_INVALID_OPTION` where the variable is no whole number above 0.
 */
export function contextTokenLimit(environment: Readonly<Record<string, string | undefined>> = {}): number {
  const text = environment.VTCODE_CONTEXT_TOKEN_LIMIT
  if (text === undefined || text.trim() === '') return MAX_CONTEXT_TOKENS
  if (!/^\d+$/.test(text.trim())) throw invalid('VTCODE_CONTEXT_TOKEN_LIMIT', 'a whole number above 0', text)
  return wholeNumber('VTCODE_CONTEXT_TOKEN_LIMIT', Number(text), MAX_CONTEXT_TOKENS, 1)
}
