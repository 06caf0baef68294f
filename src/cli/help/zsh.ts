import type { CommandName } from '../options/arguments.ts'
import { commandNames, commandOptions, commandWordsOf, type Option } from './reference.ts'
import type { Completes } from './words.ts'

/** A word in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A text inside a specification of `_arguments`, where brackets and colons have meanings. */
const plain = (text: string): string => text.replaceAll(/[[\]\\:]/g, '\\$&')

/** What zsh offers for a value or an operand, as the action of a specification. */
const action = (completes: Completes | undefined): string => {
  if (completes === undefined) return ' '
  if (completes === 'artifact') return '_pith_ids'
  if (completes === 'file') return '_files'
  if (completes === 'folder') return '_files -/'
  if (completes === 'command') return '_pith_rest'
  return `(${completes.join(' ')})`
}

function specOf({ name, short, value, says, completes, repeats }: Option): string {
  const both = short === undefined ? '' : `(-${short} --${name})`
  return (short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`])
    .map((its) => {
      const ending = value === undefined || !its.startsWith('--') ? '' : '='
      const taken = value === undefined ? '' : `:${plain(value)}:${action(completes)}`
      return quoted(`${repeats ? '*' : both}${its}${ending}[${plain(says)}]${taken}`)
    })
    .join(' ')
}

const specsOf = (name: CommandName | undefined): string =>
  commandOptions(name)
    .map((option) => `    ${specOf(option)}`)
    .join(' \\\n')

function operandSpec(name: CommandName): string {
  const { operands } = commandWordsOf(name)
  // An empty action would print a message, and then zsh inserts nothing.
  if (operands === undefined) return ''
  if (name === 'mcp') return "'1:what:(wrap)' '*::command:_pith_rest'"
  return operands === 'command' ? "'*::command:_pith_rest'" : quoted(`*:what:${action(operands)}`)
}

const caseOf = (name: CommandName): string => `    ${name})
      _arguments -s -S \\
${[specsOf(name), operandSpec(name)].filter((spec) => spec !== '').join(' \\\n        ')} ;;`

/** The script that completes `pith` in zsh. It works as a file `_pith` of `fpath`, and when it is evaluated. */
export function zshCompletion(): string {
  const commands = commandNames.map((name) => `    ${quoted(`${name}:${commandWordsOf(name).summary}`)}`)
  return `#compdef pith
# Completes the words of pith in zsh. Made by \`pith completion zsh\`.

_pith_ids() {
  local -a lines
  lines=("\${(@f)$(pith completion ids 2>/dev/null)}")
  [[ -n $lines[1] ]] || return 1
  lines=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}")
  _describe -V artifact lines
}

_pith_rest() {
  if [[ $words[1] == -- ]]; then
    shift words
    (( CURRENT-- ))
  fi
  _normal
}

_pith() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a names
  names=(
${commands.join('\n')}
  )
  _arguments -C -s -S \\
${specsOf(undefined)} \\
    '1: :->command' '*:: :->words' && return
  case $state in
    command) _describe command names ;;
    words)
      case $line[1] in
${commandNames.map(caseOf).join('\n')}
      esac ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _pith "$@"; else compdef _pith pith; fi
`
}
