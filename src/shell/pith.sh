#!/bin/sh
# A shell for agents: runs a command line in the user's own shell, passes on what fits, and starts Node only for output
# that does not fit. docs/shell.md says what it promises. Plain POSIX sh; it also needs mkfifo, dd, rm and sleep.
#
# front    starts the two others, waits for the command, passes signals on, and exits with the command's status
# command  the real shell, whose standard output and error are named pipes that are removed at once
# copier   moves bytes from these pipes to pipes that hold them, and from there to the agent
#
# The copier is a loop over lines that it reads from one more pipe, the events:
#   1 N, 2 N    N bytes of standard output or error were moved to their holding pipe; 0 at the end of the stream
#   tick N      a second has passed since event N
#   look        time to look whether the rest of the output has come
#   exit        the command has ended

# Words that are put together here are split, but name no files.
set -f
self=$0
real=${PITH_SHELL:-}
if [ -z "$real" ]; then
  real=${SHELL:-}
  case $real in
    '' | */dist/shell/pith | */dist/shell/bash | */dist/shell/prefix) real= ;;
    *) if [ "$real" -ef "$self" ]; then real=; fi ;;
  esac
fi
: "${real:=$(PATH=/bin:/usr/bin:$PATH command -v bash || echo /bin/sh)}"
# Programs that look for the user's shell would get this one.
[ -z "${SHELL:-}" ] || export SHELL="$real"

# Claude Code passes the command line as the only word, and starts its MCP servers so too: it takes a prefix of several
# words for the name of one program.
prefix=''
case $self in */prefix)
  prefix=1
  set -- -c "$@"
  ;;
esac

# Finds the command line. All words go to the real shell as they are.
runs='' line='' skip=''
for word do
  if [ -n "$skip" ]; then skip=''; continue; fi
  case $word in
    --rcfile | --init-file | -[oO] | +[oO]) skip=1 ;;
    --*) ;;
    -*c*) runs=1 ;;
    -* | +*) ;;
    *) line=$word; break ;;
  esac
done

# dash and busybox lose variables that no shell can name, such as BASH_FUNC_module%% and a.b. Perl gives them back.
restore=''
has_odd_names() {
  [ -z "${BASH_VERSION:-}" ] && LC_ALL=C grep -azqE '^([0-9]|[^=]*[^A-Za-z0-9_=])[^=]*=' "/proc/$$/environ" 2>/dev/null
}
keep_odd_names() {
  command -v perl >/dev/null 2>&1 || return 0
  PITH_ODD=$(LC_ALL=C grep -azE '^([0-9]|[^=]*[^A-Za-z0-9_=])[^=]*=' "/proc/$$/environ" | tr '\0\n' '\n\1')
  [ "${#PITH_ODD}" -lt 100000 ] || return 0
  export PITH_ODD
  # shellcheck disable=SC2016
  restore='perl -e for(split/\n/,delete$ENV{PITH_ODD}){y/\x01/\n/;($n,$v)=split/=/,$_,2;$ENV{$n}=$v}exec{$ARGV[0]}@ARGV;exit(127) --'
}

# Runs the real shell in the place of this one.
step_aside() {
  if has_odd_names; then keep_odd_names; fi
  exec $restore "$real" "$@"
}

# What must not be touched: shells of people, programs that talk a protocol, and a command inside another one.
untouched() {
  [ -n "$runs" ] && [ ! -t 1 ] && [ "${PITH:-1}" != 0 ] || return 0
  # A stream that is closed stays closed for the command.
  { { :; } 9<&0 9>&1; } 2>/dev/null && { :; } 9>&2 || return 0
  case $line in
    'exec '* | 'PITH=0 '* | *"eval 'PITH=0 "* | *'eval "PITH=0 '*) return 0 ;;
    # Only a call of the Bash tool ends so. Hooks and servers of Claude Code come with the same prefix.
    *'pwd -P >| '*) ;;
    *) [ -z "$prefix" ] || return 0 ;;
  esac
  [ -n "${PITH_COPIER:-}" ] && kill -0 "$PITH_COPIER" 2>/dev/null
}
if untouched; then step_aside "$@"; fi

