import { toolNames } from '../../tools/tools.ts'
import { type CommandName, type CommandRow, commandRows, filterRow } from '../options/command-rows.ts'
import { profiles } from '../options/profile-table.ts'
import { isOwn, type OptionRow, type OptionRows, optionGroups } from '../options/rows.ts'
import { wrapped } from '../print/columns.ts'
import { filled } from './lists.ts'

const COLUMNS = 120
const FORM_INDENT = 39
const OPTION_INDENT = 28

/** Words in lines that fit beside a column, or below a head that is wider than the column. */
function row(head: string, words: string, indent: number): string {
  const lines = wrapped(filled(words), COLUMNS - indent)
  const below = lines.map((line) => ' '.repeat(indent) + line)
  if (head.length + 1 > indent) return [head, ...below].join('\n')
  return [head.padEnd(indent) + lines[0], ...below.slice(1)].join('\n')
}

const formRows = ({ forms }: CommandRow, command: string): string[] =>
  forms.map(([usage, says]) => row(`  ${command} ${usage}`, says, FORM_INDENT))

/** `--max-lines N`, or `-q, --quiet`, and what it means. */
function optionRow([name, { short, value, says }]: [string, OptionRow]): string {
  const head = `  ${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`
  return row(head, says, OPTION_INDENT)
}

const optionLines = (options: OptionRows): string => Object.entries(options).map(optionRow).join('\n')

const ownOptions = ({ options }: CommandRow): OptionRows =>
  Object.fromEntries(Object.entries(options).filter(([name, its]) => isOwn(name, its)))

const ownLines = Object.entries(commandRows).flatMap(([name, command]) => {
  const lines = optionLines(ownOptions(command))
  return lines === '' ? [] : [`pith ${name}:\n${lines}`]
})

const groupLines = optionGroups.map(({ title, options }) => `${title}:\n${optionLines(options)}`)

/** The options of each profile: `pi`, `read: --offset, --limit; grep, find, ls: --limit`. */
const profileLines = Object.entries(profiles).map(([name, { takes }]) => {
  const groups = new Map<string, string[]>()
  for (const tool of toolNames()) {
    const options = takes(tool)
      .map((option) => `--${option}`)
      .join(', ')
    if (options !== '') groups.set(options, [...(groups.get(options) ?? []), tool])
  }
  const isOfAll = (its: readonly string[]) => its.length === toolNames().length
  const words = [...groups].map(([options, its]) =>
    isOfAll(its) ? options : `${its.join(', ')}: ${options}`,
  )
  return row(`  ${name}`, words.join('; '), OPTION_INDENT)
})

const STATUSES = `pith run exits with the command's status, or with 124 when it timed out, 125 when pith failed, 126 when the command
cannot be run, 127 when it was not found, 128+n when signal n ended it. Other commands exit with 2 on an error, pith
install and pith uninstall with 1 when there is no terminal to ask on, and pith doctor with 1 when an installed part
does not work.`

/** The text that `pith --help` prints. */
export const help = `pith keeps what matters of a tool's output, inside a hard budget, with a way back to every byte left out.

${formRows(filterRow, 'CMD | pith').join('\n')}
${Object.values(commandRows)
  .flatMap((command) => formRows(command, 'pith'))
  .join('\n')}

${groupLines.slice(0, -1).join('\n\n')}

options of each profile (all other limits are fixed by that system, and refused):
${profileLines.join('\n')}

${ownLines.join('\n\n')}

${groupLines.at(-1)}

${STATUSES}
`

/** The text that `pith NAME --help` prints: how the command is called, and each option that it takes. */
export function helpOf(name: CommandName): string {
  const command: CommandRow = commandRows[name]
  // Its own options come first.
  const options = { ...ownOptions(command), ...command.options }
  return `${formRows(command, 'pith').join('\n')}

${optionLines(options)}

\`pith --help\` lists all commands.
`
}
