# Read by pith.sh for a command line whose last pipeline may end in stages that only cut, as in `npm test | tail -30`.
# What they hide is told in a last line: that an earlier stage failed, and which errors were cut away. The line goes to
# bash with an addition that tells it. Whatever cannot be read with certainty stays as it is.

# Reads a command line. Afterwards `count` is the number of stages of the last pipeline, and of each stage N: `words_N`
# are its words, with '?' for one that is no plain text, `end_N` is the line up to its end, and `opens_N` says which
# files it opens. Fails where it is not sure.
read_line() {
  rest=$1 text='' word='' words='' wants='' opens='' assigns='' count=0 any_or='' begin='' newline='
'
  case $rest in
    *BASH_*) return 1 ;;
  esac
  [ "${#rest}" -le 8000 ] || return 1
  while [ -n "$rest" ]; do
    part=${rest%%[\ \	\'\"\\\`\$\|\&\;\<\>\(\)\#"$newline"]*}
    take "$part"
    case $rest in
      '') break ;;
      [\ \	]*) end_word && skip ' ' || return 1 ;;
      \'*\'*)
        part=${rest#?}
        take "'${part%%\'*}'"
        ;;
      \"*\"*) read_double || return 1 ;;
      \\"$newline"* | \\ | \$[\(\'\"\[]* | '<<'* | '<('* | '>('* | '<&'* | '<>'* | '>&'[!12]* | ';;'* | ';&'*) return 1 ;;
      \\?*)
        part=${rest#??}
        take "${rest%"$part"}"
        ;;
      '${'*)
        part=${rest#??}
        case ${part%%\}*} in '' | *[!A-Za-z0-9_:./-]* | "$part") return 1 ;; esac
        take "\${${part%%\}*}}"
        ;;
      \$*) take '$' ;;
      \#*) [ -n "$word" ] && take '#' || return 1 ;;
      '&>'* | '>'* | '<'*) read_redirection || return 1 ;;
      '||'*) end_command && any_or=1 && skip '||' || return 1 ;;
      '|&'*) end_stage && skip '|&' || return 1 ;;
      '|'*) end_stage && skip '|' || return 1 ;;
      '&&'*) end_command && skip '&&' || return 1 ;;
      [\;"$newline"]*)
        # A last `;` ends nothing.
        case $rest in *[!\;\ \	"$newline"]*) ;; *) break ;; esac
        part=${rest#?}
        # An empty line, or the line end that an operator may have behind it.
        case $word$words$assigns$opens$rest in
          "$newline"*) ;;
          *)
            end_command || return 1
            any_or=''
            ;;
        esac
        skip "${rest%"$part"}"
        ;;
      *) return 1 ;;
    esac
  done
  end_stage && [ -z "$any_or" ]
}

# Moves the next characters of the line to the word, or past it.
take() { word=$word$1 text=$text$1 rest=${rest#"$1"}; }
skip() { text=$text$1 rest=${rest#"$1"}; }

read_double() {
  take '"'
  while :; do
    part=${rest%%[\"\\\`\$]*}
    take "$part"
    case $rest in
      '"'*)
        take '"'
        return 0
        ;;
      \\?*)
        part=${rest#??}
        take "${rest%"$part"}"
        ;;
      '$('* | '${'* | '$['*) return 1 ;;
      '$'*) take '$' ;;
      *) return 1 ;;
    esac
  done
}

read_redirection() {
  case $word in
    '' | 1 | 2) from=$word word='' ;;
    *[!0-9]*)
      end_word || return 1
      from=''
      ;;
    *) return 1 ;;
  esac
  [ -z "$wants" ] || return 1
  for sign in '&>>' '&>' '>>' '>|' '>&' '>' '<'; do
    case $rest in "$sign"*) break ;; esac
  done
  wants=$from$sign
  skip "$sign"
}

