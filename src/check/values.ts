import { invalidOption } from '../errors.ts'
import { type Names, refuseUnknown } from './names.ts'

// Checks of option values, for all functions that take options. Each check returns the value, or `fallback` when the
// value is undefined and a fallback is given. Each throws `PITH_INVALID_OPTION` for any other value.

/** A whole number from `least` to `most`. */
export function wholeNumber(
  name: string,
  value: unknown,
  fallback?: number,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined && fallback !== undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  const to = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`
  throw invalidOption(name, `a whole number from ${least}${to}`, value)
}

/** A whole number from `least`, or Infinity. */
export function wholeOrInfinity(name: string, value: unknown, fallback?: number, least = 0): number {
  if (value === undefined && fallback !== undefined) return fallback
  if (typeof value === 'number' && value >= least && (Number.isInteger(value) || value === Infinity))
    return value
  throw invalidOption(name, `a whole number from ${least}, or Infinity`, value)
}

/** A number from 0 to 1. */
export function ratio(name: string, value: unknown, fallback?: number): number {
  if (value === undefined && fallback !== undefined) return fallback
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalidOption(name, 'a number from 0 to 1', value)
}

export function flag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (typeof value === 'boolean') return value
  throw invalidOption(name, 'true or false', value)
}

export function oneOf<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  if (value === undefined) return fallback
  if (choices.includes(value as Choice)) return value as Choice
  throw invalidOption(name, `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`, value)
}

export function nonEmptyString(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalidOption(name, 'a non-empty string', value)
}

/** A key or a nonce. */
export function nonEmptySecret(name: string, value: unknown): string | Uint8Array {
  if ((typeof value === 'string' || value instanceof Uint8Array) && value.length > 0) return value
  throw invalidOption(name, 'a non-empty string or Uint8Array', value)
}

/** An object that is not an array. */
export function record(name: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalidOption(name, 'an object', value)
}

/** The options as given, or `{}` for undefined. Refuses unknown names. */
export function optionsOf<Options extends object>(
  value: Options | undefined,
  names: Names<Options>,
  name = 'options',
): Partial<Options> {
  if (value === undefined) return {}
  refuseUnknown(record(name, value), names, undefined, name === 'options' ? '' : `${name}.`)
  return value
}

/** From these limits on, the words of a second way take less than a percent of each. */
const TEACHING_BYTES = 8 * 1024
const TEACHING_TOKENS = 2048

/** Whether limits have room for a notice that teaches another way than its call. */
export const teachesWithin = (bytes: number, tokens: number): boolean =>
  bytes >= TEACHING_BYTES && tokens >= TEACHING_TOKENS
