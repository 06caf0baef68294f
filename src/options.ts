import { names } from './check/names.ts'
import type { Structure } from './kinds/kind.ts'

// The public option types, and a table of the names in each of them. settings.ts checks options and fills in defaults.

/** The input of every function: a text, or the bytes that a tool printed. */
export type Input = string | Uint8Array

/** Which part is kept: the head, the tail, or both ends. */
export type Keep = 'head' | 'tail' | 'ends'

/**
 * What an output is for: the text of files (`read`), an answer (`query`), lines that a service or a build wrote (`log`),
 * or the report of a build, a test or another job (`run`). `unknown` for a command that pith does not know.
 */
export type Purpose = 'read' | 'query' | 'log' | 'run' | 'unknown'

/** The hard limits of a result, including its markers and notice. `Infinity` turns a limit off. 0 is valid. */
export interface Limits {
  /** Most lines of the whole text. */
  maxLines: number
  /** Most UTF-8 bytes of the whole text. */
  maxBytes: number
  /** Maximum tokens of the whole text. Counted by `tokens`; estimated without it. */
  maxTokens: number
  /** Most code points of one content line, including its clip mark. Markers and the notice are not content. */
  maxLineLength: number
  /** Most UTF-8 bytes of `JSON.stringify(text)`. */
  maxSerializedBytes: number
}

/**
 * Counts tokens exactly. Must be pure: it must always return the same whole number for the same text.
 *
 * It is not asked about an empty text, which has 0 tokens. It is not asked about very large texts either: a text of
 * more than 8 KiB, and of more than 256 bytes for each of `maxTokens` + 1 tokens, counts as over the limit.
 */
export interface TokenCounter {
  readonly name: string
  count(text: string): number
}

/** A counter that returns a promise. Only the asynchronous functions accept it. */
export interface AsyncTokenCounter {
  readonly name: string
  count(text: string): Promise<number>
}

/**
 * Where a notice says that the output can be read: an artifact by its id, or a file by its path. An artifact with
 * `kept` has only so many bytes of the output's start and end. The `path` of an artifact is a file with its bytes, which
 * the notice names on the surface `file`.
 */
export type Source = { artifact: string; kept?: KeptEnds; path?: string } | { path: string }

/**
 * Where a text is read, and so how its notice says how to see more: by the command `pith show`, by
 * `npx --offline pith show`, by a call of the MCP tool `pith_show`, or by reading lines of a file.
 */
export type Surface = 'command' | 'npx' | 'mcp' | 'file'

export interface KeptEnds {
  headBytes: number
  tailBytes: number
}

/** How the command that printed the output ended. The notice reports a failure. */
export interface CommandStatus {
  exitCode?: number | undefined
  /** `SIGTERM`, `SIGKILL`, … */
  signal?: string | undefined
  /** The time limit that the command exceeded, in seconds. */
  timedOutAfterSeconds?: number | undefined
  /** The signal that asked the command to end, if it then ended in another way. */
  interruptedBy?: string | undefined
  /** True for an exit code that answers a question, such as 1 of `grep`: nothing failed. */
  isAnswer?: boolean | undefined
}

/** How error lines are found and kept. */
export interface ErrorSearchOptions {
  /** Lines before an error line that may be kept with it, 0 to 50; 6 by default. */
  before?: number
  /** Lines after an error line that may be kept with it, 0 to 50; 20 by default. */
  after?: number
  /**
   * At most 32 patterns that also mark a line as an error line. A string matches literally, in upper or lower case. A
   * `RegExp` may use literals, classes, `.`, groups, alternation, repeats, `^`, `$`, `\b` and the flags `i` and `u`. It
   * runs in linear time.
   */
  patterns?: readonly (string | RegExp)[]
}

/** How terminal output is rendered. */
export interface FoldOptions {
  /** Rows of the terminal: cursor movement changes at most this many of the last lines, 1 to 1000; 100 by default. */
  rows?: number
  /** Columns of the terminal, after which a line wraps, from 1; Infinity by default: lines do not wrap. */
  columns?: number
}

