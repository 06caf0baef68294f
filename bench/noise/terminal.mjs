// Records what a command writes to a terminal or a pipe, in a neutral place: no name of the machine, of its user or of
// its folders is in the bytes. It needs Linux, root (for `unshare`) and `script` of util-linux.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Every session is recorded in `PLACE`. Tools of npm are installed in the folder above it, so that projects find them. */
const PLACE = '/src/app'
const NODE_TOOLS = '/src/node_modules'
const HOME = '/src/me'
const LONGEST_MS = 90_000

const PATH = [
  join(NODE_TOOLS, '.bin'),
  '/src/rust/bin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
].join(delimiter)

const ENVIRONMENT = {
  PATH,
  HOME,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  USER: 'root',
  SHELL: '/bin/sh',
  PYTHONDONTWRITEBYTECODE: '1',
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  NO_UPDATE_NOTIFIER: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  ...cargoOf(process.env),
}

function cargoOf({ RUSTUP_HOME, HOME: home = '' }) {
  return { CARGO_HOME: '/src/cargo', RUSTUP_HOME: RUSTUP_HOME ?? join(home, '.rustup') }
}

/** Runs a shell command with the environment of the recordings; for what prepares a session and finds versions. */
export function sh(script, { folder = PLACE } = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd: folder,
    env: ENVIRONMENT,
    timeout: LONGEST_MS,
    maxBuffer: 64 << 20,
  })
  return { status, text: `${stdout}${stderr}` }
}

/** An empty folder for the next session, and the files of its project. */
export function freshPlace(files) {
  rmSync(PLACE, { recursive: true, force: true })
  mkdirSync(HOME, { recursive: true })
  mkdirSync(PLACE, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(PLACE, path)), { recursive: true })
    writeFileSync(join(PLACE, path), text)
  }
}

/**
 * Runs a command and returns all it wrote, with its exit status.
 *
 * @param {{ command: string, columns?: number, rows?: number, pipe?: boolean, env?: object,
 *   keys?: [number, string][], before?: string }} recipe `before` is run first, unseen, and may leave a server running;
 *   `keys` are typed so many milliseconds after the start; `pipe` gives a pipe
 *   instead of a terminal
 * @returns {Promise<{ bytes: Buffer, status: number }>}
 */
export function record({
  command,
  columns = 80,
  rows = 24,
  pipe = false,
  env = {},
  keys = [],
  before = ':',
}) {
  const sized = pipe
    ? `{ ${command}; } 2>&1`
    : `script -qfec ${quoted(`stty cols ${columns} rows ${rows}; ${command}`)} /dev/null; exit $?`
  const inside = `hostname builder; ${before}; ${sized}`
  const child = spawn(
    'unshare',
    ['--pid', '--fork', '--mount-proc', '--uts', '--kill-child', 'sh', '-c', inside],
    {
      cwd: PLACE,
      env: { ...ENVIRONMENT, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const parts = []
  child.stdout.on('data', (part) => parts.push(part))
  child.stdin.on('error', () => {})
  const timers = keys.map(([ms, text]) => setTimeout(() => child.stdin.write(text), ms))
  timers.push(setTimeout(() => child.kill('SIGKILL'), LONGEST_MS))
  if (pipe) child.stdin.end()
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      for (const timer of timers) clearTimeout(timer)
      resolve({ bytes: Buffer.concat(parts), status })
    })
  })
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
