import { refuseDetached } from '../check/bytes.ts'
import { names, refuseUnknown } from '../check/names.ts'
import { record } from '../check/values.ts'
import { noted } from '../core/fit/counted.ts'
import { invalidOption, PithError } from '../errors.ts'
import {
  type AsyncTruncateOptions,
  type CommandStatus,
  type Input,
  type TruncateOptions,
  truncateNames,
} from '../options.ts'
import { commandLabel } from '../redact/label.ts'
import type { Redactor } from '../redact/redactor.ts'
import { createFileStore } from '../store/backends/files.ts'
import type { ArtifactEnd, ArtifactStore } from '../store/store.ts'
import type { BashDetails } from '../tools/bash.ts'
import { BashStream } from '../tools/bash-stream.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { StreamName } from '../tools/streams.ts'
import { charsetOf } from './charset.ts'
import { type ProcessResult, runProcess } from './child-process.ts'
import { CountsTeller } from './counts-teller.ts'
import { type KeepOptions, keepNames } from './kept-output.ts'
import type { ExitedProcess, FailedStart } from './start-process.ts'
import { LAST_REQUEST, StopRequests } from './stop-requests.ts'

export interface RunCommandOptions extends Omit<AsyncTruncateOptions, 'source'> {
  /** The working directory. Default: that of this process. */
  cwd?: string
  /** The environment. Default: `process.env`. */
  env?: Record<string, string | undefined>
  /** What the command reads from standard input. Default: nothing. */
  input?: Input
  /** `'inherit'` passes on the standard input of this process. Default: `'ignore'`. */
  stdin?: 'ignore' | 'inherit'
  /** Seconds after which the command and everything it started are ended. Default: never. */
  timeoutSeconds?: number
  /**
   * Milliseconds that the command has to end by itself, before SIGKILL. Default: 500 after a time-out, 5000 after an
   * abort or a signal.
   */
  killGraceMs?: number
  /**
   * When aborted, ends the command and everything it started. If the abort reason is the name of a signal, such as
   * `'SIGINT'`, the command gets that signal, otherwise SIGTERM. The result holds all that it printed until its end. The
   * store gets five more seconds.
   */
  signal?: AbortSignal
  /**
   * Runs the command in the place of this process: the command shares its terminal, and gets the SIGINT, SIGTERM and
   * SIGHUP that this process gets. Default: false.
   */
  foreground?: boolean
  /** Shows standard error separately, after standard output. Default: both merged, in the order they were written. */
  separate?: boolean
  /** Exit codes with which the command answers a question, such as 1 of `grep`: nothing failed. Default: none. */
  answers?: readonly number[]
  /** Stores the full output if it does not fit. Default: the files that `pith show` reads. `false`: nowhere. */
  store?: ArtifactStore | false
  /** Milliseconds that one call of the store may take, as in `truncateStream`; 60,000 by default. */
  storeTimeoutMs?: number
  /** Replaces secrets in each line before it is used or stored, as in `truncateStream`. */
  redact?: Redactor
  /**
   * Receives the output while the command runs. The bytes are valid until the function returns or its promise settles.
   */
  onOutput?: (chunk: Uint8Array, stream: StreamName) => Promise<void> | void
  /**
   * Is called at most four times a second while there is new output, with the bytes, lines and errors so far. An error
   * that it throws ends the command at its next output.
   */
  onProgress?: (soFar: { bytes: number; lines: number; errors: number }) => void
  /**
   * Is called once when the command has run for two seconds, with an id by which the store shows what has been printed
   * so far. The full output is kept then, also if it fits. Not called for separate streams, and where the store cannot
   * show what is not complete.
   */
  onFollow?: (id: string) => void
}

const { source: _, ...cutNames } = truncateNames

const runCommandNames = {
  ...names<RunCommandOptions, TruncateOptions & KeepOptions>()(
    'cwd env input stdin timeoutSeconds killGraceMs foreground separate answers',
    'redact onOutput onProgress onFollow',
  ),
  ...keepNames,
}

