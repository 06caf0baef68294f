import { invalidOption as invalid } from './errors.ts'
import { AskedCounter } from './tokens/counter.ts'

/** What every function here takes: text, or the bytes that a tool printed. */
export type Input = string | Uint8Array

/** Which part survives: the beginning, the end, or both ends. */
export type Keep = 'head' | 'tail' | 'ends'

/** The hard limits of a result, markers and notice included. `Infinity` turns one off; 0 is valid. */
export interface Limits {
  /** Lines of the whole text. */
  maxLines: number
  /** UTF-8 bytes of the whole text. */
  maxBytes: number
  /** Tokens of the whole text, by `tokens` or else by the estimator. */
  maxTokens: number
  /** Code points of one content line, clip mark included. Markers and the notice are not content. */
  maxLineLength: number
  /** UTF-8 bytes of `JSON.stringify(text)`. */
  maxSerializedBytes: number
}

/**
 * Counts tokens exactly. Must be pure: the same text gives the same whole number.
 *
 * It is not asked about an empty text, which has none, nor about one of more than 8 KiB with more than 256 bytes for
 * each token of the limit (and one token more): that is taken to be over it.
 */
export interface TokenCounter {
  readonly name: string
  count(text: string): number
}

/** A counter that answers later; taken by the async forms only. */
export interface AsyncTokenCounter {
  readonly name: string
  count(text: string): Promise<number>
}

/**
 * What a notice may name: an artifact by its id, or a file by its path. Of an artifact that has `kept`, only so many
 * bytes of the output's start and end are there.
 */
export type Source = { artifact: string; kept?: KeptEnds } | { path: string }

export interface KeptEnds {
  headBytes: number
  tailBytes: number
}

/** How the command behind the output ended; a failure is told in the notice. */
export interface CommandStatus {
  exitCode?: number | undefined
  /** `SIGTERM`, `SIGKILL`, … */
  signal?: string | undefined
  /** The limit in seconds that the command ran into. */
  timedOutAfterSeconds?: number | undefined
}

/** How errors are looked for and kept. */
export interface ErrorOptions {
  /** Lines before a line of evidence that may be kept with it, 0 to 50; 6 by default. */
  before?: number
  /** Lines after a line of evidence that may be kept with it, 0 to 50; 20 by default. */
  after?: number
  /**
   * What else tells of an error: a string is looked for as it stands, in either case; a `RegExp` may use literals,
   * classes, `.`, groups, alternation, repeats, `^`, `$`, `\b` and the flags `i` and `u`, and runs in linear time.
   * At most 32 of them.
   */
  patterns?: readonly (string | RegExp)[]
}

/** `ErrorOptions` with every default filled in. */
export interface ErrorSettings {
  before: number
  after: number
  patterns: readonly ErrorPattern[]
}

/** A pattern that a caller adds: the source and flags of a regular expression. */
export interface ErrorPattern {
  pattern: string
  flags: string
}

export interface NoticeOptions {
  /** Makes the notice verifiable: it ends in a MAC of the text above it and of its own words. */
  key?: string | Uint8Array
  /** The tools that the model can call, by name; a notice names no other. Default: `['pith']`, the command. */
  tools?: readonly string[]
  /** True leaves out markers and notice. */
  off?: boolean
}

export interface TruncateOptions extends Partial<Limits> {
  /** Default: `'ends'`. */
  keep?: Keep
  /** The head's share of the kept lines and bytes under `ends`, 0 to 1; 0.3 by default. */
  headRatio?: number
  /** Keep lines from the middle that tell of errors. Default: true for `ends`, else false. */
  errors?: boolean | ErrorOptions
  /**
   * An exact counter for `maxTokens`; the estimator by default. It is asked about candidates for the result, never about
   * the input, and about none of them twice. One that throws, or gives anything but a whole number from 0, ends in a
   * `PITH_COUNTER_FAILED`; in the async forms the result is made with the estimator then, and `notes` says so.
   */
  tokens?: TokenCounter
  /** Which scanner runs: `auto` takes Wasm where it can be had. */
  backend?: 'auto' | 'wasm' | 'js'
  source?: Source
  notice?: NoticeOptions
}

/** What the async forms take: a counter may answer later. */
export interface AsyncTruncateOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter
}

/** `TruncateOptions` with every default filled in; what the inside of pith works with. */
export interface Settings extends Limits {
  keep: Keep
  headRatio: number
  /** Context sizes; absent when error lines are not looked for. */
  errors?: ErrorSettings
  tokens?: AskedCounter
  backend: 'auto' | 'wasm' | 'js'
  source?: Source
  notice: { key?: string | Uint8Array; tools: readonly string[]; off: boolean }
}

const DEFAULT_MAX_LINES = 2000
/** 30 KB: the five systems that pith reproduces lie between 10 and 50 KB. */
const DEFAULT_MAX_BYTES = 30 * 1024
const DEFAULT_HEAD_RATIO = 0.3

const keeps = ['head', 'tail', 'ends'] as const
const backends = ['auto', 'wasm', 'js'] as const

function limit(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && value >= 0 && (Number.isInteger(value) || value === Infinity)) return value
  throw invalid(name, 'a whole number from 0, or Infinity', value)
}

function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback
  if (allowed.includes(value as T)) return value as T
  throw invalid(name, `one of ${allowed.map((a) => JSON.stringify(a)).join(', ')}`, value)
}

