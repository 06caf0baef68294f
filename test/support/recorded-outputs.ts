import type { CommandStatus } from '../../src/options.ts'
import { FORMS, irregularCase } from './irregular/cases.ts'
import { passingLogs } from './passing-logs.ts'
import { createRandom, type Random } from './random.ts'
import { sessions } from './sessions.ts'
import { terminalWords } from './terminal-streams.ts'

// Outputs of commands: regular and irregular ones of all kinds, recorded sessions, logs with prefixes, and what moves a cursor.

const encoder = new TextEncoder()

export interface Output {
  name: string
  bytes: Uint8Array
  command: string
  status?: CommandStatus
}

const made = (name: string, text: string, command = ''): Output => ({
  name,
  command,
  bytes: encoder.encode(text),
})

/** What stands before the lines of a log. */
export const PREFIXES: readonly ((at: number) => string)[] = [
  (at) => `2026-04-22T16:09:${10 + (at % 50)}.3365099Z `,
  (at) => `build (20)\tRun tests\t2026-04-22T16:${10 + (at % 50)}:37.3365099Z `,
  (at) => `2024-05-10T11:22:33.123456Z 0${at % 2}${at % 3 ? 'O' : 'E'}${at % 7 ? ' ' : '+'}`,
  (at) => `[pod/app-7f9c6d8b5-x2x4${at % 3}/app] `,
  (at) => `${at % 4 ? 'web' : 'database'}-1  | `,
  (at) => `#${10 + (at % 3)} ${at}.456 `,
  (at) => `Nov  2 10:00:${10 + (at % 50)} host-1 sshd[812]: `,
  (at) => `[   ${12 + at}.345678] `,
  (at) => `2024-05-10 11:22:${10 + (at % 50)},123 INFO  `,
  (at) => `${at % 9 ? '[INFO]' : '[WARNING]'} `,
  (at) => `I0522 10:00:00.${100_000 + at}   12345 server.go:12] `,
  (at) => `web:${at % 5 ? 'build' : 'lint'}: `,
]

const logLine = ({ below, pick }: Random, at: number): string =>
  pick([
    `fetched object ${at} of 90`,
    `fetched object ${at} of 90`,
    'waiting for the server',
    `src/m${at}.ts:${below(90)}:1 - error TS${2000 + below(9)}: no such name`,
    `${'word '.repeat(below(12))}${below(1000)}`,
    `  at run (src/a${below(3)}.js:${at}:7)`,
    '',
  ])

const CONTROLS = [
  ...[
    '\n',
    '\n',
    '\n',
    '\r\n',
    '\r',
    '\r',
    '\b',
    '\t',
    '\v',
    '\x07',
    '\x1bD',
    '\x1bM',
    '\x1bE',
    '\x1b7',
    '\x1b8',
    '\x1b(B',
  ],
  ...[
    '\x1b]0;t\x1b\\',
    '\x1b]8;;http://x\x07',
    '\x1bc',
    '\x1b',
    '\x1b[3',
    '^[[0m',
    '\u009b3m',
    '\x1b[?1049h',
    '\x1b[?1049l',
  ],
  ...['31m', '0m', '2K', '1K', 'K', '2J', '1J', 'J', 's', 'u', '?25l', '3;7H', '2;30H', 'r', '2;5r'].map(
    (end) => `\x1b[${end}`,
  ),
]
/** As the recorded digests have them. */
const SHOWN = [...terminalWords.filter((word) => word !== ' '), '^~~~']

