import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Input } from '../options.ts'
import type { StreamName } from '../tools/streams.ts'
import { closeSources, closeWriteEnds, type OutputSource, type Pipe } from './named-pipe.ts'
import { MARKER_VARIABLE, markerInside } from './process-tree.ts'

export interface StartOptions {
  cwd?: string | undefined
  /** Default: `process.env`. */
  env?: Record<string, string | undefined> | undefined
  /** Where standard input comes from. Default: `'inherit'`. */
  stdin?: 'inherit' | 'ignore' | { input: Input } | undefined
  /** Gives standard output and standard error a pipe each, instead of one for both. */
  separate?: boolean | undefined
}

interface SpawnOptions {
  /** Whether the command leads a session and a process group, which can be ended as a whole. It has no terminal then. */
  detached: boolean
}

export interface StartedProcess {
  child: ChildProcess
  /** One merged output, called `stdout`, or one for each stream. */
  outputs: { stream: StreamName; source: OutputSource }[]
  exited: Promise<ExitedProcess>
}

export type ExitedProcess = { kind: 'exited'; exitCode: number } | { kind: 'signaled'; signal: string }

export interface FailedStart {
  kind: 'failed-to-start'
  /** The system's error code, such as `ENOENT`. */
  code: string
  message: string
}

/** Starts a command with `marker` in its environment. Without `pipes`, Node makes them. */
export async function startProcess(
  argv: readonly string[],
  options: StartOptions & SpawnOptions,
  marker: string,
  pipes: readonly Pipe[] | undefined,
): Promise<StartedProcess | FailedStart> {
  try {
    const child = spawnWith(pipes, argv, options, marker)
    const exited = new Promise<ExitedProcess>((resolve) => {
      child.once('exit', (exitCode, signal) => {
        resolve(signal ? { kind: 'signaled', signal } : { kind: 'exited', exitCode: exitCode ?? 0 })
      })
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.on('error', reject)
    })
    writeInput(child, options.stdin)
    const sources = pipes?.map(({ source }) => source) ?? [child.stdout, child.stderr]
    const outputs = sources.flatMap((source, at) =>
      source ? [{ stream: at === 0 ? ('stdout' as const) : ('stderr' as const), source }] : [],
    )
    return { child, outputs, exited }
  } catch (error) {
    closeSources(pipes ?? [])
    return { kind: 'failed-to-start', ...startFailure(argv[0], options.cwd, error) }
  }
}

function spawnWith(
  pipes: readonly Pipe[] | undefined,
  argv: readonly string[],
  { cwd, env: given, stdin = 'inherit', separate, detached }: StartOptions & SpawnOptions,
  marker: string,
): ChildProcess {
  const env = { ...(given ?? process.env) }
  const outer = env[MARKER_VARIABLE] ?? process.env[MARKER_VARIABLE]
  env[MARKER_VARIABLE] = markerInside(outer, marker)
  const common = { cwd, env, detached }
  const input = typeof stdin === 'string' ? stdin : 'pipe'
  if (pipes) {
    const [stdout, stderr = stdout] = pipes
    try {
      return spawn(argv[0], argv.slice(1), { ...common, stdio: [input, stdout.writeFd, stderr.writeFd] })
    } finally {
      // The output ends when no process has the write end open.
      closeWriteEnds(pipes)
    }
  }
  if (separate) return spawn(argv[0], argv.slice(1), { ...common, stdio: [input, 'pipe', 'pipe'] })
  const merged = ['-c', 'exec 2>&1; exec "$@"', 'sh', ...argv]
  return spawn('/bin/sh', merged, { ...common, stdio: [input, 'pipe', 'ignore'] })
}

function writeInput(child: ChildProcess, stdin: StartOptions['stdin']): void {
  if (typeof stdin !== 'object') return
  // A command that does not read its input closes the pipe early.
  child.stdin?.on('error', () => {})
  child.stdin?.end(stdin.input)
}

function startFailure(
  file: string,
  cwd: string | undefined,
  error: unknown,
): { code: string; message: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  const name = JSON.stringify(file)
  if (cwd !== undefined && !existsSync(cwd)) {
    return { code, message: `The working directory ${JSON.stringify(cwd)} does not exist.` }
  }
  if (code === 'ENOENT' && process.platform === 'win32') {
    return { code, message: 'Commands are started by /bin/sh, which Windows does not have. Run pith in WSL.' }
  }
  if (code === 'ENOENT') {
    const message =
      file.includes('/') && existsSync(file) ? `The interpreter of ${name}` : `The command ${name}`
    return { code, message: `${message} was not found.` }
  }
  if (code === 'EACCES') return { code, message: `The command ${name} is not executable.` }
  if (code === 'E2BIG') return { code, message: `The arguments of ${name} are too long.` }
  // Deno has no code for what it does not allow, but a sentence that says what to allow.
  const reason = code === 'UNKNOWN' && error instanceof Error ? error.message : `the system reports ${code}`
  return { code, message: `The command ${name} could not be started: ${reason}.` }
}
