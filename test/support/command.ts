import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { build, distFile } from './built.ts'
import { runWarm } from './warm.ts'

/** The real command, in processes of its own, with artifacts in a folder that goes away. */

export interface Ran {
  status: number | null
  stdout: Buffer
  stderr: string
}

export interface RunOptions {
  input?: string | Uint8Array
  env?: Record<string, string>
  cwd?: string
  /** After so many milliseconds a process that hangs is killed; 25,000 by default. */
  timeoutMs?: number
  /** Is given the process as soon as it runs. */
  whileRunning?: (child: ChildProcess) => Promise<void>
  /** True for a call that needs a process of its own. */
  alone?: boolean
}

export interface CommandUnderTest {
  /** A folder of the test file's own. */
  readonly folder: string
  /** Runs `pith` with these words: most calls in one process that is there already, as `warm.ts` says. */
  pith(words: readonly string[], options?: RunOptions): Promise<Ran>
  /** Runs a script in which `pith` is the command and `$FOLDER` the folder. */
  sh(script: string, options?: RunOptions): Promise<Ran>
  /** Runs node with these words. */
  node(words: readonly string[], options?: RunOptions): Promise<Ran>
}

const main = distFile('cli/main.js')
const LONGEST_RUN_MS = 25_000
const LONGEST_BUILD_MS = 120_000

/** To be called in a `describe`: builds what is stale before its tests. `alone` is for all of their calls. */
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

/** `bench` measures time. */
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
  // A command that reads no input may be gone before it is written.
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

/** Settles when a file is there: the sign of a command that it is where the test wants it. */
export async function fileToAppear(path: string): Promise<void> {
  for (let tries = 0; !existsSync(path); tries++) {
    if (tries === 1000) throw new Error(`${path} did not appear`)
    await sleep(10)
  }
}

/** Whether a process runs; a zombie, whose parent has not asked for its status yet, does not. */
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

/** Lines of `seq first last`, each with its line end. */
export const seq = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `${first + at}\n`).join('')

/** What is on standard error, one entry a line. */
export const linesOf = (stderr: string): string[] => stderr.split('\n').slice(0, -1)
