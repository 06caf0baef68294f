import { filterWords } from './command-words.ts'
import { profileRows } from './option-words.ts'
import { commandNames, commandOptions, commandWordsOf, type Option } from './reference.ts'
import type { CommandWords } from './words.ts'

/** Words in a cell of a Markdown table, or in a paragraph, where nothing in them is markup. */
const escaped = (text: string): string => text.replaceAll(/[\\*_<>|`[\]~]/g, '\\$&')

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

const cellOf = ({ name, short, value }: Option): string =>
  code(`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`)

function table(options: readonly Option[]): string {
  const rows = options.map((option) => `| ${cellOf(option)} | ${escaped(option.says)} |`)
  return ['| option | meaning |', '|---|---|', ...rows].join('\n')
}

const forms = ({ forms }: CommandWords, command: string): string =>
  forms.map(([usage, says]) => `- \`${command} ${usage}\`: ${escaped(says)}`).join('\n')

function section(title: string, words: string, options: readonly Option[]): string {
  const isShared = (option: Option) => !option.isOwn
  const own = options.filter((option) => !isShared(option))
  const shared = options.filter(isShared).map(({ name }) => code(`--${name}`))
  return [
    `## ${title}`,
    words,
    ...(own.length === 0 ? [] : [table(own)]),
    ...(shared.length === 0 ? [] : [`${own.length === 0 ? 'Takes' : 'Also takes'} ${shared.join(', ')}.`]),
  ].join('\n\n')
}

const shared = (): Option[] => {
  const all = [undefined, ...commandNames].flatMap(commandOptions).filter(({ isOwn }) => !isOwn)
  return [...new Map(all.map((option) => [option.name, option])).values()]
}

/** The text of docs/options.md: each command with its options, from the tables that also make the help. */
export const optionsPage = (): string => `# Options of the command

This page lists each command with its options. \`node build/options.mjs\` writes it from the tables that also make \`pith --help\`, the manual page and the completions. [command.md](command.md) explains the commands.

${[
  section('pith', forms(filterWords, 'CMD | pith'), commandOptions(undefined)),
  ...commandNames.map((name) =>
    section(`pith ${name}`, forms(commandWordsOf(name), 'pith'), commandOptions(name)),
  ),
].join('\n\n')}

## Options that several commands take

${table(shared())}

## Options of each profile

All other limits are fixed by the system that the profile reproduces. Options for them are refused.

| profile | options |
|---|---|
${profileRows()
  .map(([name, says]) => `| \`${name}\` | ${escaped(says)} |`)
  .join('\n')}
`
