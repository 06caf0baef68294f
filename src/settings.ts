import { literalPattern } from './check/literal-pattern.ts'
import { type NameTable, refuseUnknown } from './check/names.ts'
import {
  flag,
  oneOf,
  optionsOf,
  ratio,
  record,
  teachesWithin,
  wholeNumber,
  wholeOrInfinity,
} from './check/values.ts'
import { signingKey } from './core/bytes/signing-key.ts'
import { AskedCounter } from './core/tokens/counter.ts'
import { invalidOption as invalid, wrongOption } from './errors.ts'
import type { Structure } from './kinds/kind.ts'
import {
  type AsyncTokenCounter,
  type AsyncTruncateOptions,
  type ErrorSearchOptions,
  errorSearchNames,
  type FoldOptions,
  foldNames,
  type Keep,
  type KeptEnds,
  keptNames,
  type Limits,
  type NoticeOptions,
  noticeNames,
  type Purpose,
  type Source,
  type Surface,
  sourceNames,
  statusNames,
  type TokenCounter,
  truncateNames,
} from './options.ts'

// Checks the options of a caller and fills in the defaults. The rest of pith works with the settings that come out.

/** `ErrorSearchOptions` with every default filled in. */
export interface ErrorSettings {
  before: number
  after: number
  patterns: readonly ErrorPattern[]
  /** True for an answer whose caller did not ask for errors: its words are data, unless its command failed. */
  onlyIfFailed?: boolean
}

/** `FoldOptions` with every default filled in. */
export interface FoldSettings extends Required<FoldOptions> {
  /** Lines that are equal, or show progress, are shown once if the others have at least so many bytes. Infinity for never. */
  leastRepeatBytes: number
}

/** A pattern of the caller: the source and the flags of a regular expression. */
export interface ErrorPattern {
  pattern: string
  flags: string
}

/** `TruncateOptions` with every default filled in. */
export interface Settings extends Limits {
  keep: Keep
  headRatio: number
  /** Absent when error lines are not searched for. */
  errors?: ErrorSettings
  /** Absent when the text is not folded. */
  fold?: FoldSettings
  /** Absent when nothing is known of the output. */
  purpose?: Purpose
  /** True if most of the top and some of the end are kept. It does not hold for a failed command. */
  isPage?: boolean
  query?: string
  structure?: Structure
  tokens?: AskedCounter
  backend: 'auto' | 'wasm' | 'js'
  source?: Source
  /** `key` is the one that signs: it depends on the nonce too. */
  notice: {
    key?: Uint8Array
    tools: readonly string[]
    surface: Surface
    teaches: boolean
    /** True if the caller says that the reader has a command line. A host of the library has tools with parameters. */
    isCommandLine?: boolean
    call?: string
    /** True if a line end follows the text, within the limits. */
    lineEnd?: boolean
    off: boolean
  }
}

export const defaults = {
  maxLines: 2000,
  /** 30 KiB. The five systems that pith reproduces have limits between 10 and 50 KB. */
  maxBytes: 30 * 1024,
  maxTokens: Infinity,
  maxLineLength: Infinity,
  maxSerializedBytes: Infinity,
  keep: 'ends',
  headRatio: 0.3,
  backend: 'auto',
  surface: 'command',
  /** Lines before and after an error line. */
  before: 6,
  after: 20,
  /** Rows of the terminal that fold renders. */
  rows: 100,
} as const

/** What is asked for stands at either end of an answer. */
export const HALF = 0.5

export const keeps = ['head', 'tail', 'ends'] as const
export const purposes = ['read', 'query', 'log', 'run', 'unknown'] as const
const backends = ['auto', 'wasm', 'js'] as const
const surfaces = ['command', 'npx', 'mcp', 'file'] as const

function errorSettings(value: unknown, keep: Keep, purpose: Purpose | undefined): Settings['errors'] {
  const on = value === undefined ? keep === 'ends' : value
  if (on === false) return undefined
  const given = on === true ? {} : optionsOf(on as ErrorSearchOptions, errorSearchNames, 'errors')
  return {
    before: wholeNumber('errors.before', given.before, defaults.before, 0, MOST_CONTEXT),
    after: wholeNumber('errors.after', given.after, defaults.after, 0, MOST_CONTEXT),
    patterns: errorPatterns(given.patterns),
    ...(value === undefined && (purpose === 'read' || purpose === 'query') && { onlyIfFailed: true }),
  }
}

const MOST_CONTEXT = 50
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
      ? { pattern: literalPattern(item), flags: 'i' }
      : { pattern: item.source, flags: item.flags },
  )
}

