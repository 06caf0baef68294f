import { parseRange } from '../../check/ranges.ts'
import { type PithError, wrongOption } from '../../errors.ts'
import type { TruncateOptions } from '../../options.ts'
import { keeps, purposes } from '../../settings.ts'
import { type Tool, toolNames, tools } from '../../tools/tools.ts'
import { optionName } from '../settings/settings.ts'
import { amountOf } from './amount.ts'
import type { Parsed } from './arguments.ts'

type Values = Parsed['values']

/** The values of an option that may be repeated. */
export const listOf = (value: Values[string]): string[] => (Array.isArray(value) ? value : [])

const EXIT_NOT_EXECUTABLE = 126
const EXIT_NOT_FOUND = 127

/** The status for a program that could not be started, as a shell has it. */
export const statusOfNotStarted = ({ cause }: PithError): number =>
  (cause as { code?: unknown } | undefined)?.code === 'ENOENT' ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE

/** The one operand of a command. */
export function onlyOperand(command: string, what: string, positionals: readonly string[]): string {
  if (positionals.length === 1) return positionals[0]
  throw wrongOption(`Expected one ${what} after \`pith ${command}\`, got ${positionals.length}.`)
}

/** Parses an option as a number, with a unit for bytes (`8k`) and times (`2m`). `Infinity` turns a limit off. */
export function numberOption(values: Values, name: string): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  if (value === 'Infinity') return Number.POSITIVE_INFINITY
  const given = typeof value === 'string' ? value : ''
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given)
  const amount =
    name === 'timeout' ? amountOf(given, 'seconds') : name.endsWith('bytes') && amountOf(given, 'bytes')
  if (typeof amount === 'number') return amount
  throw wrongOption(`Expected --${name} to be a number from 0, or Infinity, got ${JSON.stringify(value)}.`)
}

/** Lines around a match: those of --context, unless --before or --after says otherwise. */
export function contextOf(values: Values): { before?: number; after?: number } {
  const both = numberOption(values, 'context')
  const before = numberOption(values, 'before') ?? both
  const after = numberOption(values, 'after') ?? both
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

const choices = { keep: keeps, for: purposes }

function choice<K extends keyof typeof choices>(
  values: Values,
  name: K,
): (typeof choices)[K][number] | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const found = choices[name].find((c) => c === value)
  if (found) return found
  throw wrongOption(
    `Expected --${name} to be one of ${choices[name].join(', ')}, got ${JSON.stringify(value)}.`,
  )
}

const limits = ['maxLines', 'maxBytes', 'maxTokens', 'maxLineLength', 'maxSerializedBytes'] as const

/** Options that only some tools take, with their names in the library. */
export const toolOptions: Readonly<Record<string, string>> = {
  offset: 'offset',
  column: 'column',
  'no-totals': 'totals',
  limit: 'limit',
  pattern: 'pattern',
}

/** The tools that take one of `toolOptions`. */
export const takersOf = (option: string): Tool[] =>
  toolNames().filter((tool) => Object.hasOwn(tools[tool].names, toolOptions[option]))

/**
 * The limits and choices on the command line, as options of the library.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function truncateOptions(values: Values): Omit<TruncateOptions, 'tokens'> {
  const options: Omit<TruncateOptions, 'tokens'> = {}
  for (const key of limits) {
    const name = optionName(key)
    const value = numberOption(values, name)
    if (value !== undefined && value !== Number.POSITIVE_INFINITY && !Number.isInteger(value)) {
      throw wrongOption(`Expected --${name} to be a whole number from 0, or Infinity, got ${value}.`)
    }
    if (value !== undefined) options[key] = value
  }
  const keep = choice(values, 'keep')
  const purpose = choice(values, 'for')
  if (keep) options.keep = keep
  if (purpose) options.for = purpose
  if (typeof values.query === 'string') options.query = values.query
  if (values['no-fold']) options.fold = false
  if (Array.isArray(values.error)) options.errors = { patterns: values.error.map(regularExpression) }
  return options
}

function regularExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'i')
  } catch (error) {
    throw notRegular('error', source, error)
  }
}

/** Syntax of other regular expression engines that people often use, and what to write in JavaScript. */
const habits: readonly (readonly [RegExp, string])[] = [
  [/^\(\?[a-z]+\)/, 'flags are not part of a pattern here: use --ignore-case'],
  [/\[\[:\w+:\]/, 'instead of named classes, use \\d, \\w, \\s or ranges such as [0-9]'],
  [/\\[<>]/, 'use \\b for the edge of a word'],
]

/** How to write what a pattern means. */
export const wayToWrite = (source: string): string =>
  habits.find(([form]) => form.test(source))?.[1] ??
  'a backslash goes before ^ $ \\ . * + ? ( ) [ ] { } | / that stand for themselves, and before no other sign'

/** The error for an invalid regular expression: the engine's reason, and what to write instead. */
export function notRegular(name: string, source: string, error: unknown): PithError {
  const message = error instanceof Error ? error.message : String(error)
  const reason = message.slice(message.lastIndexOf(': ') + 2)
  const way = wayToWrite(source)
  return wrongOption(
    `Expected --${name} to be a regular expression, got ${JSON.stringify(source)}: ${reason}; ${way}.`,
  )
}

/**
 * The range that an option names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function rangeOption(
  values: Values,
  name: string,
  includesLast: boolean,
): [number, number] | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const range = parseRange(value, includesLast)
  if (range) return range
  const several = `${value}`.includes(',') ? ' Each range has its own call.' : ''
  throw wrongOption(`Expected --${name} to be a range such as 10-20, got ${JSON.stringify(value)}.${several}`)
}
