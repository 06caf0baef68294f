import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidOption, PithError } from '../errors.ts'
import { type OnOutput, openPipe, type Pipe, PipeReader } from './pipe.ts'
import { killTree, MARKER_VARIABLE } from './processes.ts'

export interface CommandOptions {
  /** Seconds, more than 0; none by default. */
  timeoutSeconds?: number | undefined
  /** Milliseconds between SIGTERM and SIGKILL; 500 by default. */
  killGraceMs?: number | undefined
  /** Milliseconds without output, after the command's exit, that a held pipe is waited for; 500 by default. */
  exitGraceMs?: number | undefined
  cwd?: string | undefined
  /** Default: `process.env`. */
  env?: Record<string, string | undefined> | undefined
  /** Default: `'inherit'`. */
  stdin?: 'inherit' | 'ignore' | undefined
  /** Takes standard output and standard error, merged in the order they were written. */
  onOutput: OnOutput
  /** Ends the command and all that it started. */
  signal?: AbortSignal | undefined
}

export type CommandEnd =
  | { kind: 'exited'; exitCode: number }
  | { kind: 'signaled'; signal: string }
  | { kind: 'timed-out'; afterSeconds: number }
  | { kind: 'aborted' }
  | { kind: 'failed-to-start'; code: string; message: string }

export type CommandResult = CommandEnd & {
  durationMs: number
  /** True when a process that outlived the command still had its output open: more could have come. */
  heldPipe: boolean
}

const EXIT_DRAIN_MS = 2000
const KILL_DRAIN_MS = 200
const TICK_MS = 25
// No pipe holds more unless a privileged process asks for it.
const LARGEST_PIPE_BYTES = 1024 * 1024
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Runs a command without a shell and streams its output.
 *
 * It ends with the command, not with the last process that holds the pipe; a time-out or an abort ends the
 * whole tree. Rejects with `PITH_INVALID_OPTION`, or, once the tree is dead, with what `onOutput` threw.
 */
export async function runCommand(argv: readonly string[], options: CommandOptions): Promise<CommandResult> {
  checkArguments(argv, options)
  const startedAt = performance.now()
  const result = (end: CommandEnd, heldPipe: boolean): CommandResult => {
    return { ...end, durationMs: Math.round(performance.now() - startedAt), heldPipe }
  }
  if (options.signal?.aborted) return result({ kind: 'aborted' }, false)
  const stop = watchForStop(options)
  try {
    const marker = randomBytes(16).toString('hex')
    const started = await start(argv, options, marker)
    if ('kind' in started) return result(started, false)
    const { child, reader, exited } = started
    const drained = exited.then(async (end) => {
      stop.disarmTimer()
      await drain(reader, options.exitGraceMs ?? 500, EXIT_DRAIN_MS)
      return end
    })
    const failed = reader.failed.then((): CommandEnd => ({ kind: 'aborted' }))
    const end = await Promise.race([drained, stop.requested, failed])
    if (end.kind === 'timed-out' || end.kind === 'aborted') {
      if (child.pid !== undefined) await killTree(child.pid, marker, options.killGraceMs ?? 500)
      await drain(reader, KILL_DRAIN_MS, KILL_DRAIN_MS)
    }
    await reader.destroy()
    // A process that even SIGKILL does not end must not keep this one.
    child.unref()
    if (reader.failure) throw reader.failure.error
    return result(end, !reader.ended)
  } finally {
    stop.release()
  }
}

interface Started {
  child: ChildProcess
  reader: PipeReader
  exited: Promise<CommandEnd>
}

async function start(
  argv: readonly string[],
  options: CommandOptions,
  marker: string,
): Promise<Started | Extract<CommandEnd, { kind: 'failed-to-start' }>> {
  const pipe = await openPipe()
  try {
    const child = spawnOn(pipe, argv, options, marker)
    const exited = new Promise<CommandEnd>((resolve) => {
      child.once('exit', (exitCode, signal) => {
        resolve(signal ? { kind: 'signaled', signal } : { kind: 'exited', exitCode: exitCode ?? 0 })
      })
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.on('error', reject)
    })
    const reader = new PipeReader(pipe ?? (child.stdout as Readable), options.onOutput)
    return { child, reader, exited }
  } catch (error) {
    if (pipe) closeSync(pipe.readFd)
    return { kind: 'failed-to-start', ...whyNotStarted(argv[0], options.cwd, error) }
  }
}

