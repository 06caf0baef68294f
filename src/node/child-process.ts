import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidOption, PithError } from '../errors.ts'
import type { StreamName } from '../tools/streams.ts'
import { PipeReader } from './pipe-reader.ts'
import { killTree } from './process-tree.ts'
import {
  type ExitedProcess,
  type FailedStart,
  type StartedProcess,
  type StartOptions,
  startProcess,
} from './start-process.ts'

export interface ProcessOptions extends StartOptions {
  /** Seconds, more than 0. Default: none. */
  timeoutSeconds?: number | undefined
  /** Milliseconds between SIGTERM and SIGKILL. Default: 500. */
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
  /** When aborted, ends the command and everything it started. */
  signal?: AbortSignal | undefined
}

type StoppedProcess = { kind: 'timed-out'; afterSeconds: number } | { kind: 'aborted' }

export type ProcessEnd = ExitedProcess | StoppedProcess | FailedStart

export type ProcessResult = ProcessEnd & {
  durationMs: number
  /** True when a process that outlived the command still had the output open, so more could have come. */
  heldPipe: boolean
}

const EXIT_GRACE_MS = 500
const EXIT_DRAIN_MS = 2000
const KILL_GRACE_MS = 500
const KILL_DRAIN_MS = 200
const TICK_MS = 25
// The largest pipe buffer that an unprivileged process can get.
const LARGEST_PIPE_BYTES = 1024 * 1024
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Runs a command without a shell and streams its output.
 *
 * Settles when the command ends, even if another process still has the output open. A time-out or an abort ends the
 * whole process tree. Rejects with `PITH_INVALID_OPTION`. Rejects with what `onOutput` threw, once the tree is dead.
 */
export async function runProcess(argv: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  checkArguments(argv, options)
  const startedAt = performance.now()
  const result = (end: ProcessEnd, heldPipe: boolean): ProcessResult => {
    return { ...end, durationMs: Math.round(performance.now() - startedAt), heldPipe }
  }
  if (options.signal?.aborted) return result({ kind: 'aborted' }, false)
  const stop = watchForStop(options)
  try {
    const marker = randomBytes(16).toString('hex')
    const started = await startProcess(argv, options, marker)
    if ('kind' in started) return result(started, false)
    const { readers, end } = await untilEnd(started, options, stop, marker)
    const failure = readers.find((reader) => reader.failure)?.failure
    if (failure) throw failure.error
    return result(
      end,
      readers.some((reader) => !reader.ended),
    )
  } finally {
    stop.release()
  }
}

/** Reads the output until the command has ended or was killed. */
async function untilEnd(
  { child, outputs, exited }: StartedProcess,
  { onOutput, exitGraceMs = EXIT_GRACE_MS, killGraceMs = KILL_GRACE_MS }: ProcessOptions,
  stop: StopWatch,
  marker: string,
): Promise<{ readers: PipeReader[]; end: ProcessEnd }> {
  const readers = outputs.map(
    ({ source, stream }) => new PipeReader(source, (chunk) => onOutput(chunk, stream)),
  )
  const drained = exited.then(async (end) => {
    stop.disarmTimer()
    await Promise.all(readers.map((reader) => drain(reader, exitGraceMs, EXIT_DRAIN_MS)))
    return end
  })
  const failed = Promise.race(readers.map((reader) => reader.failed)).then((): ProcessEnd => {
    return { kind: 'aborted' }
  })
  const end = await Promise.race([drained, stop.requested, failed])
  if (end.kind === 'timed-out' || end.kind === 'aborted') {
    if (child.pid !== undefined) await killTree(child.pid, marker, killGraceMs)
    await Promise.all(readers.map((reader) => drain(reader, KILL_DRAIN_MS, KILL_DRAIN_MS)))
  }
  await Promise.all(readers.map((reader) => reader.destroy()))
  letGo(child)
  return { readers, end }
}

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
  const startedAt = performance.now()
  const bytesAtStart = reader.bytes
  let bytesSeen = reader.bytes
  let idle = 0
  let reading = 0
  while (!reader.done) {
    await Promise.race([reader.closed, sleep(TICK_MS)])
    // Counts ticks, not time. On a busy machine, much time can pass before this process can read.
    idle = reader.waiting || reader.bytes !== bytesSeen ? 0 : idle + TICK_MS
    reading += reader.waiting ? 0 : TICK_MS
    bytesSeen = reader.bytes
    const overtime = performance.now() - startedAt >= capMs
    const readsOthersOutput = overtime && reader.bytes - bytesAtStart >= LARGEST_PIPE_BYTES
    if (idle >= idleMs || reading >= capMs || readsOthersOutput) return
  }
}

interface StopWatch {
  requested: Promise<StoppedProcess>
  disarmTimer(): void
  release(): void
}

function watchForStop({ timeoutSeconds, signal }: ProcessOptions): StopWatch {
  let request: (end: StoppedProcess) => void = () => {}
  const requested = new Promise<StoppedProcess>((resolve) => {
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

function checkArguments(argv: readonly string[], options: ProcessOptions): void {
  const isWord = (word: unknown) => typeof word === 'string' && !word.includes('\0')
  if (argv.length === 0 || argv[0] === '' || !argv.every(isWord)) {
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
