import { noted } from '../../core/fit/counted.ts'
import { writeShow } from '../../core/words/calls.ts'
import { countOf, formatBytes, writeGoesOn } from '../../core/words/notices.ts'
import { shellQuote } from '../../core/words/quote.ts'
import { PithError, wrongOption } from '../../errors.ts'
import type { EventStatus } from '../../extra/events/events.ts'
import { commandEnvironment } from '../../host/command-environment.ts'
import {
  type RunCommandDetails,
  type RunCommandOptions,
  runFor,
  writeSurvivors,
} from '../../host/run-command.ts'
import { statusOfSignal } from '../../host/signal-status.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { defaults } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { queueEvent, strategyOf } from '../events/queue-event.ts'
import type { Parsed } from '../options/arguments.ts'
import { numberOption, statusOfNotStarted } from '../options/options.ts'
import { keepFor, programOf, purposeOf } from '../options/purpose.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions } from '../options/tokenizer.ts'
import {
  isOutOfFiles,
  isWhole,
  jsonLine,
  type Written,
  warn,
  writeOut,
  writeResult,
} from '../print/output.ts'
import { mostBytesOf, UNLIMITED } from '../settings/command-rules.ts'
import { storeFor, warnIfNotStored } from '../settings/store.ts'
import { ownName } from '../settings/surface.ts'
import { LiveOutput } from './live-output.ts'

const EXIT_TIMED_OUT = 124
const EXIT_OWN_FAILURE = 125

/** `pith run -- CMD ARGS…`: runs a command, keeps its full output, and prints what a model should see. */
export async function run({ values, positionals: [command, ...args] }: Parsed): Promise<number> {
  if (command === undefined) {
    throw wrongOption('Expected a command after `pith run --`, got none.')
  }
  const timeoutSeconds = numberOption(values, 'timeout')
  if (timeoutSeconds === 0) {
    throw wrongOption('Expected --timeout to be a number of seconds above 0, got 0.')
  }
  const since = await sinceOption(values, [command, ...args])
  const store = values['no-artifact'] ? false : await storeFor(values)
  const { options, note } = await countedOptions(values)
  const judged = purposeOf([command, ...args], options.for)
  const { maxBytes, ...rule } = mostBytesOf(judged.rule, options.maxBytes, defaults.maxBytes)
  // Two cuts would make the numbers of the inner one wrong, and the outer one could leave out its call.
  const isInner = await isInsideRun(values)
  const isRaw = rule.isRaw || isInner
  const strategy = strategyOf({ ...keepFor(judged), ...options, for: judged.for })
  const program = programOf(judged)
  const isLive = process.stdout.isTTY || (isRaw && values.redact !== true)
  const live = isLive && values.json !== true && !since ? new LiveOutput() : undefined
  // What is passed on as it comes is not cut, so that its text is not needed whole.
  const limits = !isRaw ? { maxBytes } : live ? {} : { ...UNLIMITED, fold: false }
  try {
    const all: RunCommandOptions = {
      ...keepFor(judged),
      ...options,
      ...structureOption(values, judged.words),
      ...limits,
      for: judged.for,
      answers: judged.answers,
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      ...(values.redact === true && { redact: createSecretRedactor() }),
      ...((live || since) && { onOutput: passOn({ live, since }) }),
      // Whoever reads all of it as it comes needs no other way to it.
      ...(!live && values.quiet !== true && { onFollow: tellFollowed }),
      ...{
        env: { ...commandEnvironment(), PITH_READER: `${process.pid}` },
        store,
        stdin: 'inherit',
        foreground: true,
      },
    }
    const output = await runFor(command, args, all, values.json !== true)
    const { durationMs, truncation, artifact } = output.details
    const call = { tool: 'bash', program, status: eventStatusOf(output.details), durationMs, strategy }
    queueEvent({ ...call, artifact: artifact?.ref?.id }, truncation)
    const changes =
      since && store ? await since.end(output.details, store, truncation.outputBytes) : undefined
    const result = noted(
      changes === undefined ? truncation : { ...truncation, text: changes, truncated: true },
      note,
    )
    const written = live ? await live.end(isRaw) : await print(result, output.details, values)
    tell(output.details, live ? '' : result.text, written === 'written' && values.quiet !== true && !isInner)
    return exitCodeOf(output.details)
  } catch (error) {
    if (!(error instanceof PithError)) throw error
    if (error.code === 'PITH_ABORTED') process.kill(process.pid, signalOf(error))
    if (error.code !== 'PITH_NOT_STARTED' || isOutOfFiles(error)) throw error
    queueEvent({ tool: 'bash', program, status: 'failed', strategy })
    const hint = isCommandLine(command)
      ? ` This is a command line: use pith -c ${quotedLine([command, ...args])}.`
      : ''
    warn(`${error.message}${hint}`)
    return statusOfNotStarted(error)
  }
}

/** Whether another `pith run` cuts what this one prints. Its limits hold, unless this one hides secrets or prints JSON. */
async function isInsideRun({ json, redact, since }: Parsed['values']): Promise<boolean> {
  const { PITH_READER } = process.env
  if (PITH_READER === undefined || json || redact || since !== undefined) return false
  return (await import('../shell/declare.ts')).isReadByRun(PITH_READER)
}

