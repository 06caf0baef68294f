import { failureOf, tolerate } from '../check/failure.ts'
import type { Counting } from '../core/fit/counted.ts'
import { plainSizer } from '../core/fit/sizes.ts'
import { limitOver, tokensIn } from '../core/fit/within-limits.ts'
import { mostCountedBytes } from '../core/tokens/counter.ts'
import { writeFailure, writeStatus, writeStream } from '../core/words/notices.ts'
import { signAgain } from '../core/words/seal.ts'
import type { CommandStatus } from '../options.ts'
import type { Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { contentOf, outputOf, type ToolOutput } from './output.ts'
import type { StreamName } from './streams.ts'

/** Fits one stream into limits. May be called again with other limits. */
type FitStream = (settings: Settings, status?: CommandStatus) => Counting<Truncation>

export interface SeparateDetails {
  truncation: Truncation
  stderr?: Truncation
}

/** Standard error first gets up to this share of each limit. */
const STDERR_SHARE = 1 / 3

/** A text may have more tokens than its parts together. Each further attempt then takes less. */
const MAX_ATTEMPTS = 4

/** Fits standard output, then standard error under a heading, into common limits. The command's status comes last. */
export function* fitSeparate(
  fit: Record<StreamName, FitStream>,
  settings: Settings,
  status: CommandStatus | undefined,
): Counting<ToolOutput<SeparateDetails>> {
  try {
    return yield* fitInto(fit, settings, status)
  } catch (error) {
    tolerate(error)
    return yield* halves(fit, settings, status, error)
  }
}

/** Each stream in half of the limits, when fitting them together has failed. Two halves and their seam are within. */
function* halves(
  fit: Record<StreamName, FitStream>,
  settings: Settings,
  status: CommandStatus | undefined,
  error: unknown,
): Counting<ToolOutput<SeparateDetails>> {
  const half = (limit: number, seam: number) => Math.max(0, Math.floor((limit - seam) / 2))
  const less: Settings = {
    ...settings,
    maxLines: half(settings.maxLines, 0),
    maxBytes: half(settings.maxBytes, 1),
    maxTokens: half(settings.maxTokens, 2),
    maxSerializedBytes: half(settings.maxSerializedBytes, 2),
  }
  const stderr = yield* fit.stderr(less, status)
  const stdout = yield* fit.stdout(less)
  const failures = [...(stdout.failures ?? []), failureOf('cutting', error)]
  const told = { ...stdout, failures, notes: [...(stdout.notes ?? []), writeFailure('cutting')] }
  const between = stdout.text === '' || stdout.text.endsWith('\n') ? '' : '\n'
  return joinedOutput(stdout.text + between + stderr.text, told, stderr)
}

function* fitInto(
  fit: Record<StreamName, FitStream>,
  settings: Settings,
  status: CommandStatus | undefined,
): Counting<ToolOutput<SeparateDetails>> {
  let limits = settings
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { text, stdout, stderr } = yield* fitBoth(fit, limits, status)
    if (stderr.totalBytes === 0) return outputOf(stdout, {})
    if (stderr.text === '' || (stdout.notice === undefined && (yield* lacksStatus(stderr, settings, status))))
      break
    const excess = yield* excessTokens(text, settings)
    if (excess === 0) return joinedOutput(text, stdout, stderr)
    limits = { ...limits, maxTokens: Math.max(0, limits.maxTokens - 2 * excess) }
  }
  const output = outputOf(yield* fit.stdout(settings, status), {})
  const stderr = yield* fit.stderr({ ...settings, maxLines: 0 })
  return { ...output, details: { ...output.details, stderr } }
}

/** True when a text says nothing of a status that would fit. It is worth more than a few letters under a heading. */
function* lacksStatus(
  { notice }: Truncation,
  settings: Settings,
  status: CommandStatus | undefined,
): Counting<boolean> {
  const line = settings.notice.off ? undefined : writeStatus(status)
  return notice === undefined && line !== undefined && (yield* excessTokens(line, settings)) === 0
}

function joinedOutput(text: string, stdout: Truncation, stderr: Truncation): ToolOutput<SeparateDetails> {
  const content = contentOf(stdout) + contentOf(stderr)
  const notice = stderr.notice === undefined ? stdout.notice : text.slice(text.lastIndexOf('\n') + 1)
  const output = { text, content, details: { truncation: stdout, stderr } }
  return notice === undefined ? output : { ...output, notice }
}

interface Both {
  text: string
  stdout: Truncation
  stderr: Truncation
}

function* fitBoth(
  fit: Record<StreamName, FitStream>,
  settings: Settings,
  status: CommandStatus | undefined,
): Counting<Both> {
  const heading = settings.notice.off ? '' : `${writeStream('standard error')}\n`
  let stderr = yield* fit.stderr(yield* less(scaled(settings, STDERR_SHARE), heading), status)
  if (stderr.totalBytes === 0) return { text: '', stdout: yield* fit.stdout(settings, status), stderr }
  const below = () => less(settings, `\n${heading}${stderr.text}`)
  let stdout = yield* fit.stdout(stderr.text === '' ? settings : yield* below())
  // Standard error also gets what standard output leaves over, even if nothing fitted into its own share.
  if (stderr.truncated)
    stderr = yield* fit.stderr(yield* less(settings, headed(stdout.text, heading)), status)
  if (stderr.text === '') return { text: '', stdout, stderr }
  if (stderr.notice === undefined && status) stdout = yield* fit.stdout(yield* below(), status)
  const above = headed(stdout.text, heading)
  const { key } = settings.notice
  if (key === undefined || stderr.notice === undefined) return { text: above + stderr.text, stdout, stderr }
  const shown = above + stderr.text.slice(0, -stderr.notice.length)
  return { text: shown + signAgain(key, shown, stderr.notice), stdout, stderr }
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

/** The limits, reduced by the size of a text. */
function* less(settings: Settings, text: string): Counting<Settings> {
  const { lines, bytes, serializedBytes } = plainSizer.measureText(text)
  const tokens = settings.maxTokens === Number.POSITIVE_INFINITY ? 0 : yield* tokensOf(text, settings)
  return {
    ...settings,
    maxLines: Math.max(0, settings.maxLines - lines),
    maxBytes: Math.max(0, settings.maxBytes - bytes),
    maxTokens: Math.max(0, settings.maxTokens - tokens),
    maxSerializedBytes: Math.max(0, settings.maxSerializedBytes - serializedBytes),
  }
}

/**
 * Number of tokens by which a text exceeds the limit. 0 if it is within all limits, and 1 if it exceeds another one.
 */
function* excessTokens(text: string, settings: Settings): Counting<number> {
  const { maxTokens } = settings
  if (limitOver(text, { ...settings, maxTokens: Number.POSITIVE_INFINITY }) !== undefined) return 1
  if (maxTokens === Number.POSITIVE_INFINITY) return 0
  const isTooLong = plainSizer.measureText(text).bytes > mostCountedBytes(maxTokens)
  const excess = (yield* tokensOf(text, settings)) - maxTokens
  return Math.max(isTooLong ? 1 : 0, excess)
}

/** The tokens of a text. Spares the exact counter the empty text, which has none. */
function* tokensOf(text: string, settings: Settings): Counting<number> {
  if (!settings.tokens) return tokensIn(text, settings)
  return text === '' ? 0 : yield text
}
