import type { CommandName } from '../options/arguments.ts'
import { wrapped } from '../print/columns.ts'
import { filterWords } from './command-words.ts'
import { optionGroups, profileRows } from './option-words.ts'
import { commandNames, commandOptions, commandWordsOf } from './reference.ts'
import type { CommandWords, OptionWords } from './words.ts'

const COLUMNS = 120
const FORM_INDENT = 39
const OPTION_INDENT = 28

/** Words in lines that fit beside a column, or below a head that is wider than the column. */
function row(head: string, words: string, indent: number): string {
  const lines = wrapped(words, COLUMNS - indent)
  const below = lines.map((line) => ' '.repeat(indent) + line)
  if (head.length + 1 > indent) return [head, ...below].join('\n')
  return [head.padEnd(indent) + lines[0], ...below.slice(1)].join('\n')
}

const formRows = ({ forms }: CommandWords, command: string): string[] =>
  forms.map(([usage, says]) => row(`  ${command} ${usage}`, says, FORM_INDENT))

/** `--max-lines N`, or `-q, --quiet`. */
const headOf = (name: string, { value }: OptionWords, short?: string): string =>
  `  ${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`

const optionRow = (name: string, words: OptionWords, short?: string): string =>
  row(headOf(name, words, short), words.says, OPTION_INDENT)

const ownRows = commandNames
  .map((name) => ({ name, own: commandOptions(name).filter(({ isOwn }) => isOwn) }))
  .filter(({ own }) => own.length > 0)
  .map(
    ({ name, own }) => `pith ${name}:\n${own.map((its) => optionRow(its.name, its, its.short)).join('\n')}`,
  )

const [others, ...groups] = optionGroups.toReversed()
const groupRows = ({ title, options }: (typeof optionGroups)[number]) =>
  `${title}:\n${Object.entries(options)
    .map(([name, words]) => optionRow(name, words))
    .join('\n')}`

const STATUSES = `pith run exits with the command's status, or with 124 when it timed out, 125 when pith failed, 126 when the command
cannot be run, 127 when it was not found, 128+n when signal n ended it. Other commands exit with 2 on an error, pith
install and pith uninstall with 1 when there is no terminal to ask on, and pith doctor with 1 when an installed part
does not work.`

/** The text that `pith --help` prints. */
export const help = `pith keeps what matters of a tool's output, inside a hard budget, with a way back to every byte left out.

${formRows(filterWords, 'CMD | pith').join('\n')}
${commandNames.flatMap((name) => formRows(commandWordsOf(name), 'pith')).join('\n')}

${groups.toReversed().map(groupRows).join('\n\n')}

options of each profile (all other limits are fixed by that system, and refused):
${profileRows()
  .map(([name, says]) => row(`  ${name}`, says, OPTION_INDENT))
  .join('\n')}

${ownRows.join('\n\n')}

${groupRows(others)}

${STATUSES}
`

/** The text that `pith NAME --help` prints: how the command is called, and each option that it takes. */
export function helpOf(name: CommandName): string {
  const options = commandOptions(name).toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
  return `${formRows(commandWordsOf(name), 'pith').join('\n')}

${options.map((option) => optionRow(option.name, option, option.short)).join('\n')}

\`pith --help\` lists all commands.
`
}
