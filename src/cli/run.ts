import { constants } from 'node:os'
import { Spilling } from '../engine/stream.ts'
import { PithError } from '../errors.ts'
import type { EventStatus } from '../events/events.ts'
import { noted } from '../fit/counted.ts'
import { type ProcessResult, runProcess } from '../node/child-process.ts'
import type { CommandStatus } from '../options.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import type { ArtifactEnd } from '../store/store.ts'
import { numberOption } from './options.ts'
import { jsonLine, warn, writeOut, writeResult } from './output.ts'
import { remember } from './remember.ts'
import { storeFor, warnOfSpill } from './store.ts'
import { countedOptions } from './tokenizer.ts'
import type { Parsed } from './words.ts'

const EXIT_TIMED_OUT = 124
const EXIT_OWN_FAILURE = 125
const EXIT_NOT_EXECUTABLE = 126
const EXIT_NOT_FOUND = 127

/** `pith run -- CMD ARGS…`: runs a command, keeps its full output, prints what a model should see. */
export async function run({ values, positionals }: Parsed): Promise<number> {
  const [command] = positionals
  if (command === undefined) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected a command after `pith run --`, got none.')
  }
  const timeoutSeconds = numberOption(values, 'timeout')
  if (timeoutSeconds === 0) {
    throw new PithError('PITH_INVALID_OPTION', 'Expected --timeout to be a number of seconds above 0, got 0.')
  }
  const store = values['no-artifact'] ? undefined : await storeFor(values)
  const { options, note } = await countedOptions(values)
  const redact = values.redact ? { redact: createSecretRedactor() } : {}
  const spilling = new Spilling({ ...options, ...redact }, store, {
    tool: 'bash',
    label: positionals.join(' '),
  })
  const stop = stopOnSignals()
  const ended = await runProcess(positionals, {
    timeoutSeconds,
    signal: stop.signal,
    onOutput: (chunk) => spilling.write(chunk),
  })
  stop.release()
  if (ended.kind === 'failed-to-start') {
    spilling.abort()
    const { durationMs } = ended
    remember({ tool: 'bash', status: 'failed', strategy: options.keep ?? 'ends', durationMs })
    warn(values.redact ? createSecretRedactor()(ended.message) : ended.message)
    return ended.code === 'ENOENT' ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE
  }
  const result = noted(await spilling.end(statusOf(ended, stop.signalName)), note)
  remember(
    {
      tool: 'bash',
      status: eventStatusOf(ended),
      durationMs: ended.durationMs,
      strategy: options.keep ?? 'ends',
      artifact: spilling.artifact,
    },
    result,
  )
  const details = detailsOf(ended, stop.signalName)
  const written = await (values.json ? writeOut(jsonLine({ ...result, details })) : writeResult(result.text))
  warnOfSpill(spilling.spilled)
  if (ended.heldPipe)
    warn(
      'A process that the command left behind still holds its output; what it prints from now on is not seen.',
    )
  if (written === 'written' && !values.quiet) warn(summary(ended, stop.signalName, spilling.spilled))
  return exitCodeOf(ended, stop.signalName)
}

interface Stop {
  signal: AbortSignal
  /** The signal that asked to stop, if one did. */
  readonly signalName: NodeJS.Signals
  release(): void
}

/** Ctrl-C and its like end the command's whole tree; what it printed until then is still shown. */
function stopOnSignals(): Stop {
  const controller = new AbortController()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let signalName: NodeJS.Signals = 'SIGINT'
  const onSignal = (name: NodeJS.Signals) => {
    signalName = name
    controller.abort()
  }
  for (const name of names) process.on(name, onSignal)
  return {
    signal: controller.signal,
    get signalName() {
      return signalName
    },
    release: () => {
      for (const name of names) process.removeListener(name, onSignal)
    },
  }
}

function statusOf(ended: ProcessResult, stoppedBy: NodeJS.Signals): CommandStatus {
  if (ended.kind === 'exited') return { exitCode: ended.exitCode }
  if (ended.kind === 'signaled') return { signal: ended.signal }
  if (ended.kind === 'timed-out') return { timedOutAfterSeconds: ended.afterSeconds }
  return { signal: stoppedBy }
}

function eventStatusOf(ended: ProcessResult): EventStatus {
  if (ended.kind === 'exited') return ended.exitCode === 0 ? 'ok' : 'failed'
  if (ended.kind === 'timed-out' || ended.kind === 'aborted') return ended.kind
  return 'failed'
}

/** One sentence for people, and where all of the output is. */
function summary(ended: ProcessResult, stoppedBy: NodeJS.Signals, spilled: ArtifactEnd | undefined): string {
  const what = spilled?.complete ? 'Full output' : 'What was kept of the output'
  const kept = spilled?.ref ? ` ${what}: pith show ${spilled.ref.id}` : ''
  return `${howEnded(ended, stoppedBy)} after ${(ended.durationMs / 1000).toFixed(1)} s.${kept}`
}

function howEnded(ended: ProcessResult, stoppedBy: NodeJS.Signals): string {
  if (ended.kind === 'exited') return `Exit code ${ended.exitCode}`
  if (ended.kind === 'signaled') return `Killed by ${ended.signal}`
  return ended.kind === 'timed-out' ? 'Timed out' : `Stopped by ${stoppedBy}`
}

function detailsOf(ended: ProcessResult, stoppedBy: NodeJS.Signals): Record<string, unknown> {
  const { durationMs, heldPipe } = ended
  return { ...statusOf(ended, stoppedBy), durationMs, heldPipe }
}

function exitCodeOf(ended: ProcessResult, stoppedBy: NodeJS.Signals): number {
  if (ended.kind === 'exited') return ended.exitCode
  if (ended.kind === 'timed-out') return EXIT_TIMED_OUT
  const name = ended.kind === 'signaled' ? ended.signal : stoppedBy
  const number = (constants.signals as Record<string, number | undefined>)[name]
  return number === undefined ? EXIT_OWN_FAILURE : 128 + number
}
