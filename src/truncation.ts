// The result of a truncation. It is plain data.

/** An estimate of how many tokens a text has. */
export interface TokenEstimate {
  /** The estimate itself. `maxTokens` limits it when there is no exact counter. */
  tokens: number
  /** The true count is rarely lower than this: see `estimateTokens`. */
  low: number
  /** The true count is rarely higher than this. */
  high: number
}

/** A kept range of the input. */
export interface Segment {
  /** Offset of the first byte, from 0. */
  startByte: number
  /** Offset after the last byte. */
  endByte: number
  /** Line of the first byte, from 1. */
  firstLine: number
  /** Line of the last byte, inclusive. */
  lastLine: number
  /** Why the segment was kept. `error` is also what a query asks for, `range` is a page that the caller requested, `unit` some units of a known kind. */
  kind: 'head' | 'tail' | 'error' | 'range' | 'unit'
  /** True when the bytes are valid UTF-8 and `text` is exactly these bytes. */
  exact: boolean
  text: string
}

/** A range of the input that was left out. */
export interface Gap {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** Column of the first byte in code points, from 1. Absent when the gap begins a line. */
  column?: number
  /** Code points left out by a clip inside a line. Absent for whole lines. */
  codePoints?: number
  /** Number of error lines in the gap. In a result that has `units`, only those that `errors.lines` lists count. */
  errors: number
  /** False for lines outside the page that the caller requested. */
  asked: boolean
  /** The text that stands for the gap, for repeated lines and for units. */
  mark?: string
  /** The call that shows the gap, as in the marker. Absent when the source cannot be read again. */
  resume?: string
}

/** Names units of an input, as the options of `pith show` do: `{ items: '3-40' }`, `{ path: '$.users' }`. */
export type UnitName = Readonly<Partial<Record<'items' | 'path' | 'file' | 'rows' | 'section', string>>>

/** A line with evidence that something failed. */
export interface ErrorLine {
  /** Line number, from 1. */
  line: number
  /** Offset of the evidence, not of the line. */
  startByte: number
  /** Offset after the evidence. */
  endByte: number
  /** The kind of evidence: `compiler`, `exception`, `test`, … */
  pattern: string
  /** True when the evidence is in the text. */
  kept: boolean
}

/** What an error says, where, and how often. */
export interface ErrorStatement {
  /** The kind of the strongest evidence, as `ErrorLine.pattern`. */
  kind: string
  /** The line, or 400 bytes of it, without a time stamp and without control characters. */
  message: string
  /** The place in the code that the message names, or a line shortly behind it. */
  file?: string
  /** 1-indexed line of the file. */
  line?: number
  /** Column in that line, as the tool counts. */
  column?: number
  /** Name of the test that failed. */
  test?: string
  /** Number of lines that say it. */
  count: number
  /** 1-indexed line of the input that says it first. */
  firstLine: number
  /** Byte range of the evidence in that line. */
  startByte: number
  endByte: number
  /** True when this evidence is in the text. */
  kept: boolean
}

/** What the errors of an output are. */
export interface Errors {
  total: number
  /** Set if lines that were not judged may be errors, too: `total` is then the least that there are. */
  more?: true
  lines: ErrorLine[]
  /**
   * What the errors say, at most 20, the likely cause first. Lines that say the same but for numbers and quoted names are
   * one statement. Empty for a success.
   */
  statements: ErrorStatement[]
}

/** A part of pith that failed. The text was made without it. */
export interface PartFailure {
  /**
   * `kind json` and the like, `folding`, `judging` of lines, `cutting` (only the first and last bytes are shown),
   * `listing` (the first lines of a list are shown), `redaction` (nothing is shown), or `short path` and `scanning` of a
   * page (nothing was lost).
   */
  what: string
  /** Name, message and place of the error. */
  error: string
}

/** What a model sees of an output, and what was left out. Plain data. */
export interface Truncation {
  /** The text for the model: kept lines, markers, and one notice as the last line. */
  text: string
  /**
   * True when a line of the input, or a part of one, is left out, also when only repeated lines are: the `gaps` with a
   * `mark` say which these are. What a terminal would have overwritten does not count.
   */
  truncated: boolean
  /**
   * Of the limits that the input exceeds, the one that `text` came closest to. Ties go to the first in this list. Absent
   * when nothing was left out but repeated lines and what is not text. `'worth'` is the lower limit of a run.
   */
  truncatedBy?: 'lines' | 'bytes' | 'tokens' | 'line-length' | 'worth'
  /** Lines of the input: the number of LF bytes, plus one for an unterminated last line. */
  totalLines: number
  totalBytes: number
  /**
   * Estimated tokens of the whole input (o200k), or with `fold` of the text that folding leaves. Present when `maxTokens`
   * is finite, except for a page.
   */
  totalTokens?: TokenEstimate
  /** Lines, UTF-8 bytes and tokens of `text`. */
  outputLines: number
  outputBytes: number
  outputTokens: number
  /** Lines of which at least one byte is kept, and kept bytes of the input. */
  keptLines: number
  keptBytes: number
  /** In order. Segments and gaps together cover the input without overlap. */
  segments: Segment[]
  gaps: Gap[]
  /**
   * Lines that say that something failed. pith judges the 512 lines of an input that most likely do. Of lines that differ
   * in numbers alone it judges the first eight, and counts all. `lines` has the judged ones, and `total` the counted
   * ones, too. A long line counts once for each KiB of it that has evidence of an error.
   */
  errors: Errors
  /**
   * The errors of an output that did not fail: its status is a success, or it has no status and none of its errors says
   * what stopped a run. Absent if there are none.
   */
  findings?: Errors
  /** The notice as it is in `text`, without its line end. */
  notice?: string
  /** The id of the artifact that keeps the full output or its ends. Set even when `text` has no room for it. */
  artifact?: string
  /** The file that has the full output, when `source` names one. */
  path?: string
  /** Number of kept content lines that look like a marker or a notice. They are data, not written by pith. */
  foreignNotices: number
  backend: 'wasm' | 'js'
  /** The kind of output that was recognised, such as `json` or `diff`. Absent when it was read as lines. */
  kind?: string
  /** How many units the input has, by name: `{ files: 3, hunks: 12 }`. Present when units were left out. */
  units?: Readonly<Record<string, number>>
  /** Sentences about what went wrong around the truncation, and how pith handled it. Absent when nothing went wrong. */
  notes?: string[]
  /** Errors inside pith that cost quality, but not the output. Absent when there was none. Please report them. */
  failures?: PartFailure[]
}
