/**
 * What the command is asked to do on each runtime, as shell scripts. They run in this order in one folder. Their
 * standard output, standard error and exit status are the same on every runtime.
 */
export const commandCases: Record<string, string> = {
  'prints its version': 'pith --version',
  'prints its help': 'pith --help',
  'cuts standard input': 'seq 50000 | pith --max-lines 8',
  'cuts a large standard input': 'seq 3000000 | pith --max-bytes 2000',
  'cuts in JSON, and says which scanner ran': 'seq 50000 | pith --max-lines 8 --json',
  'cuts by tokens': "printf 'mixed é 漢字 👩‍👧 %s\\n' $(seq 900) | pith --max-tokens 300",
  'cuts by the tokens of a model': 'seq 4000 | pith --max-tokens 100 --tokenizer gpt-5',
  'cuts bytes that are no text': 'head -c 300000 /dev/zero | pith --max-bytes 500',
  'hides secrets': "echo 'token ghp_abcdefghijklmnopqrstuvwxyz0123456789' | pith --redact",
  'shows a profile': 'seq 9000 | pith --profile pi --tool bash',
  'reads nothing from an input that is closed': 'pith --max-lines 3 <&-',
  'prints an empty input as nothing': 'pith </dev/null',
  'survives a reader that stops': 'seq 50000 | pith --max-lines 40000 --max-bytes 300000 | head -n 1',
  'writes into a file': 'seq 9 | pith > written; cat written',
  'tells an option that it does not have': 'pith --max-line 3 </dev/null',
  'tells a command that it does not have': 'pith shwo 3',

  'reads a page of a file': 'seq 90000 > numbers; pith read numbers --offset 44000 --limit 5',
  'reads a page from a column': "printf '%0200000d' 7 > long; pith read long --column 90000",
  'reads a page far into a large file': 'seq 3000000 > large; pith read large --offset 2500000 --limit 2',
  'tells a file that is not there': 'pith read nothing',
  'tells a folder from a file': 'mkdir folder; pith read folder',
  'tells a FIFO from a file': 'mkfifo fifo; pith read fifo',
  'describes a file that is no text': 'head -c 3000 /dev/zero > zeros; pith read zeros',

  'lists, finds and searches files': `
    mkdir -p many/inner; echo needle > many/inner/a; echo two > many/b; ln -s b many/c
    pith ls many; pith find many; pith tree many; pith grep needle many`,
  'finds a file whose name is not UTF-8': `
    mkdir odd; echo one > odd/a; echo two > "odd/$(printf 'b\\377')"; pith find odd; pith tree odd`,

  'shows both streams in the order they were written':
    "pith run -- sh -c 'for i in 1 2 3 4 5 6; do echo out$i; echo err$i >&2; done'",
  'lets a command open /dev/stderr and /dev/stdout':
    "pith run -q -- sh -c 'echo out; echo err > /dev/stderr; echo end > /dev/stdout'",
  'exits with the status of the command': "pith run -- sh -c 'echo failing; exit 3'",
  'says which signal ended the command': "pith run -- sh -c 'echo dying; kill -9 $$'",
  'says that a command was not found': 'pith run -- no-such-command',
  'says that a command is not executable': 'echo > plain; pith run -- ./plain',
  'says that an interpreter was not found':
    "printf '#!/no/interpreter\\n' > script; chmod +x script; pith run -- ./script",
  'passes words on as they are': "pith run -q -- printf '<%s>' 'a b' '$HOME' '*' '' '; no' '-n' '\"'",
  'passes standard input on': 'seq 3 | pith run -q -- cat',
  'passes a large standard input on': 'seq 2000000 | pith run -q -- tail -n 1',
  'passes the environment on': 'GIVEN=yes pith run -q -- sh -c \'echo "$GIVEN"\'',
  'keeps the output of a command that has none': 'pith run -q -- true',
  'keeps 50 MB of output':
    'pith run -q --max-lines 6 -- sh -c \'seq 6000000; head -c 2000000 /dev/zero | tr "\\0" z; echo; echo end >&2\'',
  'keeps 50 MB that come through one pipe from several writers':
    "pith run -q --max-lines 4 -- sh -c 'yes | head -c 25000000 & yes | head -c 25000000 >&2; wait'",
  'ends a command when its time is over': "pith run --timeout 0.5 -- sh -c 'sleep 60 & sleep 60'",
  'ends a command that ignores SIGTERM':
    'pith run --timeout 0.5 -- sh -c \'trap "" TERM; while :; do sleep 1; done\'',
  'shows the output so far when it is interrupted': `
    pith run -- sh -c 'echo begun; touch running; exec sleep 60' & pid=$!
    until [ -e running ]; do sleep 0.05; done
    kill -INT $pid; wait $pid`,
  'shows the output so far when it is terminated': `
    rm running; pith run -- sh -c 'echo begun; touch running; exec sleep 60' & pid=$!
    until [ -e running ]; do sleep 0.05; done
    kill -TERM $pid; wait $pid`,
  'does not wait for a process that holds the output open': "pith run -- sh -c 'sleep 20 & echo done'",
  // A Deno that may not read /proc does not find the outer run, so that both say the status.
  'runs inside itself': "pith run -q -- pith run -q -- sh -c 'echo inner; exit 4' | uniq",
  'runs where no named pipe can be made': `
    mkdir few; for name in sh seq sleep; do ln -s "$(command -v $name)" few/; done
    pith=$(command -v pith); PATH=$FOLDER/few "$pith" run -q -- sh -c 'seq 3; seq 4 5 >&2; exit 6'`,

  'gives a stored output back byte for byte': `
    head -c 2000000 /dev/urandom | od -An -tx1 > full
    id=$(pith --max-lines 3 < full | grep -o 'pith show [0-9a-f]*' | tail -n 1 | cut -d ' ' -f 3)
    pith show $id --all | cmp - full && echo same
    pith show $id --bytes 5000000-5000999 | cmp - /dev/stdin <<END && echo same
$(tail -c +5000001 full | head -c 1000; echo x)
END
    true`,
  'shows lines of a stored output': 'pith show $(seq 50000 | sha) --lines 40000-40003',
  'shows the lines of a stored output that match': 'pith show $(seq 50000 | sha) --grep "^4.*99$" --limit 3',
  'shows the errors of a stored output': `
    { seq 5000; echo 'error: it broke'; seq 5000; } > failing
    pith --max-lines 3 < failing > /dev/null; pith show $(sha < failing) --errors`,
  'tells an artifact that is not there': 'pith show 0123456789abcdef',
  'lists artifacts': 'pith artifacts --json | grep -c .',
  'collects artifacts': 'pith gc --dry-run; pith gc',
  'collects the files of a dead process': `
    PITH_ARTIFACTS=$FOLDER/dead; export PITH_ARTIFACTS; mkfifo feed
    pith < feed > /dev/null & pid=$!
    exec 3> feed; seq 100000 >&3
    until [ "$(ls -A dead 2> /dev/null)" ]; do sleep 0.05; done
    { kill -9 $pid; wait $pid; } 2> /dev/null; exec 3>&-; pith gc 2>&1 | cut -d , -f 1`,
  'keeps its result when nothing can be stored':
    'PITH_ARTIFACTS=$FOLDER/numbers/none; export PITH_ARTIFACTS; seq 5000 | pith --max-lines 4',
  'prints its settings': 'PITH_MAX_LINES=77 pith --print-config',
  'records calls': 'PITH_RUN=1; seq 3 | pith > /dev/null; pith events --limit 1 | wc -l',
}
