import type { CommandName } from '../options/arguments.ts'
import { commandNames, commandOptions, commandWordsOf } from './reference.ts'
import type { Completes } from './words.ts'

/** What bash offers for a value or an operand. */
const offered = (completes: Completes | undefined): string => {
  if (completes === undefined) return ':'
  if (completes === 'artifact') return '_pith_ids'
  if (completes === 'file') return '_pith_files -f'
  if (completes === 'folder') return '_pith_files -d'
  if (completes === 'command') return '_pith_files -c'
  return `_pith_words '${completes.join(' ')}'`
}

const flagsOf = (name: CommandName | undefined): string =>
  commandOptions(name)
    .map((option) => `--${option.name}`)
    .join(' ')

/** One line of a `case` for each option with a value. */
function valueCases(name: CommandName | undefined): string[] {
  return commandOptions(name)
    .filter(({ value }) => value !== undefined)
    .map(({ name: option, completes }) => `    '${name ?? ''} --${option}') ${offered(completes)} ;;`)
}

/** The script that completes `pith` in bash from 3.2 on. It does not need the package bash-completion. */
export function bashCompletion(): string {
  const all = [undefined, ...commandNames]
  return `# Completes the words of pith in bash. Made by \`pith completion bash\`.

_pith_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

_pith_ids() { _pith_words "$(pith completion ids 2>/dev/null | cut -f 1)"; }

_pith_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_pith_value() {
  case "$1 $2" in
${all.flatMap(valueCases).join('\n')}
    *) return 1 ;;
  esac
}

_pith_flags() {
  case "$1" in
${all.map((name) => `    '${name ?? ''}') _pith_words '${flagsOf(name)}' ;;`).join('\n')}
  esac
}

_pith_operands() {
  case "$1" in
    '') _pith_words '${commandNames.join(' ')}' ;;
${commandNames.map((name) => `    '${name}') ${offered(commandWordsOf(name).operands)} ;;`).join('\n')}
  esac
}

_pith_takes_value() {
  case "$1 $2" in
    ${all
      .flatMap((name) =>
        commandOptions(name)
          .filter(({ value }) => value !== undefined)
          .map((its) => `'${name ?? ''} --${its.name}'`),
      )
      .join(' | ')}) return 0 ;;
  esac
  return 1
}

_pith() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} name= rest= at word
  COMPREPLY=()
  # Bash takes --keep=head for three words.
  if [ "$cur" = = ]; then cur=
  elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      --) rest=$((at + 1)); break ;;
      -*) if _pith_takes_value "$name" "$word" && [ "\${COMP_WORDS[at + 1]}" != = ]; then at=$((at + 1)); fi ;;
      =) at=$((at + 1)) ;;
      *)
        if [ -z "$name" ]; then name=$word
        elif [ "$name" = run ] || { [ "$name" = mcp ] && [ "$word" != wrap ]; }; then rest=$at; break
        fi ;;
    esac
  done
  if [ -n "$rest" ]; then
    if declare -F _command_offset >/dev/null; then _command_offset "$rest"
    elif [ "$rest" = "$COMP_CWORD" ]; then _pith_files -c
    else _pith_files -f
    fi
    return
  fi
  _pith_value "$name" "$prev" && return
  case $cur in
    -*) _pith_flags "$name" ;;
    *) _pith_operands "$name" ;;
  esac
}

complete -F _pith pith
`
}
