// What the command line may say. Loaded for every command, so it imports nothing of the library.
import { parseArgs } from 'node:util'

/** Options that every command with a result takes. */
const resultOptions = {
  keep: { type: 'string' },
  'head-ratio': { type: 'string' },
  'max-lines': { type: 'string' },
  'max-bytes': { type: 'string' },
  'max-tokens': { type: 'string' },
  tokenizer: { type: 'string' },
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

// A page is of one file that stays where it is: nothing is chosen from its middle, nothing is kept elsewhere.
const {
  keep: _keep,
  'head-ratio': _ratio,
  'no-errors': _errors,
  artifacts: _artifacts,
  'no-artifact': _none,
  ...limits
} = resultOptions

const { error: _error, ...foundLimits } = limits

const pageOptions = {
  offset: { type: 'string' },
  limit: { type: 'string' },
  column: { type: 'string' },
  'no-totals': { type: 'boolean' },
} as const

export const readTable = { ...limits, ...pageOptions, redact: { type: 'boolean' } } as const

export const runTable = {
  ...resultOptions,
  timeout: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  redact: { type: 'boolean' },
} as const

/** The limits are for what is found; lines and bytes come as they are. */
export const showTable = {
  lines: { type: 'string' },
  bytes: { type: 'string' },
  grep: { type: 'string' },
  'ignore-case': { type: 'boolean', short: 'i' },
  errors: { type: 'boolean' },
  ...foundLimits,
  ...pageOptions,
  redact: { type: 'boolean' },
  artifacts: { type: 'string' },
} as const

export const benchTable = {
  quick: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const budgetTable = {
  context: { type: 'string' },
  model: { type: 'string' },
  add: { type: 'string', multiple: true },
  file: { type: 'string', multiple: true },
  tokenizer: { type: 'string' },
  share: { type: 'string', multiple: true },
  warn: { type: 'string' },
  alert: { type: 'string' },
  floor: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const artifactsTable = {
  limit: { type: 'string' },
  artifacts: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const gcTable = {
  'dry-run': { type: 'boolean', short: 'n' },
  artifacts: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const eventsTable = {
  run: { type: 'string' },
  tool: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  truncated: { type: 'boolean' },
  failed: { type: 'boolean' },
  recall: { type: 'boolean' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Without a command: what a tool's output on standard input is read by. */
export const filterTable = {
  ...resultOptions,
  ...pageOptions,
  tool: { type: 'string' },
  pattern: { type: 'string' },
  profile: { type: 'string' },
  redact: { type: 'boolean' },
  version: { type: 'boolean' },
  'print-config': { type: 'boolean' },
} as const

export type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {}
type Values = Record<string, string | boolean | string[] | undefined>

export interface Parsed {
  values: Values
  positionals: string[]
}

/** Words that a command does not take. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** The option that the command does not have, such as `--bogus`; undefined for another mistake. */
  readonly unknownOption: string | undefined

  constructor(message: string, unknownOption?: string) {
    super(message)
    this.unknownOption = unknownOption
  }
}

/**
 * For a command that takes options only.
 *
 * @throws {UsageError}
 */
export function refuseOperands(command: string, positionals: readonly string[]): void {
  if (positionals.length === 0) return
  throw new UsageError(`Expected no words after \`${command}\`, got ${JSON.stringify(positionals[0])}.`)
}

/**
 * Words as options and operands; with `takesCommand`, options end at the first operand or at `--`.
 *
 * @throws {UsageError} with one sentence for people.
 */
export function parseArguments(words: readonly string[], options: OptionTable, takesCommand = false): Parsed {
  const end = takesCommand ? commandAt(words, options) : words.length
  try {
    const { values, positionals } = parseArgs({
      args: withNumbers(words.slice(0, end), options),
      options,
      allowPositionals: true,
      strict: true,
    })
    return { values: values as Values, positionals: [...positionals, ...words.slice(end)] }
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/\. |\n/)[0] : String(error)
    const [, option] = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(message) ?? []
    if (option !== undefined) {
      throw new UsageError(
        `Expected a value after ${option}; one that begins with a dash is written ${option}=VALUE.`,
      )
    }
    const [, unknownOption] = /^Unknown option '(--[^']+)'/.exec(message) ?? []
    throw new UsageError(`${message.replace(/\.$/, '')}.`, unknownOption)
  }
}

/** A number below 0 is joined to the option before it, so that what is wrong is told of the number. */
function withNumbers(words: readonly string[], options: OptionTable): string[] {
  const end = words.indexOf('--')
  const joined: string[] = []
  for (const [i, word] of words.entries()) {
    const before = joined.at(-1) ?? ''
    const isValue = options[before.slice(2)]?.type === 'string' && before.startsWith('--')
    if (isValue && /^-\.?\d/.test(word) && (end < 0 || i < end)) joined[joined.length - 1] += `=${word}`
    else joined.push(word)
  }
  return joined
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
