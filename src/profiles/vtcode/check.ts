import { invalid } from '../../tokens/check.ts'

export { invalid, nonEmptyString, optionsOf, ratio, tokenAmount, wholeNumber } from '../../tokens/check.ts'

export function choice<T extends string>(
  name: string,
  value: unknown,
  allowed: readonly T[],
  fallback: T,
): T {
  if (value === undefined) return fallback
  if (allowed.includes(value as T)) return value as T
  throw invalid(name, `one of ${allowed.map((a) => JSON.stringify(a)).join(', ')}`, value)
}

export function flag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (typeof value === 'boolean') return value
  throw invalid(name, 'true or false', value)
}

/** Checks that a value is a function or undefined. */
export function optionalFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalid(name, 'a function', value)
}