export interface RunCommandDetails extends BashDetails {
  /** How the command ended, as the notice reports it. */
  status: CommandStatus
  ended: 'exited' | 'signaled' | 'timed-out' | 'aborted'
  /** Processes that the command started and that could not be ended after a time-out or an abort. */
  survivors?: number[]
  durationMs: number
  /** True when a process that outlived the command still had its output open, so more could have come. */
  heldPipe: boolean
  /** How the full output was stored, or why it was not. Absent if the output fitted or there is no store. */
  artifact?: ArtifactEnd
  /** The same for standard error, if it is shown separately. */
  stderrArtifact?: ArtifactEnd
}

type EndedProcess = Exclude<ProcessResult, FailedStart>

/**
 * Runs a command without a shell, and returns what a model should see of its output.
 *
 * @throws {PithError} `PITH_NOT_STARTED` for a command that cannot be started, with the system's error code as `cause`;
 *   `PITH_ABORTED` for a `signal` that is aborted before the command starts or after it has ended;
 *   `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`.
 * @example
 * const { text } = await runCommand('sh', ['-c', 'echo building; exit 2'], { timeoutSeconds: 60 })
 * text // 'building\n[Exit code 2.]'
 */
export async function runCommand(
  command: string,
  args: readonly string[] = [],
  options: RunCommandOptions = {},
): Promise<ToolOutput<RunCommandDetails>> {
  return runFor(command, args, options, false)
}

/**
 * Does the same as `runCommand`.
 *
 * @param isForText true when the caller reads only the text of the result, as in `BashStreamOptions`
 */
export async function runFor(
  command: string,
  args: readonly string[],
  options: RunCommandOptions,
  isForText: boolean,
): Promise<ToolOutput<RunCommandDetails>> {
  refuseUnknown(record('options', options), runCommandNames, cutNames)
  const { cwd, env, input, stdin, timeoutSeconds, killGraceMs, signal, foreground, store, ...rest } = options
  const { onProgress, onFollow, answers = [], ...output } = rest
  if (!Array.isArray(args)) throw invalidOption('args', 'an array of strings', args)
  const argv = [command, ...args]
  const process = { cwd, env, stdin: checkedInput(input, stdin), timeoutSeconds, killGraceMs, foreground }
  const stream = new BashStream({
    ...output,
    charset: charsetOf(env ?? globalThis.process.env),
    isForText,
    // Each call has its own store, like each `pith run`, so calls do not share a quota of bytes.
    ...(store !== false && { store: store ?? createFileStore() }),
    meta: {
      tool: 'bash',
      // Made only for an output that is stored, because most are not.
      get label() {
        return commandLabel(argv)
      },
    },
  })
  if (signal?.aborted) {
    const { reason: cause } = signal
    throw new PithError('PITH_ABORTED', 'The command was not started because its signal was aborted.', {
      cause,
    })
  }
  const stop = new StopRequests({ timeoutSeconds, signal, foreground })
  const storing = storingUntil(stop, stream, killGraceMs)
  const following = onFollow && letFollow(stream, onFollow)
  const telling = onProgress && new CountsTeller(() => stream.counts(), onProgress)
  try {
    const { separate } = output
    const onOutput = (chunk: Uint8Array, name: StreamName) => {
      telling?.note()
      return stream.write({ stream: name, chunk })
    }
    const result = await runProcess(argv, { ...process, separate, onOutput }, stop)
    telling?.end()
    following?.()
    if (result.kind === 'failed-to-start') throw notStarted(result, output.redact)
    const status = statusOf(result, answers)
    const shown = await endUnlessAborted(stream, status, stop, result)
    return withDetails(shown, stream, status, result)
  } catch (error) {
    stream.abort()
    throw error
  } finally {
    telling?.stop()
    following?.()
    storing.release()
    stop.release()
  }
}

/** A shorter command is not followed. */
const FOLLOWED_MS = 5000
/** How often others see what is new. */
const REVEAL_MS = 500

