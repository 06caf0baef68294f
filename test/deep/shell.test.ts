import { describe, expect, it } from 'vitest'
import { useShell } from '../support/shell.ts'

/** Command lines of which the bare shell and the shell for agents must print the same bytes. */
const lines: Record<string, string[]> = {
  'plain output': [
    'echo hi',
    'true',
    'false',
    'printf "no line end"',
    'printf ""',
    'printf "a\\0b\\0"',
    'printf "\\n\\n\\n"',
    'printf "\\377\\376\\200"',
    'printf "e\\314\\201 \\360\\237\\221\\251"',
    'printf "\\033[31mred\\033[0m\\r\\n"',
    'seq 1 1500',
    'head -c 8192 /dev/zero',
    'head -c 8191 /dev/zero | tr "\\0" "x"',
    'for i in 1 2 3; do echo $i; sleep 0.05; done',
  ],
  'both streams': [
    'echo out; echo err >&2',
    'echo err >&2; exit 3',
    'echo a >&2; echo b >&2; printf c >&2',
    'ls /does-not-exist',
    'exec 2>&1; echo both; echo again >&2',
  ],
  'exit statuses': [
    'exit 7',
    'exit 255',
    'no-such-command-here',
    'echo before; /dev/null',
    'set -e; false; echo never',
    'false | true',
    'set -o pipefail; false | true',
    '(exit 4) && echo no || echo yes',
    'if then',
    'echo ok; return 2>/dev/null; echo after',
  ],
  'pipes and redirects': [
    'seq 1 100000 > big.txt; sha256sum big.txt',
    'seq 1 100000 | sha256sum',
    'seq 1 100000 | tail -n 1',
    'seq 1 100000 | head -n 1',
    'cat < /etc/passwd | wc -l',
    'diff <(echo a) <(echo b)',
    'x=$(seq 1 30000); printf %s "$x" | wc -c',
    'seq 1 50000 | tee copy.txt | wc -c; cmp copy.txt <(seq 1 50000) && echo same',
    'head -c 300000 /dev/urandom > r; base64 r | base64 -d | cmp - r && echo same',
    'exec 5> five; seq 1 20000 >&5; exec 5>&-; wc -c < five',
    'tar cf - /etc/passwd 2>/dev/null | tar tf -',
    'seq 1 9000 >> log; seq 1 9000 >> log; wc -l < log',
  ],
  'here-documents, quotes and the environment': [
    'cat <<END\none $((1 + 1))\nEND',
    'cat <<"END"\n$HOME `x` \\\nEND',
    "echo 'a\"b' \"c'd\" $'e\\tf'",
    'echo "$0" | wc -w',
    'X=1 sh -c "echo \\$X"',
    'cd /usr && pwd; cd - >/dev/null; echo done',
    'pwd -P >| where; test -s where && echo written',
    'umask; ulimit -n',
    'ulimit -n 64; echo few files',
    'command -v cat; type cd | head -n 1',
    'echo $PPID | wc -w',
    'echo {a..e}; shopt extglob',
  ],
  'jobs, traps and signals inside': [
    'trap "echo bye" EXIT; echo hi',
    'trap "echo got" INT; kill -INT $$; echo after',
    'trap "echo got" TERM; kill -TERM $$; echo after',
    '(sleep 0.1; echo late) & wait; echo end',
    'sleep 0.1 & echo $! | wc -w; wait',
    'timeout -s INT 0.2 sleep 5; echo $?',
    'timeout 0.2 sleep 5; echo $?',
    'kill -0 $$ && echo alive',
    'set -m; sleep 0.1 & fg >/dev/null; echo done',
    'exec echo replaced',
    'exec cat /etc/hostname',
  ],
}

const quoted = (line: string) => (line.length > 60 ? `${line.slice(0, 60)}…` : line).replaceAll('\n', '⏎')

describe('output that fits', () => {
  const box = useShell()
  for (const [what, all] of Object.entries(lines)) {
    describe(what, () => {
      for (const line of all) {
        it(`is that of the bare shell: ${quoted(line)}`, async () => {
          const [bare, own] = await Promise.all([box.bash(line), box.pith(line)])
          const plain = ({ status, signal, stdout, stderr }: typeof bare) => ({
            status: signal ? `signal ${signal}` : status,
            stdout: stdout.toString('latin1'),
            stderr: stderr.toString('latin1').replaceAll(/^\S*(bash): line/gm, '$1: line'),
          })
          expect(plain(own)).toEqual(plain(bare))
        })
      }
    })
  }

  it('can be opened again by its name, also where the agent reads a socket', async () => {
    const { stdout, stderr } = await box.pith(
      'echo one | tee /dev/stderr; echo two > /dev/stdout; echo three',
    )
    expect([stdout.toString(), stderr.toString()]).toEqual(['one\ntwo\nthree\n', 'one\n'])
  })

  it('passes standard input on, as `docker run -i` needs it', async () => {
    const input = 'x'.repeat(5000)
    for (const line of ['cat', 'wc -c', 'read -r a; echo "$a" | wc -c; cat', 'head -c 10; cat | wc -c']) {
      const [bare, own] = await Promise.all([box.bash(line, { input }), box.pith(line, { input })])
      expect(own.stdout.equals(bare.stdout)).toBe(true)
    }
  })

  it('passes flags and operands on', async () => {
    for (const flags of [
      ['-c'],
      ['-lc'],
      ['-l', '-c'],
      ['-e', '-c'],
      ['-o', 'pipefail', '-c'],
      ['-c', '-e'],
    ]) {
      const options = { flags, operands: ['zero', 'one two', 'three'] }
      const line = 'echo "$0|$1|$2|$#"; false | true; echo $?; false; echo end'
      const [bare, own] = await Promise.all([box.bash(line, options), box.pith(line, options)])
      expect(own.stdout.toString()).toBe(bare.stdout.toString())
      expect(own.status).toBe(bare.status)
    }
  })
})
