import { invalidOption as invalid } from '../errors.ts'

export { invalid }

/** Checks a whole number of at least `least`, or Infinity. Returns `fallback` for undefined. */
export function wholeNumber(name: string, value: unknown, fallback: number, least = 0): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity))
    return value
  throw invalid(name, `a whole number from ${least}, or Infinity`, value)
}

/** Checks a number of tokens: a safe integer of at least 0. */
export function tokenAmount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalid(name, 'a whole number from 0', value)
}

/** Checks a number from 0 to 1. Returns `fallback` for undefined. */
export function ratio(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalid(name, 'a number from 0 to 1', value)
}

export function nonEmptyString(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalid(name, 'a non-empty string', value)
}

/** Checks that options are an object. Returns an empty one for undefined. */
export function optionsOf<T extends object>(value: T | undefined, name = 'options'): Partial<T> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalid(name, 'an object', value)
}