# Ends a word: the file of a redirection, an assignment, or a word of the command.
end_word() {
  [ -n "$word" ] || return 0
  case $wants$word in
    '2>&1' | '2>/dev/null') opens="$opens quiet" ;;
    *)
      if [ -n "$wants" ]; then opens="$opens file"; else add_word || return 1; fi
      ;;
  esac
  word='' wants=''
}

add_word() {
  case $word in
    *\'* | *\"* | *\\* | *\$* | *\** | *\?* | *\[*)
      case $word in
        # The addresses of `sed -n '10,20p'`.
        \'*[!0-9,\$p\;]*\' | \"*[!0-9,p\;]*\" | *\\* | [!\'\"]*) word='?' ;;
      esac
      ;;
    '{' | '}') return 1 ;;
  esac
  if [ -z "$words" ]; then
    case $word in
      [A-Za-z_]*=* | '?'=*)
        case ${word%%=*} in IFS | PATH | PITH* | BASH* | PIPESTATUS | SHELLOPTS | POSIXLY_CORRECT) return 1 ;; esac
        assigns=1
        return 0
        ;;
      if | then | else | elif | fi | for | while | until | do | done | case | esac | select | function | '!' | '[[' | time | \
        coproc | exec | trap | alias | unalias | eval | enable | shopt | builtin | command | ulimit | mapfile | readarray)
        return 1
        ;;
    esac
  fi
  words="$words $word"
}

end_stage() {
  end_word && [ -n "$words" ] && [ -z "$wants" ] || return 1
  count=$((count + 1))
  eval "words_$count=\$words end_$count=\$text opens_$count=\$opens"
  words='' opens='' assigns=''
}

# Ends a command that is not the last one.
end_command() {
  end_word && [ -z "$wants" ] || return 1
  if [ -z "$words" ] && [ "$count" = 0 ]; then
    # Such as `X=1;`.
    [ -n "$assigns" ] || return 1
    assigns='' opens=''
    return 0
  fi
  end_stage || return 1
  if [ "$count" = 1 ]; then
    # It runs in the shell itself.
    case "$words_1 " in
      ' set -'[euo]*\ ) for option in ${words_1# set }; do case $option in -e | -u | -eu | -o | -eo | -euo | pipefail) ;; *) return 1 ;; esac done ;;
      ' source '*/activate\  | ' . '*/activate\ ) ;;
      ' set '* | ' source '* | ' . '* | ' ?'*) return 1 ;;
    esac
  fi
  count=0 begin=$text
}

# Whether a stage only cuts what it reads. `reads` says that it reads all of it.
only_cuts() {
  eval "opens=\$opens_$1
    set -- \$words_$1"
  name=$1 reads=1 skips='' operands=0 takes=''
  case "$opens " in *' file '*) reads='' ;; esac
  case $name in
    tail) takes=nc ;;
    head) takes=nc reads='' ;;
    grep | egrep | fgrep) takes=ABCem operands=-1 ;;
    cut) takes=dfbc ;;
    sed)
      case ${2:-} in -n | -nE | -En | -nr) ;; *) return 1 ;; esac
      operands=-1
      case ${3:-} in \'*\' | \"*\" | *[!0-9,p]*) ;; *) reads='' ;; esac
      case ${3:-} in *p\' | *p\" | *[0-9]p) ;; *) reads='' ;; esac
      ;;
    less) reads='' ;;
    cat) ;;
    *) return 1 ;;
  esac
  shift
  for word do
    if [ -n "$skips" ]; then skips=''; continue; fi
    case $word in
      --color | --color=* | --colour=* | --line-buffered | --ignore-case | --invert-match | --extended-regexp | --lines=* | --bytes=* | --context=*) ;;
      --*) return 1 ;;
      # These read other files, or for ever.
      -*[rRfFs]*) [ "$name" = cut ] || [ "$name" = sed ] || return 1 ;;
      -) ;;
      -[0-9]*) ;;
      -?*)
        case $name$word in grep-*[qlLm]* | ?grep-*[qlLm]*) reads='' ;; esac
        case $name$word in grep-*e* | ?grep-*e*) operands=$((operands + 1)) ;; esac
        flag=${word#"${word%?}"}
        case $takes in *"$flag"*) skips=1 ;; esac
        ;;
      +[0-9]*) [ "$name" = tail ] || operands=$((operands + 1)) ;;
      *) operands=$((operands + 1)) ;;
    esac
  done
  [ "$operands" -le 0 ]
}

