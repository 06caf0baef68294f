import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { build, distFile } from './built.ts'
import { runWarm } from './warm.ts'

/** Runs the real command, with artifacts in a temporary folder. */

export interface Ran {
  status: number | null
  stdout: Buffer
  stderr: string
}

export interface RunOptions {
  input?: string | Uint8Array
  env?: Record<string, string>
  cwd?: string
  /** Milliseconds after which a process that hangs is killed. Default: 100,000. */
  timeoutMs?: number
  /** Called with the process as soon as it runs. */
  whileRunning?: (child: ChildProcess) => Promise<void>
  /** True for a call that needs a process of its own. */
  alone?: boolean
}

export interface CommandUnderTest {
  /** A folder that only this test file uses. */
  readonly folder: string
  /** Runs `pith` with these words. Most calls share one running process; see `warm.ts`. */
  pith(words: readonly string[], options?: RunOptions): Promise<Ran>
  /** Runs a script in which `pith` is the command and `$FOLDER` the folder. */
  sh(script: string, options?: RunOptions): Promise<Ran>
  /** Runs node with these words. */
  node(words: readonly string[], options?: RunOptions): Promise<Ran>
}

const main = distFile('cli/main.js')
const LONGEST_RUN_MS = 100_000
const LONGEST_BUILD_MS = 120_000

/** Builds what is stale before the tests. Call it in a `describe`. `alone` applies to all of their calls. */
export function useCommand({ alone = false } = {}): CommandUnderTest {
  let folder = ''
  beforeAll(() => {
    build()
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  }, LONGEST_BUILD_MS)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const placed = (options: RunOptions = {}) => {
    const own = {
      PITH_ARTIFACTS: join(folder, 'artifacts'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_STATE_HOME: join(folder, 'state'),
      FOLDER: folder,
      NODE: process.execPath,
      PITH: main,
      // Whoever runs the tests may be an agent.
      ...{ CLAUDECODE: '', OPENCODE: '', PI_CODING_AGENT: '', GEMINI_CLI: '' },
    }
    return { cwd: folder, alone, ...options, env: { ...process.env, ...own, ...options.env } }
  }
  const run = (file: string, words: readonly string[], options?: RunOptions) =>
    runProcess(file, words, placed(options))
  return {
    get folder() {
      return folder
    },
    pith: (words, options) =>
      needsProcess(words, placed(options))
        ? run(process.execPath, [main, ...words], options)
        : runWarm({ input: '', ...placed(options), main, words }),
    sh: (script, options) => run('/bin/sh', ['-c', `pith() { "$NODE" "$PITH" "$@"; }\n${script}`], options),
    node: (words, options) => run(process.execPath, words, options),
  }
}

/** Whether a call needs a process of its own. `bench` does, because it measures time. */
function needsProcess([command]: readonly string[], options: RunOptions): boolean {
  const { alone, timeoutMs, whileRunning } = options
  return command === 'bench' || !!(alone || timeoutMs || whileRunning)
}

async function runProcess(file: string, words: readonly string[], options: RunOptions): Promise<Ran> {
  const { env, cwd, timeoutMs: timeout = LONGEST_RUN_MS } = options
  const child = spawn(file, words, { env, cwd, timeout, killSignal: 'SIGKILL' })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // A command that reads no input may end before its input is written.
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  await options.whileRunning?.(child)
  const status = await closed
  return { status, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() }
}

/** Settles when a file exists. Commands make one to show that they have reached a point. */
export async function fileToAppear(path: string): Promise<void> {
  for (let tries = 0; !existsSync(path); tries++) {
    if (tries === 10_000) throw new Error(`${path} did not appear`)
    await sleep(10)
  }
}

/** Whether a process runs. A zombie, whose parent has not read its status yet, does not. */
export function isAlive(pid: number): boolean {
  if (process.platform !== 'linux') {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !['Z', 'X'].includes(stat[stat.lastIndexOf(')') + 2])
  } catch {
    return false
  }
}

/** The output of `seq first last`. */
export const seq = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `${first + at}\n`).join('')

/** The lines of standard error. */
export const linesOf = (stderr: string): string[] => stderr.split('\n').slice(0, -1)
