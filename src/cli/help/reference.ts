import { type CommandName, filterTable, type OptionTable, optionTables } from '../options/arguments.ts'
import { commandWords } from './command-words.ts'
import { sharedWords } from './option-words.ts'
import type { CommandWords, OptionWords } from './words.ts'

/** An option of a command: how it is parsed, and what it means there. */
export interface Option extends OptionWords {
  name: string
  short?: string
  /** True if it may be given more than once. */
  repeats: boolean
  /** True for one that only this command has, or that means something else here than elsewhere. */
  isOwn: boolean
}

/** The names of all commands, in the order of the help. */
export const commandNames = Object.keys(commandWords) as CommandName[]

/** What a command does and takes. */
export const commandWordsOf = (name: CommandName): CommandWords => commandWords[name]

/** The options of a command, or those of `pith` without one, as far as they have words. */
export function commandOptions(name: CommandName | undefined): Option[] {
  const table: OptionTable = name === undefined ? filterTable : optionTables[name]
  const own = (name === undefined ? undefined : commandWordsOf(name).own) ?? {}
  return Object.entries(table).flatMap(([option, { short, multiple }]) => {
    const words = own[option] ?? sharedWords(option)
    if (words === undefined) return []
    const row = { name: option, repeats: multiple === true, isOwn: Object.hasOwn(own, option) }
    return [{ ...row, ...(short && { short }), ...words }]
  })
}