const MOST_QUERY_LENGTH = 1000

function checkQuery(value: unknown): string {
  if (typeof value === 'string' && value.length <= MOST_QUERY_LENGTH) return value
  throw invalid('query', `a string of at most ${MOST_QUERY_LENGTH} UTF-16 units`, value)
}

const MOST_ROWS = 1000

/** Repeated lines of fewer bytes stay: no mark for them is longer in a text of less than 10⁸ lines. */
export const LEAST_REPEAT_BYTES = 48
/** The same in an answer, which people read line by line. Only what goes on and on is hidden there. */
const LEAST_REPEAT_BYTES_OF_ANSWER = 1024

function leastRepeatBytesOf(purpose: Purpose | undefined): number {
  if (purpose === 'read') return Infinity
  return purpose === 'query' ? LEAST_REPEAT_BYTES_OF_ANSWER : LEAST_REPEAT_BYTES
}

function foldSettings(value: unknown, purpose: Purpose | undefined): FoldSettings | undefined {
  if (value === undefined || value === false) return undefined
  const { rows, columns } = value === true ? {} : optionsOf(value as FoldOptions, foldNames, 'fold')
  return {
    rows: wholeNumber('fold.rows', rows, defaults.rows, 1, MOST_ROWS),
    columns: wholeOrInfinity('fold.columns', columns, Infinity, 1),
    leastRepeatBytes: leastRepeatBytesOf(purpose),
  }
}

function noticeSettings(
  value: unknown,
  { maxBytes, maxSerializedBytes, maxTokens }: Limits,
): Settings['notice'] {
  const isGiven = value !== undefined && typeof value !== 'boolean'
  const { key, nonce, tools, surface, call, lineEnd } = isGiven
    ? optionsOf(value as NoticeOptions, noticeNames, 'notice')
    : {}
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((t) => typeof t === 'string'))) {
    throw invalid('notice.tools', 'an array of strings', tools)
  }
  if (call !== undefined && (typeof call !== 'string' || /[\p{Cc}\u2028\u2029]/u.test(call)))
    throw invalid('notice.call', 'a string without control characters', call)
  const chosen = oneOf('notice.surface', surface, surfaces, defaults.surface)
  const settings: Settings['notice'] = {
    tools: tools ?? [chosen === 'mcp' ? 'pith_show' : 'pith'],
    surface: chosen,
    isCommandLine: surface === 'command' || surface === 'npx',
    teaches: teachesWithin(Math.min(maxBytes, maxSerializedBytes), maxTokens),
    lineEnd: flag('notice.lineEnd', lineEnd, false),
    off: value === false,
    ...(call !== undefined && { call }),
  }
  if (key !== undefined) settings.key = signingKey(key, nonce, 'notice.')
  else if (nonce !== undefined)
    throw wrongOption('Expected `notice.nonce` to come with `notice.key`, got none.')
  return settings
}

/**
 * Checks a source that the caller gave, and returns it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkSource(value: unknown): Source {
  const given = record('source', value) as Record<string, unknown>
  refuseUnknown(given, sourceNames, undefined, 'source.')
  const { artifact, kept, path } = given
  if (path !== undefined && (typeof path !== 'string' || path === ''))
    throw invalid('source.path', 'a path that is not empty', path)
  if (artifact === undefined) {
    if (path !== undefined) return { path }
    throw invalid('source', '{ artifact } or { path }', value)
  }
  if (typeof artifact !== 'string' || !/^[0-9a-f]{16}$/.test(artifact))
    throw invalid('source.artifact', 'an id of 16 hex digits', artifact)
  return {
    artifact,
    ...(kept !== undefined && { kept: checkKept(kept) }),
    ...(path !== undefined && { path }),
  }
}

function checkKept(value: unknown): KeptEnds {
  const given = record('source.kept', value) as Record<string, unknown>
  refuseUnknown(given, keptNames, undefined, 'source.kept.')
  const { headBytes, tailBytes } = given
  const isCount = (bytes: unknown) => Number.isSafeInteger(bytes) && (bytes as number) >= 0
  if (!isCount(headBytes) || !isCount(tailBytes))
    throw invalid('source.kept', '{ headBytes, tailBytes }, both whole numbers from 0', value)
  return { headBytes: headBytes as number, tailBytes: tailBytes as number }
}

function checkStructure(value: Structure): Structure {
  const given = value as Structure | null
  if (typeof given === 'object' && typeof given?.recognise === 'function') return given
  throw invalid('structure', '`kinds` or `kindsFor(…)` of pith/structure', value)
}

/**
 * Refuses unknown names in the status of a command.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkStatus(value: unknown): void {
  refuseUnknown(record('status', value), statusNames, undefined, 'status.')
}

/**
 * Checks a counter that the caller gave, and returns it.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkTokenCounter<Counter extends TokenCounter | AsyncTokenCounter>(value: Counter): Counter {
  const given = value as Counter | null | undefined
  if (typeof given === 'object' && given !== null && typeof given.count === 'function') return given
  throw invalid('tokens', 'a TokenCounter: { name, count(text) }', value)
}

/**
 * Checks options and fills in the defaults.
 *
 * @param own the names of the options that the calling function accepts besides those of `truncate`.
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown name, a wrong type, a negative, fractional or NaN limit, or
 *   an unknown choice.
 */
