import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidOption, wrongOption } from '../errors.ts'
import type { StreamName } from '../tools/streams.ts'
import { type Ending, endCommand } from './end-command.ts'
import { closeSources, closeWriteEnds, openPipes } from './named-pipe.ts'
import { PipeReader } from './pipe-reader.ts'
import { pathOfDescriptor } from './process-state.ts'
import { newMarker, ProcessTree } from './process-tree.ts'
import { guardCommand } from './run-guard.ts'
import { SignalWitness } from './signal-witness.ts'
import {
  type ExitedProcess,
  type FailedStart,
  type StartedProcess,
  type StartOptions,
  startProcess,
} from './start-process.ts'
import { SHORT_GRACE_MS, type StopOptions, type StopRequest, StopRequests } from './stop-requests.ts'
import { uptimeMs } from './uptime.ts'

export interface ProcessOptions extends StartOptions, StopOptions {
  /** Milliseconds that the command has to end by itself. Default: 500 after a time-out, 5000 after an abort. */
  killGraceMs?: number | undefined
  /**
   * Milliseconds without output after which pith stops reading, once the command has exited and another process still
   * holds the output open. Default: 500.
   */
  exitGraceMs?: number | undefined
  /**
   * Takes the next bytes. Standard output and standard error come merged, as `stdout`, in the order they were written,
   * unless `separate` is set. The bytes may be overwritten once the promise settles.
   */
  onOutput(chunk: Uint8Array, stream: StreamName): Promise<void> | void | undefined
}

/** `signal` is what the command was asked to end with, `exit` how it then ended. */
interface AbortedProcess {
  kind: 'aborted'
  signal: NodeJS.Signals
  exit: ExitedProcess | undefined
}

export type ProcessEnd =
  | ExitedProcess
  | { kind: 'timed-out'; afterSeconds: number }
  | AbortedProcess
  | FailedStart

export type ProcessResult = ProcessEnd & {
  durationMs: number
  /** True when a process that outlived the command still had the output open, so more could have come. */
  heldPipe: boolean
  /** Processes that the command started and that could not be ended after a time-out or an abort. */
  survivors: number[]
}

const EXIT_GRACE_MS = 500
const EXIT_DRAIN_MS = 2000
const KILL_DRAIN_MS = 200
const TICK_MS = 25
/** The request to end a command because `onOutput` threw. */
const CONSUMER_FAILED: StopRequest = {
  kind: 'aborted',
  signal: 'SIGTERM',
  received: false,
  graceMs: SHORT_GRACE_MS,
}
// The largest pipe buffer that an unprivileged process can get.
const LARGEST_PIPE_BYTES = 1024 * 1024

/**
 * Runs a command without a shell and streams its output.
 *
 * Settles when the command ends, even if another process still has the output open. A time-out or an abort ends the
 * whole process tree. Rejects with `PITH_INVALID_OPTION`. Rejects with what `onOutput` threw, once the tree is dead.
 *
 * @param stop requests to end the command. Given by a caller that still listens after the command has ended.
 */
export async function runProcess(
  argv: readonly string[],
  options: ProcessOptions,
  stop?: StopRequests,
): Promise<ProcessResult> {
  checkArguments(argv, options)
  const startedAt = uptimeMs()
  const requests = stop ?? new StopRequests(options)
  try {
    const end = await startAndRun(argv, options, requests)
    return { heldPipe: false, survivors: [], ...end, durationMs: Math.round(uptimeMs() - startedAt) }
  } finally {
    if (!stop) requests.release()
  }
}

type Ran = ProcessEnd & Partial<Pick<ProcessResult, 'heldPipe' | 'survivors'>>

async function startAndRun(
  argv: readonly string[],
  options: ProcessOptions,
  stop: StopRequests,
): Promise<Ran> {
  const witness = options.foreground ? await SignalWitness.start() : undefined
  try {
    const marker = newMarker()
    const pipes = await openPipes(options.separate ? 2 : 1)
    const request = stop.take()
    if (request) {
      closeSources(pipes ?? [])
      closeWriteEnds(pipes ?? [])
      return endOf(request, undefined)
    }
    const outputs = (pipes ?? []).flatMap(({ writeFd }) => pathOfDescriptor(writeFd) ?? [])
    // Without a witness, nobody could tell which signals the terminal has sent to the command.
    const started = await startProcess(argv, { ...options, detached: !witness }, marker, pipes)
    if ('kind' in started) return started
    const pid = started.child.pid ?? 0
    const tree = new ProcessTree(pid, { marker, outputs, hasOwnGroup: !witness })
    const guard = options.foreground ? guardCommand(pid, marker) : undefined
    // Node's own answer to this signal opens a port for a debugger.
    const onUser = () => started.child.kill('SIGUSR1')
    if (options.foreground) process.on('SIGUSR1', onUser)
    try {
      return await runToEnd(started, options, { tree, stop, witness })
    } finally {
      guard?.release()
      process.removeListener('SIGUSR1', onUser)
    }
  } finally {
    witness?.release()
  }
}

