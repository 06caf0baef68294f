#!/bin/sh
# A shell for agents: runs a command line in the user's own shell, passes on what fits, and starts Node only for output
# that does not fit. docs/shell.md says what it promises. Plain POSIX sh; it also needs mkfifo, dd, rm, sleep, tee,
# head and tail.
#
# front    starts the others, waits for the command, passes signals on, and exits with the command's status
# command  the real shell, whose standard output and error are named pipes that are removed at once
# copier   moves bytes from these pipes to pipes that hold them, and from there to the agent
# guard    ends the command when the front was killed
#
# The copier is a loop over lines that it reads from one more pipe, the events:
#   1 N, 2 N    N bytes of standard output or error were moved to their holding pipe; 0 at the end of the stream
#   tick N      the command goes on some time after event N
#   look        time to look whether the rest of the output has come
#   exit N      the command has ended
#   hurry       a signal asked the shell to end, and its time is over
#
# Output that does not fit goes to Node. Node gets a copy and prints nothing itself, so it may fail at any time: the
# first bytes stay in the pipe of what was shown, and a `tail` keeps the last ones. Then there are also these events:
#   held        the copy of the bytes that were held is complete
#   pid N       the process of Node
#   beat        Node works
#   first N     the first N bytes are to be shown, because the command goes on
#   text F      the text that the agent is to see is in the files F.r and F.x
#   news F      the same for what is new of an output that is watched
#   node N      Node has ended
#   kept N      N bytes came after the first ones, and the last of them are in the pipe of what was shown
#   watch       time to look whether Node works

# Words that are put together here are split, but name no files.
set -f
# A hook of Claude Code says here which of its calls went to the background: somebody may watch its file from then on.
if [ "${1:-}" = --background ]; then
  id=$(sed -n 's/.*"backgroundTaskId" *: *"\([A-Za-z0-9_-]*\)".*/\1/p')
  [ -z "$id" ] || mkdir "${TMPDIR:-/tmp}/pith-$id.watched" 2>/dev/null
  exit 0
fi
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

