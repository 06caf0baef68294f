import { PithError } from '../errors.ts'

const show = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

/**
 * A line, column or count, from 1.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function position(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected \`${name}\` to be a whole number from 1, got ${show(value)}.`,
  )
}

/** As `position`; Infinity turns the limit off. */
export const countLimit = (name: string, value: unknown, fallback: number): number =>
  value === Number.POSITIVE_INFINITY ? value : position(name, value, fallback)
