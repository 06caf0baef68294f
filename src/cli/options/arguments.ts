// The parser of command lines. Loaded for every command.
import { parseArgs } from 'node:util'
import type { OptionRows } from './rows.ts'

type Values = Record<string, string | boolean | string[] | undefined>

export interface Parsed {
  values: Values
  positionals: string[]
}

/** Options of the program of the same name that change nothing here, with their letters. */
export type IgnoredOptions = Readonly<Record<string, string>>

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
export function parseArguments(
  words: readonly string[],
  options: OptionRows,
  takesCommand = false,
  ignored: IgnoredOptions = {},
): Parsed {
  const end = takesCommand ? commandAt(words, options) : words.length
  try {
    const { values, positionals } = parseArgs({
      args: withNumbers(words.slice(0, end), options),
      options: { ...typesOf(options), ...ignoredTypes(ignored) },
      allowPositionals: true,
      strict: true,
    })
    for (const name of Object.keys(ignored)) delete values[name]
    return { values: values as Values, positionals: [...positionals, ...words.slice(end)] }
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/\. |\n/)[0] : String(error)
    const [, option] = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(message) ?? []
    if (option !== undefined) {
      throw new UsageError(
        `Expected a value after ${option}; write one that begins with a dash as ${option}=VALUE.`,
      )
    }
    const [, unknownOption] = /^Unknown option '(--?[^']+)'/.exec(message) ?? []
    throw new UsageError(`${message.replace(/\.$/, '')}.`, unknownOption)
  }
}

/** Joins a negative number to the option before it, so that the error is about the number. */
function withNumbers(words: readonly string[], options: OptionRows): string[] {
  const end = words.indexOf('--')
  const joined: string[] = []
  for (const [i, word] of words.entries()) {
    const before = joined.at(-1) ?? ''
    const isValue = options[before.slice(2)]?.value !== undefined && before.startsWith('--')
    if (isValue && /^-\.?\d/.test(word) && (end < 0 || i < end)) joined[joined.length - 1] += `=${word}`
    else joined.push(word)
  }
  return joined
}

/** Index of the first word of a command; the number of words if there is none. */
function commandAt(words: readonly string[], options: OptionRows): number {
  const { tokens } = parseArgs({
    args: [...words],
    options: typesOf(options),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const first = tokens.find((token) => token.kind !== 'option')
  if (first === undefined) return words.length
  return first.kind === 'option-terminator' ? first.index + 1 : first.index
}

const ignoredTypes = (ignored: IgnoredOptions) =>
  Object.fromEntries(
    Object.entries(ignored).map(([name, short]) => [
      name,
      { type: 'boolean' as const, multiple: true, short },
    ]),
  )

/** The options as Node's parser takes them. */
const typesOf = (options: OptionRows) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, short, repeats }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: repeats === true,
        ...(short && { short }),
      },
    ]),
  )