file=pith.config.json
folder=$PWD
case $folder in /*) ;; *) folder='' ;; esac
while [ -n "$folder" ] && [ ! -e "$folder/$file" ]; do folder=${folder%/*}; done
project=$folder/$file user=${XDG_CONFIG_HOME:-${HOME:-}/.config}/pith/$file

# Whether a setting may ask to hide secrets. Only Node could read the files exactly, so each mention counts.
redacts() {
  case ${PITH_REDACT:-} in '' | 0 | false | no | off) ;; *) return 0 ;; esac
  for settings in "$project" "$user"; do
    [ -e "$settings" ] || continue
    [ -r "$settings" ] || return 0
    sed 's/"redact"[[:space:]]*:[[:space:]]*false//g' "$settings" | grep -qE 'redact|\\u' && return 0
  done
  return 1
}

# Whether the line assigns `PITH=0` before a command. The words count in a text too: to look for them must cost nothing.
says_off() {
  case " $line " in
    *[[:space:]\;\&\|\(]PITH=0[[:space:]\;\&\|\)\']* | *eval\ [\'\"]PITH=0[[:space:]\;\&]*) return 0 ;;
  esac
  return 1
}

# What must not be touched: shells of people, programs that talk a protocol, and a command inside another one.
untouched() {
  [ -n "$runs" ] && [ ! -t 1 ] && [ "${PITH:-1}" != 0 ] || return 0
  # A stream that is closed stays closed for the command.
  { { :; } 9<&0 9>&1; } 2>/dev/null && { :; } 9>&2 || return 0
  case $line in
    'exec '*) return 0 ;;
    # Only a call of the Bash tool ends so. Hooks and servers of Claude Code come with the same prefix.
    *'pwd -P >| '*) ;;
    *) [ -z "$prefix" ] || return 0 ;;
  esac
  if [ -n "${PITH_COPIER:-}" ] && kill -0 "$PITH_COPIER" 2>/dev/null; then return 0; fi
  says_off || return 1
  # Whoever writes the line may have the output whole, but not the secrets that a setting hides.
  redacts || return 0
  whole=1
  return 1
}
whole=''
if untouched; then step_aside "$@"; fi
limit=8192
given=${PITH_MAX_BYTES:-}
# A number that begins with 0 would be octal.
while :; do case $given in 0?*) given=${given#0} ;; *) break ;; esac; done
case $given in *[!0-9]*[kK] | ?????*[kK]) ;; [0-9]*[kK]) given=$((${given%?} * 1024)) ;; esac
case $given in '') ;; *[!0-9]* | ?????????*) limit=16384 ;; *) limit=$given ;; esac
# What is shown if Node fails. It waits in one pipe, like all that is held.
most=$((limit < 16384 ? limit : 16384))
# What may be shown while the command goes on, so that the rest has room for what matters.
live=$((most < 2048 ? 0 : most * 3 / 10))
# A command is long after so many seconds.
patience=2
# Other settings need Node to judge what fits. The largest output that fits all of them is not known here.
case ${PITH_MAX_LINES:-}${PITH_MAX_TOKENS:-}${PITH_REDACT:-}${PITH_MAX_LINE_LENGTH:-}${PITH_MAX_SERIALIZED_BYTES:-} in
  '') ;;
  *) limit=0 live=0 ;;
esac
if [ -e "$project" ] || [ -e "$user" ]; then limit=0 live=0; fi
# Claude Code's Monitor reads each line as it comes. Its other calls of a shell get a file, and a hook leaves a folder as a
# hint which of them went to the background.
watched='' hints='' hint=''
case ${CLAUDECODE:-}:$line in
  1:*'pwd -P >| '*) if [ ! -f /dev/fd/1 ]; then watched=1 limit=0 live=0; else hints=${TMPDIR:-/tmp}; fi ;;
esac
# What is held waits in a pipe, which has room for 64 KiB or less.
[ "$limit" -le 16384 ] || limit=16384

one=''
if [ /dev/fd/1 -ef /dev/fd/2 ]; then one=1; fi
# The background jobs of a shell ignore SIGINT and SIGQUIT. Only another program can undo this for the command.
defaults='env --default-signal=INT,QUIT'
made=''
pipes() {
  $1 mkfifo -m 600 "$base.o" "$base.e" "$base.p" "$base.q" "$base.n" "$base.s" "$base.t" "$base.l" 2>/dev/null
}
remove_pipes() {
  rm -f "$base.o" "$base.e" "$base.p" "$base.q" "$base.n" "$base.s" "$base.t" "$base.l" 2>/dev/null
}
has_odd_names &
search=$!
for folder in "${TMPDIR:-/tmp}" /tmp /dev/shm; do
  # A relative name would mean another file once the command has changed its folder.
  case $folder in /*) ;; *) continue ;; esac
  base=$folder/pith-$$
  # Files of a shell that was killed, of one with the same number in another container, or of another user.
  while [ -e "$base.o" ] || [ -e "$base.a" ] || [ -e "$base.m" ] || [ -h "$base.m" ]; do base=$base-; done
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
# Whether `dd` does not tell how many bytes it has moved, so that nothing can be counted. busybox may be built so, and has
# one file for all programs.
is_blind() {
  IFS=:
  for folder in $PATH; do
    if [ -x "$folder/dd" ]; then break; fi
  done
  unset IFS
  [ "$folder/dd" -ef "$folder/cat" ] || return 1
  case $(LC_ALL=C dd if=/dev/null count=0 2>&1) in *copied*) return 1 ;; esac
}
# Without pipes, with few files or without counts, the output passes as it is.
few=''
case $(ulimit -n) in [0-9] | 1[0-9] | 2[0-4]) few=1 ;; esac
if [ -n "$made" ]; then
  if [ -n "$few" ] || is_blind; then
    remove_pipes
    made=''
  fi
fi
if [ -z "$made" ]; then
  if ! redacts; then exec $restore "$real" "$@"; fi
  $restore "$real" "$@" >/dev/null 2>&1
  status=$?
  echo '[Not shown: redaction failed.]'
  exit "$status"
fi

# Lists what a process has started, in `members`. Only Linux tells it.
members=''
tree_of() {
  children=''
  { read -r children <"/proc/$1/task/$1/children"; } 2>/dev/null
  for child in $children; do
    members="$members $child"
    tree_of "$child"
  done
}

# Sends a signal to all members. Fails if none of them is left.
signal_members() {
  found=1
  for member in $members; do
    if kill -s "$1" "$member" 2>/dev/null; then found=0; fi
  done
  return "$found"
}

# Ends the command when the front was killed: the pipe from it ends then, without a last word.
guard() {
  trap '' TERM INT HUP QUIT
  exec 0<&1 >/dev/null 2>&1 3<&- 4<&- 5<&- 6<&- 7>&- 9>&-
  remove_pipes
  pid='' word=''
  if read -r pid && read -r word; then return; fi
  set +f
  # Those that have lost their parents still have the environment of the command.
  members=$(grep -lzxF "PITH_DECLARED=$base.m" /proc/[0-9]*/environ)
  set -f
  members=$(for path in $members; do path=${path%/environ}; echo "${path#/proc/}"; done)
  if [ -n "$pid" ]; then
    members="$members $pid"
    tree_of "$pid"
  fi
  # The rest of this script ignores it.
  if leads_group; then kill -s TERM -- "-$$"; fi
  signal_members TERM
  sleep 0.5 || sleep 1
  echo 'exit 137' >&8
  signal_members KILL
  rm -f "$base.m" "$base.u"
}

# Whether the front leads its process group, so that the group holds nothing but the command and this script.
leads_group() {
  [ "$(ps -o pgid= -p "$$" | tr -d ' ')" = "$$" ]
}

