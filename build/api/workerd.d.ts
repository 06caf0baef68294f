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
type UnitName = Readonly<Partial<Record<'items' | 'path' | 'file' | 'rows' | 'section', string>>>;
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
interface Place {
  byte: number;
  line: number;
  column: number;
  codePoints: number;
}
interface KeptPiece {
  from: Place;
  to: Place;
  bytes: Uint8Array;
}
interface OmittedPiece {
  from: Place;
  to: Place;
  mark: string;
  name?: UnitName;
}
type Piece = KeptPiece | OmittedPiece;
interface Outline {
  readonly counts: Readonly<Record<string, number>>;
  readonly tellsFailures?: boolean;
  choose(bytes: number, lines: number): readonly Piece[] | undefined;
}
interface UnitReader {
  write(bytes: Uint8Array, owned: boolean): void;
  readonly readsColours?: boolean;
  end(): Outline | undefined;
}
interface Kind {
  readonly name: string;
  recognise(head: Uint8Array, command: readonly string[], isWhole: boolean): number;
  readonly exitCodes?: readonly number[];
  readonly tellsFailures?: boolean;
  readonly isClosed?: boolean;
  readonly isNoise?: boolean;
  readonly fallsBackQuietly?: boolean;
  read(maxBytes: number, heldBytes: number): UnitReader;
}
interface Structure {
  recognise(head: Uint8Array, isWhole: boolean): Kind | undefined;
}
type Input = string | Uint8Array;
type Keep = 'head' | 'tail' | 'ends';
type Spend = 'worth' | 'all';
interface Limits {
  maxLines: number;
  maxBytes: number;
  maxTokens: number;
  maxLineLength: number;
  maxSerializedBytes: number;
}
interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
interface AsyncTokenCounter {
  readonly name: string;
  count(text: string): Promise<number>;
}
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
interface CommandStatus {
  exitCode?: number | undefined;
  signal?: string | undefined;
  timedOutAfterSeconds?: number | undefined;
  interruptedBy?: string | undefined;
}
interface ErrorSearchOptions {
  before?: number;
  after?: number;
  patterns?: readonly (string | RegExp)[];
}
interface FoldOptions {
  rows?: number;
  columns?: number;
}
interface NoticeOptions {
  key?: string | Uint8Array;
  nonce?: string | Uint8Array;
  tools?: readonly string[];
  surface?: Surface;
}
interface TruncateOptions extends Partial<Limits> {
  keep?: Keep;
  headRatio?: number;
  errors?: boolean | ErrorSearchOptions;
  fold?: boolean | FoldOptions;
  spend?: Spend;
  structure?: Structure;
  tokens?: TokenCounter;
  backend?: 'auto' | 'wasm' | 'js';
  source?: Source;
  notice?: boolean | NoticeOptions;
}
interface AsyncTruncateOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter;
}
interface Collector {
  write(chunk: Input): void;
  readonly lossy: boolean;
  retained(): Uint8Array;
  snapshot(): Truncation;
  end(source?: Source, status?: CommandStatus): Truncation;
}
declare function createCollector(options?: TruncateOptions): Collector;
type ReadRange = (start: number, end: number) => Uint8Array | Promise<Uint8Array>;
declare function reassemble(t: Truncation, readRange: ReadRange): Promise<Uint8Array>;
declare function reassembleStream(t: Truncation, readRange: ReadRange): AsyncIterable<Uint8Array>;
type Counter = TokenCounter | AsyncTokenCounter;
declare class AskedCounter {
  #private;
  constructor(counter: Counter);
  count(text: string): number;
  countLater(text: string): Promise<number>;
}
interface ErrorSettings {
  before: number;
  after: number;
  patterns: readonly ErrorPattern[];
}
type FoldSettings = Required<FoldOptions>;
interface ErrorPattern {
  pattern: string;
  flags: string;
}
interface Settings extends Limits {
  keep: Keep;
  headRatio: number;
  errors?: ErrorSettings;
  fold?: FoldSettings;
  spend: Spend;
  structure?: Structure;
  tokens?: AskedCounter;
  backend: 'auto' | 'wasm' | 'js';
  source?: Source;
  notice: {
    key?: Uint8Array;
    tools: readonly string[];
    surface: Surface;
    off: boolean;
  };
}
interface Redactor {
  (text: string): string;
  readonly state?: RedactorState | undefined;
  nextChange?(lines: Uint8Array, from: number): number;
}
interface RedactorState {
  save(): () => void;
  openUnits(): number | undefined;
}
interface ArtifactMeta {
  tool?: string;
  label?: string;
}
interface ArtifactRef {
  id: string;
  bytes: number;
  sha256: string;
}
interface ByteRange {
  startByte: number;
  endByte: number;
}
interface LineRange {
  firstLine: number;
  lastLine: number;
}
interface MissingRange extends ByteRange, LineRange {}
interface ArtifactStat extends ArtifactRef, ArtifactMeta {
  lines: number;
  createdAt: number;
  missing?: MissingRange;
}
type ArtifactEnd = {
  complete: true;
  ref: ArtifactRef;
} | {
  complete: false;
  ref?: ArtifactRef;
  kept?: ByteRange[];
  code: string;
  message: string;
};
interface ArtifactWriter {
  write(chunk: Uint8Array): Promise<void> | undefined;
  close(): Promise<ArtifactEnd>;
  abort(): void;
}
interface ArtifactStore {
  open(meta: ArtifactMeta): Promise<ArtifactWriter>;
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>;
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>;
  stat(id: string): Promise<ArtifactStat>;
  list(): Promise<ArtifactStat[]>;
  delete(id: string): Promise<void>;
  gc?(options?: GcOptions): Promise<GcReport>;
}
interface GcOptions {
  dryRun?: boolean;
}
type GcReason = 'expired' | 'over-total' | 'keep-free';
interface GcReport {
  removed: (ArtifactStat & {
    reason: GcReason;
  })[];
  abandoned: {
    name: string;
    bytes: number;
  }[];
  bytes: number;
  finished: boolean;
  failure?: string;
}
interface TruncateStreamOptions extends AsyncTruncateOptions {
  store?: ArtifactStore;
  storeTimeoutMs?: number;
  redact?: Redactor;
  signal?: AbortSignal;
}
type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob;
declare function truncateStream(input: Chunks, options?: TruncateStreamOptions): Promise<Truncation>;
interface LineRange$1 {
  firstLine: number;
  lastLine: number;
}
declare function truncate(input: Input | Truncation, options?: TruncateOptions): Truncation;
type PithErrorCode = 'PITH_INVALID_OPTION' | 'PITH_INVALID_INPUT' | 'PITH_INVALID_PATTERN' | 'PITH_OFFSET_OUT_OF_RANGE' | 'PITH_NOT_A_REGULAR_FILE' | 'PITH_NOT_STARTED' | 'PITH_FILE_FAILED' | 'PITH_NOT_RETAINED' | 'PITH_ENDED' | 'PITH_ABORTED' | 'PITH_UNKNOWN_ARTIFACT' | 'PITH_STORE_FAILED' | 'PITH_NOT_EXACT' | 'PITH_COUNTER_FAILED' | 'PITH_MISSING_PACKAGE' | 'PITH_CONFLICT';
declare class PithError extends Error {
  static readonly name: string;
  readonly name: 'PithError' | 'AbortError';
  readonly code: PithErrorCode;
  static [Symbol.hasInstance](value: unknown): boolean;
  constructor(code: PithErrorCode, message: string, options?: ErrorOptions);
}
interface At {
  startIndex: number;
  endIndex: number;
  version: 1 | 2;
}
type ParsedNotice = At & ({
  kind: 'marker';
  firstLine: number;
  lastLine: number;
  errors: number; /** The call that shows the gap. In version 2 only the notice has one. */
  resume?: string;
} | {
  kind: 'clip';
  codePoints: number;
} /** Lines that a folded text leaves out because they repeat others, or are like them. */ | {
  kind: 'fold';
  firstLine: number;
  lastLine: number;
  like: LineRange$1;
} | {
  kind: 'notice'; /** The lines that are shown, if the notice names them. In version 2 markers name what is not. */
  ranges: LineRange$1[]; /** The number of lines that are shown, if the notice tells only that. */
  shownLines?: number; /** Absent when the input was not read to its end. */
  totalLines?: number;
  artifact?: string;
  path?: string; /** The call for the next page. */
  next?: {
    offset: number;
    column?: number;
  }; /** The call for a gap, or for the next page of an artifact. */
  resume?: string; /** How the command failed, if the notice says so. */
  status?: CommandStatus;
  mac?: string;
} | {
  kind: 'list';
  artifact?: string;
  path?: string;
  mac?: string;
} | {
  kind: 'status';
  status: CommandStatus;
});
declare function parseNotices(text: string): ParsedNotice[];
declare function containsNotice(text: string): boolean;
declare function stripNotices(text: string): string;
interface VerifyOptions {
  nonce?: string | Uint8Array;
}
declare function verifyNotice(text: string, key: string | Uint8Array, options?: VerifyOptions): boolean;
type Shares = Pick<Limits, Shared>;
type Shared = (typeof shared)[number];
declare const shared: readonly ['maxLines', 'maxBytes', 'maxTokens', 'maxSerializedBytes'];
interface CutText {
  path: string;
  truncation: Truncation;
  limits: Shares;
}
interface TruncatedResult<Value> {
  value: Value extends Chunks ? string : Value;
  truncations: CutText[];
  artifacts: ArtifactEnd[];
}
type TruncateResultOptions = Omit<TruncateStreamOptions, 'source'>;
declare function truncateResult<Value>(value: Value, options?: TruncateResultOptions): Promise<TruncatedResult<Value>>;
declare function getBackend(): 'wasm' | 'js';
declare function createMemoryStore(options?: {
  maxBytes?: number;
}): ArtifactStore;
interface TokenCacheOptions {
  maxBytes?: number;
}
interface TokenCacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly hitRate: number;
  readonly bytes: number;
  clear(): void;
}
interface CachedTokenCounter extends TokenCounter, TokenCacheFigures {}
interface CachedAsyncTokenCounter extends AsyncTokenCounter, TokenCacheFigures {}
declare function cacheTokenCounts(counter: TokenCounter, options?: TokenCacheOptions): CachedTokenCounter;
declare function cacheTokenCounts(counter: AsyncTokenCounter, options?: TokenCacheOptions): CachedAsyncTokenCounter;
type Encoding = 'o200k' | 'claude';
declare function estimateTokens(input: Input, encoding?: Encoding): TokenEstimate;
declare function countInPieces(text: string, countPiece: (piece: string) => number, maxPieceUnits?: number): number;
type ContentKind = {
  kind: 'text';
  encoding: TextEncodingName;
} | {
  kind: 'image' | 'document';
  format: string;
} | {
  kind: 'binary';
};
type TextEncodingName = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16LE' | 'UTF-16BE';
interface ToolOutput<Details = unknown> {
  text: string;
  content: string;
  notice?: string;
  details: Details;
}
declare const streamNames: readonly ['stdout', 'stderr'];
type StreamName = (typeof streamNames)[number];
interface StreamChunk {
  stream: StreamName;
  chunk: Input;
}
type BashInput = Input | {
  stdout: Input;
  stderr: Input;
} | Iterable<StreamChunk>;
interface BashOptions extends TruncateOptions {
  status?: CommandStatus;
  separate?: boolean;
}
interface BashDetails {
  truncation: Truncation;
  stderr?: Truncation;
  status?: CommandStatus;
  content?: ContentKind;
}
declare function bash(input: BashInput, options?: BashOptions): ToolOutput<BashDetails>;
interface PreparedList<Details> {
  settings: Settings;
  show(settings: Settings): {
    output: ToolOutput<Details>;
    isCut: boolean;
  };
  full(): Input;
}
interface ListDetails {
  total: number;
  shown: number;
  limitReached?: number;
}
interface FindOptions extends TruncateOptions {
  limit?: number;
}
declare function find(input: Input | readonly string[], options?: FindOptions): ToolOutput<ListDetails>;
declare function findList(input: Input | readonly string[], options?: FindOptions): PreparedList<ListDetails>;
interface GrepMatch {
  path?: string;
  line?: number;
  text: string;
  matchStart?: number;
  matchEnd?: number;
  context?: boolean;
}
interface GrepOptions extends TruncateOptions {
  limit?: number;
  pattern?: string;
}
interface GrepDetails {
  total: number;
  shown: number;
  files: number;
  filesShown: number;
  limitReached?: number;
  linesClipped?: number;
}
declare function grep(input: Input | readonly GrepMatch[], options?: GrepOptions): ToolOutput<GrepDetails>;
declare function grepList(input: Input | readonly GrepMatch[], options?: GrepOptions): PreparedList<GrepDetails>;
interface LsOptions extends TruncateOptions {
  limit?: number;
}
declare function ls(input: Input | readonly string[], options?: LsOptions): ToolOutput<ListDetails>;
declare function lsList(input: Input | readonly string[], options?: LsOptions): PreparedList<ListDetails>;
interface ReadOptions extends TruncateOptions {
  offset?: number;
  limit?: number;
  column?: number;
  totals?: boolean;
  redact?: Redactor;
}
interface NextPage {
  offset: number;
  column?: number;
}
interface ReadDetails {
  truncation: Truncation;
  next?: NextPage;
  totalLines?: number;
}
declare function read(input: Input, options?: ReadOptions): ToolOutput<ReadDetails>;
interface ReadStreamOptions extends Omit<ReadOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter;
  signal?: AbortSignal;
}
declare function readStream(input: Chunks, options?: ReadStreamOptions): Promise<ToolOutput<ReadDetails>>;
declare function web(input: Input, options?: TruncateOptions): ToolOutput<{
  truncation: Truncation;
}>;
declare const tools: {
  readonly read: {
    readonly cut: typeof read;
    readonly shows: 'page';
    readonly names: {
      readonly offset: true;
      readonly limit: true;
      readonly column: true;
      readonly totals: true;
      readonly redact: true;
    };
    readonly items: 'lines';
    readonly limit: number;
  };
  readonly bash: {
    readonly cut: typeof bash;
    readonly shows: 'ends';
    readonly names: {
      readonly status: true;
      readonly separate: true;
    };
  };
  readonly grep: {
    readonly cut: typeof grep;
    readonly list: typeof grepList;
    readonly shows: 'list';
    readonly names: {
      readonly limit: true;
      readonly pattern: true;
    };
    readonly items: 'matches';
    readonly limit: 100;
    readonly maxLineLength: 500;
  };
  readonly find: {
    readonly cut: typeof find;
    readonly list: typeof findList;
    readonly shows: 'list';
    readonly names: {
      readonly limit: true;
    };
    readonly items: 'results';
    readonly limit: 1000;
  };
  readonly ls: {
    readonly cut: typeof ls;
    readonly list: typeof lsList;
    readonly shows: 'list';
    readonly names: {
      readonly limit: true;
    };
    readonly items: 'entries';
    readonly limit: 500;
  };
  readonly web: {
    readonly cut: typeof web;
    readonly shows: 'ends';
    readonly names: {};
  };
};
type Tool = keyof typeof tools;
type Cut<T extends Tool> = (typeof tools)[T]['cut'];
type ToolInputs = { [T in Tool]: Parameters<Cut<T>>[0] };
type ToolOptions = { [T in Tool]: NonNullable<Parameters<Cut<T>>[1]> };
type ToolDetails = { [T in Tool]: ReturnType<Cut<T>>['details'] };
declare function truncateToolOutput<T extends Tool>(tool: T, input: ToolInputs[T], options?: ToolOptions[T]): ToolOutput<ToolDetails[T]>;
type ToolStoreOptions = Pick<TruncateStreamOptions, 'store' | 'storeTimeoutMs' | 'signal'>;
interface StoredDetails {
  artifact?: ArtifactEnd;
  stderrArtifact?: ArtifactEnd;
  notes?: string[];
}
declare function truncateToolOutputAsync<T extends Tool>(tool: T, input: ToolInputs[T], options?: ToolOptions[T] & ToolStoreOptions): Promise<ToolOutput<ToolDetails[T] & StoredDetails>>;
export {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactRef,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  AsyncTokenCounter,
  BashDetails,
  BashInput,
  BashOptions,
  ByteRange,
  CachedAsyncTokenCounter,
  CachedTokenCounter,
  Collector,
  CommandStatus,
  CutText,
  ErrorLine,
  ErrorSearchOptions,
  ErrorStatement,
  FindOptions,
  Gap,
  GcOptions,
  GcReason,
  GcReport,
  GrepDetails,
  GrepMatch,
  GrepOptions,
  Input,
  Keep,
  KeptEnds,
  Limits,
  LineRange,
  ListDetails,
  LsOptions,
  MissingRange,
  NextPage,
  NoticeOptions,
  ParsedNotice,
  PithError,
  PithErrorCode,
  ReadDetails,
  ReadOptions,
  ReadRange,
  ReadStreamOptions,
  Redactor,
  RedactorState,
  Segment,
  Source,
  Spend,
  StoredDetails,
  StreamChunk,
  Surface,
  TokenCacheFigures,
  TokenCacheOptions,
  TokenCounter,
  TokenEstimate,
  Tool,
  ToolDetails,
  ToolInputs,
  ToolOptions,
  ToolOutput,
  ToolStoreOptions,
  TruncateOptions,
  TruncateResultOptions,
  TruncateStreamOptions,
  TruncatedResult,
  Truncation,
  VerifyOptions,
  cacheTokenCounts,
  containsNotice,
  countInPieces,
  createCollector,
  createMemoryStore,
  estimateTokens,
  getBackend,
  parseNotices,
  readStream,
  reassemble,
  reassembleStream,
  stripNotices,
  truncate,
  truncateResult,
  truncateStream,
  truncateToolOutput,
  truncateToolOutputAsync,
  verifyNotice
};