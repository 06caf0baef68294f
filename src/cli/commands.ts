// Reads the command line, the environment and the configuration files, runs one command, and prints its result on
// standard output. What people should know goes to standard error.

import { eventQueue } from './events/event-queue.ts'
import {
  type CommandName,
  filterTable,
  type OptionTable,
  optionTables,
  type Parsed,
  parseArguments,
  UsageError,
} from './options/arguments.ts'
import { isOutOfFiles, passRaw, warn, writeOut } from './print/output.ts'

declare const PITH_VERSION: string

interface Command {
  act(parsed: Parsed): Promise<number>
  /** Begins what takes time in another process, before the settings are read. */
  begin?(): Promise<void>
  /** Exit status if pith itself fails. */
  failure: number
  /** True if options end at the first operand, because the rest belongs to the command to run. */
  takesCommand?: true
  /** True if it reads its settings itself, when it needs them. */
  configuresItself?: true
}

// Loads only the command that runs.
const commands: Record<CommandName, Command> = {
  run: {
    act: async (parsed) => (await import('./commands/run.ts')).run(parsed),
    begin: async () => (await import('./commands/run-ahead.ts')).beginRun(),
    failure: 125,
    takesCommand: true,
  },
  explain: {
    act: async (parsed) => (await import('./commands/explain.ts')).explain(parsed),
    failure: 2,
    takesCommand: true,
  },
  read: {
    act: async (parsed) => (await import('./commands/read.ts')).readCommand(parsed),
    failure: 2,
  },
  grep: {
    act: async (parsed) => (await import('./commands/grep.ts')).grepCommand(parsed),
    failure: 2,
  },
  find: {
    act: async (parsed) => (await import('./commands/find.ts')).findCommand(parsed),
    failure: 2,
  },
  ls: {
    act: async (parsed) => (await import('./commands/ls.ts')).lsCommand(parsed),
    failure: 2,
  },
  tree: {
    act: async (parsed) => (await import('./commands/tree.ts')).tree(parsed),
    failure: 2,
  },
  fetch: {
    act: async (parsed) => (await import('./commands/fetch.ts')).fetch(parsed),
    failure: 2,
  },
  show: {
    // The quick commands are without what waits for a command.
    act: async (parsed) =>
      isFollowing(parsed)
        ? (await import('./show/follow.ts')).showFollowed(parsed)
        : (await import('./commands/show.ts')).show(parsed),
    failure: 2,
  },
  artifacts: {
    act: async (parsed) => (await import('./commands/artifacts.ts')).artifacts(parsed),
    failure: 2,
  },
  mcp: {
    act: async (parsed) => (await import('./commands/mcp.ts')).mcp(parsed),
    failure: 125,
    takesCommand: true,
  },
  gc: {
    act: async (parsed) => (await import('./commands/gc.ts')).gc(parsed),
    failure: 2,
  },
  events: {
    act: async (parsed) => (await import('./commands/events.ts')).events(parsed),
    failure: 2,
  },
  install: {
    act: async (parsed) => (await import('./commands/install.ts')).install(parsed),
    failure: 2,
  },
  uninstall: {
    act: async (parsed) => (await import('./commands/install.ts')).uninstall(parsed),
    failure: 2,
  },
  doctor: {
    act: async (parsed) => (await import('./commands/doctor.ts')).doctor(parsed),
    failure: 2,
  },
  hook: {
    act: async (parsed) => (await import('./commands/hook.ts')).hook(parsed),
    // For Claude Code, 2 would mean that the call is refused.
    failure: 1,
    configuresItself: true,
  },
  view: {
    act: async (parsed) => (await import('./commands/view.ts')).view(parsed),
    failure: 2,
  },
  completion: {
    act: async (parsed) => (await import('./commands/completion.ts')).completion(parsed),
    failure: 2,
    configuresItself: true,
  },
}

const filterCommand: Command = { act: filterOnly, failure: 2 }