# Files of the copier: 3 and 4 are the command's output and error, 5 and 6 hold what was read of them, 7 and 9 are those
# of the agent, 0 has what was shown while the command ran, 8 has the events, and 2 tells how much a pipe holds. While
# Node runs, 2 tells Node what it must know, and 1 leads to what keeps the last bytes. What a program or the shell itself
# says on 2, such as that a process has ended already, is read by nobody, or by Node, which knows no such word. Background
# jobs get another 0, so those that need what was shown have it as 3 or 4, and never as 2: there bash says which of its
# jobs a signal has ended.
copier() {
  trap '' TERM INT HUP QUIT USR1
  exec 3<"$base.o" 5<>"$base.p" 7>&1
  if [ -n "$one" ]; then closed2=1; else
    exec 4<"$base.e" 6<>"$base.q"
    closed2=''
  fi
  # The front waits for the copier, but not for the guard. To open this pipe when the front has gone would never end.
  exec 9>&2 2<>"$base.t" 0<>"$base.n" 1<"$base.l"
  guard &
  exec >/dev/null
  closed1='' ended='' passing='' broken='' roomy=0 writer='' left='' ticker='' looks=0 looking='' sleepers='' marks=0
  total=0 shown=0 ahead=0 event=0 order='' pause=$patience waits=0 tried=''
  # Whoever watches a call that went to the background must see its errors soon.
  if [ -n "$hints" ]; then pause=0.5 waits=$((2 * patience - 1)); fi
  handed='' held='' awaited='' first='' node='' alive='' strikes=0 used_before='' watcher='' printed='' failed='' refused='' finished=''
  fetch 1
  if [ -z "$one" ]; then fetch 2; fi
  while [ -z "$finished" ]; do
    read -r kind count <&8 || break
    case $kind in
      1 | 2) arrived "$kind" "$count" ;;
      tick) if [ -z "$handed" ]; then idle "$count"; fi ;;
      exit)
        ended=$count
        if [ -n "$handed" ]; then echo "exit $count" >&2; fi
        look
        ;;
      look)
        looking=''
        look
        ;;
      hurry) if [ -n "$node" ]; then kill -KILL "$node"; fi ;;
      held)
        held=1
        feed_awaited
        ;;
      pid) node=$count ;;
      beat)
        strikes=0 used_before=''
        if [ -z "$alive" ]; then
          alive=1
          # All of them are open now.
          forget_pipes
          if [ -n "$ended" ]; then look; fi
        fi
        ;;
      watch) check_node ;;
      first) first=$count ;;
      text | news) show_text "$kind" "$count" ;;
      node) node_ended "$count" ;;
      kept) show_kept "$count" ;;
    esac
    if [ -n "$held$failed" ]; then show_first; fi
    if [ -n "$closed1" ] && [ -n "$closed2" ]; then streams_ended; fi
  done
  if [ -n "$ticker" ]; then kill -s ALRM "$ticker"; fi
  if [ -z "$handed" ]; then relay; fi
  settle
  watched=''
  if is_background; then rmdir "$hint"; fi
  if [ -n "$refused" ]; then refuse >&0; fi
  if [ -n "$left" ]; then drain & fi
}

# Both streams have ended. While Node runs, it is waited for.
streams_ended() {
  if [ -z "$handed" ]; then finished=1; fi
  # What keeps the last bytes gives them when nobody writes to it any more.
  if [ -n "$failed" ]; then exec >/dev/null; fi
}

# Moves what one read gives of a stream to its holding pipe. It blocks, so it runs beside the loop.
fetch() {
  case $1 in 1) from=3 to=5 other=4 ;; *) from=4 to=6 other=3 ;; esac
  # Any pipe has room for 8 KiB.
  if [ "$roomy$passing" = 0 ]; then size=$((8192 - total)); else size=8192; fi
  (
    # A stream that nobody else reads must not wait for this reader of the other one.
    eval "exec $other<&- 7>&- 9>&- 2>/dev/null"
    figures=$(LC_ALL=C dd bs="$size" count=1 <&$from 2>&1 >&$to)
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
    if [ -n "$handed" ] && [ "$1" != "$active" ]; then eval "exec $slot>&-"; fi
    return
    ;;
  esac
  if [ -n "$handed" ]; then
    awaited=$1:$2
    feed_awaited
    return
  fi
  total=$((total + $2))
  last=${order##* }
  case $last in
    "$1":*) order="${order% *} $1:$((${last#*:} + $2))" ;;
    *) order="$order $1:$2" ;;
  esac
  if [ -z "$passing" ]; then
    if is_background; then watched=1; fi
    if [ -n "$watched" ] || [ "$total" -gt "$limit" ]; then
      hand_over "$1"
      return
    fi
  fi
  if [ -z "$passing" ] && [ "$total" -ge 4096 ] && is_narrow; then
    hand_over "$1"
    return
  fi
  fetch "$1"
  if [ -n "$passing" ]; then relay; elif [ -z "$ticker" ] && { [ "$shown" -lt "$live" ] || [ -n "$hints" ]; }; then tick; fi
}

