/** About how many tokens a text has. */
export interface TokenEstimate {
  /** The point value; `maxTokens` goes by it where no exact counter is given. */
  tokens: number
  /** Fewer than this are rare: see `estimateTokens`. */
  low: number
  /** More than this are rare. */
  high: number
}

/** A kept stretch of the input. */
export interface Segment {
  /** 0-indexed offset of the first byte. */
  startByte: number
  /** Offset after the last byte. */
  endByte: number
  /** 1-indexed line of the first byte. */
  firstLine: number
  /** Line of the last byte, inclusive. */
  lastLine: number
  /** Why it was kept. `range` is a page that was asked for. */
  kind: 'head' | 'tail' | 'error' | 'range'
  /** True when the bytes are valid UTF-8 and `text` is exactly those bytes. */
  exact: boolean
  text: string
}

/** A stretch of the input that was left out. */
export interface Gap {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** 1-indexed column, in code points, of the first byte; absent when the gap begins a line. */
  column?: number
  /** Code points left out, for a clip inside a line; absent for whole lines. */
  codePoints?: number
  /** Error lines left out here, counted as in `Truncation.errors`. */
  errors: number
  /** False for lines outside the page that was asked for. */
  asked: boolean
  /** The call that shows it, where the source can be read back; as in the marker. */
  resume?: string
}

/** A line that tells of an error. */
export interface ErrorLine {
  /** 1-indexed. */
  line: number
  /** Offset of its evidence, not of the line. */
  startByte: number
  /** Offset after its evidence. */
  endByte: number
  /** The kind of evidence: `compiler`, `exception`, `test`, … */
  pattern: string
  /** True when the evidence is in the text. */
  kept: boolean
}

/** What a model may see of an output, and what it does not. Plain data. */
export interface Truncation {
  /** What to show the model: kept lines, markers, and one notice as the last line. */
  text: string
  truncated: boolean
  /** The limit that stopped the first omitted byte; ties in the order written here. */
  truncatedBy?: 'lines' | 'bytes' | 'tokens' | 'line-length'
  /** LF bytes of the input, plus one for an unterminated last line. */
  totalLines: number
  totalBytes: number
  /** Tokens of the whole input by the estimator for o200k, where `maxTokens` is finite; a page has none. */
  totalTokens?: TokenEstimate
  /** Lines, UTF-8 bytes and tokens of `text`. */
  outputLines: number
  outputBytes: number
  outputTokens: number
  /** Lines of which at least one byte is kept, and bytes of the input that are kept. */
  keptLines: number
  keptBytes: number
  /** In order; with `gaps` they partition the input. */
  segments: Segment[]
  gaps: Gap[]
  /**
   * `total` is exact; `lines` holds the first 1000. A line longer than 8 KiB counts, and is listed, once for each piece
   * of it that tells of an error.
   */
  errors: { total: number; lines: ErrorLine[] }
  /** The notice as it stands in `text`, without its line end. */
  notice?: string
  /** The id of the artifact that keeps the full output, or its ends, also where `text` has no room to name it. */
  artifact?: string
  /** The file that the text can be read from, where `source` named one. */
  path?: string
  /** Lines of kept content that look like a marker or a notice: data, not believed. */
  foreignNotices: number
  backend: 'wasm' | 'js'
  /** What went wrong at the edge, and what was done about it: sentences. Absent when all went well. */
  notes?: string[]
}
