import { filterWords } from './command-words.ts'
import { optionGroups, profileRows } from './option-words.ts'
import { commandNames, commandOptions, commandWordsOf, type Option } from './reference.ts'
import { listed, type OptionWords } from './words.ts'

/** Text in the language of roff, where a backslash, a dash, and a period at the start of a line have meanings. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...')
    .replace(/^\./, '\\&.')

/** Words on lines of their own, as sources of roff have them. A source line is shorter than 80 bytes. */
function lines(text: string): string {
  const rows = ['']
  for (const word of text.split(' ').map(escaped)) {
    const last = rows[rows.length - 1]
    if (last === '') rows[rows.length - 1] = word
    else if (last.length + 1 + word.length < 80) rows[rows.length - 1] = `${last} ${word}`
    else rows.push(word.replace(/^\./, '\\&.'))
  }
  return rows.join('\n')
}

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`
const italic = (text: string): string => `\\fI${escaped(text)}\\fR`

/** Names of commands and options in bold, and what stands for something else in italics. */
const styled = (usage: string): string =>
  usage
    .split(/([\s[\]|']+)/)
    .map((part, at) => (at % 2 === 1 ? escaped(part) : wordOf(part)))
    .join('')

function wordOf(word: string): string {
  if (word === '') return ''
  return /^[A-Z][A-Z=:.-]*$|^options$/.test(word) ? italic(word) : bold(word)
}

const paragraph = (head: string, says: string): string => `.TP\n${head}\n${lines(says)}`

function optionParagraph(name: string, { value, says }: OptionWords, short?: string): string {
  const names = `${short ? `${bold(`-${short}`)}, ` : ''}${bold(`--${name}`)}`
  return paragraph(value === undefined ? names : `${names} ${italic(value)}`, says)
}

const ownParagraphs = (options: readonly Option[]): string[] =>
  options.filter(({ isOwn }) => isOwn).map((option) => optionParagraph(option.name, option, option.short))

const command = (name: (typeof commandNames)[number]): string => {
  const options = commandOptions(name)
  const shared = options.filter(({ isOwn }) => !isOwn).map((option) => `--${option.name}`)
  const also =
    shared.length === 0 ? [] : ['.PP', lines(`It also takes ${listed(shared).replace(' or ', ' and ')}.`)]
  return [
    `.SS ${escaped(name)}`,
    ...commandWordsOf(name).forms.map(([usage, says]) => paragraph(`${bold('pith')} ${styled(usage)}`, says)),
    ...ownParagraphs(options),
    ...also,
  ].join('\n')
}

const group = ({ title, options }: (typeof optionGroups)[number]): string =>
  [
    `.SS ${escaped(title[0].toUpperCase() + title.slice(1))}`,
    ...Object.entries(options).map(([name, words]) => optionParagraph(name, words)),
  ].join('\n')

const statuses = [
  ['124', 'the command timed out'],
  ['125', 'pith itself failed'],
  ['126', 'the command cannot be run'],
  ['127', 'the command was not found'],
  ['128+n', 'signal n ended the command'],
] as const

const variables = [
  [
    'PITH_MAX_LINES, PITH_BASH_MAX_LINES',
    'and a variable like them for each other setting; --print-config lists them',
  ],
  ['PITH_ARTIFACTS', 'the folder of full outputs'],
  ['PITH_EVENTS', '0 records no tool calls'],
  ['PITH_RUN', 'the name of the run to which recorded calls belong'],
  ['NO_COLOR', 'no colours and no dim text'],
] as const

const files = [
  ['pith.config.json', 'settings of a project, looked for from the working directory upwards'],
  ['~/.config/pith/pith.config.json', 'your own settings'],
  ['~/.local/state/pith/artifacts', 'full outputs'],
  ['~/.local/state/pith/events', 'recorded tool calls'],
] as const

const list = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([head, says]) => paragraph(bold(head), says)).join('\n')

/**
 * The manual page, in the macros of man(7). `man -l dist/man/pith.1` shows it.
 *
 * @param date of the build, such as `2026-05-01`
 */
export const manualPage = (
  version: string,
  date: string,
): string => `.\\" Made by build/manual.mjs from the tables of commands and options.
.TH PITH 1 ${date} "pith ${version}" "User Commands"
.SH NAME
pith \\- cut the output of a tool to a budget and keep what matters
.SH SYNOPSIS
${[filterWords, ...commandNames.map(commandWordsOf)]
  .flatMap(({ forms }) => forms)
  .map(([usage]) => `${bold('pith')} ${styled(usage)}`)
  .join('\n.br\n')}
.SH DESCRIPTION
${lines('pith reads the output of a tool, keeps what matters of it within hard limits, and says what it left out and which call shows the rest. Without a command it cuts its standard input. The full output is kept as an artifact if it does not fit.')}
.SH COMMANDS
${commandNames.map(command).join('\n')}
.SH OPTIONS
${optionGroups.map(group).join('\n')}
.SS Options of each profile
${list(profileRows())}
.SH EXIT STATUS
${lines('pith run exits with the status of the command, or with one of these:')}
${list(statuses)}
.PP
${lines('Other commands exit with 0, with 1 if there is nothing to show or to do, and with 2 on an error.')}
.SH ENVIRONMENT
${list(variables)}
.SH FILES
${list(files)}
.SH EXAMPLES
${list([
  ['npm test 2>&1 | pith', 'the failures and the summary of a test run'],
  ['pith run -- make', 'the same for a command, whose status it keeps'],
  ['pith show ID --errors', 'the error lines of the full output that a notice names'],
])}
`