# Whether a hint says that this call went to the background. A hint of another call costs a program, and none costs nothing.
is_background() {
  [ -n "$hints" ] && [ -z "$watched" ] || return 1
  set +f
  for hint in "$hints"/pith-*.watched; do break; done
  set -f
  [ -d "$hint" ] && name_hint && [ -d "$hint" ]
}
# The hint of this call is called like its file.
name_hint() {
  hint=$(readlink /proc/self/fd/7) || return 1
  hint=${hint##*/}
  hint=$hints/pith-${hint%.output}.watched
}

# Whether a pipe may have no room for one more read. Linux gives a user with very many pipes only small ones. To write to
# a full one would never end, and Node holds bytes in its memory.
is_narrow() {
  [ "$roomy" = 0 ] || return 1
  case $(LC_ALL=C dd if=/dev/zero bs=24576 count=1 oflag=nonblock 3>&1 >&2 2>&3) in *unavailable*) return 0 ;; esac
  roomy=1
  return 1
}

# Waits until what is being written has been taken.
settle() {
  if [ -n "$writer" ]; then wait "$writer" || broken=1; fi
  writer=''
}

# Writes all that is held. The last of it is written beside the loop.
relay() {
  while [ -n "$order" ] && [ -z "$broken" ]; do
    next_part
    settle
    case $stream in
      1) pass <&5 >&7 & ;;
      *) pass <&6 >&9 & ;;
    esac 3<&0
    writer=$!
    ahead=0
    forget_part "$have"
  done
  if [ -n "$broken" ]; then without_reader; fi
}

# The first part of what is held: so many bytes of one stream.
next_part() {
  next=${order# }
  next=${next%% *}
  stream=${next%:*} have=${next#*:}
}
forget_part() {
  order=${order# }
  order=${order#"$next"}
  if [ "$1" -lt "$have" ]; then order=" $stream:$((have - $1))$order"; fi
}

# Nobody reads: the command learns it as usual, when it writes to a pipe without a reader.
without_reader() { closed1=1 closed2=1; }

# The first bytes of a part may be ahead, behind what was shown.
pass() {
  if [ "$ahead" -gt 0 ]; then
    pass_on "$shown" <&3 >/dev/null
    pass_on "$ahead" <&3
  fi
  pass_on $((have - ahead))
}
pass_on() { [ "$1" -le 0 ] || dd bs="$1" count=1 2>/dev/null; }

# Reports that some time has passed.
tick() {
  (
    exec 7>&- 9>&- 2>/dev/null
    sleeper=''
    trap 'if [ -n "$sleeper" ]; then kill -9 "$sleeper"; fi; exit 0' ALRM
    sleep "$pause" &
    sleeper=$!
    wait "$sleeper" || sleep 1
    echo "tick $event" >&8
  ) &
  ticker=$!
}

# Shows lines of what is held, because the command is long. If nothing more came, this shows a prompt too.
idle() {
  ticker=''
  if is_background; then show_held; return; fi
  if [ "$waits" -gt 0 ]; then
    waits=$((waits - 1))
    tick
    return
  fi
  pause=1
  if [ "$1" = "$event" ]; then
    if [ "$tried" != "$event" ]; then show_lines ''; fi
    tried=$event
    # A hint may come.
    if [ -n "$hints" ] && [ -n "$order" ]; then tick; fi
    return
  fi
  show_lines '$d'
  if [ "$shown" -lt "$live" ] || [ -n "$hints" ]; then tick; fi
}

# Shows all that is held: it may be all that comes for long. None of it counts for what is shown if Node fails.
show_held() {
  live=$total most=$((most + total - shown))
  show_lines all
}

# Shows the first lines of what is held, up to one that may be drawn again. `$1` is what `sed` does with the last line. What
# was shown is kept for Node, and so is what was looked at and not shown: it is ahead of the rest. What is opened anew
# loses its place, unlike a pipe.
show_lines() {
  while [ -n "$order" ] && [ "$shown" -lt "$live" ]; do
    settle
    if [ -n "$broken" ]; then
      without_reader
      return
    fi
    next_part
    last=$1 part=$have
    if [ "$part" -gt $((live - shown)) ]; then part=$((live - shown)) last='$d'; fi
    case $stream in
      1) pass_on $((part - ahead)) >&0 <&5 ;;
      *) pass_on $((part - ahead)) >&0 <&6 ;;
    esac
    ahead=$part
    lines=$({ turn "$shown"; pass_on "$ahead" <&3 | tee /dev/fd/3 | plain_lines "$last" | wc -c; } 3<&0)
    # Some programs end the last line.
    if [ "$lines" -gt "$ahead" ]; then lines=$ahead; fi
    if [ "$lines" -le 0 ]; then return; fi
    case $stream in
      1) show_ahead >&7 & ;;
      *) show_ahead >&9 & ;;
    esac 3<&0
    writer=$!
    shown=$((shown + lines)) ahead=$((ahead - lines))
    forget_part "$lines"
    if [ "$lines" -lt "$part" ]; then return; fi
  done
}

# Moves bytes of what was shown behind the others.
turn() { pass_on "$1" <&3 >&3; }
show_ahead() {
  turn "$shown"
  pass_on "$lines" <&3 | tee /dev/fd/3
  code=$?
  turn $((ahead - lines))
  exit "$code"
}

