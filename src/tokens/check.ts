import { invalidOption as invalid } from '../errors.ts'

export { invalid }

/** A whole number from `least`, or Infinity; `fallback` where it is left out. */
export function wholeNumber(name: string, value: unknown, fallback: number, least = 0): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity))
    return value
  throw invalid(name, `a whole number from ${least}, or Infinity`, value)
}

/** Tokens: a whole number from 0 that is exact. */
export function tokenAmount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalid(name, 'a whole number from 0', value)
}

/** A number from 0 to 1. */
export function ratio(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalid(name, 'a number from 0 to 1', value)
}

export function nonEmptyString(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalid(name, 'a non-empty string', value)
}

/** The options as an object, none given as an empty one. */
export function optionsOf<T extends object>(value: T | undefined, name = 'options'): Partial<T> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalid(name, 'an object', value)
}
