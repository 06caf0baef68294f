import { invalidOption } from '../errors.ts'

/**
 * A line, column or count, from 1.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function position(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw invalidOption(name, 'a whole number from 1', value)
}

/** As `position`; Infinity turns the limit off. */
export const countLimit = (name: string, value: unknown, fallback: number): number =>
  value === Number.POSITIVE_INFINITY ? value : position(name, value, fallback)