# The lines before the first one with controls, which may draw it again or colour it. A file that is followed gets all.
plain_lines() {
  if [ "$1" = all ]; then cat; return; fi
  tab=$(printf '\t') cr=$(printf '\r')
  LC_ALL=C sed -n -e "$1" -e h -e "\$!s/$cr*\$//" -e "s/$tab//g" \
    -e '/[[:cntrl:]]/{' -e ':rest' -e n -e 'b rest' -e '}' -e g -e p
}

# After the end of the command: waits for the rest of its output, but not for its background jobs.
look() {
  if [ -n "$closed1" ] && [ -n "$closed2" ]; then return; fi
  looks=$((looks + 1))
  if [ -n "$handed" ] && [ -z "$failed" ]; then
    if [ "$looks" -lt 2 ]; then look_later; elif [ -n "$alive" ]; then mark_end; fi
    return
  fi
  if [ -n "$failed" ]; then
    before=$sleepers
    find_sleepers
    if [ "$looks" -lt 250 ] && { [ -z "$sleepers" ] || [ "$sleepers" != "$before" ]; }; then
      look_later
      return
    fi
  elif [ "$looks" -lt 25 ]; then
    # Half a second, in which what the line has put behind it prints its rest, as in `make > >(tee log)`. The time in
    # which a reader gets no processor does not count.
    if works "$reader1" || works "${reader2:-}"; then looks=$((looks - 1)); fi
    look_later
    return
  fi
  left=''
  for stream in 1 2; do give_up "$stream"; done
}

# Says in `sleepers` how often each process that copies or keeps bytes has gone to sleep. Empty if one of them does not
# sleep, or has ended or started nothing, so that there is more to come. Two looks that find the same are needed: no
# process has run between them, so none had anything to do.
find_sleepers() {
  members='' sleepers=''
  for process in "$keeper" "$reader1" "${reader2:-}"; do
    if [ -z "$process" ]; then continue; fi
    members="$members $process"
    started=$members
    tree_of "$process"
    if [ "$members" = "$started" ]; then return; fi
  done
  # Other systems do not tell it.
  # shellcheck disable=SC2046
  figures=$(LC_ALL=C grep -E '^(Pid|State|voluntary_ctxt_switches):' $(printf '/proc/%s/status ' $members) 2>/dev/null) || return
  case $figures in *State:?[!S]*) ;; *) sleepers=$figures ;; esac
}

look_later() {
  if [ -n "$looking" ]; then return; fi
  looking=1
  (
    exec 7>&- 9>&- >/dev/null 2>&1
    sleep 0.02 || sleep 1
    echo look >&8
  ) &
}

# Reads no more of a stream that background jobs hold open.
give_up() {
  eval "is_closed=\$closed$1 feeds=\${feeds$1:-}"
  if [ -n "$is_closed" ]; then return; fi
  left="$left$1 "
  if [ -n "$feeds" ]; then eval "kill -s ALRM \"\$reader$1\""; else eval "closed$1=1"; fi
}

# Writes a text to the streams that are still open, once Node reads them. What comes behind it is of background jobs.
mark_end() {
  if [ "$marks" != 0 ] || [ ! -e /proc/self/fd/3 ]; then return; fi
  for stream in 3 4; do
    case $stream in 3) is_closed=$closed1 ;; *) is_closed=$closed2 ;; esac
    if [ -n "$is_closed" ]; then continue; fi
    marks=$((marks + 1))
    (printf '%s' "$mark" >"/proc/self/fd/$stream") >/dev/null 2>&1 &
    eval "marker$stream=\$!"
  done
  echo marked >&2
}

# Counts only marks that were copied: a stream may have ended before its mark came.
forget_lost_marks() {
  for stream in 3 4; do
    eval "marker=\${marker$stream:-}"
    case $left in *"$((stream - 2)) "*) continue ;; esac
    if [ -z "$marker" ]; then continue; fi
    wait "$marker"
    lost=$(LC_ALL=C dd bs="${#mark}" count=1 iflag=nonblock <&"$stream" 2>&1 >/dev/null)
    if [ "$(copied "$lost")" -gt 0 ]; then marks=$((marks - 1)); fi
  done
}
without_mark() {
  if [ "$marks" = 0 ]; then cat; else LC_ALL=C sed "s/\\[End of the command $front\\.]//g"; fi
}

