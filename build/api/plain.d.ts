type PithErrorCode = 'PITH_INVALID_OPTION' | 'PITH_INVALID_INPUT' | 'PITH_INVALID_PATTERN' | 'PITH_OFFSET_OUT_OF_RANGE' | 'PITH_NOT_A_REGULAR_FILE' | 'PITH_NOT_STARTED' | 'PITH_FILE_FAILED' | 'PITH_NOT_RETAINED' | 'PITH_ENDED' | 'PITH_ABORTED' | 'PITH_UNKNOWN_ARTIFACT' | 'PITH_STORE_FAILED' | 'PITH_NOT_EXACT' | 'PITH_COUNTER_FAILED' | 'PITH_MISSING_PACKAGE' | 'PITH_CONFLICT';
declare class PithError extends Error {
  static readonly name: string;
  readonly name: 'PithError' | 'AbortError';
  readonly code: PithErrorCode;
  static [Symbol.hasInstance](value: unknown): boolean;
  constructor(code: PithErrorCode, message: string, options?: ErrorOptions);
}
interface TokenEstimate {
  tokens: number;
  low: number;
  high: number;
}
interface Segment {
  startByte: number;
  endByte: number;
  firstLine: number;
  lastLine: number;
  kind: 'head' | 'tail' | 'error' | 'range' | 'unit';
  exact: boolean;
  text: string;
}
interface Gap {
  startByte: number;
  endByte: number;
  firstLine: number;
  lastLine: number;
  column?: number;
  codePoints?: number;
  errors: number;
  asked: boolean;
  mark?: string;
  resume?: string;
}
interface ErrorLine {
  line: number;
  startByte: number;
  endByte: number;
  pattern: string;
  kept: boolean;
}
interface ErrorStatement {
  kind: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  test?: string;
  count: number;
  firstLine: number;
  startByte: number;
  endByte: number;
  kept: boolean;
}
interface Truncation {
  text: string;
  truncated: boolean;
  truncatedBy?: 'lines' | 'bytes' | 'tokens' | 'line-length' | 'worth';
  totalLines: number;
  totalBytes: number;
  totalTokens?: TokenEstimate;
  outputLines: number;
  outputBytes: number;
  outputTokens: number;
  keptLines: number;
  keptBytes: number;
  segments: Segment[];
  gaps: Gap[];
  errors: {
    total: number;
    lines: ErrorLine[];
    statements: ErrorStatement[];
  };
  notice?: string;
  artifact?: string;
  path?: string;
  foreignNotices: number;
  backend: 'wasm' | 'js';
  kind?: string;
  units?: Readonly<Record<string, number>>;
  notes?: string[];
}
type Input = string | Uint8Array;
type Keep = 'head' | 'tail' | 'ends';
type Source = {
  artifact: string;
  kept?: KeptEnds;
  path?: string;
} | {
  path: string;
};
type Surface = 'command' | 'npx' | 'mcp' | 'file';
interface KeptEnds {
  headBytes: number;
  tailBytes: number;
}
interface PlainOptions {
  keep?: Keep;
  headRatio?: number;
  maxLines?: number;
  maxBytes?: number;
  maxLineLength?: number;
  maxSerializedBytes?: number;
  source?: Source;
  notice?: boolean | {
    surface?: Surface;
    tools?: readonly string[];
  };
}
type PlainTruncation = Pick<Truncation, 'text' | 'truncated' | 'truncatedBy' | 'totalLines' | 'totalBytes' | 'outputLines' | 'outputBytes' | 'keptLines' | 'keptBytes' | 'segments' | 'gaps' | 'notice'>;
declare function truncate(input: Input, options?: PlainOptions): PlainTruncation;
export {
  type Gap,
  type Input,
  type Keep,
  PithError,
  type PithErrorCode,
  type PlainOptions,
  type PlainTruncation,
  type Segment,
  type Source,
  type Surface,
  truncate
};