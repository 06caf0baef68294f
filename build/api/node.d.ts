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
type EventStatus = 'ok' | 'failed' | 'timed-out' | 'aborted';
type OmittedRange = readonly [firstLine: number, lastLine: number, startByte: number, endByte: number];
type ShownRanges = {
  unit: 'lines';
  ranges: readonly (readonly [number, number])[];
} | {
  unit: 'bytes';
  ranges: readonly (readonly [number, number])[];
};
interface ToolEvent {
  version: 1;
  time: number;
  run: string;
  tool: string;
  status: EventStatus;
  durationMs: number;
  argumentsDigest?: string;
  strategy?: string;
  backend?: 'wasm' | 'js';
  truncated: boolean;
  totalBytes: number;
  totalLines: number;
  totalTokens: number;
  scaled?: true;
  outputBytes: number;
  outputLines: number;
  outputTokens: number;
  keptBytes: number;
  keptLines: number;
  savedBytes?: number;
  savedTokens?: number;
  omittedBytes: number;
  omittedLines: number;
  errorsKept: number;
  errorsOmitted: number;
  artifact?: string;
  file?: string;
  omitted?: readonly OmittedRange[];
  shown?: ShownRanges;
}
type NewEvent = Omit<ToolEvent, 'version' | 'time' | 'run'>;
interface EventFilter {
  run?: string | undefined;
  tool?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  truncated?: boolean | undefined;
  failed?: boolean | undefined;
}
interface ReadEventsOptions extends EventFilter {
  directory?: string | undefined;
}
interface EventReading extends AsyncIterable<ToolEvent> {
  readonly badLines: number;
}
declare function readEvents(options?: ReadEventsOptions): EventReading;
interface EventLogOptions {
  directory?: string | undefined;
  run?: string | undefined;
  maxBytes?: number | undefined;
  maxFiles?: number | undefined;
}
interface EventLog {
  readonly run: string;
  readonly dropped: number;
  record(event: NewEvent): void;
  close(): void;
}
declare function createEventLog(options?: EventLogOptions): EventLog;
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
interface ReadStreamOptions extends Omit<ReadOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter;
  signal?: AbortSignal;
}
interface OtherFileDetails {
  kind: Exclude<ContentKind['kind'], 'text'>;
  format?: string;
  sizeBytes: number;
}
interface ReadFileOptions extends ReadStreamOptions {
  threads?: 1 | 2;
  indexFolder?: string;
  events?: EventLog;
}
interface TextFileDetails extends ReadDetails {
  kind: 'text';
  encoding: TextEncodingName;
  changed?: 'grew' | 'shrank';
}
type FileDetails = TextFileDetails | OtherFileDetails;
declare function readFile(path: string, options?: ReadFileOptions): Promise<ToolOutput<FileDetails>>;
interface FileEndsOptions {
  firstLines?: number;
  lastLines?: number;
  maxBytes?: number;
  backend?: 'auto' | 'wasm' | 'js';
}
interface FileEnd {
  text: string;
  startByte: number;
  endByte: number;
}
interface FileEnds {
  kind: 'text';
  encoding: 'UTF-8' | 'UTF-8 with BOM';
  sizeBytes: number;
  head: FileEnd;
  tail: FileEnd;
  gap?: {
    startByte: number;
    endByte: number;
  };
}
declare function readFileEnds(path: string, options?: FileEndsOptions): Promise<FileEnds | OtherFileDetails>;
interface FoundLine {
  line: number;
  isMatch: boolean;
  readonly text: string;
}
declare const streamNames: readonly ['stdout', 'stderr'];
type StreamName = (typeof streamNames)[number];
interface BashDetails {
  truncation: Truncation;
  stderr?: Truncation;
  status?: CommandStatus;
  content?: ContentKind;
}
interface ListDetails {
  total: number;
  shown: number;
  limitReached?: number;
}
interface StoredDetails {
  artifact?: ArtifactEnd;
  stderrArtifact?: ArtifactEnd;
  notes?: string[];
}
interface WalkFailure {
  path: string;
  reason: string;
}
interface UnreadDetails {
  unread?: WalkFailure[];
  unreadTotal?: number;
}
interface FilesOptions {
  paths?: readonly string[];
  cwd?: string;
  globs?: readonly string[];
  hidden?: boolean;
  ignore?: boolean;
  follow?: boolean;
  depth?: number;
}
type Printed = 'matches' | 'files' | 'counts';
type Engine = 'ripgrep' | 'own';
interface GrepFilesOptions extends AsyncTruncateOptions, FilesOptions {
  types?: readonly string[];
  ignoreCase?: boolean;
  literal?: boolean;
  before?: number;
  after?: number;
  print?: Printed;
  limit?: number;
  ripgrep?: string | false;
  redact?: Redactor;
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  signal?: AbortSignal;
  onProgress?: (found: {
    matches: number;
    files: number;
    bytes: number;
  }) => void;
}
interface GrepFilesDetails extends StoredDetails, UnreadDetails {
  total: number;
  shown: number;
  files?: number;
  filesShown?: number;
  limitReached?: number;
  linesClipped?: number;
  fullBytes: number;
  fullLines: number;
  engine: Engine;
}
declare function grepFiles(pattern: string | RegExp, options?: GrepFilesOptions): Promise<ToolOutput<GrepFilesDetails>>;
interface FindFilesOptions extends AsyncTruncateOptions, FilesOptions {
  types?: readonly string[];
  kinds?: readonly ('file' | 'folder' | 'link')[];
  minBytes?: number;
  maxFileBytes?: number;
  changedAfter?: Date;
  changedBefore?: Date;
  order?: 'name' | 'newest';
  long?: boolean;
  limit?: number;
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  signal?: AbortSignal;
  onProgress?: (found: {
    paths: number;
    bytes: number;
  }) => void;
}
interface FindFilesDetails extends ListDetails, StoredDetails, UnreadDetails {
  fullBytes: number;
  fullLines: number;
}
declare function findFiles(options?: FindFilesOptions): Promise<ToolOutput<FindFilesDetails>>;
interface FolderTreeOptions extends AsyncTruncateOptions, Omit<FilesOptions, 'paths' | 'follow'> {
  limit?: number;
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  signal?: AbortSignal;
  onProgress?: (found: {
    paths: number;
    bytes: number;
  }) => void;
}
interface FolderTreeDetails extends ListDetails, StoredDetails, UnreadDetails {
  fullBytes: number;
  fullLines: number;
}
declare function folderTree(path?: string, options?: FolderTreeOptions): Promise<ToolOutput<FolderTreeDetails>>;
interface ListFolderOptions extends AsyncTruncateOptions {
  cwd?: string;
  hidden?: boolean;
  limit?: number;
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  signal?: AbortSignal;
}
interface ListFolderDetails extends ListDetails, StoredDetails, UnreadDetails {
  fullBytes: number;
  fullLines: number;
}
declare function listFolder(path?: string, options?: ListFolderOptions): Promise<ToolOutput<ListFolderDetails>>;
interface RunCommandOptions extends Omit<AsyncTruncateOptions, 'source'> {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: Input;
  stdin?: 'ignore' | 'inherit';
  timeoutSeconds?: number;
  killGraceMs?: number;
  signal?: AbortSignal;
  foreground?: boolean;
  separate?: boolean;
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  redact?: Redactor;
  onOutput?: (chunk: Uint8Array, stream: StreamName) => Promise<void> | void;
}
interface RunCommandDetails extends BashDetails {
  status: CommandStatus;
  ended: 'exited' | 'signaled' | 'timed-out' | 'aborted';
  survivors?: number[];
  durationMs: number;
  heldPipe: boolean;
  artifact?: ArtifactEnd;
  stderrArtifact?: ArtifactEnd;
}
declare function runCommand(command: string, args?: readonly string[], options?: RunCommandOptions): Promise<ToolOutput<RunCommandDetails>>;
interface SearchOptions {
  before?: number;
  after?: number;
  maxLineLength?: number;
}
interface FoundLines extends AsyncIterable<FoundLine> {
  readonly notSearched: MissingRange | undefined;
}
declare function search(store: ArtifactStore, id: string, pattern: string | RegExp, options?: SearchOptions): FoundLines;
declare function errorsOf(store: ArtifactStore, id: string, options?: SearchOptions): FoundLines;
interface TruncatedFileDetails {
  kind: 'text';
  truncation: Truncation;
  encoding: TextEncodingName;
  changed?: 'grew' | 'shrank';
}
interface TruncateFileOptions extends Omit<TruncateStreamOptions, 'store' | 'storeTimeoutMs'> {
  source?: Source;
  events?: EventLog;
}
declare function truncateFile(path: string, options?: TruncateFileOptions): Promise<ToolOutput<TruncatedFileDetails | OtherFileDetails>>;
type Unit = {
  items: readonly [first: number, last: number];
} | {
  rows: readonly [first: number, last: number];
} | {
  path: string;
} | {
  file: string;
} | {
  section: string;
};
interface UnitBytes extends AsyncIterable<Uint8Array> {
  readonly notSearched: MissingRange | undefined;
  readonly isCut: boolean;
  readonly isCapped: boolean;
}
declare function unitsOf(store: ArtifactStore, id: string, unit: Unit, options?: {
  redact?: boolean;
}): UnitBytes;
type PithErrorCode = 'PITH_INVALID_OPTION' | 'PITH_INVALID_INPUT' | 'PITH_INVALID_PATTERN' | 'PITH_OFFSET_OUT_OF_RANGE' | 'PITH_NOT_A_REGULAR_FILE' | 'PITH_NOT_STARTED' | 'PITH_FILE_FAILED' | 'PITH_NOT_RETAINED' | 'PITH_ENDED' | 'PITH_ABORTED' | 'PITH_UNKNOWN_ARTIFACT' | 'PITH_STORE_FAILED' | 'PITH_NOT_EXACT' | 'PITH_COUNTER_FAILED' | 'PITH_MISSING_PACKAGE' | 'PITH_CONFLICT';
declare class PithError extends Error {
  static readonly name: string;
  readonly name: 'PithError' | 'AbortError';
  readonly code: PithErrorCode;
  static [Symbol.hasInstance](value: unknown): boolean;
  constructor(code: PithErrorCode, message: string, options?: ErrorOptions);
}
interface ZdxSpillOptions {
  directory?: string;
  maxBytes?: number;
  onError?: (error: PithError) => void;
}
interface ZdxSpill {
  readonly write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => string | undefined;
  readonly remove: () => void;
}
declare function createZdxSpill(options?: ZdxSpillOptions): ZdxSpill;
export {
  type EventLog,
  type EventLogOptions,
  type EventReading,
  type FileDetails,
  type FileEnd,
  type FileEnds,
  type FileEndsOptions,
  type FilesOptions,
  type FindFilesDetails,
  type FindFilesOptions,
  type FolderTreeDetails,
  type FolderTreeOptions,
  type FoundLine,
  type FoundLines,
  type GrepFilesDetails,
  type GrepFilesOptions,
  type ListFolderDetails,
  type ListFolderOptions,
  type OtherFileDetails,
  type ReadEventsOptions,
  type ReadFileOptions,
  type RunCommandDetails,
  type RunCommandOptions,
  type SearchOptions,
  type TextFileDetails,
  type TruncateFileOptions,
  type TruncatedFileDetails,
  type Unit,
  type UnitBytes,
  type UnreadDetails,
  type WalkFailure,
  type ZdxSpill,
  type ZdxSpillOptions,
  createEventLog,
  createZdxSpill,
  errorsOf,
  findFiles,
  folderTree,
  grepFiles,
  listFolder,
  readEvents,
  readFile,
  readFileEnds,
  runCommand,
  search,
  truncateFile,
  unitsOf
};