limit=8192
given=${PITH_BASH_MAX_BYTES:-${PITH_MAX_BYTES:-}}
# A number that begins with 0 would be octal.
while :; do case $given in 0?*) given=${given#0} ;; *) break ;; esac; done
case $given in '') ;; *[!0-9]* | ?????????*) limit=16384 ;; *) limit=$given ;; esac
live=$((limit * 3 / 10))
# Other settings need Node to judge what fits. The largest output that fits all of them is not known here.
case ${PITH_HEAD_RATIO:-}${PITH_BASH_HEAD_RATIO:-} in '') ;; *) live=0 ;; esac
case ${PITH_MAX_LINES:-}${PITH_BASH_MAX_LINES:-}${PITH_MAX_TOKENS:-}${PITH_BASH_MAX_TOKENS:-}${PITH_REDACT:-}${PITH_MAX_LINE_LENGTH:-}${PITH_BASH_MAX_LINE_LENGTH:-}${PITH_MAX_SERIALIZED_BYTES:-}${PITH_BASH_MAX_SERIALIZED_BYTES:-} in
  '') ;;
  *) limit=0 live=0 ;;
esac
file=pith.config.json
folder=$PWD
case $folder in /*) ;; *) folder='' ;; esac
while [ -n "$folder" ] && [ ! -e "$folder/$file" ]; do folder=${folder%/*}; done
if [ -e "$folder/$file" ] || [ -e "${XDG_CONFIG_HOME:-${HOME:-}/.config}/pith/$file" ]; then limit=0 live=0; fi
# What is held waits in a pipe, which has room for 64 KiB or less.
[ "$limit" -le 16384 ] || limit=16384

one=''
if [ /dev/fd/1 -ef /dev/fd/2 ]; then one=1; fi
# The background jobs of a shell ignore SIGINT and SIGQUIT. Only another program can undo this for the command.
defaults='env --default-signal=INT,QUIT'
made=''
pipes() {
  $1 mkfifo -m 600 "$base.o" "$base.e" "$base.p" "$base.q" "$base.n" "$base.s" "$base.t" 2>/dev/null
}
remove_pipes() {
  rm -f "$base.o" "$base.e" "$base.p" "$base.q" "$base.n" "$base.s" "$base.t" 2>/dev/null
}
has_odd_names &
search=$!
for folder in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
  # A relative name would mean another file once the command has changed its folder.
  case $folder in /*) ;; *) continue ;; esac
  base=$folder/pith-$$
  # Files of a shell that was killed, of one with the same number in another container, or of another user.
  while [ -e "$base.o" ] || [ -e "$base.m" ] || [ -h "$base.m" ]; do base=$base-; done
  trap 'remove_pipes; exit 143' TERM
  trap 'remove_pipes; exit 130' INT
  trap 'remove_pipes; exit 129' HUP
  if pipes "$defaults"; then made=1; break; fi
  remove_pipes
  if pipes ''; then
    made=1 defaults=''
    # shellcheck disable=SC2016
    if command -v perl >/dev/null 2>&1; then
      defaults='perl -e $SIG{INT}=$SIG{QUIT}="DEFAULT";exec{$ARGV[0]}@ARGV;exit(127) --'
    fi
    break
  fi
  remove_pipes
done
if wait "$search"; then keep_odd_names; fi
# Without pipes, or with few files, the output passes as it is.
case $(ulimit -n) in
  [0-9] | 1[0-9] | 2[0-4])
    if [ -n "$made" ]; then remove_pipes; fi
    made=''
    ;;
esac
if [ -z "$made" ]; then exec $restore "$real" "$@"; fi

# Files of the copier: 3 and 4 are the command's output and error, 5 and 6 hold what was read of them, 7 and 9 are those
# of the agent, 2 has what was shown while the command ran, 8 has the events, and 0 tells how much a pipe holds.
copier() {
  trap '' TERM INT HUP QUIT
  exec 3<"$base.o" 5<>"$base.p" 7>&1
  if [ -n "$one" ]; then closed2=1; else
    exec 4<"$base.e" 6<>"$base.q"
    closed2=''
  fi
  exec 9>&2 2<>"$base.n" 0<>"$base.t" >/dev/null
  remove_pipes &
  closed1='' ended='' passing='' broken='' roomy='' writer='' left='' ticker='' looks=0
  total=0 shown=0 event=0 order=''
  fetch 1
  if [ -z "$one" ]; then fetch 2; fi
  while [ -z "$closed1" ] || [ -z "$closed2" ]; do
    read -r kind count <&8 || break
    case $kind in
      1 | 2) arrived "$kind" "$count" ;;
      tick) idle "$count" ;;
      exit)
        ended=$count
        look
        ;;
      look) look ;;
    esac
  done
  if [ -n "$ticker" ]; then kill -USR1 "$ticker"; fi
  passing=1
  relay "$total"
  settle
  if [ -n "$left" ]; then drain & fi
}

# Moves what one read gives of a stream to its holding pipe. It blocks, so it runs beside the loop.
fetch() {
  case $1 in 1) from=3 to=5 ;; *) from=4 to=6 ;; esac
  (
    exec 7>&- 9>&- 2>/dev/null
    figures=$(LC_ALL=C dd bs=8192 count=1 <&$from 2>&1 >&$to)
    # shellcheck disable=SC2086
    set -- "$1" ${figures##*records out}
    echo "$1 ${2:-0}" >&8
  ) &
  eval "reader$1=\$!"
}

# Takes the bytes that a read gave.
arrived() {
  event=$((event + 1)) looks=0
  case $2 in 0 | *[!0-9]*)
    eval "closed$1=1 reader$1="
    return
    ;;
  esac
  total=$((total + $2))
  last=${order##* }
  case $last in
    "$1":*) order="${order% *} $1:$((${last#*:} + $2))" ;;
    *) order="$order $1:$2" ;;
  esac
  if [ -z "$passing" ] && [ "$total" -gt "$limit" ]; then
    eval "reader$1="
    hand_over
    return
  fi
  if [ -n "$passing" ]; then
    fetch "$1"
    relay "$total"
  else
    # What comes in one go is shown a second later, so that an output that is complete by then is cut by its kind.
    if [ "$2" -lt 4096 ] && [ "$shown" -lt 1024 ] && [ "$shown" -lt "$live" ]; then
      relay $(((live < 1024 ? live : 1024) - shown))
    fi
    if [ -n "$order" ] && is_narrow; then
      eval "reader$1="
      hand_over
      return
    fi
    fetch "$1"
  fi
  if [ -n "$order" ] && [ -z "$ticker" ] && [ "$shown" -lt "$live" ]; then tick; fi
}

# Whether a pipe may have no room for one more read. Linux gives a user with very many pipes only small ones. To write to
# a full one would never end, and Node holds bytes in its memory.
is_narrow() {
  [ -z "$roomy" ] || return 1
  case $(LC_ALL=C dd if=/dev/zero bs=24576 count=1 oflag=nonblock 2>&1 >&0) in *unavailable*) return 0 ;; esac
  roomy=1
  return 1
}

# Waits until what is being written has been taken.
settle() {
  if [ -n "$writer" ]; then wait "$writer" || broken=1; fi
  writer=''
}

# Writes the next bytes of those that are held, at most as many as given. The last of them are written beside the loop.
relay() {
  room=$1
  while [ "$room" -gt 0 ] && [ -n "$order" ] && [ -z "$broken" ]; do
    rest=${order# } next=${order# }
    next=${next%% *} rest=${rest#"$next"}
    stream=${next%:*} have=${next#*:}
    part=$((have < room ? have : room))
    settle
    case $stream in
      1) pass "$part" <&5 >&7 & ;;
      *) pass "$part" <&6 >&9 & ;;
    esac
    writer=$!
    shown=$((shown + part)) room=$((room - part))
    if [ "$part" = "$have" ]; then order=$rest; else order=" $stream:$((have - part))$rest"; fi
  done
  # Nobody reads: the command learns it as usual, when it writes to a pipe without a reader.
  if [ -n "$broken" ]; then closed1=1 closed2=1; fi
}

# Node needs what was shown, so it is kept while Node may still run. What is opened anew loses its place, unlike a pipe.
pass() {
  if [ -n "$passing" ]; then dd bs="$1" count=1 2>/dev/null; else dd bs="$1" count=1 2>/dev/null | tee /dev/fd/2; fi
}

# Reports after a second that it has passed.
tick() {
  (
    exec 7>&- 9>&- 2>/dev/null
    sleeper=''
    trap 'if [ -n "$sleeper" ]; then kill -9 "$sleeper"; fi; exit 0' USR1
    sleep 1 &
    sleeper=$!
    wait "$sleeper"
    echo "tick $event" >&8
  ) &
  ticker=$!
}

# Shows what is held when nothing came for a second, so that a prompt and a server's address are seen.
idle() {
  ticker=''
  if [ "$1" = "$event" ]; then relay $((live - shown)); elif [ -n "$order" ]; then tick; fi
}

# After the end of the command: waits for the rest of its output, but not for its background jobs.
look() {
  if [ -n "$closed1" ] && [ -n "$closed2" ]; then return; fi
  looks=$((looks + 1))
  if [ "$looks" -ge 25 ] || { waits "$closed1" "$reader1" && waits "$closed2" "${reader2:-}"; }; then
    left="${closed1:-1 }${closed2:-2}" closed1=1 closed2=1
    return
  fi
  (
    exec 7>&- 9>&- 2>/dev/null
    sleep 0.02 || sleep 1
    echo look >&8
  ) &
}

# Whether a stream is closed, or its reader waits for more: the pipe is empty then.
waits() {
  [ -z "$1" ] || return 0
  { read -r reader _ <"/proc/$2/task/$2/children" && read -r _ own _ <"/proc/$2/stat" &&
    read -r _ name state _ <"/proc/$reader/stat"; } || return 1
  [ "$name" != "$own" ] && [ "$state" = S ]
}

# Reads on what background jobs print, so that they can go on. Only a file gets it: a reader of a pipe would wait for it.
drain() {
  if [ ! -f /dev/fd/7 ]; then exec 7>/dev/null 9>/dev/null; fi
  for stream in $left; do
    eval "reader=\${reader$stream:-}"
    case $stream in 1) from=3 held=5 to=7 ;; *) from=4 held=6 to=9 ;; esac
    if [ -n "$reader" ]; then left="$left wait"; else cat <&$from >&$to & fi
  done
  case $left in *wait*) ;; *) return ;; esac
  while read -r kind count <&8; do
    case $kind in 1) from=3 held=5 to=7 ;; 2) from=4 held=6 to=9 ;; *) continue ;; esac
    left=${left% wait}
    if [ "$count" != 0 ]; then
      { dd bs="$count" count=1 <&$held && exec cat <&$from; } >&$to &
    fi
    case $left in *wait*) ;; *) return ;; esac
  done
}

# Gives the streams and what is held of them to Node, which cuts them. If it cannot, all of the output is shown.
hand_over() {
  settle
  if [ -n "$ticker" ]; then kill -USR1 "$ticker"; fi
  ticker=''
  while [ -h "$self" ]; do
    target=$(readlink "$self") || break
    case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
  done
  # Node takes this line when it has taken what is held.
  printf '\nheld %s\n' "$front" >&2
  # A signal to the group of the command would end Node before it can refuse it.
  apart=''
  if command -v setsid >/dev/null; then apart=setsid; fi
  $apart "${PITH_NODE:-node}" "${self%/*}/../cli/main.js" --shell-rest "$front" "$live" "$shown" "$order" \
    "${reader1:+1}" "${reader2:+1}" "$closed1" "$closed2" "$ended" "$base.m" "$line" <&8 >&7 7<&2 2>&9
  node=$?
  reopen
  case $node in
    0) left='' ;;
    3 | 4 | 5 | 6)
      left="${closed1:-1 }${closed2:-2}"
      # A reader that still waits will get what comes first.
      case $node in 3 | 5) reader1='' ;; esac
      case $node in 3 | 4) reader2='' ;; esac
      ;;
    *)
      recover
      return
      ;;
  esac
  order='' total=0 closed1=1 closed2=1
}

# Node has made the pipes non-blocking: a read of an empty one would fail. A pipe that is opened anew does block. To open
# one for reading waits for a writer, so there is one meanwhile.
reopen() {
  [ -e /proc/self/fd/8 ] || return 0
  exec 8<>/proc/self/fd/8
  exec 0<>/proc/self/fd/3 3</proc/self/fd/3
  if [ -z "$one" ]; then exec 0<>/proc/self/fd/4 4</proc/self/fd/4; fi
  exec 0</dev/null
}

# Goes on without Node, which may have ended at any time.
recover() {
  passing=1
  echo "end $front" >&2
  left_over='' word=''
  while read -r word <&2 && [ "$word" != "end $front" ]; do left_over=$word; done
  # What is held is lost if Node has read it. Waiting for it would never end.
  if [ "$left_over" != "held $front" ]; then order='' total=0; fi
  if [ -n "$ended" ]; then look; fi
  if [ -z "${reader1:-}" ] && [ -z "$closed1" ]; then fetch 1; fi
  if [ -z "${reader2:-}" ] && [ -z "$closed2" ]; then fetch 2; fi
  relay "$total"
}

front=$$
asked=''
trap 'asked=TERM' TERM
trap 'asked=INT' INT
trap 'asked=HUP' HUP
exec 8<>"$base.s" 9<&0
copier &
copier=$!
if [ -n "$one" ]; then
  PITH_COPIER=$copier PITH_DECLARED=$base.m $defaults $restore "$real" "$@" <&9 >"$base.o" 2>&1 8>&- 9<&- &
else
  PITH_COPIER=$copier PITH_DECLARED=$base.m $defaults $restore "$real" "$@" <&9 >"$base.o" 2>"$base.e" 8>&- 9<&- &
fi
command=$!
# The shell would tell on standard error which signal ended the command.
exec 9<&- 2>/dev/null

while :; do
  if [ -z "$asked" ]; then
    wait "$command"
    status=$?
    if [ -z "$asked" ]; then break; fi
  fi
  signal=$asked asked=''
  kill -s "$signal" "$command" || break
done
trap '' TERM INT HUP
echo "exit $status" >&8
wait "$copier"
if [ -e "$base.m" ]; then rm -f "$base.m"; fi
exit "$status"
