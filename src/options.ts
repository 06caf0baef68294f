import type { Names } from './check/names.ts'

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
export interface ErrorSearchOptions {
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

export interface NoticeOptions {
  /** Makes the notice verifiable: it ends in a MAC of the text above it and of its own words. */
  key?: string | Uint8Array
  /** The tools that the model can call, by name; a notice names no other. Default: `['pith']`, the command. */
  tools?: readonly string[]
}

export interface TruncateOptions extends Partial<Limits> {
  /** Default: `'ends'`. */
  keep?: Keep
  /** The head's share of the kept lines and bytes under `ends`, 0 to 1; 0.3 by default. */
  headRatio?: number
  /** Keep lines from the middle that tell of errors. Default: true for `ends`, else false. */
  errors?: boolean | ErrorSearchOptions
  /**
   * An exact counter for `maxTokens`; the estimator by default. It is asked about candidates for the result, never about
   * the input, and about none of them twice. One that throws, or gives anything but a whole number from 0, ends in a
   * `PITH_COUNTER_FAILED`; in the async forms the result is made with the estimator then, and `notes` says so.
   */
  tokens?: TokenCounter
  /** Which scanner runs: `auto` takes Wasm where it can be had. */
  backend?: 'auto' | 'wasm' | 'js'
  source?: Source
  /** False leaves out markers and notice. */
  notice?: boolean | NoticeOptions
}

/** The names of options, so that others are refused. */
export const truncateNames = {
  keep: true,
  headRatio: true,
  errors: true,
  tokens: true,
  backend: true,
  source: true,
  notice: true,
  maxLines: true,
  maxBytes: true,
  maxTokens: true,
  maxLineLength: true,
  maxSerializedBytes: true,
} as const satisfies Names<TruncateOptions>

export const errorSearchNames = {
  before: true,
  after: true,
  patterns: true,
} as const satisfies Names<ErrorSearchOptions>

export const noticeNames = { key: true, tools: true } as const satisfies Names<NoticeOptions>

export const sourceNames = { artifact: true, kept: true, path: true } as const satisfies Names<
  Extract<Source, { artifact: string }> & Extract<Source, { path: string }>
>

export const keptNames = { headBytes: true, tailBytes: true } as const satisfies Names<KeptEnds>

export const statusNames = {
  exitCode: true,
  signal: true,
  timedOutAfterSeconds: true,
} as const satisfies Names<CommandStatus>

/** The names of options that a function takes besides those of `truncate`. */
export type OwnNames<Options> = Names<Omit<Options, keyof TruncateOptions>>

/** What the async forms take: a counter may answer later. */
export interface AsyncTruncateOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter
}