function flag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw invalid(name, 'true or false', value)
}

function record(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw invalid(name, 'an object', value)
}

function contextLines(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 50) return value
  throw invalid(name, 'a whole number from 0 to 50', value)
}

function errorSettings(value: unknown, keep: Keep): Settings['errors'] {
  const on = value === undefined ? keep === 'ends' : value
  if (on === false) return undefined
  const given = on === true ? {} : record('errors', on)
  return {
    before: contextLines('errors.before', given.before, 6),
    after: contextLines('errors.after', given.after, 20),
    patterns: errorPatterns(given.patterns),
  }
}

const MAX_ERROR_PATTERNS = 32

function errorPatterns(value: unknown): ErrorPattern[] {
  if (value === undefined) return []
  const isPattern = (item: unknown) => item instanceof RegExp || (typeof item === 'string' && item !== '')
  if (!Array.isArray(value) || value.length > MAX_ERROR_PATTERNS || !value.every(isPattern)) {
    throw invalid(
      'errors.patterns',
      `an array of at most ${MAX_ERROR_PATTERNS} non-empty strings and RegExps`,
      value,
    )
  }
  return (value as (string | RegExp)[]).map((item) =>
    typeof item === 'string'
      ? { pattern: item.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags: 'i' }
      : { pattern: item.source, flags: item.flags },
  )
}

function noticeSettings(value: unknown): Settings['notice'] {
  const given = value === undefined ? {} : record('notice', value)
  const { key, tools } = given
  if (
    key !== undefined &&
    !(typeof key === 'string' && key !== '') &&
    !(key instanceof Uint8Array && key.length > 0)
  ) {
    throw invalid('notice.key', 'a non-empty string or Uint8Array', key)
  }
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((t) => typeof t === 'string'))) {
    throw invalid('notice.tools', 'an array of strings', tools)
  }
  const settings: Settings['notice'] = {
    tools: (tools as string[] | undefined) ?? ['pith'],
    off: flag('notice.off', given.off),
  }
  if (key !== undefined) settings.key = key as string | Uint8Array
  return settings
}

/**
 * A source as the caller gave it, checked.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkSource(value: unknown): Source {
  const given = record('source', value)
  if (typeof given.artifact === 'string' && /^[0-9a-f]{16}$/.test(given.artifact))
    return given.kept === undefined
      ? { artifact: given.artifact }
      : { artifact: given.artifact, kept: checkKept(given.kept) }
  if (given.artifact !== undefined) throw invalid('source.artifact', 'an id of 16 hex digits', given.artifact)
  if (typeof given.path === 'string' && given.path !== '') return { path: given.path }
  throw invalid('source', '{ artifact } or { path }', value)
}

function checkKept(value: unknown): KeptEnds {
  const { headBytes, tailBytes } = record('source.kept', value)
  const isCount = (bytes: unknown) => Number.isSafeInteger(bytes) && (bytes as number) >= 0
  if (!isCount(headBytes) || !isCount(tailBytes))
    throw invalid('source.kept', '{ headBytes, tailBytes }, both whole numbers from 0', value)
  return { headBytes: headBytes as number, tailBytes: tailBytes as number }
}

/**
 * A counter as the caller gave it, checked.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkTokenCounter<Counter extends TokenCounter | AsyncTokenCounter>(value: Counter): Counter {
  const given = value as Counter | null | undefined
  if (typeof given === 'object' && given !== null && typeof given.count === 'function') return given
  throw invalid('tokens', 'a TokenCounter: { name, count(text) }', value)
}

/**
 * Options with their defaults, checked at the door.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a wrong type, a negative, fractional or NaN limit, a misspelt choice.
 */
export function resolveSettings(options: AsyncTruncateOptions | undefined): Settings {
  const given = options === undefined ? {} : record('options', options)
  const maxLines = limit('maxLines', given.maxLines, DEFAULT_MAX_LINES)
  const maxBytes = limit('maxBytes', given.maxBytes, DEFAULT_MAX_BYTES)
  const maxTokens = limit('maxTokens', given.maxTokens, Infinity)
  const maxLineLength = limit('maxLineLength', given.maxLineLength, Infinity)
  const maxSerializedBytes = limit('maxSerializedBytes', given.maxSerializedBytes, Infinity)
  const keep = oneOf('keep', given.keep, keeps, 'ends')
  const headRatio = given.headRatio ?? DEFAULT_HEAD_RATIO
  if (typeof headRatio !== 'number' || !(headRatio >= 0 && headRatio <= 1)) {
    throw invalid('headRatio', 'a number from 0 to 1', headRatio)
  }
  const settings: Settings = {
    maxLines,
    maxBytes,
    maxTokens,
    maxLineLength,
    maxSerializedBytes,
    keep,
    headRatio,
    backend: oneOf('backend', given.backend, backends, 'auto'),
    notice: noticeSettings(given.notice),
  }
  const errors = errorSettings(given.errors, keep)
  if (errors) settings.errors = errors
  if (given.tokens !== undefined) {
    settings.tokens = new AskedCounter(checkTokenCounter(given.tokens as TokenCounter | AsyncTokenCounter))
  }
  if (given.source !== undefined) settings.source = checkSource(given.source)
  return settings
}