# Whether the reader of a stream has bytes to move.
works() {
  reader='' state=''
  # The line has no end, so that `read` always fails.
  { read -r reader _ <"/proc/$1/task/$1/children"; read -r state <"/proc/$reader/stat"; } 2>/dev/null
  case ${state##*) } in [RD]*) return 0 ;; *) return 1 ;; esac
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

# Gives Node a copy of the streams. `active` is the stream that has just given bytes. A reader may still wait for the
# first bytes of the other one.
hand_over() {
  active=$1
  eval "reader$1="
  settle
  if [ -n "$ticker" ]; then kill -s ALRM "$ticker"; fi
  ticker=''
  if ! more_pipes; then
    # All of the output is shown, or none.
    passing=1
    if redacts; then
      refused=1 exec 0>&7 7>/dev/null 9>/dev/null
    fi
    fetch "$1"
    relay
    return
  fi
  handed=1 mark="[End of the command $front.]"
  room=$((most > shown ? most - shown : 0))
  head=$((room * 2 / 5))
  [ "$head" -le $((total - shown)) ] || head=$((total - shown))
  # The pipe that holds them may be small.
  [ "$roomy" = 1 ] || [ "$head" -le 2048 ] || head=2048
  last=$((room - head))
  case $active in 1) slot=5 waiting=$closed2 ;; *) slot=6 waiting=$closed1 ;; esac
  { keep & } 3<&0
  keeper=$!
  exec >"$pipes.k"
  case $active in
    1) feed 1 "$order" "$head" 4<&0 ;;
    *) feed 2 "$order" "$head" 3<&0 ;;
  esac
  ahead=0
  exec 2<>"$pipes.c"
  if [ -n "$ended" ]; then
    echo "exit $ended" >&2
    looks=0
    look
  fi
  run_node &
  if [ -z "$waiting" ]; then eval "exec $slot>\"\$pipes.b\""; fi
  watch &
  watcher=$!
}

# Makes the pipes to Node: a and b for the streams, c for what it must know, and k to what keeps the last bytes.
more_pipes() {
  for folder in "${base%/*}" /tmp /dev/shm; do
    pipes=$folder/${base##*/}
    while [ -e "$pipes.a" ]; do pipes=$pipes-; done
    if mkfifo -m 600 "$pipes.a" "$pipes.b" "$pipes.c" "$pipes.k" 2>/dev/null; then return 0; fi
    forget_pipes
  done
  return 1
}
forget_pipes() { rm -f "$pipes.a" "$pipes.b" "$pipes.c" "$pipes.k" 2>/dev/null; }

# Copies a stream to Node and to what keeps the last bytes, beside the loop. Begins with the parts that are held, and the
# first of their bytes go to the pipe of what was shown. Without Node, the second copy is all there is.
feed() {
  (
    # A copy that nobody reads ends alone.
    trap '' PIPE
    copying=''
    trap '[ -z "$copying" ] || kill -9 "$copying"' ALRM
    exec 2>/dev/null
    case $1 in 1) exec 7<&4 ;; *) exec 7<&3 3<&4 ;; esac
    exec 4>&1
    if [ "$1" = "$active" ]; then
      exec 9>"$pipes.a"
      pass_on "$shown" <&7 >&9
      if [ "$ahead" -gt 0 ]; then pass_on "$ahead" <&7 | tee /dev/fd/7 >&9; fi
    else
      eval "exec 7>&- 9>&$slot $slot>&-"
    fi
    first=$(($3 - ahead))
    for part in $2; do
      case $part in 1:*) exec 0<&5 ;; *) exec 0<&6 ;; esac
      have=$((${part#*:} - ahead)) ahead=0
      now=$((have < first ? have : first))
      first=$((first - now))
      if [ "$now" -gt 0 ]; then dd bs="$now" count=1 | tee /dev/fd/7 >&9; fi
      if [ "$have" -gt "$now" ]; then dd bs=$((have - now)) count=1 | tee /dev/fd/4 >&9; fi
    done
    if [ "$1" = "$active" ]; then echo held >&8; fi
    tee /dev/fd/4 <&3 >&9 &
    copying=$!
    wait "$copying"
    echo "$1 0" >&8
  ) &
  eval "reader$1=\$! feeds$1=1"
  if [ "$1" != "$active" ]; then eval "exec $slot>&-"; fi
}

# Passes on the other stream, once its first bytes are behind those that were held.
feed_awaited() {
  if [ -n "$held" ] && [ -n "$awaited" ]; then feed "${awaited%:*}" " $awaited" 0; fi
}

# Keeps the last bytes of what Node gets. Tells how many there were when there are no more, and then writes them.
keep() {
  exec 6>/dev/fd/3 2>/dev/null <"$pipes.k" 3<&- 4<&- 7>&- 9>&-
  {
    figures=$(LC_ALL=C dd bs=65536 2>&1 >&5)
    echo "kept $(copied "$figures")" >&8
  } 5>&1 | tail -c "$last" >&6
}

# How many bytes a call of `dd` says it has copied.
copied() {
  # shellcheck disable=SC2086
  set -- ${1##*records out}
  case ${1:-x} in *[!0-9]*) echo 0 ;; *) echo "$1" ;; esac
}

