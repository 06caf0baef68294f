#!/usr/bin/env node
import { filter } from './filter.ts'
import { help } from './help.ts'
import { type Parsed, parseWords, resultOptions } from './options.ts'
import { warn, writeOut } from './output.ts'
import { read, readFileOptions } from './read.ts'
import { run } from './run.ts'
import { show, showOptions } from './show.ts'
import { toolOptions } from './tool.ts'

declare const PITH_VERSION: string

interface Command {
  options: Parameters<typeof parseWords>[1]
  act(parsed: Parsed): Promise<number>
  /** Exit status when pith itself fails. */
  failure: number
  /** True when options end at the first operand, because what follows are a command's own words. */
  takesCommand?: true
}

const commands: Record<string, Command> = {
  run: {
    options: { ...resultOptions, timeout: { type: 'string' }, quiet: { type: 'boolean', short: 'q' } },
    act: run,
    failure: 125,
    takesCommand: true,
  },
  read: { options: readFileOptions, act: read, failure: 2 },
  show: { options: showOptions, act: show, failure: 2 },
}

const filterCommand: Command = {
  options: { ...resultOptions, ...toolOptions, profile: { type: 'string' }, version: { type: 'boolean' } },
  act: filterOnly,
  failure: 2,
}

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
  if (process.stdin.isTTY) {
    await writeOut(help)
    return 2
  }
  return filter(parsed)
}

async function main(words: string[]): Promise<number> {
  const named = Object.hasOwn(commands, words[0] ?? '') ? commands[words[0]] : undefined
  const command = named ?? filterCommand
  try {
    const parsed = parseWords(named ? words.slice(1) : words, command.options, command.takesCommand)
    if (!parsed.values.help) return await command.act(parsed)
    await writeOut(help)
    return 0
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    return command.failure
  }
}

// A late EPIPE has no listener of its own and nobody to tell.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
process.exitCode = await main(process.argv.slice(2))
