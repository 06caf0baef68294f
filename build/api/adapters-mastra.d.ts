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
type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob;
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
interface CutCall {
  tool: string;
  callId: string | undefined;
  result: TruncatedResult<unknown>;
}
interface UncutCall {
  tool: string;
  callId: string | undefined;
  error: unknown;
}
interface ToolResultOptions extends Omit<TruncateResultOptions, 'signal'> {
  tools?: Readonly<Record<string, Omit<TruncateResultOptions, 'signal'> | false>>;
  onCut?: (call: CutCall) => void;
  onUncut?: (call: UncutCall) => void;
}
interface ToolResultProcessor {
  readonly id: 'pith';
  processLLMRequest(call: {
    prompt: any;
    abortSignal?: AbortSignal;
  }): Promise<{
    prompt: any;
  } | undefined>;
}
declare function cutToolResults(options?: ToolResultOptions): ToolResultProcessor;
export {
  type CutCall,
  type ToolResultOptions,
  ToolResultProcessor,
  type UncutCall,
  cutToolResults
};