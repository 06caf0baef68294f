import { createHash } from 'node:crypto'
import type { Client, ClientTools } from './clients/client.ts'
import type { Call } from './model/dialect.ts'
import type { Step } from './model/server.ts'
import type { World } from './world.ts'

const ERROR = 'error: cannot find value total'

/** The errors in the middle of all large rows. */
export const MIDDLE_ERROR: RegExp = /error: (?:cannot find value total|no such table: users)/

/** A build that prints numbers, with the error in their middle. */
const numbers = (half: number) =>
  `echo "seq 1 ${half}; echo '${ERROR}'; seq ${half + 1} ${2 * half}" >build.sh; sh ./build.sh`

/** Names of the rows that do not fit in 8 KiB. All hold an error in their middle. */
export const largeRows = ['24 KB', '229 KB', '229 KB, exit 1', 'MCP 131 KB', 'file 94 KB'] as const

/** The large rows of a shell, whose error no client keeps by itself. */
export const largestShellRows = ['229 KB', '229 KB, exit 1'] as const

/** A command, and all that it prints before it ends, or before it waits. */
export interface ShellRow {
  name: string
  command: string
  /** What it prints; standard error is among it. */
  output: string | ((client: Client) => string)
  /** Its exit status. Default: 0. */
  status?: number
  /** How long the client lets it run, in milliseconds, for a command that does not end by itself. */
  timeoutMs?: number
}

/** On a busy machine opencode loses the end of an output that is still in the pipe when its command exits. */
const DRAIN = 'sleep 2'

const sequence = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('')

const sha256 = (text: string): string => `${createHash('sha256').update(text).digest('hex')}  -\n`

const numbersOf = (half: number): string => `${sequence(1, half)}${ERROR}\n${sequence(half + 1, 2 * half)}`

export const largeShellRows: readonly ShellRow[] = [
  { name: '24 KB', command: numbers(2500), output: numbersOf(2500) },
  { name: '229 KB', command: `${numbers(20_000)}; ${DRAIN}`, output: numbersOf(20_000) },
  {
    name: '229 KB, exit 1',
    command: `${numbers(20_000)}; ${DRAIN}; exit 1`,
    output: numbersOf(20_000),
    status: 1,
  },
]

const written = sequence(1, 200_000)
const withoutSevens = sequence(1, 100_000).replaceAll(/^\d*7\d*\n/gm, '')

/** Rows whose result is all that the command printed, with pith as without it. */
export const smallShellRows: readonly ShellRow[] = [
  // Some clients have a pipe for each stream, whose order holds only for what is not written at once.
  { name: 'small', command: 'echo hello; sleep 1; echo oops >&2', output: 'hello\noops\n' },
  { name: 'nothing', command: 'true', output: '' },
  { name: 'exit 3', command: 'echo failing; exit 3', output: 'failing\n', status: 3 },
  { name: 'no line end', command: "printf 'a\\n\\nb\\tc'", output: 'a\n\nb\tc' },
  { name: 'cd', command: 'mkdir -p sub && cd sub', output: '' },
  {
    name: 'pwd',
    command: 'pwd',
    output: ({ keepsDirectory }) => (keepsDirectory ? '/world/project/sub\n' : '/world/project\n'),
  },
  { name: 'cd back', command: 'cd "$PROJECT"; pwd', output: '/world/project\n' },
  { name: 'a redirect', command: 'seq 1 200000 > written; sha256sum < written', output: sha256(written) },
  {
    name: 'a redirect that appends',
    command: 'ls /nowhere >> written 2>&1; seq 1 3 >> written; wc -l < written',
    output: '200004\n',
  },
  {
    name: 'pipes',
    command: 'seq 1 100000 | grep -v 7 | sha256sum; seq 1 90000 | tail -n 1',
    output: `${sha256(withoutSevens)}90000\n`,
  },
  {
    name: 'substitutions',
    command: 'x=$(seq 1 30000); echo "$x" | wc -c; wc -l < <(seq 1 40000)',
    output: `${sequence(1, 30_000).length}\n40000\n`,
  },
  {
    name: 'a prompt',
    command: 'printf \'Continue? [y/N] \'; read answer < /dev/null; echo "[$answer]"',
    output: 'Continue? [y/N] []\n',
  },
  {
    name: 'a background server',
    command: `"$NODE" server.mjs > server.log 2>&1 & pid=$!; until [ -s server.log ]; do sleep 0.05; done; cat server.log; kill $pid; wait $pid; echo "[$?]"`,
    output: 'READY on :3000\n[143]\n',
  },
]

/** A row of more bytes than fit, which the command itself asks to have whole. */
export const wholeRow: ShellRow = {
  name: 'PITH=0',
  command: 'PITH=0 seq 10001 11900',
  output: sequence(10_001, 11_900),
}

/** What `pith show` is asked for after a large row, and its answer. A hook may have one more line above. */
const wayBackAt = (of: string, half: number) => ({
  name: 'the way back',
  of,
  lines: `${half - 1}-${half + 3}`,
  output: `${half}\n${ERROR}\n${half + 1}\n`,
})
const wayBacks = { ofLarge: wayBackAt('229 KB', 20_000), ofSmall: wayBackAt('24 KB', 2500) }
export const wayBackOf = ({ keepsLarge }: Client): ReturnType<typeof wayBackAt> =>
  keepsLarge === false ? wayBacks.ofSmall : wayBacks.ofLarge