function spawnOn(
  pipe: Pipe | undefined,
  argv: readonly string[],
  options: CommandOptions,
  marker: string,
): ChildProcess {
  const env = { ...(options.env ?? process.env) }
  const outer = env[MARKER_VARIABLE] ?? process.env[MARKER_VARIABLE]
  env[MARKER_VARIABLE] = outer ? `${outer},${marker}` : marker
  // A group of its own, so that all of it can be ended at once.
  const common = { cwd: options.cwd, env, detached: true }
  const stdin = options.stdin ?? 'inherit'
  if (!pipe) {
    const merged = ['-c', 'exec 2>&1; exec "$@"', 'sh', ...argv]
    return spawn('/bin/sh', merged, { ...common, stdio: [stdin, 'pipe', 'ignore'] })
  }
  try {
    return spawn(argv[0], argv.slice(1), { ...common, stdio: [stdin, pipe.writeFd, pipe.writeFd] })
  } finally {
    // The end of the output comes when nobody has this end any more.
    closeSync(pipe.writeFd)
  }
}

function whyNotStarted(
  file: string,
  cwd: string | undefined,
  error: unknown,
): { code: string; message: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  const name = JSON.stringify(file)
  if (cwd !== undefined && !existsSync(cwd)) {
    return { code, message: `The working directory ${JSON.stringify(cwd)} does not exist.` }
  }
  if (code === 'ENOENT') {
    const message =
      file.includes('/') && existsSync(file) ? `The interpreter of ${name}` : `The command ${name}`
    return { code, message: `${message} was not found.` }
  }
  if (code === 'EACCES') return { code, message: `The command ${name} is not executable.` }
  if (code === 'E2BIG') return { code, message: `The arguments of ${name} are too long.` }
  return { code, message: `The command ${name} could not be started: the system reports ${code}.` }
}

/**
 * Reads what a command left in the pipe: to its end, or until `idleMs` pass without a byte, or for `capMs`.
 * The time that the consumer takes does not count, up to what a pipe can hold.
 */
async function drain(reader: PipeReader, idleMs: number, capMs: number): Promise<void> {
  const startedAt = performance.now()
  const bytesAtStart = reader.bytes
  let bytesSeen = reader.bytes
  let idle = 0
  let reading = 0
  while (!reader.done) {
    await Promise.race([reader.closed, sleep(TICK_MS)])
    // Ticks are counted, not time: on a busy machine much time can pass without a chance to read.
    idle = reader.waiting || reader.bytes !== bytesSeen ? 0 : idle + TICK_MS
    reading += reader.waiting ? 0 : TICK_MS
    bytesSeen = reader.bytes
    const overtime = performance.now() - startedAt >= capMs
    const readsOthersOutput = overtime && reader.bytes - bytesAtStart >= LARGEST_PIPE_BYTES
    if (idle >= idleMs || reading >= capMs || readsOthersOutput) return
  }
}

interface StopWatch {
  requested: Promise<CommandEnd>
  disarmTimer(): void
  release(): void
}

function watchForStop({ timeoutSeconds, signal }: CommandOptions): StopWatch {
  let request: (end: CommandEnd) => void = () => {}
  const requested = new Promise<CommandEnd>((resolve) => {
    request = resolve
  })
  const onAbort = () => request({ kind: 'aborted' })
  signal?.addEventListener('abort', onAbort, { once: true })
  let timer: NodeJS.Timeout | undefined
  if (timeoutSeconds !== undefined && timeoutSeconds !== Number.POSITIVE_INFINITY) {
    const onTimeout = () => request({ kind: 'timed-out', afterSeconds: timeoutSeconds })
    timer = setTimeout(onTimeout, Math.min(timeoutSeconds * 1000, LONGEST_TIMER_MS))
  }
  const disarmTimer = () => clearTimeout(timer)
  const release = () => {
    disarmTimer()
    signal?.removeEventListener('abort', onAbort)
  }
  return { requested, disarmTimer, release }
}

function checkArguments(argv: readonly string[], options: CommandOptions): void {
  const usable = argv.length > 0 && argv[0] !== '' && argv.every((word) => !word.includes('\0'))
  if (!usable) {
    throw new PithError(
      'PITH_INVALID_OPTION',
      'Expected a command and its arguments, without NUL characters.',
    )
  }
  const { timeoutSeconds = 1, killGraceMs = 0, exitGraceMs = 0 } = options
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0)) {
    throw invalidOption('timeoutSeconds', 'a number above 0', timeoutSeconds)
  }
  for (const [name, value] of Object.entries({ killGraceMs, exitGraceMs })) {
    if (typeof value === 'number' && value >= 0) continue
    throw invalidOption(name, 'a number from 0', value)
  }
}