export function resolveSettings(options: AsyncTruncateOptions | undefined, own?: NameTable): Settings {
  if (options !== undefined) checkNames(options, own)
  const given: AsyncTruncateOptions & { store?: NamedStore | false } = options ?? {}
  return settingsOf(forStore(given, given.store || undefined))
}

/** What a notice has to know of a store. */
type NamedStore = { readonly isPrivate?: boolean }

/** False for a store that cannot be asked: what is kept by it tells of that. */
function isPrivate(store: NamedStore | undefined): boolean {
  try {
    return store?.isPrivate === true
  } catch {
    return false
  }
}

/**
 * The options with a notice that names no command where no command reads the store (clause 12). A caller who chooses a
 * surface or tools serves them.
 */
export function forStore<Options extends AsyncTruncateOptions>(
  options: Options,
  store: NamedStore | undefined,
): Options {
  const { notice = true } = options
  if (!notice || !isPrivate(store)) return options
  const given: NoticeOptions = notice === true ? {} : notice
  if (typeof given !== 'object' || given.surface !== undefined || given.tools !== undefined) return options
  return { ...options, notice: { ...given, tools: [] } }
}

/**
 * Refuses options that are not an object, and unknown option names.
 *
 * @param own the names of the options that the calling function accepts besides those of `truncate`.
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkNames(options: object, own?: NameTable): void {
  refuseUnknown(record('options', options), truncateNames, own)
}

/** Like `resolveSettings`, for options whose names are already checked. */
export function settingsOf(given: AsyncTruncateOptions): Settings {
  const purpose = given.for === undefined ? undefined : oneOf('for', given.for, purposes, 'unknown')
  const keep = oneOf('keep', given.keep, keeps, defaults.keep)
  const limits: Limits = {
    maxLines: wholeOrInfinity('maxLines', given.maxLines, defaults.maxLines),
    maxBytes: wholeOrInfinity('maxBytes', given.maxBytes, defaults.maxBytes),
    maxTokens: wholeOrInfinity('maxTokens', given.maxTokens, defaults.maxTokens),
    maxLineLength: wholeOrInfinity('maxLineLength', given.maxLineLength, defaults.maxLineLength),
    maxSerializedBytes: wholeOrInfinity(
      'maxSerializedBytes',
      given.maxSerializedBytes,
      defaults.maxSerializedBytes,
    ),
  }
  const { maxLines, maxBytes, maxTokens, maxLineLength, maxSerializedBytes } = limits
  // Named, because a spread of some and further properties takes V8 several microseconds.
  const settings: Settings = {
    maxLines,
    maxBytes,
    maxTokens,
    maxLineLength,
    maxSerializedBytes,
    keep,
    headRatio: ratio(
      'headRatio',
      given.headRatio,
      purpose === 'query' || purpose === 'unknown' || purpose === 'log' ? HALF : defaults.headRatio,
    ),
    backend: oneOf('backend', given.backend, backends, defaults.backend),
    notice: noticeSettings(given.notice, limits),
  }
  if (purpose) settings.purpose = purpose
  if (purpose === 'read' && given.keep === undefined && given.headRatio === undefined) settings.isPage = true
  const errors = errorSettings(given.errors, keep, purpose)
  if (errors) settings.errors = errors
  if (given.query !== undefined) settings.query = checkQuery(given.query)
  const fold = foldSettings(given.fold, purpose)
  if (fold) settings.fold = fold
  if (given.tokens !== undefined) settings.tokens = new AskedCounter(checkTokenCounter(given.tokens))
  if (given.source !== undefined) settings.source = checkSource(given.source)
  if (given.structure !== undefined) settings.structure = checkStructure(given.structure)
  return settings
}
