import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { build, distFile } from '../support/built.ts'

/** How many random lines are compared: 10,000 with PITH_PIPELINES=10000. */
const LINES = Number(process.env.PITH_PIPELINES ?? 400)
const BATCH = 50

const sources = [
  'seq 20',
  'false',
  "sh -c 'echo one; echo two >&2; exit 3'",
  "sh -c 'seq 30000; exit 3'",
  "printf 'no line end'",
  'printf "a b\\n\\"c\\"\\n"; seq 3',
  '{ seq 2; }',
  'yes',
  'X=1 seq -f "%g x" 5',
  "sh -c 'kill -9 $$'",
  'ls /no-such-folder',
  'grep no-such-word /etc/passwd',
  'cat /etc/passwd',
  '(exit 4)',
  'echo $(echo inner | tail -1)',
]
const middles = ['sort', 'tr a-z A-Z', "sh -c 'cat; exit 5'", 'wc -l', 'cat -n', 'grep -v 3']
const cuts = [
  ...['tail -3', 'tail -n 2', 'tail -c 5', 'head -2', 'head -n 1', 'head -c 3', 'grep -E "1|o"', 'grep -c x'],
  ...[
    "grep 'no such'",
    "sed -n '1,3p'",
    'cut -c 1-2',
    "cut -d ' ' -f 1",
    'cat',
    'less',
    'tail -1 2>/dev/null',
  ],
  ...['grep -q 1', 'grep -zz-bad', 'tail -2 >out; cat out', 'tail -1 /etc/hostname', 'sed -n 2q'],
]
const pipes = [' | ', '|', ' 2>&1 | ', ' |& ', ' 2>/dev/null |\n  ']
const openings = [
  '',
  '',
  '',
  'cd /tmp && ',
  'set -o pipefail; ',
  'set -e; ',
  'set -eu; ',
  'false || ',
  'true; ',
  'x=2\n',
  '! ',
]
const endings = [
  '',
  '',
  '',
  ';',
  '\n',
  ' && echo then',
  `; echo "$? \${PIPESTATUS[*]}"`,
  ' || echo else',
  ' # end',
  ' &\nwait',
]

const lines = fc
  .tuple(
    fc.constantFrom(...openings),
    fc.constantFrom(...sources),
    fc.array(fc.tuple(fc.constantFrom(...pipes), fc.constantFrom(...middles)), { maxLength: 1 }),
    fc.array(fc.tuple(fc.constantFrom(...pipes), fc.constantFrom(...cuts)), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...endings),
  )
  .map(
    ([opening, source, middle, cut, ending]) =>
      `${opening}${source}${[...middle, ...cut].flat().join('')}${ending}`,
  )
  // These end only when their reader does.
  .filter((line) => !line.includes('yes') || /^[^|]*\|[ \n&]*head -[^|]*$/.test(line.replace(/^.*yes/s, '')))

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Runs lines in bash as they are and as the shell for agents gives them to bash. Returns those that differ. */
async function differing(
  folder: string,
  batch: readonly string[],
): Promise<{ different: string[]; told: number }> {
  const script = batch.map(
    (
      line,
      at,
    ) => `line=${quoted(line)}; told=; base=$PWD/kept.${at}; . ${quoted(distFile('shell/pipes.sh'))}; tell_pipes
bash -c "$line" >bare.o.${at} 2>bare.e.${at} </dev/null; echo $? >bare.s.${at}
bash -c "\${told:-$line}" >own.o.${at} 2>own.e.${at} </dev/null; echo $? >own.s.${at}`,
  )
  const names = `self=${quoted(distFile('shell/pith'))} parts=${quoted(distFile('shell/pipes.sh'))}`
  // Without Node the statuses alone are told.
  const begin = `set -f; rm -f kept.*; PITH_NODE=/bin/false; ${names}`
  writeFileSync(join(folder, 'script'), `${begin}\n${script.join('\n')}\n`)
  await promisify(execFile)('/bin/sh', ['script'], { cwd: folder })
  let told = 0
  const different = batch.filter((_, at) => {
    const read = (name: string) => readFileSync(join(folder, `${name}.${at}`), 'latin1')
    // Two stages may write their errors in either order.
    const errors = (name: string) => read(name).split('\n').sort().join('\n').replaceAll(/ \d+ /g, ' N ')
    const more = read('own.o').slice(read('bare.o').length)
    if (more !== '') told++
    return (
      read('own.s') !== read('bare.s') ||
      errors('own.e') !== errors('bare.e') ||
      !read('own.o').startsWith(read('bare.o')) ||
      !/^(?:\n?\[.* exited \d+; \w+ 0\.\]\n)?$/.test(more)
    )
  })
  return { different, told }
}

it('random pipelines print and return what they do in bash, but for the last line', async () => {
  build()
  const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  const all = fc.sample(lines, { numRuns: LINES, seed: inject('seed') })
  let told = 0
  let left: string[] = []
  for (let from = 0; from < all.length; from += BATCH) {
    const found = await differing(folder, all.slice(from, from + BATCH))
    told += found.told
    left.push(...found.different)
  }
  // Whether a stage gets SIGPIPE when its reader ends is chance, in bash too.
  for (let tries = 0; tries < 20 && left.length > 0; tries++) left = (await differing(folder, left)).different
  rmSync(folder, { recursive: true })
  expect(left).toEqual([])
  expect(told).toBeGreaterThan(LINES / 40)
})