/** Lets others read an output while it comes. Returns what ends that. */
function letFollow(stream: BashStream, tell: (id: string) => void): () => void {
  let told: ((id: string) => void) | undefined = tell
  let isStopped = false
  const step = async () => {
    const id = await stream.follow().catch(() => undefined)
    if (id === undefined || isStopped) return
    told?.(id)
    told = undefined
    timer = setTimeout(step, REVEAL_MS)
  }
  let timer = setTimeout(step, FOLLOWED_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Milliseconds that storing the output may go on once an aborted command has had its time to end. */
const STORE_GRACE_MS = 5000

/** Gives up storing the output soon after an abort, so that a store that does not answer cannot hold the result. */
function storingUntil(
  stop: StopRequests,
  stream: BashStream,
  killGraceMs: number | undefined,
): { release(): void } {
  let timer: NodeJS.Timeout | undefined
  void stop.arrival().then(() => {
    if (stop.first?.kind !== 'aborted') return
    timer = setTimeout(() => stream.abort(), (killGraceMs ?? stop.first.graceMs) + STORE_GRACE_MS)
  })
  return { release: () => clearTimeout(timer) }
}

/** The result, unless a request to end the ended command gives it up. After an abort, only the third one does. */
async function endUnlessAborted(
  stream: BashStream,
  status: CommandStatus,
  stop: StopRequests,
  { kind }: EndedProcess,
): Promise<ToolOutput<BashDetails>> {
  const last = kind === 'aborted' ? LAST_REQUEST : stop.count + 1
  const ended = stream.end(status)
  const aborted = stop.request(last).then(({ signal }) => {
    throw new PithError('PITH_ABORTED', 'The call was aborted before its result was ready.', {
      cause: { signal },
    })
  })
  return Promise.race([ended, aborted])
}

function withDetails(
  output: ToolOutput<BashDetails>,
  { artifact, stderrArtifact }: BashStream,
  status: CommandStatus,
  { kind, durationMs, heldPipe, survivors }: EndedProcess,
): ToolOutput<RunCommandDetails> {
  const { truncation, ...details } = output.details
  const note = survivors.length > 0 ? writeSurvivors(survivors) : undefined
  return {
    ...output,
    details: {
      truncation: noted(truncation, note),
      ...details,
      status,
      ended: kind,
      durationMs,
      heldPipe,
      ...(survivors.length > 0 && { survivors }),
      ...(artifact && { artifact }),
      ...(stderrArtifact && { stderrArtifact }),
    },
  }
}

/** Says that processes of a command could not be ended: this process may not end them, or they started too late. */
export const writeSurvivors = (pids: readonly number[]): string =>
  pids.length === 1
    ? `A process that the command started could not be ended: ${pids[0]}.`
    : `${pids.length} processes that the command started could not be ended: ${pids.join(', ')}.`

function statusOf(end: EndedProcess, answers: readonly number[]): CommandStatus {
  if (end.kind === 'timed-out') return { timedOutAfterSeconds: end.afterSeconds }
  if (end.kind === 'exited' && answers.includes(end.exitCode)) return { ...exitStatusOf(end), isAnswer: true }
  if (end.kind !== 'aborted') return exitStatusOf(end)
  const { signal, exit } = end
  if (!exit || (exit.kind === 'signaled' && exit.signal === signal)) return { signal }
  return { ...exitStatusOf(exit), interruptedBy: signal }
}

const exitStatusOf = (exit: ExitedProcess): CommandStatus =>
  exit.kind === 'exited' ? { exitCode: exit.exitCode } : { signal: exit.signal }

function notStarted({ code, message }: FailedStart, redact: Redactor | undefined): PithError {
  return new PithError('PITH_NOT_STARTED', redact ? redact(message) : message, { cause: { code } })
}

function checkedInput(
  input: Input | undefined,
  stdin: RunCommandOptions['stdin'] = 'ignore',
): 'inherit' | 'ignore' | { input: Input } {
  if (stdin !== 'ignore' && stdin !== 'inherit') throw invalidOption('stdin', '"ignore" or "inherit"', stdin)
  if (input === undefined) return stdin
  if (stdin === 'inherit') throw invalidOption('stdin', '"ignore" where there is an `input`', stdin)
  if (typeof input === 'string') return { input }
  if (input instanceof Uint8Array) {
    refuseDetached(input)
    // A copy, because the command reads it later.
    return { input: new Uint8Array(input) }
  }
  throw invalidOption('input', 'a string or a Uint8Array', input)
}
