import type { CommandName } from '../options/arguments.ts'
import { commandNames, commandOptions, commandWordsOf, type Option } from './reference.ts'
import type { Completes } from './words.ts'

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

/** The options of `complete` that offer a value or an operand. */
const offered = (completes: Completes | undefined): string => {
  if (completes === undefined) return '-x'
  if (completes === 'artifact') return "-x -k -a '(pith completion ids 2>/dev/null)'"
  if (completes === 'file') return '-r -F'
  if (completes === 'folder') return "-x -a '(__fish_complete_directories)'"
  if (completes === 'command') return "-x -a '(__pith_rest)'"
  return `-x -a ${quoted(completes.join(' '))}`
}

function optionLine(test: string, { name, short, value, says, completes }: Option): string {
  const taken = value === undefined ? '' : ` ${offered(completes)}`
  return `complete -c pith -n ${quoted(test)} -l ${name}${short ? ` -s ${short}` : ''}${taken} -d ${quoted(says)}`
}

function linesOf(name: CommandName): string[] {
  const test = `__pith_is ${name}`
  const { operands } = commandWordsOf(name)
  const operand = operands === undefined ? [] : [`complete -c pith -n ${quoted(test)} ${offered(operands)}`]
  const options = commandOptions(name).map((option) => optionLine(test, option))
  return [...operand, ...options]
}

const withValue = (name: CommandName): string =>
  commandOptions(name)
    .filter(({ value }) => value !== undefined)
    .map((option) => `--${option.name}`)
    .join(' ')

/** The script that completes `pith` in fish from 3.0 on. */
export function fishCompletion(): string {
  const commands = commandNames.map(
    (name) => `complete -c pith -n __pith_is_first -a ${name} -d ${quoted(commandWordsOf(name).summary)}`,
  )
  return `# Completes the words of pith in fish. Made by \`pith completion fish\`.

function __pith_is_first
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

function __pith_has_no_command
    set -l words (commandline -opc)
    not contains -- "$words[2]" ${commandNames.join(' ')}
end

function __pith_is
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]; and not __pith_has_rest
end

function __pith_options_end
    # Prints the place of the first word of the command to run.
    set -l words (commandline -opc)
    test (count $words) -ge 2; or return 1
    contains -- $words[2] run mcp; or return 1
    set -l at 3
    while test $at -le (count $words)
        switch $words[$at]
            case --
                math $at + 1
                return 0
            case ${withValue('mcp')} --timeout
                set at (math $at + 1)
            case '-*' wrap
            case '*'
                echo $at
                return 0
        end
        set at (math $at + 1)
    end
    return 1
end

function __pith_has_rest
    __pith_options_end >/dev/null
end

function __pith_rest
    set -l words (commandline -opc) (commandline -ct)
    set -l from (__pith_options_end); or set from (count $words)
    set -l line
    if test $from -lt (count $words)
        set line (string join ' ' -- (string escape -- $words[$from..-2]))' '
    end
    complete -C "$line$words[-1]"
end

complete -c pith -f
${commands.join('\n')}
${commandOptions(undefined)
  .map((option) => optionLine('__pith_has_no_command', option))
  .join('\n')}
complete -c pith -n ${quoted('__pith_has_rest')} -x -a '(__pith_rest)'
${commandNames.flatMap(linesOf).join('\n')}
`
}
