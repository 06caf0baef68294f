import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { judgeCommand } from '../../src/tools/command/judge.ts'

const purposeOf = (command: string | readonly string[]) => judgeCommand(command).for

/** Command lines that were labelled by somebody who had not seen the table. */
const labelled = (file: string): [string, string][] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

describe('a command line is judged by what its output is for', () => {
  test.each([
    ['cat src/a.ts', 'read'],
    ['nl -ba f | sed -n 1,300p', 'read'],
    ['git show HEAD:src/a.ts', 'read'],
    ['curl -s https://localhost/page', 'read'],
    ["awk 'NR>=10 && NR<=20' f", 'read'],
    ['find . -name "*.ts" -exec cat {} \\;', 'read'],
    ['for s in a b; do echo "### $s"; cat $s; done', 'read'],
    ['grep -rn foo src', 'query'],
    ['cat f | grep foo', 'query'],
    ['cat package.json | jq .scripts', 'query'],
    ['git log --oneline -20', 'query'],
    ['npm test --help', 'query'],
    ['npm test 2>&1 | wc -l', 'query'],
    ['ls logs/', 'query'],
    ['cat > notes.md <<EOF\nmake\nEOF', 'query'],
    ['tail -100 server.log', 'log'],
    ['grep ERROR /var/log/syslog', 'log'],
    ['docker logs web 2>&1 | tail -50', 'log'],
    ['gh run view 7 --log-failed', 'log'],
    ['sort -u /etc/services', 'query'],
    ['uniq -c words.txt', 'query'],
    ['sort app.log', 'log'],
    ['node --v8-options', 'query'],
    ['python3 -m pydoc json', 'query'],
    ['perldoc perlvar', 'query'],
    ['bash -c help', 'query'],
    ['ulimit -a', 'query'],
    ['export', 'query'],
    ['terraform plan', 'query'],
    ['kubectl apply --dry-run=client -o yaml -f x', 'query'],
    ['clang-format f.c', 'read'],
    ['clang-format -i f.c', 'run'],
    ['gcc -E h.c', 'query'],
    ['gcc -c x.c -o x.o', 'run'],
    ['npm test -- --listTests', 'query'],
    ['npm run', 'query'],
    ['psql -d app -f migrate.sql', 'unknown'],
    ['psql -d app -c "select 1"', 'query'],
    ['mysql app < dump.sql', 'unknown'],
    ['sqlite3 a.db < in.sql > out.txt', 'query'],
    ['vitest run', 'run'],
    ['cargo run', 'run'],
    ['pre-commit run', 'run'],
    ['npm run build', 'run'],
    ['./gradlew :app:dependencies', 'query'],
    ['./gradlew build --info', 'run'],
    ['mvn -q help:effective-pom', 'query'],
    ['conda env create -f e.yml', 'run'],
    ['conda env export', 'query'],
    ['git bisect log', 'query'],
    ['git bisect run make', 'run'],
    ['set -e; make', 'run'],
    ['ldconfig -p', 'query'],
    ['ldconfig', 'run'],
    ['update-alternatives --list editor', 'query'],
    ['gcc --help=optimizers', 'query'],
    ['clang --help-hidden', 'query'],
    ['gcc -print-search-dirs', 'query'],
    ['rustc --print cfg', 'query'],
    ['gcc -O2 a.c', 'run'],
    ['npx tsc --all', 'query'],
    ['npx tsc --showConfig', 'query'],
    ['npx tsc -p .', 'run'],
    ['pytest --collect-only -q', 'query'],
    ['make -n install', 'query'],
    ['make -j8 install', 'run'],
    ['make 2>&1 | tee build.txt', 'run'],
    ['npm test | tail -50', 'run'],
    ['git push', 'run'],
    ['curl -sSL https://localhost/install.sh | bash', 'run'],
    ['bash <<EOF\nmake all\nEOF', 'run'],
    ['./build.sh --fast', 'run'],
    ['node_modules/.bin/jest', 'run'],
    ['git ls-files | xargs eslint', 'run'],
    ['cat notes.md; make', 'run'],
    ['pytest -v', 'run'],
    ['python3 -m unittest -v', 'run'],
    ['make -v', 'query'],
    ['python x.py', 'unknown'],
    ['mytool status && ls', 'unknown'],
    ['f() { make; }; f', 'unknown'],
    ['echo "never ends', 'unknown'],
    ['cat f\0', 'unknown'],
  ])('%j is for %s', (command, purpose) => {
    expect(purposeOf(command)).toBe(purpose)
  })

  test.each([
    'cd x && FOO=1 make',
    'env -u A B=1 make',
    'sudo -u me make',
    'time make',
    'timeout -k 5 60 make',
    'nice -n 5 make',
    'sh -c "make"',
    "bash -lc 'cd x; make'",
    'ssh -p 22 me@host "cd x && make"',
    'docker exec -it web make',
    'docker run --rm -v "$PWD":/w -w /w gcc:14 make',
    'kubectl exec -n a pod -c b -- make',
    'npx make',
    'uv run make',
    'bundle exec make',
    'find . | xargs -n1 make',
    "eval 'cd x && make' \\< /dev/null && pwd -P >| /tmp/cwd",
  ])('%j runs make', (command) => {
    expect(judgeCommand(command)).toMatchObject({ for: 'run', words: ['make'] })
  })
})

test('the words of a list are no line for a shell', () => {
  expect(purposeOf(['cat', 'a; make'])).toBe('read')
  expect(purposeOf(['sh', '-c', 'make'])).toBe('run')
})

test.each([
  ['grep foo f', [1]],
  ['ps aux | grep node', [1]],
  ['git diff --exit-code', [1]],
  ['git diff', []],
  ['diff a b', [1]],
  ['jq -e .ok f', [1, 4]],
  ['jq .ok f', []],
  ['grep foo f; make', []],
  ['pgrep node', [1]],
  ['[ -f a ]', [1]],
])('the statuses of %j that are answers are %j', (command, answers) => {
  expect(judgeCommand(command).answers).toEqual(answers)
})

test.each([
  ['tail -n 500 notes.md', true],
  ['cat notes.md | tail -50', true],
  [['tail', '-50', 'notes.md'], true],
  ['tail -n +20 notes.md', undefined],
  ['tail -50 notes.md | head -3', undefined],
  ['cat notes.md', undefined],
  ['make | tail -50', undefined],
])('the end of what %j reads is kept: %j', (command, isEnd) => {
  expect(judgeCommand(command).isEnd).toBe(isEnd)
})

// Half a was seen while the table was written. Of half b only counts were, and one of them led to rows of the table.
it.each(['lines-a.json', 'lines-b.json'])(
  'at least 97 % of the labelled lines of %s are judged as labelled',
  (file) => {
    const lines = labelled(file)
    const wrong = lines.filter(([line, label]) => purposeOf(line) !== label)
    expect(wrong.length / lines.length, wrong.join('\n')).toBeLessThanOrEqual(0.03)
    // What would do harm: a page or an answer that is cut as a run, and a failure or a log that is shown as a page.
    const harmful = lines.filter(
      ([line, label]) =>
        (label === 'read' && purposeOf(line) === 'run') ||
        ((label === 'run' || label === 'log') && purposeOf(line) === 'read'),
    )
    expect(harmful).toEqual([])
  },
)
