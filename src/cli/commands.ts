// Reads the command line, the environment and the configuration files, runs one command, and prints its result on
// standard output. What people should know goes to standard error.

import { eventQueue } from './events/event-queue.ts'
import type { InputSoFar } from './hooks/small-event.ts'
import { type Parsed, parseArguments, UsageError } from './options/arguments.ts'
import { type CommandName, type CommandRow, commandRows, filterRow } from './options/command-rows.ts'
import type { OptionRows } from './options/rows.ts'
import { isOutOfFiles, passRaw, warn, writeOut } from './print/output.ts'

declare const PITH_VERSION: string

type Act = (parsed: Parsed, input: InputSoFar | undefined) => Promise<number>

/** What each command does. Loads only the command that runs. */
const acts: Readonly<Record<CommandName, Act>> = {
  run: async (parsed) => (await import('./commands/run.ts')).run(parsed),
  explain: async (parsed) => (await import('./commands/explain.ts')).explain(parsed),
  read: async (parsed) => (await import('./commands/read.ts')).readCommand(parsed),
  grep: async (parsed) => (await import('./commands/grep.ts')).grepCommand(parsed),
  find: async (parsed) => (await import('./commands/find.ts')).findCommand(parsed),
  ls: async (parsed) => (await import('./commands/ls.ts')).lsCommand(parsed),
  tree: async (parsed) => (await import('./commands/tree.ts')).tree(parsed),
  fetch: async (parsed) => (await import('./commands/fetch.ts')).fetch(parsed),
  // The quick commands are without what waits for a command.
  show: async (parsed) =>
    isFollowing(parsed)
      ? (await import('./show/follow.ts')).showFollowed(parsed)
      : (await import('./commands/show.ts')).show(parsed),
  artifacts: async (parsed) => (await import('./commands/artifacts.ts')).artifacts(parsed),
  mcp: async (parsed) => (await import('./commands/mcp.ts')).mcp(parsed),
  gc: async (parsed) => (await import('./commands/gc.ts')).gc(parsed),
  events: async (parsed) => (await import('./commands/events.ts')).events(parsed),
  install: async (parsed) => (await import('./commands/install.ts')).install(parsed),
  uninstall: async (parsed) => (await import('./commands/install.ts')).uninstall(parsed),
  doctor: async (parsed) => (await import('./commands/doctor.ts')).doctor(parsed),
  hook: async (parsed, input) => (await import('./commands/hook.ts')).hook(parsed, input),
  view: async (parsed) => (await import('./commands/view.ts')).view(parsed),
  completion: async (parsed) => (await import('./commands/completion.ts')).completion(parsed),
}

async function filterOnly(parsed: Parsed): Promise<number> {
  const [word] = parsed.positionals
  if (word !== undefined && Object.hasOwn(commandRows, word)) {
    warn(`The command comes before its options: \`pith ${word}\`, then the options.`)
    return 2
  }
  if (word !== undefined) {
    warn(
      `There is no command ${JSON.stringify(word)}. \`pith --help\` lists them; to run a program, use \`pith run -- ${word}\`.`,
    )
    return 2
  }
  if (parsed.values.version) {
    await writeOut(`${PITH_VERSION}\n`)
    return 0
  }
  if (parsed.values['print-config']) {
    const { printConfig } = await import('./settings/print-config.ts')
    return printConfig(parsed.values.json === true)
  }
  if (process.stdin.isTTY) {
    await writeHelp()
    return 2
  }
  const { filter } = await import('./commands/filter.ts')
  return filter(parsed)
}

/** Prints the help of a command. Without a name, prints the help of all commands. */
async function writeHelp(name?: CommandName): Promise<void> {
  const { help, helpOf } = await import('./help/help.ts')
  await writeOut(name === undefined ? help : helpOf(name))
}

/** The options that also apply to whole outputs and to profiles. */
const withoutLimits = (options: OptionRows): OptionRows =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name === 'artifacts' || name === 'redact'))

/**
 * Fills in missing options from the environment and the configuration files. Whole outputs and profiles take no limits
 * from them. What `show` prints has the limits of `read`.
 */
