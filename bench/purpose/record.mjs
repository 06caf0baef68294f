// Runs the commands, and returns what they print. Nothing of it stays on disk.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMANDS } from './commands.mjs'
import { environmentOf, makeFolders } from './data.mjs'

const project = fileURLToPath(new URL('../../', import.meta.url))
const LEAST_BYTES = 2000
const MOST_BYTES = 300_000
const MOST_MS = 20_000

/** What `--quick` and the test record. */
const QUICK = new Set([
  'ls -R src',
  'cat ARCHITECTURE.md',
  'git log',
  'git blame src/blamed.ts',
  'cat app.ini',
  'cat records.json',
  'cat table.csv',
  'node --help',
])

const VERBED = new Set(['git', 'npm', 'npx', 'openssl', 'dpkg', 'apt'])

/** The tool whose output it is, with its subcommand where it has many: what is seen or held out together. */
function toolOf(command) {
  const [name, verb] = command.split(' ')
  return VERBED.has(name) ? `${name} ${verb}` : name
}

/**
 * @typedef {object} Recording
 * @property {string} kind
 * @property {string} command
 * @property {string} tool
 * @property {string} text
 * @property {Buffer} bytes
 */

/**
 * Commands that are missing here, that fail, or that print too little or too much are left out.
 *
 * @param {(line: string) => void} tell says what is left out
 * @returns {Recording[]}
 */
export function recordings(tell, { quick = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-purpose-'))
  try {
    const folders = { project, ...makeFolders(folder) }
    return COMMANDS.flatMap(({ in: place, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, commands]) =>
        commands
          .filter((command) => !quick || QUICK.has(command))
          .flatMap((command) => recorded({ kind, command }, folders[place], tell)),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function recorded({ kind, command }, cwd, tell) {
  const { stdout, status } = spawnSync('bash', ['-c', command], {
    cwd,
    env: { ...environmentOf(), ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
    timeout: MOST_MS,
  })
  const size = stdout?.length ?? 0
  if (size < LEAST_BYTES || size > MOST_BYTES || !isFine(status, command) || stdout.includes(0)) {
    tell(`${command}: left out, ${size} bytes, status ${status}`)
    return []
  }
  return [{ kind, command, tool: toolOf(command), text: stdout.toString(), bytes: stdout }]
}

/** A pipe that ends early gives 141; npm ends with 1 for a package that is missing, and find for a folder it may not read. */
const isFine = (status, command) =>
  status === 0 || status === 141 || (status === 1 && /^(?:npm|find|sysctl|apt-cache|npx)\b/.test(command))

const settings = {
  PATH: process.env.PATH,
  HOME: process.env.HOME ?? '/',
  LC_ALL: 'C.UTF-8',
  COLUMNS: '120',
  MANWIDTH: '100',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_CONFIG_GLOBAL: '/dev/null',
  NO_COLOR: '1',
}