/** Builtins of shells that no program has on most systems. */
const BUILTINS =
  /^(?:\.|alias|cd|declare|eval|exec|export|local|popd|pushd|set|shopt|source|trap|ulimit|umask|unset|wait)$/

/** Whether only a shell can run what was taken for a program: a whole line, a builtin or an assignment. */
const isCommandLine = (program: string): boolean =>
  /[\s|&;<>()$`]/.test(program) || /^\w+=/.test(program) || BUILTINS.test(program)

/** The words as one for `pith -c`. A single word is a line already. */
function quotedLine(words: readonly string[]): string {
  const line =
    words.length === 1
      ? words[0]
      : words.map((word) => (/^-[\w=-]*$/.test(word) ? word : shellQuote(word))).join(' ')
  return `'${line.replaceAll("'", `'\\''`)}'`
}

const tellFollowed = (id: string): void => warn(writeGoesOn(ownName, id))

interface Receivers {
  live: LiveOutput | undefined
  since: { write(chunk: Uint8Array): void } | undefined
}

const passOn =
  ({ live, since }: Receivers) =>
  (chunk: Uint8Array): Promise<void> | undefined => {
    since?.write(chunk)
    return live?.write(chunk)
  }

/** Compares with the last run, with --since. */
async function sinceOption({ since, ...values }: Parsed['values'], argv: readonly string[]) {
  if (since === undefined) return undefined
  if (since !== 'last') throw wrongOption(`Expected --since to be last, got ${JSON.stringify(since)}.`)
  if (values['no-artifact']) throw wrongOption('Expected either --since or --no-artifact, got both.')
  const { SinceLast } = await import('./since.ts')
  return new SinceLast(argv)
}

function print(result: Truncation, details: RunCommandDetails, { json }: Parsed['values']): Promise<Written> {
  if (!json) return writeResult(result.text, isWhole(result))
  const { status, durationMs, heldPipe } = details
  return writeOut(jsonLine({ ...result, details: { ...status, durationMs, heldPipe } }))
}

/** Tells people about warnings; on a terminal also how the command ended, which the text says for a model. */
function tell(details: RunCommandDetails, text: string, withSummary: boolean): void {
  const { heldPipe, artifact, survivors } = details
  warnIfNotStored(artifact)
  if (survivors) warn(writeSurvivors(survivors))
  if (heldPipe)
    warn(
      'A process that the command left behind still holds its output open. Its further output is not shown.',
    )
  const { isTTY } = process.stderr
  if (withSummary && (isTTY || namesNoWay(text, details)))
    warn(summary(details, isTTY), isTTY && !process.env.NO_COLOR)
}

/** True where something is left out that is kept, and the text has no room for its name. */
const namesNoWay = (text: string, { truncation, artifact }: RunCommandDetails): boolean =>
  truncation.truncated && artifact?.ref !== undefined && !text.includes(artifact.ref.id)

const signalOf = ({ cause }: PithError): string =>
  typeof cause === 'object' && cause !== null && 'signal' in cause ? String(cause.signal) : 'SIGTERM'

function eventStatusOf({ ended, status }: RunCommandDetails): EventStatus {
  if (ended === 'timed-out' || ended === 'aborted') return ended
  return status.exitCode === 0 || status.isAnswer ? 'ok' : 'failed'
}

/**
 * A summary for people: how the command ended, and how to see its full output. A terminal also shows how much was left
 * out.
 */
function summary(details: RunCommandDetails, onTerminal: boolean): string {
  const { durationMs, artifact, truncation } = details
  const ended = `${howEnded(details)} after ${(durationMs / 1000).toFixed(1)} s.`
  const call = artifact?.ref && writeShow(ownName, artifact.ref.id)
  if (onTerminal && truncation.truncated)
    return `${ended} ${[...saving(truncation), call].filter(Boolean).join(', ')}`
  const what = artifact?.complete ? 'Full output' : 'The part of the output that was kept'
  return call ? `${ended} ${what}: ${call}` : ended
}

/** `12.4 MB → 3.1 KB`, and how many errors there are. */
function saving({ totalBytes, outputBytes, errors }: Truncation): string[] {
  const sizes = `${formatBytes(totalBytes)} → ${formatBytes(outputBytes)}`
  const { total } = errors
  return total === 0 ? [sizes] : [sizes, countOf(total, 'errors')]
}

function howEnded({ ended, status }: RunCommandDetails): string {
  if (ended === 'exited') return `Exit code ${status.exitCode}`
  if (ended === 'timed-out') return 'Timed out'
  if (status.interruptedBy === undefined) return `Killed by ${status.signal}`
  const end = status.signal === undefined ? `exit code ${status.exitCode}` : `killed by ${status.signal}`
  return `Interrupted by ${status.interruptedBy}, ${end}`
}

function exitCodeOf({ ended, status }: RunCommandDetails): number {
  if (ended === 'timed-out') return EXIT_TIMED_OUT
  if (status.exitCode !== undefined) return status.exitCode
  return statusOfSignal(status.signal) ?? EXIT_OWN_FAILURE
}