# Runs Node, and then reads on what background jobs print. Only a file gets it: a reader of a pipe would wait for it.
run_node() {
  # To open a pipe for reading waits for its writer, and so does to open it for the second time if the writer has gone.
  exec >/dev/null 2>&1 3<"$pipes.a" 5<>"$pipes.a"
  exec 6<"$pipes.a" 5<&-
  if [ -n "$waiting" ]; then exec 4</dev/null 5</dev/null; else
    exec 4<"$pipes.b" 0<>"$pipes.b"
    exec 5<"$pipes.b" 0</dev/null
  fi
  while [ -h "$self" ]; do
    target=$(readlink "$self") || break
    case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
  done
  follows=''
  if [ -f /dev/fd/7 ]; then follows=1; fi
  if [ -z "$hints" ] || ! name_hint; then hint=''; fi
  # A signal to the group of the command would end Node before it can refuse it.
  apart=''
  if command -v setsid >/dev/null; then apart=setsid; fi
  # It ends when this shell was killed. The program of busybox, a link, cannot do this.
  with=$(command -v setpriv)
  if [ -n "$with" ] && [ ! -h "$with" ]; then apart="$apart setpriv --pdeathsig KILL"; fi
  $apart "${PITH_NODE:-node}" "${self%/*}/../cli/main.js" --shell-rest "$pipes" "$base.m" "$mark" "$active" \
    "${waiting:+closed}" "$follows" "$shown" "$live" "$patience" "$watched" "$hint" "$head" "$order" "$whole" "$line" <"$pipes.c" 5<&- 6<&- 7>&- &
  echo "pid $!" >&8
  wait "$!"
  node=$?
  # The copies go on without Node as soon as nobody can read them here.
  if [ "$node" != 3 ]; then exec 3<&- 4<&- 5<&- 6<&-; fi
  echo "node $node" >&8
  if [ "$node" != 3 ]; then return; fi
  if [ -z "$follows" ]; then exec 7>/dev/null 9>/dev/null; fi
  cat <&6 >&7 &
  cat <&5 >&9 &
}

watch() {
  exec >/dev/null 2>&1 3<&- 4<&- 5<&- 6<&- 7>&- 9>&-
  sleeper=''
  trap 'kill -9 "$sleeper"; exit 0' ALRM
  while :; do
    sleep 2 &
    sleeper=$!
    wait "$sleeper"
    echo watch >&8
  done
}

# Ends Node if it has given no sign of life for ten seconds, in which it has waited, or for five seconds of a processor.
# Until then it may also wait for a processor.
check_node() {
  if [ -z "$node" ]; then return; fi
  if { read -r stat <"/proc/$node/stat"; } 2>/dev/null; then
    # shellcheck disable=SC2086
    set -- ${stat##*) }
    used=$((${12} + ${13}))
    if [ -z "$used_before" ]; then used_before=$used; fi
    if [ "$1" = R ] && [ $((used - used_before)) -lt 500 ]; then return; fi
    if [ $((used - used_before)) -ge 500 ]; then strikes=5; fi
  fi
  strikes=$((strikes + 1))
  if [ "$strikes" -ge 5 ]; then kill -KILL "$node"; fi
}

# Shows the first bytes while the command runs, or because Node has failed.
show_first() {
  if [ -z "$first" ] || [ -z "$held" ] || [ -n "$printed" ]; then return; fi
  [ "$first" -le "$head" ] || first=$head
  if [ "$first" -gt 0 ]; then
    part=${order# }
    case $part in
      2:*) pass_on "$first" <&0 >&9 ;;
      *) pass_on "$first" <&0 >&7 ;;
    esac
  fi
  shown=$((shown + first)) head=$((head - first)) first=''
}

# Shows the text that Node has written, and tells Node how many bytes of it could be written.
show_text() {
  set -- "$1" "$2" "$(show_file "$2.r" 7)" "$(show_file "$2.x" 9)"
  rm -f "$2.r" "$2.x"
  case $1:$3 in *:none) kill -KILL "$node" ;; text:*) printed=1 ;; esac
  echo "shown ${3%% *} ${4%% *}" >&2
  case $3 in
    *' '*'roken pipe' | *[0-9]) ;;
    *' '*) echo "pith: Standard output could not be written: ${3#* }." >&9 ;;
  esac
}

# Copies a file to one of the agent's streams. Prints the number of bytes, and why there are not more of them.
show_file() {
  if [ ! -f "$1" ]; then
    echo none
    return
  fi
  trap '' PIPE
  figures=$(LC_ALL=C dd bs=65536 <"$1" 2>&1 >&"$2")
  case $figures in
    *rror*) reason=${figures%%[0-9]+[0-9]*} reason=${reason##*: } ;;
    *) reason='' ;;
  esac
  # shellcheck disable=SC2086
  echo $(copied "$figures") $reason
}

# Node has ended. It has failed if it has given no text.
node_ended() {
  kill -s ALRM "$watcher"
  node=''
  if [ -z "$alive" ]; then forget_pipes; fi
  # It may have ended before it told of its text.
  if [ -e "$pipes.r" ]; then rm -f "$pipes.r" "$pipes.x" 2>/dev/null; fi
  if [ -n "$printed" ]; then
    left='' finished=1
    return
  fi
  failed=$1 first=$head looks=0 sleepers=''
  if redacts; then refused=1 first=''; fi
  if [ -n "$ended" ]; then look; fi
}

