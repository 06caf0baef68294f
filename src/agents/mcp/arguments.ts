import { parseRange } from '../../check/ranges.ts'
import { PithError, shown } from '../../errors.ts'
import { isObject, type JsonObject } from './messages.ts'

// Reads the arguments of a call. A wrong one is an error that says what was expected and what came.

const invalid = (sentence: string): PithError => new PithError('PITH_INVALID_OPTION', sentence)

/** The arguments of a call. Refuses names that the schema does not have. */
export function argumentsOf(given: unknown, { properties }: { properties: JsonObject }): JsonObject {
  const names = Object.keys(properties)
  if (given === undefined) return {}
  if (!isObject(given)) throw invalid(`Expected the arguments to be an object, got ${shown(given)}.`)
  const other = Object.keys(given).find((name) => !names.includes(name))
  if (other === undefined) return given
  throw invalid(`There is no argument ${shown(other)}. Use ${names.join(', ')}.`)
}

export function textArgument(args: JsonObject, name: string): string | undefined {
  const value = args[name]
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
  throw invalid(`Expected ${name} to be a string, got ${shown(value)}.`)
}

export function flagOf(args: JsonObject, name: string): boolean {
  const value = args[name] ?? false
  if (typeof value === 'boolean') return value
  throw invalid(`Expected ${name} to be true or false, got ${shown(value)}.`)
}

export function wholeOf(args: JsonObject, name: string, least: number): number | undefined {
  const value = args[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  throw invalid(`Expected ${name} to be a whole number from ${least}, got ${shown(value)}.`)
}

/** A range such as `10-20`, `10-` or `10`. Ranges of bytes do not include their second number. */
export function rangeOf(args: JsonObject, name: string): [number, number] | undefined {
  const value = args[name] ?? undefined
  if (value === undefined) return undefined
  const isBytes = name === 'bytes'
  const range = parseRange(typeof value === 'number' ? String(value) : value, !isBytes)
  if (!range) throw invalid(`Expected ${name} to be a range such as "10-20", got ${shown(value)}.`)
  if (range[0] === 0 && !isBytes) throw invalid(`Expected ${name} to begin at 1 or more, got 0.`)
  return range
}

/** The one of several arguments that is given. Undefined if there is none. */
export function onlyOneOf(args: JsonObject, names: readonly string[]): string | undefined {
  const [first, second] = names.filter((name) => args[name] !== undefined && args[name] !== null)
  if (second !== undefined) throw invalid(`Expected either ${first} or ${second}, got both.`)
  return first
}
