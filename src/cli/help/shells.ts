// What the shells run to complete the words of pith: each asks `pith completion words` what can stand for the last word.
// It prints a line for each word, with a tab and what the word means; or `:file`, `:folder`, or `:command` and the number
// of words before a command to run.

/** bash from 3.2 on, without the package bash-completion. */
const bash = `# Completes the words of pith in bash. Made by \`pith completion bash\`.

_pith() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} found
  [ "$cur" = = ] && cur=
  found=($(pith completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
  COMPREPLY=()
  case \${found[0]} in
    :file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    :folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
    :command)
      if declare -F _command_offset >/dev/null; then IFS=$' \\t\\n'; _command_offset "\${found[1]}"
      elif [ "\${found[1]}" = "$COMP_CWORD" ]; then COMPREPLY=($(compgen -c -- "$cur"))
      else compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))
      fi ;;
    *) COMPREPLY=("\${found[@]}") ;;
  esac
}

complete -F _pith pith
`

/** zsh: works as a file \`_pith\` of \`fpath\`, and when it is evaluated. */
const zsh = `#compdef pith
# Completes the words of pith in zsh. Made by \`pith completion zsh\`.

_pith() {
  local -a lines
  lines=("\${(@f)$(pith completion words "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case $lines[1] in
    '') return 1 ;;
    :file) _files ;;
    :folder) _files -/ ;;
    :command)
      shift $lines[2] words
      (( CURRENT -= lines[2] ))
      _normal ;;
    *)
      lines=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}")
      _describe -V word lines ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _pith "$@"; else compdef _pith pith; fi
`

/** fish from 3.0 on. */
const fish = `# Completes the words of pith in fish. Made by \`pith completion fish\`.

function __pith_words
    set -l words (commandline -opc) (commandline -ct)
    set -l found (pith completion words $words[2..-1] 2>/dev/null)
    switch "$found[1]"
        case :file
            __fish_complete_path $words[-1]
        case :folder
            __fish_complete_directories $words[-1]
        case :command
            set -l from (math $found[2] + 1)
            set -l line
            if test $from -lt (count $words)
                set line (string join ' ' -- (string escape -- $words[$from..-2]))' '
            end
            complete -C "$line$words[-1]"
        case '*'
            string join \\n -- $found
    end
end

complete -c pith -f -a '(__pith_words)'
`

export const completionScripts: Readonly<Record<string, string>> = { bash, zsh, fish }