export function terminalText({ below, pick }: Random, pieces: number): string {
  const moved = () => `\x1b[${below(6) || ''}${pick([...'ABCDEFGHKLMPSTX@dmre`a'])}`
  return Array.from(
    { length: pieces },
    () => [pick(SHOWN), pick(CONTROLS), moved(), pick(SHOWN)][below(4)],
  ).join('')
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
const letter = (at: number): string => String.fromCharCode(97 + (at % 26))

/** Regular outputs of commands. */
const REGULAR: readonly [command: string, text: string][] = [
  ['find .', lines(240, (at) => `./src/d${at >> 3}/in/${letter(at * 7)}${at}.ts`)],
  ['git ls-files', lines(300, (at) => `usr/lib/package${at >> 2}/${letter(at)}.py`)],
  [
    'tree',
    `.\n${lines(160, (at) => `${'│   '.repeat((at * 5) % 4)}${at % 7 ? '├── ' : '└── '}${letter(at)}${at}.c`)}\n9 directories, 151 files`,
  ],
  [
    'npm ls',
    `app@1.0.0 /src/app\n${lines(90, (at) => `${at % 3 ? '| ' : ''}+-- ${letter(at)}@${at}.0.1${at === 70 ? ' extraneous' : ''}`)}`,
  ],
  [
    'mysqldump a',
    `-- Dump of a\n${lines(6, (at) => `CREATE TABLE t${at} (\n  id int,\n  name text\n);\n${lines(30, (row) => `INSERT INTO t${at} VALUES (${row}, '${letter(row)}');`)}`)}`,
  ],
  [
    'pg_dump a',
    `SET a = 1;\nCREATE TABLE t (id int);\nCOPY t (id, name) FROM stdin;\n${lines(200, (at) => `${at}\t${letter(at)}`)}\\.\nCREATE INDEX i ON t (id);\nALTER TABLE t ADD x int;\n`,
  ],
  [
    'cat a.ini',
    `; Of all.\n${lines(40, (at) => `[service.${at}]\nport = ${8000 + at}\ntls = ${at === 17 ? 'off' : 'on'}\n# of ${letter(at)}\nowner = team`)}`,
  ],
  [
    'cat Cargo.lock',
    `title = "ring"\n\n${lines(40, (at) => `[[package]]\nname = "part-${at}"\nfeatures = [\n  "a",\n  "b",\n]\n`)}`,
  ],
  [
    'man ring',
    `RING(1)    User Commands    RING(1)\n\nNAME\n       ring - rings a bell\n\nOPTIONS\n${lines(40, (at) => `       -${letter(at)}, --option-${at}=WORD\n              What option ${at} does, in words\n              that take two lines.\n`)}FILES\n${lines(30, (at) => `       A line of text number ${at}.`)}\nRing 2.1    2024    RING(1)\n`,
  ],
  [
    'ring --help',
    `Rings a bell.\n\nUsage: ring [options]\n\nCommands:\n${lines(40, (at) => `  ring-${at} <bell>        rings bell ${at}\n${' '.repeat(25)}and goes on`)}\nOptions:\n${lines(30, (at) => `  -${letter(at)}, --option-${at}      sets number ${at}`)}`,
  ],
  [
    'git blame a.c',
    lines(
      120,
      (at) =>
        `${at % 9 ? '^' : ''}0123${letter(at >> 3)}bc (Ada Lovelace ${2020 + (at >> 6)}-03-0${1 + (at % 9)} 10:00:00 +0100 ${String(at + 1).padStart(3)}) int x${at};`,
    ),
  ],
  [
    'git status',
    `On branch main\nChanges to be committed:\n  (use "git restore --staged <file>..." to unstage)\n${lines(30, (at) => `\tnew file:   src/staged${at}.ts`)}\nUnmerged paths:\n${lines(3, (at) => `\tboth modified:   src/merge${at}.ts`)}\nUntracked files:\n${lines(200, (at) => `\tbuild/out${at}.o`)}`,
  ],
  [
    'git status -s',
    `## main...origin/main [ahead 2]\n${lines(90, (at) => (at === 70 ? 'UU src/merge.ts' : `${at % 2 ? ' M' : 'M '} src/f${at}.ts`))}${lines(90, (at) => `?? out/o${at}`)}`,
  ],
  [
    'git status --porcelain=v2',
    `# branch.oid ${'01'.repeat(20)}\n${lines(90, (at) => `1 ${at % 2 ? '.M' : 'A.'} N... 100644 100644 100644 ${'ab'.repeat(20)} ${'cd'.repeat(20)} src/f${at}.ts`)}${lines(99, (at) => `? out/o${at}`)}`,
  ],
  [
    'grep -rn total src',
    lines(
      200,
      (at) => `src/f${at >> 4}.ts:${at * 3}:  const total${at} = ${letter(at)} + ${'x'.repeat(at % 50)}`,
    ),
  ],
  [
    'rg -C1 total',
    lines(150, (at) =>
      at % 4 === 3
        ? '--'
        : `src/f${at >> 5}.ts${at % 4 === 1 ? ':' : '-'}${at * 3}${at % 4 === 1 ? ':' : '-'}let ${letter(at)} = ${at}`,
    ),
  ],
  [
    'rg --heading total',
    lines(12, (at) => `src/f${at}.ts\n${lines(20, (nth) => `${nth * 3}:  total ${letter(nth)}`)}`),
  ],
  ['grep -c total *.ts', lines(150, (at) => `src/f${at}.ts:${(at * 7) % 13}`)],
  [
    'kubectl get pods',
    `NAME   READY   STATUS    RESTARTS   AGE\n${lines(120, (at) => `app-${letter(at)}${at}   1/1     ${at === 77 ? 'CrashLoop' : 'Running  '}   ${at % 3}          ${at}d`)}`,
  ],
  [
    'cat users.json',
    `[${Array.from({ length: 120 }, (_, at) => `\n  {"id": ${at}, "name": "${letter(at)}", "status": "${at === 70 ? 'failed' : 'ok'}", "tags": ["a", ${at}]}`).join(',')}\n]\n`,
  ],
  [
    'kubectl get pods -o json',
    `{"items": [${Array.from({ length: 40 }, (_, at) => `{"metadata": {"name": "${letter(at)}${at}"}, "status": {"phase": "${at === 30 ? 'Failed' : 'Running'}", "n": ${at}}}`).join(', ')}], "kind": "List"}\n`,
  ],
  [
    'git diff',
    lines(
      30,
      (at) =>
        `diff --git a/src/f${at}.c b/src/f${at}.c\n--- a/src/f${at}.c\n+++ b/src/f${at}.c\n@@ -${at},3 +${at},4 @@ int main(void)\n ${letter(at)}\n-\treturn 1;\n+\treturn 0;\n+\tx();\n }`,
    ),
  ],
  [
    'eslint .',
    lines(
      25,
      (at) =>
        `/src/f${at}.ts\n${lines(6, (nth) => `  ${nth + 1}:${at}  ${nth % 4 ? 'warning' : 'error'}  Unexpected ${letter(at)}  no-${letter(nth)}`)}`,
    ),
  ],
  [
    'tsc',
    lines(
      120,
      (at) => `src/f${at >> 3}.ts(${at},7): error TS${2300 + (at % 7)}: Cannot find name '${letter(at)}'.`,
    ),
  ],
  [
    'cat app.ts',
    `import a from 'a'\n\n${lines(40, (at) => `/** Of ${letter(at)}. */\nexport function f${at}(x: string): string {\n  // ${at}\n  if (x === "}") {\n    return \`a \${x}\`\n  }\n  return /[{"]/.test(x) ? x : '${letter(at)}'\n}\n`)}`,
  ],
  [
    'cat app.py',
    lines(
      40,
      (at) =>
        `class C${at}(Base):\n    """Of ${letter(at)}."""\n\n    def run(self, x):\n        if x:\n            return '#${at}'\n        return [\n            1,\n        ]\n`,
    ),
  ],
]

const giant = lines(4000, (at) => `item ${at} of ${letter(at)}é`).replaceAll('\n', ', ')
/** Lines of which memory holds the ends alone, and a log before the diff that it ends in. */
const GIANT: readonly [name: string, text: string][] = [
  ['a giant line', `first\n${giant}error: no such file, ${giant}\n`],
  ['a giant line without an end', `${giant}${giant}`],
  ['a giant line above others', `${giant}${giant}\n${lines(90, (at) => `step ${at}`)}`],
  [
    'a log above a diff',
    `${lines(60, (at) => `step ${letter(at)} of ${at}`)}${lines(20, (at) => `diff --git a/f${at} b/f${at}\n--- a/f${at}\n+++ b/f${at}\n@@ -1,2 +1,2 @@\n-old ${at}\n+new ${letter(at)}\n same\n@@ -9,2 +9,3 @@\n+more\n same`)}`,
  ],
]

/** What CI services write around the steps of a job, of which the second one fails. */
const CI: readonly [service: string, begins: string, passed: string, failed: string][] = [
  ['github', '##[group]Run make', '', '##[error]Process completed with exit code 2.\n'],
  ['azure', '##[section]Starting: make', '', '##[error]Bash exited with code 1.\n'],
  ['travis', '$ make', 'The command "make" exited with 0.\n', 'The command "make test" exited with 2.\n'],
]

const steps = (begins: string, passed: string, failed: string): string =>
  [passed, failed, passed]
    .map(
      (end, nth) =>
        `${begins} ${nth}\n${lines(40, (at) => (at % 9 === nth ? `error: ${letter(at)} not found in ${nth}` : `${letter(at)} ${at} is made`))}${end}`,
    )
    .join('')

export function* outputs(): Iterable<Output> {
  for (const [command, text] of REGULAR) yield made(command, text, command)
  for (const [at, [form, { make, command }]] of Object.entries(FORMS).entries()) {
    const random = createRandom(at + 1)
    for (const size of [700, 4000])
      yield made(`${form} ${size}`, make(random, size), size === 700 ? '' : command)
    yield { ...irregularCase(at, form, 3000), name: `spoiled ${form}` }
  }
  for (const { name, bytes, outcome, command } of sessions)
    yield {
      name,
      command,
      bytes: bytes.subarray(-6000),
      status: { exitCode: outcome === 'failure' ? 1 : 0 },
    }
  for (const [name, log] of passingLogs) yield made(name, log.slice(0, 12_000))
  for (const [at, prefix] of PREFIXES.entries()) {
    const random = createRandom(at + 1)
    const lines = Array.from({ length: 150 }, (_, nth) => prefix(nth) + logLine(random, nth))
    yield made(`prefixed ${at}`, lines.join('\n'))
  }
  for (let seed = 1; seed <= 8; seed++) yield made(`terminal ${seed}`, terminalText(createRandom(seed), 200))
  yield {
    name: 'bytes',
    command: '',
    bytes: Uint8Array.from({ length: 9000 }, (_, at) => (at % 400 < 150 ? 97 + (at % 26) : (at * 7919) >> 3)),
  }
  for (const [name, text] of [['nothing', ''], ...GIANT]) yield made(name, text)
  for (const [service, ...marks] of CI) yield made(`steps ${service}`, steps(...marks))
}

/** Outputs of each command of up to 2 KB: as they are, with CRLF, with other bytes, and from somewhere on. */
export function* small(): Iterable<{ name: string; command: string; texts: Uint8Array[] }> {
  const random = createRandom(1)
  const regular = REGULAR.map(([command, text]) => ({ name: command, command, text: text.slice(0, 1500) }))
  const irregular = Object.entries(FORMS).map(([name, { command, make }]) => ({
    name,
    command,
    text: make(random, 1200),
  }))
  for (const { name, command, text } of [...regular, ...irregular]) {
    const bytes = encoder.encode(text)
    const edited = Array.from({ length: 2 }, () => bytes.slice())
    for (const each of edited)
      for (let nth = 0; nth < 4; nth++)
        each[random.below(each.length)] = random.pick([...bytes, 0x0a, 0x22, 0x5b, 0x7d, 0x3a])
    const texts = [
      encoder.encode(text.replaceAll('\n', '\r\n')),
      ...edited,
      bytes.slice(random.below(bytes.length >> 1)),
    ]
    yield { name, command, texts }
  }
}