async function filterOnly(parsed: Parsed): Promise<number> {
  const [word] = parsed.positionals
  if (word !== undefined && Object.hasOwn(commands, word)) {
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
const withoutLimits = (options: OptionTable): OptionTable =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name === 'artifacts' || name === 'redact'))

/**
 * Fills in missing options from the environment and the configuration files. Whole outputs and profiles take no limits
 * from them. What `show` prints has the limits of `read`.
 */
async function configure(
  name: CommandName | undefined,
  options: OptionTable,
  { values }: Parsed,
): Promise<void> {
  const { withConfig, withShellLimits } = await import('./settings/config.ts')
  const owners: Readonly<Record<string, string>> = { run: 'bash', show: 'read', tree: 'ls', fetch: 'web' }
  const tool = name === undefined ? values.tool : (owners[name] ?? name)
  const isWhole = values.all === true || values.profile !== undefined
  const isPage = name === 'show' && values.grep === undefined && !values.errors
  const taken = isWhole ? withoutLimits(options) : isPage ? withoutClips(options) : options
  withConfig(values, taken, typeof tool === 'string' ? tool : undefined)
  const isPaged = name === 'read' || (name === 'show' && !isWhole)
  if (isPaged && process.env.PITH_DECLARED && (await import('./shell/declare.ts')).isInShell())
    withShellLimits(values)
}

/** True if what is new is asked for, and not a page. */
const isFollowing = ({ values: { follow, wait, timeout, since } }: Parsed): boolean =>
  [follow, wait, timeout].some((value) => value !== undefined) || /^\+/.test(`${since ?? ''}`)

/** The rest of a clipped line could not be asked for, so a page of an artifact clips lines only by an option. */
const withoutClips = ({ 'max-line-length': _, ...options }: OptionTable): OptionTable => options

/** A suggestion of the nearest option, if the command does not have the given one. */
async function hintOf(error: unknown, options: OptionTable): Promise<string> {
  if (!(error instanceof UsageError) || error.unknownOption === undefined) return ''
  const { hintFor } = await import('./help/hint.ts')
  return hintFor(error.unknownOption, options)
}

export { reachedSoFar } from './events/event-queue.ts'

/**
 * Runs the command that the words name, and sets the exit status.
 *
 * @throws an error for which `isOutOfFiles` is true. All others become a message and an exit status.
 */
export async function main(words: string[]): Promise<void> {
  // Ignores an EPIPE that comes after the last write. Without a listener, it would crash the process.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.exitCode = await statusOf(words)
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

async function statusOf(words: string[]): Promise<number> {
  if (words[0] === '--shell-rest') return (await import('./shell/rest.ts')).shellRest(words.slice(1))
  if (words[0] === '--upstream') return (await import('./shell/upstream.ts')).shellUpstream(words.slice(1))
  if (/^-[il]*c$|^-[il]+$/.test(words[0] ?? '')) return (await import('./shell/shell.ts')).shell(words)
  const name = Object.hasOwn(commands, words[0] ?? '') ? (words[0] as CommandName) : undefined
  const command = name === undefined ? filterCommand : commands[name]
  const options = name === undefined ? filterTable : optionTables[name]
  let isRedacted = false
  try {
    const parsed = parseArguments(name === undefined ? words : words.slice(1), options, command.takesCommand)
    if (parsed.values.raw) passRaw()
    if (!parsed.values.help) {
      await command.begin?.()
      if (!parsed.values.version && !command.configuresItself) await configure(name, options, parsed)
      isRedacted = parsed.values.redact === true
      return await command.act(parsed)
    }
    await writeHelp(name)
    return 0
  } catch (error) {
    if (isOutOfFiles(error)) throw error
    if (isRedacted && error instanceof Error && isInternal(error)) {
      await (await import('./print/refuse-output.ts')).refuseOutput(error)
      return command.failure
    }
    warn(`${error instanceof Error ? error.message : String(error)}${await hintOf(error, options)}`)
    return command.failure
  }
}
