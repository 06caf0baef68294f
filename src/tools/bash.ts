import { InputCollector } from '../engine/input-collector.ts'
import { runNow } from '../fit/counted.ts'
import type { CommandStatus, OwnNames, TruncateOptions } from '../options.ts'
import { checkStatus, resolveSettings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { outputOf, type ToolOutput } from './output.ts'
import { fitSeparate } from './separate-streams.ts'
import { type BashInput, isPair, merged, streamChunks } from './streams.ts'

export interface BashOptions extends TruncateOptions {
  /** How the command ended. The notice reports a failure. */
  status?: CommandStatus
  /**
   * Shows standard error separately, after standard output. It gets up to a third of the budget first. Default: true
   * for `{ stdout, stderr }`, otherwise false.
   */
  separate?: boolean
}

export const bashNames = { status: true, separate: true } as const satisfies OwnNames<BashOptions>

export interface BashDetails {
  /** The merged output, or standard output if the streams are separate. */
  truncation: Truncation
  /** Standard error, if the streams are separate and it is not empty. */
  stderr?: Truncation
  status?: CommandStatus
}

/**
 * Truncates a command's output: keeps both ends and error lines, and reports a failure in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * bash('done\n', { status: { exitCode: 2 } }).text // 'done\n[Exit code 2.]'
 */
export function bash(input: BashInput, options: BashOptions = {}): ToolOutput<BashDetails> {
  const settings = resolveSettings(options, bashNames)
  const { status, separate } = options
  if (status !== undefined) checkStatus(status)
  const chunks = streamChunks(input)
  if (separate ?? isPair(input)) {
    const stdout = new InputCollector(settings)
    const stderr = new InputCollector(settings)
    for (const { stream, chunk } of chunks) (stream === 'stdout' ? stdout : stderr).write(chunk)
    const fit = { stdout: stdout.fit.bind(stdout), stderr: stderr.fit.bind(stderr) }
    return withStatus(runNow(fitSeparate(fit, settings, status), settings), status)
  }
  const collector = new InputCollector(settings)
  for (const chunk of merged(chunks)) collector.write(chunk)
  return withStatus(outputOf(collector.end(undefined, status), {}), status)
}

export const withStatus = (
  output: ToolOutput<BashDetails>,
  status: CommandStatus | undefined,
): ToolOutput<BashDetails> => (status ? { ...output, details: { ...output.details, status } } : output)
