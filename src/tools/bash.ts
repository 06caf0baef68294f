import { names } from '../check/names.ts'
import { runNow } from '../core/fit/counted.ts'
import { InputCollector } from '../core/input-collector.ts'
import type { CommandStatus, TruncateOptions } from '../options.ts'
import { checkStatus, resolveSettings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import type { ContentKind } from './content-kind.ts'
import { outputOf, type ToolOutput } from './output.ts'
import { contentOfOutputs, otherContentOf, outputDecoders } from './output-decoder.ts'
import { fitSeparate } from './separate-streams.ts'
import { type BashInput, isPair, streamChunks, streamNames } from './streams.ts'

export interface BashOptions extends TruncateOptions {
  /** How the command ended. The notice reports a failure. */
  status?: CommandStatus
  /**
   * Shows standard error separately, after standard output. It gets up to a third of the budget first. Default: true
   * for `{ stdout, stderr }`, otherwise false.
   */
  separate?: boolean
}

export const bashNames = names<BashOptions, TruncateOptions>()('status separate')

export interface BashDetails {
  /** The merged output, or standard output if the streams are separate. */
  truncation: Truncation
  /** Standard error, if the streams are separate and it is not empty. */
  stderr?: Truncation
  status?: CommandStatus
  /** What the output is, judged by its first bytes. Absent for text in UTF-8; with separate streams, that of either. */
  content?: ContentKind
}

/**
 * Truncates a command's output: keeps both ends and error lines, and reports a failure in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * bash('done\n', { status: { exitCode: 2 } }).text // 'done\n[Exit code 2.]'
 */
export function bash(input: BashInput, options: BashOptions = {}): ToolOutput<BashDetails> {
  const settings = resolveSettings({ ...options, fold: options.fold ?? true }, bashNames)
  const { status, separate } = options
  if (status !== undefined) checkStatus(status)
  const decoders = outputDecoders()
  const isSeparate = separate ?? isPair(input)
  const stdout = new InputCollector(settings)
  const stderr = isSeparate ? new InputCollector(settings) : stdout
  const collectors = { stdout, stderr }
  for (const { stream, chunk } of streamChunks(input)) {
    for (const ready of decoders[stream].take(chunk)) collectors[stream].write(ready)
  }
  for (const name of streamNames) for (const rest of decoders[name].end()) collectors[name].write(rest)
  const all = Object.values(decoders)
  const ended = { status, content: contentOfOutputs(all) }
  if (!isSeparate) {
    stdout.other = otherContentOf(all)
    return withEnd(outputOf(stdout.end(undefined, status), {}), ended)
  }
  for (const name of streamNames) collectors[name].other = otherContentOf([decoders[name]])
  const fit = { stdout: stdout.fit.bind(stdout), stderr: stderr.fit.bind(stderr) }
  return withEnd(runNow(fitSeparate(fit, settings, status), settings), ended)
}

/** What is known of a command's output when it has ended. */
interface Ended {
  status: CommandStatus | undefined
  content: ContentKind | undefined
}

export const withEnd = (
  output: ToolOutput<BashDetails>,
  { status, content }: Ended,
): ToolOutput<BashDetails> =>
  status || content
    ? { ...output, details: { ...output.details, ...(status && { status }), ...(content && { content }) } }
    : output