# Whether a stage is `tee`, which shows all it reads and hides the statuses before it.
only_copies() {
  eval "set -- \$words_$1"
  name=$1 reads=1
  [ "$name" = tee ]
}

# Says in `answers` which statuses of a command are answers, as src/tools/command/table.ts has them, and in `shown` what it is
# called.
name_stage() {
  eval "set -- \$words_$1"
  answers=''
  while :; do
    case ${1:-} in
      env | sudo | nice | nohup | stdbuf | xargs | timeout | npx | bunx | -* | *=* | [0-9]*) if [ $# -gt 1 ]; then shift; else break; fi ;;
      *) break ;;
    esac
  done
  program=${1##*/}
  case $program in
    grep | egrep | fgrep | rg | ag | ack | ugrep | zgrep | findstr | cmp | diff | colordiff | delta | difft | icdiff | expr | lsof | \
      pgrep | type | which | test | \[ | command | fd | fdfind) answers=1 ;;
    jq | yq) answers='1|4' ;;
    git) case " $* " in *' diff '* | *' grep '* | *' check-ignore '* | *' merge-base '*) answers=1 ;; esac ;;
    npm | pnpm | yarn) case " $* " in *' outdated '* | *' ls '* | *' list '*) answers=1 ;; esac ;;
    pip | pip3) case " $* " in *' check '*) answers=1 ;; esac ;;
    kubectl | oc | k) case " $* " in *' diff '*) answers=1 ;; esac ;;
    terraform | tofu | terragrunt) case " $* " in *' -detailed-exitcode '*) answers=2 ;; esac ;;
    systemctl) answers='1|3|4' ;;
  esac
  shown=''
  for word do
    case $word in -* | *[!A-Za-z0-9_./:@+-]* | ????????????????????????????????????????*) break ;; esac
    shown="${shown:+$shown }$word"
    case $shown in *' '*' '*) break ;; esac
  done
  : "${shown:=a command}"
}

# The words that tell which stages failed, for the real bash: it has the statuses in PITH_S, and gets a text in PITH_M.
tell_failures() {
  at=0 checks=''
  while [ "$at" -lt $((count - 1)) ]; do
    name_stage $((at + 1))
    # What reads no more may end them, and they say so with the status of any failure.
    if [ -z "$all" ]; then case $program in python* | find) answers="${answers:+$answers|}1|120" ;; esac; fi
    checks="$checks case \${PITH_S[$at]} in 0|141${answers:+|$answers}) ;; *) PITH_M=\"\$PITH_M, $shown exited \${PITH_S[$at]}\";; esac;"
    at=$((at + 1))
  done
}

# Adds to a line what tells of its masked failures. Fails if there is nothing to add.
add_to() {
  read_line "$1" && [ "$count" -gt 1 ] || return 1
  only_cuts "$count" || only_copies "$count" || return 1
  last=$name first=$count all=$reads
  while [ "$first" -gt 2 ] && only_cuts $((first - 1)); do first=$((first - 1)) all=${reads:+$all}; done
  eval "told=\$end_$count"
  tell_failures
  # A line that was cut need not end in a line end.
  case $last in grep | egrep | fgrep | cut) start='' ;; *) start='\n' ;; esac
  tells="builtin printf '$start[%s; $last 0.]\\n' \"\${PITH_M#, }\""
  if [ -n "$all" ] && [ "$last" != tee ] && is_worth_keeping; then keep_upstream; fi
  told="$told && case \"\${#PIPESTATUS[@]} \${PIPESTATUS[*]}\" in \"$count \"*[1-9]*) PITH_S=(\"\${PIPESTATUS[@]}\") PITH_M='';$checks [[ -z \$PITH_M ]] || $tells; :;; esac"
}

