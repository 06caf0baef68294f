import { InputCollector } from '../engine/input-collector.ts'
import { plainSizer } from '../fit/exceeded.ts'
import { tokensIn, withinLimits } from '../fit/within-limits.ts'
import type { CommandStatus, Input, TruncateOptions } from '../options.ts'
import { writeStream } from '../render/notices.ts'
import { signAgain } from '../render/seal.ts'
import { resolveSettings, type Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { contentOf, outputOf, type ToolOutput } from './output.ts'
import { type BashInput, isPair, merged, streamChunks } from './streams.ts'

export interface BashOptions extends TruncateOptions {
  /** How the command ended; a failure is told in the notice. */
  status?: CommandStatus
  /** Shows standard error apart, after standard output, up to a third of the budget first. Default: for `{ stdout, stderr }`. */
  separate?: boolean
}

export interface BashDetails {
  /** The merged output, or standard output where the streams are apart. */
  truncation: Truncation
  /** Standard error where the streams are apart and it is not empty. */
  stderr?: Truncation
  status?: CommandStatus
}

/**
 * A command's output: both ends and error lines, its failure told in the notice.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, `PITH_INVALID_INPUT`
 * @example
 * bash('done\n', { status: { exitCode: 2 } }).text // 'done\n[Exit code 2.]'
 */
export function bash(input: BashInput, options: BashOptions = {}): ToolOutput<BashDetails> {
  const { status, separate, ...rest } = options
  const settings = resolveSettings(rest)
  const extra = status ? { status } : {}
  const chunks = streamChunks(input)
  if (!(separate ?? isPair(input))) return outputOf(collect(merged(chunks), settings, status), extra)
  const streams: { stdout: Input[]; stderr: Input[] } = { stdout: [], stderr: [] }
  for (const { stream, chunk } of chunks) streams[stream].push(chunk)
  return apart(streams, settings, status, extra)
}

function collect(chunks: Iterable<Input>, settings: Settings, status?: CommandStatus): Truncation {
  const collector = new InputCollector(settings)
  for (const chunk of chunks) collector.write(chunk)
  return collector.end(undefined, status)
}

interface Streams {
  stdout: Input[]
  stderr: Input[]
}

/** Standard error gets up to this share of each limit first. */
const STDERR_SHARE = 1 / 3

/** A counter of tokens may find more in the whole than in its parts; so often it is tried again with less. */
const MAX_ATTEMPTS = 4

/** Standard error has the last word, and with it the command's status. */
function apart(
  streams: Streams,
  settings: Settings,
  status: CommandStatus | undefined,
  extra: { status?: CommandStatus },
): ToolOutput<BashDetails> {
  let budget = settings
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { text, first, second } = joined(streams, budget, status)
    if (second.totalBytes === 0) return outputOf(first, extra)
    if (second.text === '') break
    if (withinLimits(text, settings)) {
      const content = contentOf(first) + contentOf(second)
      const notice = second.notice === undefined ? first.notice : text.slice(text.lastIndexOf('\n') + 1)
      const output = { text, content, details: { truncation: first, stderr: second, ...extra } }
      return notice === undefined ? output : { ...output, notice }
    }
    const excess = Math.max(1, tokensIn(text, settings) - settings.maxTokens)
    budget = { ...budget, maxTokens: Math.max(0, budget.maxTokens - 2 * excess) }
  }
  const output = outputOf(collect(streams.stdout, settings, status), extra)
  return {
    ...output,
    details: { ...output.details, stderr: collect(streams.stderr, { ...settings, maxLines: 0 }) },
  }
}

function joined(
  { stdout, stderr }: Streams,
  settings: Settings,
  status: CommandStatus | undefined,
): { text: string; first: Truncation; second: Truncation } {
  const heading = settings.notice.off ? '' : `${writeStream('standard error')}\n`
  let second = collect(stderr, less(scaled(settings, STDERR_SHARE), heading), status)
  if (second.totalBytes === 0) return { text: '', first: collect(stdout, settings, status), second }
  let first = collect(stdout, second.text === '' ? settings : less(settings, `\n${heading}${second.text}`))
  // What standard output leaves is standard error's, also where its share alone held nothing.
  if (second.truncated) second = collect(stderr, less(settings, headed(first.text, heading)), status)
  if (second.text === '') return { text: '', first, second }
  if (second.notice === undefined && status)
    first = collect(stdout, less(settings, `\n${heading}${second.text}`), status)
  const above = headed(first.text, heading)
  const { key } = settings.notice
  if (key === undefined || second.notice === undefined) return { text: above + second.text, first, second }
  const shown = above + second.text.slice(0, -second.notice.length)
  return { text: shown + signAgain(key, shown, second.notice), first, second }
}

const headed = (text: string, heading: string): string =>
  (text === '' || text.endsWith('\n') ? text : `${text}\n`) + heading

function scaled(settings: Settings, ratio: number): Settings {
  const scale = (limit: number) => (limit === Number.POSITIVE_INFINITY ? limit : Math.floor(limit * ratio))
  return {
    ...settings,
    maxLines: scale(settings.maxLines),
    maxBytes: scale(settings.maxBytes),
    maxTokens: scale(settings.maxTokens),
    maxSerializedBytes: scale(settings.maxSerializedBytes),
  }
}

/** What is left of the limits beside a text. */
function less(settings: Settings, text: string): Settings {
  const { lines, bytes, serializedBytes } = plainSizer.measureText(text)
  const tokens = settings.maxTokens === Number.POSITIVE_INFINITY ? 0 : tokensIn(text, settings)
  return {
    ...settings,
    maxLines: Math.max(0, settings.maxLines - lines),
    maxBytes: Math.max(0, settings.maxBytes - bytes),
    maxTokens: Math.max(0, settings.maxTokens - tokens),
    maxSerializedBytes: Math.max(0, settings.maxSerializedBytes - serializedBytes),
  }
}