# Shows the end of an output that Node has not cut, after the number of bytes that followed the first ones.
show_kept() {
  if [ -z "$failed" ]; then return; fi
  finished=1
  if [ -n "$refused" ]; then
    exec 0>&7
    return
  fi
  forget_lost_marks
  tail=$(($1 < last ? $1 : last))
  {
    if [ "$1" -gt "$last" ]; then
      printf '\n[pith failed (status %s). First and last bytes of %s shown.]\n' "$failed" "$(grouped $((shown + $1 - marks * ${#mark})))"
    fi
    if [ "$tail" -gt 0 ]; then head -c "$tail" <&0 2>/dev/null | without_mark; fi
  } >&7
}

# A number with commas.
grouped() {
  number=$1 groups=''
  while [ "${#number}" -gt 3 ]; do
    groups=,${number#"${number%???}"}$groups
    number=${number%???}
  done
  echo "$number$groups"
}

refuse() {
  echo '[Not shown: redaction failed.]'
  case $ended in '' | 0) ;; *) echo "[Exit code $ended.]" ;; esac
}

# Ends the command, Node and the copier if they are still there some time after a signal.
limit() {
  (
    exec >/dev/null 2>&1 7>&- </dev/null
    sleeper=''
    trap '' TERM INT HUP USR1
    trap 'kill -9 "$sleeper"; exit 0' ALRM
    sleep 5 &
    sleeper=$!
    wait "$sleeper"
    tree_of "$command"
    members="$members $command"
    signal_members KILL
    echo hurry >&8
    sleep 2 &
    sleeper=$!
    wait "$sleeper"
    kill -KILL "$copier"
  ) &
  limiter=$!
}

# The calls in notices must run where nothing else finds pith.
if ! command -v pith >/dev/null; then
  bin=$self
  while [ -h "$bin" ]; do bin=$(readlink -f "$bin") || break; done
  bin=${bin%/shell/*}/bin
  case $bin in /*) if [ -x "$bin/pith" ]; then export PATH="${PATH:-/usr/bin:/bin}:$bin"; fi ;; esac
fi
front=$$
asked='' limiter=''
for signal in TERM INT HUP USR1; do
  # shellcheck disable=SC2064
  trap "asked=$signal" "$signal"
done
# A real bash that reads a file first, or traces its commands, gets its line as it is. In bash the options are always set.
own=${BASH_ENV:+x}
if [ -z "${BASH_VERSION:-}" ]; then own=$own${SHELLOPTS:+x}; else case $- in *x*) own=x ;; esac; fi
# The last stages of a line may hide what failed before them.
kept=''
case $own$whole$real:${1:-}:$line in
  /*/bash:-c:*\|* | /*/bash:-lc:*\|* | /*/bash:-l:*\|*)
    parts=$self
    while [ -h "$parts" ]; do parts=$(readlink -f "$parts") || break; done
    parts=${parts%/*}/pipes.sh
    if [ -r "$parts" ]; then
      . "$parts"
      tell_pipes
      if [ -n "$told" ]; then
        # The line is the first of these words that is no option.
        for word do
          shift
          if [ "$word" = "$line" ] && [ -n "$told" ]; then word=$told told=''; fi
          set -- "$@" "$word"
        done
      fi
    fi
    ;;
esac
exec 7<>"$base.l" 8<>"$base.s" 9<&0
copier &
copier=$!
if [ -n "$one" ]; then
  PITH_COPIER=$copier PITH_DECLARED=$base.m $defaults $restore "$real" "$@" <&9 >"$base.o" 2>&1 7>&- 8>&- 9<&- &
else
  PITH_COPIER=$copier PITH_DECLARED=$base.m $defaults $restore "$real" "$@" <&9 >"$base.o" 2>"$base.e" 7>&- 8>&- 9<&- &
fi
command=$!
echo "$command" >&7
# The shell would tell on standard error which signal ended the command.
exec 9<&- 2>/dev/null

while :; do
  if [ -z "$asked" ]; then
    wait "$command"
    status=$?
    if [ -z "$asked" ]; then break; fi
  fi
  signal=$asked asked=''
  if [ "$signal" != USR1 ]; then
    tree_of "$command"
    if [ -z "$limiter" ]; then limit; fi
  fi
  kill -s "$signal" "$command" || break
done
# What a command leaves behind that a signal has ended.
if [ -n "$limiter" ] && signal_members TERM; then
  sleep 0.5 || sleep 1
  signal_members KILL
fi
echo "exit $status" >&8
while :; do
  wait "$copier"
  if [ -z "$asked" ]; then break; fi
  if [ "$asked" != USR1 ] && [ -z "$limiter" ]; then limit; fi
  asked=''
done
if [ -n "$limiter" ]; then
  kill -s ALRM "$limiter"
  # The copier may have been killed.
  pipes=$base
  forget_pipes
  rm -f "$base.r" "$base.x"
fi
if [ -e "$base.m" ] || [ -n "$kept" ]; then rm -f "$base.m" "$base.u"; fi
# A command may end before the guard has come to it.
if [ -e "$base.o" ]; then remove_pipes; fi
echo done >&7
exit "$status"
