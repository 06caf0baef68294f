// The options of each command, and their parser. Loaded for every command, so it imports nothing from the library.
import { parseArgs } from 'node:util'
import { limitOptions, listTables, outputOptions } from './list-arguments.ts'

/** Options of every command that prints a result. */
const resultOptions = {
  keep: { type: 'string' },
  for: { type: 'string' },
  query: { type: 'string' },
  ...limitOptions,
  'no-fold': { type: 'boolean' },
  error: { type: 'string', multiple: true },
  ...outputOptions,
} as const

// A page has no middle to select from, and its file needs no artifact.
const {
  keep: _keep,
  for: _for,
  query: _query,
  'no-fold': _fold,
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

const readTable = {
  query: resultOptions.query,
  ...limits,
  ...pageOptions,
  redact: { type: 'boolean' },
} as const

export const runTable = {
  ...resultOptions,
  kind: { type: 'string' },
  since: { type: 'string' },
  timeout: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  redact: { type: 'boolean' },
} as const

const explainTable = {
  for: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const fetchTable = {
  ...resultOptions,
  kind: { type: 'string' },
  timeout: { type: 'string' },
  'allow-private': { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  quiet: { type: 'boolean', short: 'q' },
} as const

// A call of a tool has its own question.
const {
  json: _json,
  raw: _raw,
  timeout: _timeout,
  quiet: _quiet,
  since: _since,
  query: _own,
  ...cutOptions
} = runTable

export const mcpTable = {
  ...cutOptions,
  root: { type: 'string', multiple: true },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
} as const

const showTable = {
  lines: { type: 'string' },
  bytes: { type: 'string' },
  grep: { type: 'string' },
  'ignore-case': { type: 'boolean', short: 'i' },
  before: { type: 'string' },
  after: { type: 'string' },
  errors: { type: 'boolean' },
  since: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
  wait: { type: 'string' },
  timeout: { type: 'string' },
  items: { type: 'string' },
  path: { type: 'string' },
  count: { type: 'boolean' },
  file: { type: 'string' },
  rows: { type: 'string' },
  section: { type: 'string' },
  all: { type: 'boolean' },
  ...foundLimits,
  ...pageOptions,
  redact: { type: 'boolean' },
  artifacts: { type: 'string' },
} as const

const artifactsTable = {
  limit: { type: 'string' },
  artifacts: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const gcTable = {
  'dry-run': { type: 'boolean', short: 'n' },
  artifacts: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const hookTable = { help: { type: 'boolean', short: 'h' } } as const

const eventsTable = {
  run: { type: 'string' },
  tool: { type: 'string' },
  since: { type: 'string' },
  truncated: { type: 'boolean' },
  recall: { type: 'boolean' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const installTable = {
  user: { type: 'boolean' },
  project: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  print: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const { print: _print, ...uninstallOptions } = installTable

const doctorTable = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Options without a command, for a tool's output on standard input. */
export const filterTable = {
  ...resultOptions,
  kind: { type: 'string' },
  ...pageOptions,
  tool: { type: 'string' },
  pattern: { type: 'string' },
  profile: { type: 'string' },
  redact: { type: 'boolean' },
  version: { type: 'boolean' },
  'print-config': { type: 'boolean' },
} as const

const viewTable = {
  raw: { type: 'boolean' },
  redact: { type: 'boolean' },
  artifacts: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const completionTable = { help: { type: 'boolean', short: 'h' } } as const

/** The options of each command. */
export const optionTables = {
  run: runTable,
  explain: explainTable,
  read: readTable,
  ...listTables,
  fetch: fetchTable,
  show: showTable,
  artifacts: artifactsTable,
  mcp: mcpTable,
  gc: gcTable,
  events: eventsTable,
  install: installTable,
  uninstall: uninstallOptions,
  doctor: doctorTable,
  hook: hookTable,
  view: viewTable,
  completion: completionTable,
} as const

export type CommandName = keyof typeof optionTables

export type OptionTable = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {}
type Values = Record<string, string | boolean | string[] | undefined>

export interface Parsed {
  values: Values
  positionals: string[]
}

/** A command line that a command does not accept. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** The unknown option, such as `--bogus`. Undefined for other mistakes. */
  readonly unknownOption: string | undefined

  constructor(message: string, unknownOption?: string) {
    super(message)
    this.unknownOption = unknownOption
  }
}

/**
 * Refuses operands, for a command that takes only options.
 *
 * @throws {UsageError}
 */
export function refuseOperands(command: string, positionals: readonly string[]): void {
  if (positionals.length === 0) return
  throw new UsageError(`Expected only options after \`${command}\`, got ${JSON.stringify(positionals[0])}.`)
}

/**
 * Parses words into options and operands. With `takesCommand`, options end at the first operand or at `--`.
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
        `Expected a value after ${option}; write one that begins with a dash as ${option}=VALUE.`,
      )
    }
    const [, unknownOption] = /^Unknown option '(--[^']+)'/.exec(message) ?? []
    throw new UsageError(`${message.replace(/\.$/, '')}.`, unknownOption)
  }
}

/** Joins a negative number to the option before it, so that the error is about the number. */
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

/** Index of the first word of a command; the number of words if there is none. */
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
