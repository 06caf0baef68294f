import { wrongOption } from '../../errors.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Parses an option as a time: `90s`, `30m`, `2h` or `7d` ago, or a date such as `2026-05-01` or `2026-05-01T14:30`.
 *
 * @returns milliseconds since 1970; undefined if the option was not given.
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function timeOption(values: Record<string, unknown>, name: string, now: number): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : ''
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? []
  if (unit !== undefined) return now - Number(amount) * UNITS[unit]
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw wrongOption(
    `Expected --${name} to be an age such as 2h or 7d, or a date, got ${JSON.stringify(value)}.`,
  )
}
