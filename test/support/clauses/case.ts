import { estimateTokens } from '../../../src/core/tokens/estimate.ts'
import type { CommandStatus, Keep, Source, TruncateOptions } from '../../../src/options.ts'
import type { Errors, Truncation } from '../../../src/truncation.ts'
import {
  countCodePoints,
  countLines,
  type ErrorFact,
  type InputFacts,
  type JudgedError,
  serializedLength,
  utf8Length,
} from '../facts.ts'
import { mayBeNoticeLike, type ReadNotice, statusLineOf } from '../grammar.ts'
import type { Introducer } from './sequences.ts'

/** Everything that a clause may check. */
export interface Case {
  facts: InputFacts
  options: TruncateOptions
  result: Truncation
  source: Source | undefined
  status: CommandStatus | undefined
  recut: boolean
  notice: ReadNotice | undefined
  /** Those that are listed. */
  errors: JudgedError[]
  /** With those that are only counted, because they are like one that is listed. */
  totalErrors: number
  introducers: Introducer[]
}

/** The oracle of clause 4. pith itself uses its own table. */
export const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Clusters of more code points than this may be split. */
export const GRAPHEME_POINTS = 32

export function fail(clause: number, sentence: string): never {
  throw new Error(`clause ${clause}: ${sentence}`)
}

export function same(clause: number, what: string, got: unknown, expected: unknown): void {
  if (got !== expected)
    fail(clause, `${what} is ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`)
}

export const countTokens = (options: TruncateOptions, text: string): number =>
  options.tokens ? (text === '' ? 0 : options.tokens.count(text)) : estimateTokens(text).tokens

export const limitsOf = (options: TruncateOptions) => ({
  maxLines: options.maxLines ?? 2000,
  maxBytes: options.maxBytes ?? 30720,
  maxTokens: options.maxTokens ?? Infinity,
  maxLineLength: options.maxLineLength ?? Infinity,
  maxSerializedBytes: options.maxSerializedBytes ?? Infinity,
})

const hasFailed = (status: CommandStatus | undefined): boolean =>
  status?.isAnswer !== true && statusLineOf(status) !== undefined

export const keepOf = ({ keep = 'ends' }: TruncateOptions): Keep => keep

/** How errors are looked for. Those of an answer count only if its command failed, or the caller asks for them. */
export function soughtErrors(
  options: TruncateOptions,
  status: CommandStatus | undefined,
): NonNullable<TruncateOptions['errors']> {
  if (options.errors !== undefined) return options.errors
  const isAnswer = (options.for === 'query' || options.for === 'read') && !hasFailed(status)
  return !isAnswer && (options.keep ?? 'ends') === 'ends'
}

/** The limits that a text exceeds, apart from `maxLineLength`. */
export function broken(options: TruncateOptions, text: string): string[] {
  const limits = limitsOf(options)
  const over: string[] = []
  if (countLines(text) > limits.maxLines) over.push('lines')
  if (utf8Length(text) > limits.maxBytes) over.push('bytes')
  // The empty text still needs two quotes, which no truncation can save.
  if (text !== '' && serializedLength(text) > limits.maxSerializedBytes) over.push('serialized bytes')
  if (text !== '' && limits.maxTokens !== Infinity && countTokens(options, text) > limits.maxTokens)
    over.push('tokens')
  return over
}

/** The line that reports how the command failed, if it fits the limits. */
export function toldStatus({ options, status }: Pick<Case, 'options' | 'status'>): string | undefined {
  const line = options.notice === false ? undefined : statusLineOf(status)
  return line === undefined || broken(options, line).length > 0 ? undefined : line
}

/** The text that would be shown if nothing had to be left out. */
export function wholeOf(c: Pick<Case, 'facts' | 'options' | 'status'>): string {
  const line = toldStatus(c)
  return line === undefined ? c.facts.text : withLine(c.facts.text, line)
}

export const withLine = (text: string, line: string): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}`

export function longLines(options: TruncateOptions, text: string): { surely: boolean; perhaps: boolean } {
  const { maxLineLength } = limitsOf(options)
  if (maxLineLength === Infinity) return { surely: false, perhaps: false }
  const long = text
    .split('\n')
    .filter((line) => line.length > maxLineLength && countCodePoints(line) > maxLineLength)
  return { surely: long.some((line) => !mayBeNoticeLike(line)), perhaps: long.length > 0 }
}

/** The errors of a result, or its findings. */
export const foundBy = ({ errors, findings = errors }: Truncation): Errors => findings

/** Kinds of evidence that an unknown output may hold because somebody asked for it (clause 16). */
const WEAK = ['words', 'test', 'diff']

/** True for a statement of an unknown output that need not be shown. */
export const mayBeWeak = ({ for: purpose }: TruncateOptions, { kind }: { kind: string }): boolean =>
  purpose === 'unknown' && WEAK.includes(kind)

/** The leading statements as errors of the input: the strongest one, and the next different one. */
export const leadsOf = ({ errors, options, result }: Case): ErrorFact[] =>
  foundBy(result)
    .statements.slice(0, 2)
    .filter((statement) => !mayBeWeak(options, statement))
    .flatMap(({ startByte }) => errors.find((e) => e.startByte === startByte) ?? [])
