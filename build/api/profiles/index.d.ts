import {
  AsyncTokenCounter,
  Input,
  TokenCounter
} from "../types/options.js";
import {
  ArtifactStore,
  LineRange
} from "../types/store.js";
import {
  Gap,
  Segment
} from "../types/truncation.js";

declare const HEAD_RATIO = 0.3;
declare function truncate$1(text: Input, maxChars: number, headRatio?: number): string;
type Tool = 'read_file' | 'run_command' | 'list_directory' | 'search_files';
interface ToolLimits {
  maxChars: number;
  maxLines: number;
  headRatio: number;
}
declare const TOOL_LIMITS: Readonly<Record<Tool, Readonly<ToolLimits>>>;
interface ToolOptions {
  artifact?: boolean;
}
declare function truncateTool(tool: Tool, text: Input, limits?: Partial<ToolLimits>, options?: ToolOptions): string;
interface SessionOptions {
  limits?: Partial<Record<Tool, Partial<ToolLimits>>>;
  store?: ArtifactStore | false;
  maxLogBytes?: number;
}
interface ToolResult {
  text: string;
  truncated: boolean;
  sequence: number;
  artifact?: string;
}
interface ToolEvent extends ToolResult {
  tool: Tool;
  output?: Input;
  outputBytes: number;
  artifactFailure?: {
    code: string;
    message: string;
  };
}
interface EventQuery {
  tool?: Tool;
  truncated?: boolean;
  afterSequence?: number;
}
interface RunArtifact {
  name: string;
  id: string;
  bytes: number;
  tool: Tool;
}
interface Session {
  record(tool: Tool, output: Input): Promise<ToolResult>;
  events(query?: EventQuery): ToolEvent[];
  artifacts(): RunArtifact[];
  output(sequence: number): Promise<Uint8Array>;
  readArtifact(name: string, lines?: LineRange): Promise<string>;
}
declare function createSession(options?: SessionOptions): Session;
declare namespace attractor_d_exports {
  export { EventQuery, HEAD_RATIO, RunArtifact, Session, SessionOptions, TOOL_LIMITS, Tool, ToolEvent, ToolLimits, ToolResult, createSession, truncate$1 as truncate, truncateTool };
}
declare namespace openclaw_d_exports {
  export { MIDDLE_OMISSION_MARKER, OpenClawOptions, hasImportantTail, truncateToolResultText };
}
declare const MIDDLE_OMISSION_MARKER = "\n\n\u26A0\uFE0F [... middle content omitted \u2014 showing head and tail ...]\n\n";
interface OpenClawOptions {
  suffix?: string;
  minKeepChars?: number;
}
declare function hasImportantTail(text: string): boolean;
declare function truncateToolResultText(text: string, maxChars: number, options?: OpenClawOptions): string;
declare const DEFAULT_MAX_LINES = 2000;
declare const DEFAULT_MAX_BYTES: number;
declare const GREP_MAX_LINE_LENGTH = 500;
interface PiTruncation {
  content: string;
  truncated: boolean;
  truncatedBy: 'lines' | 'bytes' | null;
  totalLines: number;
  totalBytes: number;
  outputLines: number;
  outputBytes: number;
  lastLinePartial: boolean;
  firstLineExceedsLimit: boolean;
  maxLines: number;
  maxBytes: number;
}
interface PiLimits {
  maxLines?: number;
  maxBytes?: number;
}
declare function truncateHead(input: string | Uint8Array, limits?: PiLimits): PiTruncation;
declare function truncateTail(input: string | Uint8Array, limits?: PiLimits): PiTruncation;
declare function truncateLine(line: string, maxChars?: number): {
  text: string;
  wasTruncated: boolean;
};
interface PiDetails {
  truncation?: PiTruncation;
  fullOutputPath?: string;
  matchLimitReached?: number;
  resultLimitReached?: number;
  entryLimitReached?: number;
  linesTruncated?: true;
}
declare function formatSize(bytes: number): string;
declare function warning(details: PiDetails | undefined): string | undefined;
interface PiOutput<Details = PiDetails> {
  text: string;
  details: Details | undefined;
}
interface PiReadOptions {
  path?: string;
  offset?: number;
  limit?: number;
}
declare function read$1(input: Input, options?: PiReadOptions): PiOutput<Pick<PiDetails, 'truncation'>>;
interface PiBashOptions {
  fullOutputPath?: string;
  exitCode?: number;
  timedOutAfterSeconds?: number;
  aborted?: boolean;
}
declare function bash$1(input: Input, options?: PiBashOptions): PiOutput<Pick<PiDetails, 'truncation' | 'fullOutputPath'>>;
declare const DEFAULT_FIND_LIMIT = 1000;
declare const DEFAULT_LS_LIMIT = 500;
interface PiListOptions {
  limit?: number;
  more?: boolean;
}
declare function find(paths: Input | readonly string[], options?: PiListOptions): PiOutput<Pick<PiDetails, 'truncation' | 'resultLimitReached'>>;
declare function ls(entries: Input | readonly string[], options?: PiListOptions): PiOutput<Pick<PiDetails, 'truncation' | 'entryLimitReached'>>;
declare const DEFAULT_GREP_LIMIT = 100;
interface PiMatch {
  path?: string;
  line?: number;
  text: string;
  before?: readonly string[];
  after?: readonly string[];
}
declare function grep(matches: Input | readonly (PiMatch | string)[], options?: PiListOptions): PiOutput<Pick<PiDetails, 'truncation' | 'matchLimitReached' | 'linesTruncated'>>;
declare namespace pi_d_exports {
  export { DEFAULT_FIND_LIMIT, DEFAULT_GREP_LIMIT, DEFAULT_LS_LIMIT, DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, GREP_MAX_LINE_LENGTH, PiBashOptions, PiDetails, PiLimits, PiListOptions, PiMatch, PiOutput, PiReadOptions, PiTruncation, bash$1 as bash, find, formatSize, grep, ls, read$1 as read, truncateHead, truncateLine, truncateTail, warning };
}
interface TokenBudgetOptions {
  maxContextTokens?: number;
  warningThreshold?: number;
  alertThreshold?: number;
  tokens?: TokenCounter;
}
interface TokenBudget {
  readonly maxContextTokens: number;
  readonly totalTokens: number;
  readonly remainingTokens: number;
  readonly usageRatio: number;
  readonly status: 'ok' | 'warning' | 'alert';
  readonly toolTokenLimit: number;
  readonly note: string | undefined;
  count(text: string): number;
  track(component: string, text: string): number;
  record(component: string, tokens: number): void;
  deduct(component: string, tokens: number): number;
  breakdown(): Record<string, number>;
  configure(options: TokenBudgetOptions): void;
  reset(): void;
}
declare function createTokenBudget(options?: TokenBudgetOptions): TokenBudget;
type CountedBy = 'tokenizer' | 'approximation' | 'fallback';
interface CachedTokenCounter extends TokenCounter {
  readonly hits: number;
  readonly size: number;
  clear(): void;
}
interface TokenCacheOptions {
  maxEntries?: number;
  maxCharacters?: number;
}
declare function cacheTokenCounts(counter?: TokenCounter, options?: TokenCacheOptions): CachedTokenCounter;
declare const MAX_LINE_LENGTH$1 = 150;
declare const INLINE_STREAM_MAX_LINES = 30;
declare const MAX_CODE_LINES = 500;
declare const MAX_DIFF_LINES = 500;
type DisplayMode = 'inline' | 'compact' | 'fence' | 'diff';
interface DisplayOptions {
  mode?: DisplayMode;
  spoolPath?: string;
  language?: string;
  tailLines?: number;
}
interface Display {
  text: string;
  truncated: boolean;
  totalLines: number;
  shownLines: number;
  hiddenLines: number;
  clippedLines: number;
}
declare function display(text: string, options?: DisplayOptions): Display;
declare function fenceHeader(language?: string): string;
type CodeDetection = 'current' | 'enhanced';
declare function estimateTokens(text: string): number;
declare function isCode(text: string, version?: CodeDetection): boolean;
declare const MAX_TOOL_RESPONSE_TOKENS: 25000;
interface PressureThresholds {
  aggressiveThreshold?: number;
  conservativeThreshold?: number;
}
declare function toolTokenLimit(utilization: number, thresholds?: PressureThresholds): number;
declare function contextTokenLimit(environment?: Readonly<Record<string, string | undefined>>): number;
declare const SPOOL_THRESHOLD_BYTES = 200000;
declare const SPOOL_DIRECTORY = ".vtcode/tool-output/";
type SpoolWriter = (text: string, about: {
  tool: string;
  bytes: number;
  lines: number;
}) => string | undefined;
interface SpoolOptions {
  tool?: string;
  thresholdBytes?: number;
  write?: SpoolWriter;
}
interface Spool {
  needed: boolean;
  bytes: number;
  lines: number;
  text?: string;
  path?: string;
  error?: string;
}
declare function spool(text: string, options?: SpoolOptions): Spool;
declare function stripAnsi(text: string): string;
interface TruncateOptions {
  maxTokens?: number;
  contextUtilization?: number;
  tokens?: TokenCounter;
  errors?: boolean;
  codeDetection?: CodeDetection;
}
interface TruncateAsyncOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens: TokenCounter | AsyncTokenCounter;
}
interface VtcodeTruncation {
  text: string;
  truncated: boolean;
  maxTokens: number;
  totalTokens: number;
  outputTokens: number;
  countedBy: CountedBy;
  note?: string;
  isCode: boolean;
  headRatio: number;
  totalLines: number;
  truncatedLines: number;
  errorLines: number;
  segments: Segment[];
  gaps: Gap[];
}
declare function truncate(text: string, options?: TruncateOptions): VtcodeTruncation;
declare function truncateAsync(text: string, options: TruncateAsyncOptions): Promise<VtcodeTruncation>;
interface ToolOutputOptions extends TruncateOptions, Omit<DisplayOptions, 'spoolPath'> {
  allowAnsi?: boolean;
  tool?: string;
  spool?: SpoolWriter;
}
interface ToolOutput {
  text: string;
  truncation: VtcodeTruncation;
  display: Display;
  spool: Spool;
}
declare function toolOutput(text: string, options?: ToolOutputOptions): ToolOutput;
declare namespace vtcode_d_exports {
  export { CachedTokenCounter, CodeDetection, CountedBy, Display, DisplayMode, DisplayOptions, INLINE_STREAM_MAX_LINES, MAX_CODE_LINES, MAX_DIFF_LINES, MAX_LINE_LENGTH$1 as MAX_LINE_LENGTH, MAX_TOOL_RESPONSE_TOKENS, PressureThresholds, SPOOL_DIRECTORY, SPOOL_THRESHOLD_BYTES, Spool, SpoolOptions, SpoolWriter, TokenBudget, TokenBudgetOptions, TokenCacheOptions, ToolOutput, ToolOutputOptions, TruncateAsyncOptions, TruncateOptions, VtcodeTruncation, cacheTokenCounts, contextTokenLimit, createTokenBudget, display, estimateTokens, fenceHeader, isCode, spool, stripAnsi, toolOutput, toolTokenLimit, truncate, truncateAsync };
}
declare const MAX_OUTPUT_BYTES: number;
type StreamName = 'stdout' | 'stderr';
interface BashInput {
  stdout?: Input;
  stderr?: Input;
  exitCode?: number | null;
  timedOut?: boolean;
}
type Spill = (stream: StreamName, bytes: Uint8Array) => string | undefined;
interface BashOptions {
  spill?: Spill;
}
interface BashOutput {
  stdout: string;
  stderr: string;
  exit_code: number;
  timed_out: boolean;
  stdout_truncated: boolean;
  stderr_truncated: boolean;
  stdout_total_bytes: number;
  stderr_total_bytes: number;
  stdout_file?: string;
  stderr_file?: string;
}
declare function bash(input: Input | BashInput, options?: BashOptions): BashOutput;
declare function truncateAtUtf8Boundary(input: Input, maxBytes: number): string;
interface Success<T> {
  ok: true;
  data: T;
}
interface Failure {
  ok: false;
  error: {
    code: string;
    message: string;
    details?: string;
  };
}
type Envelope<T> = Success<T> | Failure;
declare function envelope(error: Error): Failure;
declare function envelope<T>(data: T): Success<T>;
declare function failure(code: string, message: string, details?: string): Failure;
declare const MAX_LINES = 2000;
declare const MAX_LINE_LENGTH = 500;
declare const MAX_LINE_BYTES: number;
declare const MAX_PAGE_BYTES: number;
interface ReadOptions {
  path?: string;
  offset?: number | string;
  column?: number | string;
  limit?: number | string;
  maxLineLength?: number;
}
interface ReadOutput {
  path?: string;
  content: string;
  offset: number;
  lines_shown: number;
  total_lines: number;
  truncated: boolean;
  byte_limited: boolean;
  next_column?: number;
}
declare function read(input: Input, options?: ReadOptions): ReadOutput;
type Output = ReadOutput | BashOutput;
interface WarningOptions {
  color?: boolean;
}
declare function warnings(output: Output | Envelope<Output>, options?: WarningOptions): string[];
declare function formatByteTruncation(totalBytes: number): string;
declare namespace zdx_d_exports {
  export { BashInput, BashOptions, BashOutput, Envelope, Failure, MAX_LINES, MAX_LINE_BYTES, MAX_LINE_LENGTH, MAX_OUTPUT_BYTES, MAX_PAGE_BYTES, ReadOptions, ReadOutput, Spill, StreamName, Success, WarningOptions, bash, envelope, failure, formatByteTruncation, read, truncateAtUtf8Boundary, warnings };
}
export {
  attractor_d_exports as attractor,
  openclaw_d_exports as openclaw,
  pi_d_exports as pi,
  vtcode_d_exports as vtcode,
  zdx_d_exports as zdx
};