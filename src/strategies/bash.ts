import { Collecting } from '../collector.ts'
import { PithError } from '../errors.ts'
import { type CommandStatus, type Input, resolveSettings, type Settings, type Source, type TruncateOptions } from '../limits.ts'
import { writeStream } from '../render/notices.ts'
import type { Truncation } from '../truncation.ts'
import { outputOf, type ToolOutput } from './output.ts'

/** A piece of a command's output, from one of its streams. */
export interface StreamChunk {
  stream: 'stdout' | 'stderr'
  chunk: Input
}

/** What a command printed: one merged output, the two streams, or pieces of them in order. */
export type BashInput = Input | { stdout: Input; stderr: Input } | Iterable<StreamChunk>

export interface BashOptions extends TruncateOptions {
  /** How the command ended; a failure is told in the notice. */
  status?: CommandStatus
  /** Shows standard error apart from standard output, up to a third of the budget first. Default: for `{ stdout, stderr }`. */
  separate?: boolean
}

export interface BashDetails {
  /** The merged output, or standard output where the streams are apart. */
  truncation: Truncation
  stderr?: Truncation
  status?: CommandStatus
}

/** Standard error gets up to this share of each limit first. */
const STDERR_SHARE = 1 / 3

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
  const isPair = typeof input === 'object' && 'stdout' in input
  if (!(separate ?? isPair)) return outputOf(collect(mergedChunks(input), settings, status), extra)
  const { stdout, stderr } = isPair ? { stdout: [input.stdout], stderr: [input.stderr] } : splitChunks(input)
  return apart(stdout, stderr, settings, status)
}

function collect(chunks: Iterable<Input>, settings: Settings, status: CommandStatus | undefined, source?: Source): Truncation {
  const collecting = new Collecting(settings)
  for (const chunk of chunks) collecting.write(chunk)
  return collecting.end(source, status)
}

const isChunks = (input: BashInput): input is Iterable<StreamChunk> =>
  typeof input === 'object' && Symbol.iterator in input && !(input instanceof Uint8Array)

function* mergedChunks(input: BashInput): Iterable<Input> {
  if (typeof input === 'string' || input instanceof Uint8Array) yield input
  else if (isChunks(input)) yield* decodeApart(input)
  else if (typeof input === 'object' && input !== null && 'stdout' in input) yield* [input.stdout, input.stderr]
  else throw new PithError('PITH_INVALID_INPUT', `Expected the input to be a string, a Uint8Array, { stdout, stderr } or chunks, got ${typeof input}.`)
}

/** A character that one stream has begun is not broken by what the other prints in between. */
function* decodeApart(chunks: Iterable<StreamChunk>): Iterable<Input> {
  const decoders = { stdout: new TextDecoder('utf-8', { ignoreBOM: true }), stderr: new TextDecoder('utf-8', { ignoreBOM: true }) }
  for (const { stream, chunk } of chunks) {
    yield typeof chunk === 'string' ? chunk : decoders[stream].decode(chunk, { stream: true })
  }
  yield decoders.stdout.decode() + decoders.stderr.decode()
}

function splitChunks(input: BashInput): { stdout: Input[]; stderr: Input[] } {
  if (!isChunks(input)) return { stdout: [...mergedChunks(input)], stderr: [] }
  const streams: { stdout: Input[]; stderr: Input[] } = { stdout: [], stderr: [] }
  for (const { stream, chunk } of input) streams[stream].push(chunk)
  return streams
}

function apart(
  stdout: Iterable<Input>,
  stderr: Iterable<Input>,
  settings: Settings,
  status: CommandStatus | undefined,
): ToolOutput<BashDetails> {
  const heading = `${writeStream('standard error')}\n`
  const failed = collect(stderr, scaled(settings, STDERR_SHARE, heading.length), undefined)
  const rest = failed.text === '' ? settings : less(settings, failed, heading.length + 1)
  const truncation = collect(stdout, rest, status)
  const output = outputOf(truncation, status ? { status } : {})
  if (failed.text === '') return output
  const above = truncation.text === '' || truncation.text.endsWith('\n') ? truncation.text : `${truncation.text}\n`
  const content = output.content + failed.segments.map((s) => s.text).join('')
  return { ...output, text: above + heading + failed.text, content, details: { ...output.details, stderr: failed } }
}

const scale = (limit: number, ratio: number, taken: number): number =>
  limit === Number.POSITIVE_INFINITY ? limit : Math.max(0, Math.floor(limit * ratio) - taken)

function scaled(settings: Settings, ratio: number, headingBytes: number): Settings {
  return {
    ...settings,
    maxLines: scale(settings.maxLines, ratio, 1),
    maxBytes: scale(settings.maxBytes, ratio, headingBytes),
    maxTokens: scale(settings.maxTokens, ratio, headingBytes),
    maxSerializedBytes: scale(settings.maxSerializedBytes, ratio, 2 * headingBytes),
  }
}

function less(settings: Settings, used: Truncation, headingBytes: number): Settings {
  return {
    ...settings,
    maxLines: scale(settings.maxLines, 1, used.outputLines + 1),
    maxBytes: scale(settings.maxBytes, 1, used.outputBytes + headingBytes),
    maxTokens: scale(settings.maxTokens, 1, used.outputTokens + headingBytes),
    maxSerializedBytes: scale(settings.maxSerializedBytes, 1, JSON.stringify(used.text).length * 3 + 2 * headingBytes),
  }
}
