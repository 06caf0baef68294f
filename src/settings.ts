import { invalidOption as invalid } from './errors.ts'
import type {
  AsyncTokenCounter,
  AsyncTruncateOptions,
  Keep,
  KeptEnds,
  Limits,
  Source,
  TokenCounter,
} from './options.ts'
import { AskedCounter } from './tokens/counter.ts'

/** `ErrorSearchOptions` with every default filled in. */
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
  const given = value === undefined || typeof value === 'boolean' ? {} : record('notice', value)
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
    off: value === false,
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