# How much of what the earlier stages print is kept, in KiB.
most_kept=65536

# Whether what the earlier stages print is to be kept beside its pipe: not what only reads or answers. Makes the file for it,
# which is none that another user could have made.
is_worth_keeping() {
  at=1
  while [ "$at" -lt "$first" ]; do
    name_stage "$at"
    case $program in
      cat | bat | zcat | ls | find | fd | git | gh | grep | egrep | fgrep | rg | ag | zgrep | echo | printf | seq | ps | env | printenv | sort | uniq | wc | \
        awk | gawk | sed | head | tail | cut | tr | column | tac | rev | nl | du | df | jq | yq | journalctl | dmesg | which | type | tree | stat | \
        file | date | yes | diff | cmp | strings | xxd | od | hexdump | base64 | history | man | tee | [!A-Za-z_./]*) ;;
      *) break ;;
    esac
    at=$((at + 1))
  done
  [ "$at" -lt "$first" ] && [ -z "${POSIXLY_CORRECT+x}" ] || return 1
  case $base${self%/*}${PITH_NODE:-} in *\'*) return 1 ;; esac
  [ -x /usr/bin/tee ] && (set -C && umask 077 && : >"$base.u") 2>/dev/null || return 1
  kept=$base.u
}

# The first stage that cuts reads what `tee` copies into the file. It is another reader of the pipe, and no other stage: each
# process sees the statuses and the ends as they were.
keep_upstream() {
  eval "cuts=\$end_$first upstream=\$end_$((first - 1))"
  told="$cuts < <(trap '' XFSZ; exec 2>/dev/null; ulimit -f $most_kept; exec /usr/bin/tee '$kept')${told#"$cuts"}"
  quote "${upstream#"$begin"}"
  tells="{ (set +eu +o pipefail; '${PITH_NODE:-node}' '${parts%/*}/../cli/main.js' --upstream '$kept' $((most_kept * 1024)) $quoted \"\${PITH_M#, }; $last 0\" '$start' 2>/dev/null) || $tells; }"
}

# Sets `quoted` to a word that a shell reads as a text.
quote() {
  quoted='' rest=$1
  while :; do
    case $rest in
      *\'*) quoted="$quoted${rest%%\'*}'\\''" rest=${rest#*\'} ;;
      *) break ;;
    esac
  done
  quoted="'$quoted$rest'"
}

# Finds the line that a model has written in that of its agent, and sets `told` to what bash gets instead.
tell_pipes() {
  told=''
  case $line in
    *' && pwd -P >| '*) in_eval ;;
    *) add_to "$line" ;;
  esac || told=''
}

# Claude Code passes `… && eval 'LINE' < /dev/null && pwd -P >| FILE`.
in_eval() {
  case $line in *"eval '"*) ;; *) return 1 ;; esac
  before=${line%%"eval '"*} rest=${line#*"eval '"} quote="'\"'\"'"
  after=${rest##*\'}
  case $after in
    ' < /dev/null && pwd -P >| '*[!A-Za-z0-9_./-]* | ' && pwd -P >| '*[!A-Za-z0-9_./-]*) return 1 ;;
    ' < /dev/null && pwd -P >| '* | ' && pwd -P >| '*) ;;
    *) return 1 ;;
  esac
  rest=${rest%\'*} inner=''
  while :; do
    inner=$inner${rest%%\'*}
    case $rest in
      *\'*) rest=\'${rest#*\'} ;;
      *) break ;;
    esac
    case $rest in
      "$quote"*) rest=${rest#"$quote"} ;;
      "'\\''"*) rest=${rest#"'\\''"} ;;
      *) return 1 ;;
    esac
    inner="$inner'"
  done
  tail=$after
  add_to "$inner" || return 1
  quote "$told"
  told="${before}eval $quoted$tail"
}
