import { PithError } from '../../errors.ts'

export function invalid(name: string, expected: string, value: unknown): PithError {
  const shown =
    typeof value === 'string' ? JSON.stringify(value) : typeof value === 'bigint' ? `${value}n` : show(value)
  return new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be ${expected}, got ${shown}.`)
}

// String() throws for an object without a prototype.
function show(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** A whole number from `least`, or Infinity; `fallback` where it is left out. */
export function wholeNumber(name: string, value: unknown, fallback: number, least = 0): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity))
    return value
  throw invalid(name, `a whole number from ${least}, or Infinity`, value)
}

/** A number from 0 to 1. */
export function ratio(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalid(name, 'a number from 0 to 1', value)
}

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

/** A function, or nothing. */
export function optionalFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalid(name, 'a function', value)
}

/** The options as an object, none given as an empty one. */
export function optionsOf<T extends object>(value: T | undefined): Partial<T> {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalid('options', 'an object', value)
}
