import { invalidOption as invalid } from '../../errors.ts'
import type { TokenBudgetOptions } from './options.ts'

/** Variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the options of a budget from environment variables: `PITH_CONTEXT_TOKENS`, or else `VTCODE_CONTEXT_TOKEN_LIMIT`
 * (whole numbers above 0), `PITH_WARN_AT` and `PITH_ALERT_AT` (0 to 1), `PITH_FLOOR_TOKENS` (a whole number above 0).
 * Leaves out variables that are not set or empty.
 *
 * @param environment for example `process.env`. Nothing else is read.
 * @throws {PithError} `PITH_INVALID_OPTION` with the name of a variable that has another value.
 * @example
 * budgetOptionsFrom({ PITH_CONTEXT_TOKENS: '200000', PITH_WARN_AT: '0.6' }) // { contextTokens: 200000, warnAt: 0.6 }
 */
export function budgetOptionsFrom(environment: Environment): Partial<TokenBudgetOptions> {
  if (typeof environment !== 'object' || environment === null) {
    throw invalid('environment', 'an object of variables by name', environment)
  }
  const contextTokens =
    wholeNumberFrom(environment, 'PITH_CONTEXT_TOKENS') ??
    wholeNumberFrom(environment, 'VTCODE_CONTEXT_TOKEN_LIMIT')
  const warnAt = ratioFrom(environment, 'PITH_WARN_AT')
  const alertAt = ratioFrom(environment, 'PITH_ALERT_AT')
  const floor = wholeNumberFrom(environment, 'PITH_FLOOR_TOKENS')
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(warnAt !== undefined && { warnAt }),
    ...(alertAt !== undefined && { alertAt }),
    ...(floor !== undefined && { floor }),
  }
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function wholeNumberFrom(environment: Environment, name: string): number | undefined {
  const text = textOf(environment, name)
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value > 0 && Number.isSafeInteger(value)) return value
  throw invalid(name, 'a whole number above 0', environment[name])
}

function ratioFrom(environment: Environment, name: string): number | undefined {
  const text = textOf(environment, name)
  if (text === undefined) return undefined
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : -1
  if (value >= 0 && value <= 1) return value
  throw invalid(name, 'a number from 0 to 1', environment[name])
}

function textOf(environment: Environment, name: string): string | undefined {
  const value: unknown = environment[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalid(name, 'a string', value)
  return value.trim() === '' ? undefined : value.trim()
}