async function configure(name: CommandName | undefined, options: OptionRows, parsed: Parsed): Promise<void> {
  const { values } = parsed
  const { withConfig, withShellLimits } = await import('./settings/config.ts')
  const owners: Readonly<Record<string, string>> = { run: 'bash', show: 'read', tree: 'ls', fetch: 'web' }
  const tool = name === undefined ? values.tool : (owners[name] ?? name)
  const isPaged = name === 'read' || (name === 'show' && values.all !== true)
  if (name !== undefined && isPaged) (await import('./options/page-call.ts')).keepPageCall(name, parsed)
  const reader =
    isPaged && process.env.PITH_DECLARED ? (await import('./shell/declare.ts')).readerInShell() : undefined
  // Programs and files get all of it, unless a page is asked for.
  if (name === 'show' && reader === 'other') {
    const { limitOf } = await import('./commands/show.ts')
    if (limitOf(values) === undefined) values.all = true
  }
  const isWhole = values.all === true || values.profile !== undefined
  const isPage = name === 'show' && values.grep === undefined && !values.errors
  const taken = isWhole ? withoutLimits(options) : isPage ? withoutClips(options) : options
  withConfig(values, taken, typeof tool === 'string' ? tool : undefined)
  if (reader === 'shell') withShellLimits(values)
}

/** True if what is new is asked for, and not a page. */
const isFollowing = ({ values: { follow, wait, timeout, since } }: Parsed): boolean =>
  [follow, wait, timeout].some((value) => value !== undefined) || /^\+/.test(`${since ?? ''}`)

/** The rest of a clipped line could not be asked for, so a page of an artifact clips lines only by an option. */
const withoutClips = ({ 'max-line-length': _, ...options }: OptionRows): OptionRows => options

/** A suggestion of the nearest option, if the command does not have the given one. */
async function hintOf(error: unknown, options: OptionRows, name: string | undefined): Promise<string> {
  if (!(error instanceof UsageError) || error.unknownOption === undefined) return ''
  const { hintFor } = await import('./help/hint.ts')
  return hintFor(error.unknownOption, options, name)
}

export { reachedSoFar } from './events/event-queue.ts'

/**
 * Runs the command that the words name, and sets the exit status. `input`: what was read of standard input.
 *
 * @throws an error for which `isOutOfFiles` is true. All others become a message and an exit status.
 */
export async function main(words: string[], input?: InputSoFar): Promise<void> {
  // Ignores an EPIPE that comes after the last write. Without a listener, it would crash the process.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.exitCode = await statusOf(words, input)
  if (process.env.PITH_DECLARED) (await import('./shell/declare.ts')).declareOutput(process.env.PITH_DECLARED)
  if (eventQueue.length > 0) (await import('./events/write-events.ts')).writeEvents()
}

/**
 * True for an error inside pith, which may have come before the redaction of an output. Errors for people are named by
 * their classes, and those of the system have a code.
 */
const isInternal = (error: Error): boolean =>
  ['Error', 'TypeError', 'RangeError', 'RuntimeError', 'SyntaxError', 'ReferenceError'].includes(
    error.name,
  ) && !('code' in error)

/** Other ways to ask for the help and the version. */
function asOptions(words: string[]): string[] {
  const [first, ...others] = words
  if (first === 'help') return [...others, '--help']
  return first === 'version' ? ['--version', ...others] : words
}

async function statusOf(given: string[], input: InputSoFar | undefined): Promise<number> {
  const words = asOptions(given)
  if (words[0] === '--shell-rest') return (await import('./shell/rest.ts')).shellRest(words.slice(1))
  if (words[0] === '--upstream') return (await import('./shell/upstream.ts')).shellUpstream(words.slice(1))
  if (/^-[il]*c$|^-[il]+$/.test(words[0] ?? '')) return (await import('./shell/shell.ts')).shell(words)
  const name = Object.hasOwn(commandRows, words[0] ?? '') ? (words[0] as CommandName) : undefined
  const command: CommandRow = name === undefined ? filterRow : commandRows[name]
  const { options, failure = 2 } = command
  let isRedacted = false
  try {
    const parsed = parseArguments(
      name === undefined ? words : words.slice(1),
      options,
      command.takesCommand,
      command.ignored,
    )
    if (parsed.values.raw) passRaw()
    if (!parsed.values.help) {
      if (name === 'run') (await import('./commands/run-ahead.ts')).beginRun()
      if (!parsed.values.version && !command.configuresItself) await configure(name, options, parsed)
      isRedacted = parsed.values.redact === true
      return await (name === undefined ? filterOnly : acts[name])(parsed, input)
    }
    await writeHelp(name)
    return 0
  } catch (error) {
    if (isOutOfFiles(error)) throw error
    if (isRedacted && error instanceof Error && isInternal(error)) {
      await (await import('./print/refuse-output.ts')).refuseOutput(error)
      return failure
    }
    warn(`${error instanceof Error ? error.message : String(error)}${await hintOf(error, options, name)}`)
    return failure
  }
}