/** Reads the output until the command has ended or was killed. */
async function runToEnd(
  { child, outputs, exited }: StartedProcess,
  { onOutput, exitGraceMs = EXIT_GRACE_MS, killGraceMs }: ProcessOptions,
  { tree, stop, witness }: Pick<Ending, 'tree' | 'stop' | 'witness'>,
): Promise<Ran> {
  const readers = outputs.map(
    ({ source, stream }) => new PipeReader(source, (chunk) => onOutput(chunk, stream)),
  )
  const drainAll = (idleMs: number, capMs: number) =>
    Promise.all(readers.map((reader) => drain(reader, idleMs, capMs)))
  let exit: ExitedProcess | undefined
  const drained = exited.then((end) => {
    exit = end
    stop.disarmTimer()
    return drainAll(exitGraceMs, EXIT_DRAIN_MS)
  })
  const failed = () => readers.find((reader) => reader.failure)
  try {
    await Promise.race([drained, stop.arrival(), ...readers.map((reader) => reader.failed)])
    const request = failed() ? CONSUMER_FAILED : stop.take()
    let survivors: number[] = []
    if (request) {
      survivors = await endCommand(request, { child, tree, stop, witness, graceMs: killGraceMs })
      await drainAll(KILL_DRAIN_MS, KILL_DRAIN_MS)
      // The system reports the end of a process a little late.
      for (let tick = 0; !exit && tick < KILL_DRAIN_MS / TICK_MS; tick++) await sleep(TICK_MS)
    }
    await Promise.all(readers.map((reader) => reader.destroy()))
    const failure = failed()?.failure
    if (failure) throw failure.error
    const heldPipe = readers.some((reader) => !reader.ended)
    if (!request) return { ...(await exited), heldPipe }
    return { ...endOf(request, exit), heldPipe, survivors }
  } finally {
    letGo(child)
  }
}

const endOf = (request: StopRequest, exit: ExitedProcess | undefined): ProcessEnd =>
  request.kind === 'timed-out'
    ? { kind: 'timed-out', afterSeconds: request.afterSeconds }
    : { kind: 'aborted', signal: request.signal, exit }

/** Keeps this process from waiting for a child that survives SIGKILL or never reads its input. */
function letGo(child: ChildProcess): void {
  child.stdin?.destroy()
  child.unref()
}

/**
 * Reads what a command left in its pipe. Stops at the end, after `idleMs` without a byte, or after `capMs`. The
 * consumer's own time does not count until more bytes have come than a pipe holds.
 */
async function drain(reader: PipeReader, idleMs: number, capMs: number): Promise<void> {
  const startedAt = uptimeMs()
  const bytesAtStart = reader.bytes
  let bytesSeen = reader.bytes
  let idle = 0
  let reading = 0
  while (!reader.done) {
    await closedOrTick(reader)
    // Counts ticks, not time. On a busy machine, much time can pass before this process can read.
    idle = reader.waiting || reader.bytes !== bytesSeen ? 0 : idle + TICK_MS
    reading += reader.waiting ? 0 : TICK_MS
    bytesSeen = reader.bytes
    const overtime = uptimeMs() - startedAt >= capMs
    const readsOthersOutput = overtime && reader.bytes - bytesAtStart >= LARGEST_PIPE_BYTES
    if (idle >= idleMs || reading >= capMs || readsOthersOutput) return
  }
}

/** Settles when the reader is closed, or after a tick. A timer that is left would keep this process from ending. */
function closedOrTick({ closed }: PipeReader): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TICK_MS)
    void closed.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function checkArguments(argv: readonly string[], options: ProcessOptions): void {
  const isWord = (word: unknown) => typeof word === 'string' && !word.includes('\0')
  if (argv.length === 0 || argv[0] === '' || !argv.every(isWord)) {
    throw wrongOption('Expected a command and its arguments, without NUL characters.')
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