/** Long enough for a command to print on a busy machine. */
const TIMEOUT_MS = 6000

/** A command does not end by itself before a slow client stops waiting for it. Some clients let it run, until the last row. */
const UNTIL_OVER = 'until [ -e "$PROJECT/over" ]; do sleep 0.1; done'
const overRow = { name: 'over', command: 'touch "$PROJECT/over"' } as const

/** A command that prints much, and that the client ends. */
export const lateLargeRow: ShellRow = {
  name: '229 KB, a timeout',
  command: `${numbers(20_000)}; ${UNTIL_OVER}`,
  timeoutMs: TIMEOUT_MS,
  output: numbersOf(20_000),
}

/** Commands that the client stops waiting for. */
export const endlessRows: readonly ShellRow[] = [
  { name: 'a timeout', command: `seq 1 100; ${UNTIL_OVER}`, timeoutMs: TIMEOUT_MS, output: sequence(1, 100) },
  {
    name: 'a server in front',
    command: '"$NODE" server.mjs "$PROJECT/over"',
    timeoutMs: TIMEOUT_MS,
    output: 'READY on :3000\n',
  },
  {
    name: 'a prompt that waits',
    command: `printf 'Password: '; ${UNTIL_OVER}`,
    timeoutMs: TIMEOUT_MS,
    output: 'Password: ',
  },
]

/** A command that the user ends. `begun` says that it has printed. */
export const interruptedRow = {
  command: 'seq 1 100; touch begun; sleep 601',
  output: sequence(1, 100),
} as const

export const outputOf = ({ output }: ShellRow, client: Client): string =>
  typeof output === 'string' ? output : output(client)

/** What the rows need in a project. */
export function furnish(world: World): void {
  world.write(
    'project/server.mjs',
    `import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
createServer().listen(0, '127.0.0.1', () => console.log('READY on :3000'))
if (process.argv[2]) setInterval(() => existsSync(process.argv[2]) && process.exit(), 100)
`,
  )
  world.write('project/requests.log', logOf94Kilobytes())
  world.env.NODE = process.execPath
  world.env.PROJECT = world.project
}

/** The path of the log of 94 KB, whose middle has an error. */
const logPath = (world: World): string => `${world.project}/requests.log`

/** So many rows of the server are 131 KB. */
export const ROWS_OF_MCP = 6000

/** One call of a client. */
export interface Row {
  name: string
  call: Step
}

/** All calls of one session, in the order in which the model makes them. */
export function rowsOf(client: Client, world: World, hasPith: boolean): Row[] {
  const { tools } = client
  const rows: Row[] = shellRowsOf(client, hasPith).flatMap(({ name, command, timeoutMs }) => {
    const call = tools.shell?.(command, { ...(timeoutMs && { timeoutMs }) })
    return call ? [{ name, call }] : []
  })
  if (hasPith && client.shellBy !== 'nothing') {
    const wayBack = wayBackOf(client)
    const at = rows.findIndex(({ name }) => name === wayBack.of)
    const call: Step = (results) => {
      const command = `pith show ${artifactIn(results[at].text)} --lines ${wayBack.lines}`
      return tools.shell?.(command) as Call
    }
    rows.push({ name: wayBack.name, call })
  }
  if (tools.read) rows.push({ name: 'file 94 KB', call: tools.read(logPath(world)) })
  if (tools.server) rows.push(...serverRows(tools.server))
  const over = client.timedOut && tools.shell?.(overRow.command)
  return over ? [...rows, { name: overRow.name, call: over }] : rows
}

const serverRows = (server: Required<ClientTools>['server']): Row[] => [
  { name: 'MCP small', call: server('big', { rows: 3 }) },
  { name: 'MCP 131 KB', call: server('big', { rows: ROWS_OF_MCP }) },
]

/** The rows of an MCP server that pith is in front of. */
export function wrappedRows({ tools: { server } }: Client): Row[] {
  if (!server) return []
  const rows = serverRows(server)
  const call: Step = (results) => {
    const { text } = results[rows.length - 1]
    return server('pith_show', { id: artifactIn(text), lines: '2000-2001' })
  }
  return [...rows, { name: wayBacks.ofLarge.name, call }]
}

function shellRowsOf({ timedOut, refuses, lateCommands, shellBy }: Client, hasPith: boolean): ShellRow[] {
  const rows = [
    ...smallShellRows,
    ...largeShellRows,
    ...(timedOut ? endlessRows : []),
    ...(lateCommands === 'terminated' ? [lateLargeRow] : []),
    ...(hasPith && shellBy === 'shell' ? [wholeRow] : []),
  ]
  return rows.filter(({ command }) => !refuses?.test(command))
}

/** The artifact that a notice names. */
export const artifactIn = (text: string): string =>
  /\bpith[_ ]show\b.*?\b([0-9a-f]{16})\b/.exec(text)?.[1] ?? 'none'

const LOG_LINES = 1865

/** A line of the log, from 1. */
const lineOfLog = (line: number): string =>
  line === LOG_LINES >> 1 ? ERROR : `2026-03-14 09:26:53 INFO request ${line} was answered`

const logOf94Kilobytes = (): string =>
  Array.from({ length: LOG_LINES }, (_, i) => `${lineOfLog(i + 1)}\n`).join('')