export interface NoticeOptions {
  /** Makes the notice verifiable. It then ends in a MAC of the text above it and of its own words. */
  key?: string | Uint8Array
  /**
   * A value for this call only. The MAC covers it, so a notice signed for an earlier call does not verify. It is not
   * printed. Needs `key`.
   */
  nonce?: string | Uint8Array
  /**
   * The names of the tools that the model can call. A notice names no other tool. Default: the tool of `surface`, which
   * is `pith_show` for `mcp`, else `pith`, the command.
   */
  tools?: readonly string[]
  /**
   * Where the text is read; `'command'` by default. Where `'command'` or `'npx'` is given, a list names its limit as an
   * option of a command line, `--limit 200`, else as a parameter of a tool, `limit=200`.
   */
  surface?: Surface
  /**
   * The call that shows a page, such as `pith read notes.txt`. Its notice then names the whole call for the next page,
   * `Next: pith read notes.txt --offset 2001`, and not only the parameters of a tool.
   */
  call?: string
  /** True leaves room for a line end behind a text that is cut, for callers who print one there. Default: false. */
  lineEnd?: boolean
}

export interface TruncateOptions extends Partial<Limits> {
  /** Default: `'ends'`. */
  keep?: Keep
  /**
   * The share of the head in the kept lines and bytes when `keep` is `'ends'`, 0 to 1. By default 0.3, two thirds for a
   * `read`, and half for a `query`, a `log` and an `unknown` output.
   */
  headRatio?: number
  /** Whether to keep error lines from the middle. Default: true when `keep` is `'ends'`, else false. */
  errors?: boolean | ErrorSearchOptions
  /**
   * Whether to show the text that a terminal would show. Above the limits, one line then stands for lines that are equal,
   * that differ only in their times, or that show progress. Default: true for `bash`, `web` and commands, else false. An
   * input within the limits is only rendered, and not changed at all if it has no control sequences.
   */
  fold?: boolean | FoldOptions
  /**
   * What the output is for. An input within the limits is shown as it is, whatever it is for. Above them, a `run` is cut
   * to its worth: strong errors with their lines, both ends and the status, even if the limits have room for more. A
   * `read` is a page from the top, and the end in a third of the room. A `query` keeps its ends, and errors only if its
   * command failed. Of an `unknown` output only strong errors are kept beside the ends. Default: undefined,
   * an output of which nothing is known: it uses all of the limits, and keeps errors.
   */
  for?: Purpose
  /**
   * What the reader wants to know: at most 1000 UTF-16 units, else `PITH_INVALID_OPTION`, of which the first 16 words
   * count. Above the limits, lines that hold them are kept with the lines around, beside the strongest errors. They are
   * no errors. Pages and lists do not use it. Default: none.
   */
  query?: string
  /**
   * Kinds of output that are cut by their units instead of by lines: `kinds` or `kindsFor(…)` of `pith/structure`. A cut
   * of JSON then parses, and a cut diff has whole hunks. Default: none.
   */
  structure?: Structure
  /**
   * An exact counter for `maxTokens`; the estimator by default. It is asked about drafts of the result, never about the
   * input, and never twice about the same text. A counter that throws, or returns anything but a whole number from 0,
   * causes `PITH_COUNTER_FAILED`. The asynchronous functions use the estimator then, and say so in `notes`.
   */
  tokens?: TokenCounter
  /** Which scanner runs. `'auto'`, the default, uses WebAssembly if it is available. */
  backend?: 'auto' | 'wasm' | 'js'
  /** Where the full output can be read. The notice names it. */
  source?: Source
  /** False leaves out the markers and the notice. */
  notice?: boolean | NoticeOptions
}

/** The names of the options, so that unknown names can be refused. */
export const truncateNames = names<TruncateOptions>()(
  'keep headRatio errors fold for query structure tokens backend source notice',
  'maxLines maxBytes maxTokens maxLineLength maxSerializedBytes',
)

export const errorSearchNames = names<ErrorSearchOptions>()('before after patterns')

export const foldNames = names<FoldOptions>()('rows columns')

export const noticeNames = names<NoticeOptions>()('key nonce tools surface call lineEnd')

export const sourceNames = names<Extract<Source, { artifact: string }> & Extract<Source, { path: string }>>()(
  'artifact kept path',
)

export const keptNames = names<KeptEnds>()('headBytes tailBytes')

export const statusNames = names<CommandStatus>()(
  'exitCode signal timedOutAfterSeconds interruptedBy isAnswer',
)

/** The options of the asynchronous functions. Their counter may return a promise. */
export interface AsyncTruncateOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter
}
