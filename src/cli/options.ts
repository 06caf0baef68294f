import { parseArgs } from 'node:util'
import { PithError } from '../errors.ts'
import type { ErrorOptions, TruncateOptions } from '../limits.ts'

/** Options that every command with a result takes. */
export const resultOptions = {
  keep: { type: 'string' },
  'head-ratio': { type: 'string' },
  'max-lines': { type: 'string' },
  'max-bytes': { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-line-length': { type: 'string' },
  'max-serialized-bytes': { type: 'string' },
  'no-errors': { type: 'boolean' },
  error: { type: 'string', multiple: true },
  before: { type: 'string' },
  after: { type: 'string' },
  backend: { type: 'string' },
  artifacts: { type: 'string' },
  'no-artifact': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {}
type Values = Record<string, string | boolean | string[] | undefined>

export interface Parsed {
  values: Values
  positionals: string[]
}

/**
 * Words as options and operands; with `takesCommand`, options end at the first operand or at `--`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function parseWords(words: readonly string[], options: OptionTable, takesCommand = false): Parsed {
  const end = takesCommand ? commandAt(words, options) : words.length
  try {
    const { values, positionals } = parseArgs({
      args: words.slice(0, end),
      options,
      allowPositionals: true,
      strict: true,
    })
    return { values: values as Values, positionals: [...positionals, ...words.slice(end)] }
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/\. |\n/)[0] : String(error)
    throw new PithError('PITH_INVALID_OPTION', `${message.replace(/\.$/, '')}.`)
  }
}

/** Where a command begins among words; their number when there is none. */
function commandAt(words: readonly string[], options: OptionTable): number {
  const { tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const first = tokens.find((token) => token.kind !== 'option')
  if (first === undefined) return words.length
  return first.kind === 'option-terminator' ? first.index + 1 : first.index
}

/** A number as an option gives it; `Infinity` turns a limit off. */
export function numberOption(values: Values, name: string): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  if (value === 'Infinity') return Number.POSITIVE_INFINITY
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) return Number(value)
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected --${name} to be a number from 0, or Infinity, got ${JSON.stringify(value)}.`,
  )
}

const choices = { keep: ['head', 'tail', 'ends'], backend: ['auto', 'wasm', 'js'] } as const

function choice<K extends keyof typeof choices>(
  values: Values,
  name: K,
): (typeof choices)[K][number] | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const found = choices[name].find((c) => c === value)
  if (found) return found
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected --${name} to be one of ${choices[name].join(', ')}, got ${JSON.stringify(value)}.`,
  )
}

const limits = {
  'max-lines': 'maxLines',
  'max-bytes': 'maxBytes',
  'max-tokens': 'maxTokens',
  'max-line-length': 'maxLineLength',
  'max-serialized-bytes': 'maxSerializedBytes',
} as const

/**
 * Limits and choices from the command line.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function truncateOptions(values: Values): Omit<TruncateOptions, 'tokens'> {
  const options: Omit<TruncateOptions, 'tokens'> = {}
  for (const [name, key] of Object.entries(limits) as [
    keyof typeof limits,
    (typeof limits)[keyof typeof limits],
  ][]) {
    const value = numberOption(values, name)
    if (value !== undefined && value !== Number.POSITIVE_INFINITY && !Number.isInteger(value)) {
      throw new PithError(
        'PITH_INVALID_OPTION',
        `Expected --${name} to be a whole number from 0, or Infinity, got ${value}.`,
      )
    }
    if (value !== undefined) options[key] = value
  }
  const ratio = numberOption(values, 'head-ratio')
  if (ratio !== undefined && ratio > 1) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected --head-ratio to be a number from 0 to 1, got ${ratio}.`,
    )
  }
  const keep = choice(values, 'keep')
  const backend = choice(values, 'backend')
  if (ratio !== undefined) options.headRatio = ratio
  if (keep) options.keep = keep
  if (backend) options.backend = backend
  const errors = errorOptions(values)
  if (values['no-errors']) options.errors = false
  else if (errors) options.errors = errors
  return options
}

function errorOptions(values: Values): ErrorOptions | undefined {
  const before = numberOption(values, 'before')
  const after = numberOption(values, 'after')
  const patterns = Array.isArray(values.error) ? values.error.map(regularExpression) : []
  const options: ErrorOptions = {}
  if (before !== undefined) options.before = before
  if (after !== undefined) options.after = after
  if (patterns.length > 0) options.patterns = patterns
  return Object.keys(options).length > 0 ? options : undefined
}

function regularExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'i')
  } catch {
    throw new PithError(
      'PITH_INVALID_OPTION',
      `Expected --error to be a regular expression, got ${JSON.stringify(source)}.`,
    )
  }
}

/**
 * `A-B`, `A-` or `A` as two numbers, the second Infinity when it is open.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function rangeOption(values: Values, name: string): [number, number] | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const match = typeof value === 'string' ? /^(\d+)(-(\d*))?$/.exec(value) : null
  const first = Number(match?.[1])
  const last =
    match?.[2] === undefined ? first : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])
  if (match && first <= last) return [first, last]
  throw new PithError(
    'PITH_INVALID_OPTION',
    `Expected --${name} to be a range such as 10-20, got ${JSON.stringify(value)}.`,
  )
}
