import {
  AsyncTokenCounter,
  CommandStatus,
  ErrorSearchOptions,
  Input,
  Keep,
  KeptEnds,
  Limits,
  NoticeOptions,
  Purpose,
  Source,
  Surface,
  TokenCounter,
  TruncateOptions
} from "./types/options.js";
import {
  ErrorLine,
  ErrorStatement,
  Gap,
  Segment,
  TokenEstimate,
  Truncation
} from "./types/truncation.js";
import {
  TruncateStreamOptions,
  truncateStream
} from "./types/stream.js";
import {
  PithError,
  PithErrorCode
} from "./types/errors.js";
import {
  Redactor,
  RedactorState
} from "./types/redactor.js";
import {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactRef,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  GcOptions,
  GcReason,
  GcReport,
  LineRange,
  MissingRange
} from "./types/store.js";
import {
  BashDetails,
  BashInput,
  BashOptions,
  FindOptions,
  GrepDetails,
  GrepMatch,
  GrepOptions,
  ListDetails,
  LsOptions,
  NextPage,
  ReadDetails,
  ReadOptions,
  ReadStreamOptions,
  StoredDetails,
  StreamChunk,
  Tool,
  ToolDetails,
  ToolInputs,
  ToolOptions,
  ToolOutput,
  ToolStoreOptions,
  readStream,
  truncateToolOutputAsync
} from "./types/tool-output-async.js";
import {
  CutText,
  TruncateResultOptions,
  TruncatedResult,
  truncateResult
} from "./types/truncate-result.js";

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
declare function getBackend(): 'wasm' | 'js';
interface CalledLines {
  firstLine: number;
  lastLine: number;
}
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
declare function truncate(input: Input | Truncation, options?: TruncateOptions): Truncation;
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
}
| {
  kind: 'fold';
  firstLine: number;
  lastLine: number;
  like?: CalledLines;
} | {
  kind: 'notice'; /** The lines that are shown, if the notice names them. In version 2 markers name what is not. */
  ranges: CalledLines[]; /** The number of lines that are shown, if the notice tells only that. */
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
declare function createMemoryStore(options?: {
  maxBytes?: number;
}): ArtifactStore;
declare function truncateToolOutput<T extends Tool>(tool: T, input: ToolInputs[T], options?: ToolOptions[T]): ToolOutput<ToolDetails[T]>;
export {
  type ArtifactEnd,
  type ArtifactMeta,
  type ArtifactRef,
  type ArtifactStat,
  type ArtifactStore,
  type ArtifactWriter,
  type AsyncTokenCounter,
  type BashDetails,
  type BashInput,
  type BashOptions,
  type ByteRange,
  type CachedAsyncTokenCounter,
  type CachedTokenCounter,
  type Collector,
  type CommandStatus,
  type CutText,
  type ErrorLine,
  type ErrorSearchOptions,
  type ErrorStatement,
  type FindOptions,
  type Gap,
  type GcOptions,
  type GcReason,
  type GcReport,
  type GrepDetails,
  type GrepMatch,
  type GrepOptions,
  type Input,
  type Keep,
  type KeptEnds,
  type Limits,
  type LineRange,
  type ListDetails,
  type LsOptions,
  type MissingRange,
  type NextPage,
  type NoticeOptions,
  type ParsedNotice,
  PithError,
  type PithErrorCode,
  type Purpose,
  type ReadDetails,
  type ReadOptions,
  type ReadRange,
  type ReadStreamOptions,
  type Redactor,
  type RedactorState,
  type Segment,
  type Source,
  type StoredDetails,
  type StreamChunk,
  type Surface,
  type TokenCacheFigures,
  type TokenCacheOptions,
  type TokenCounter,
  type TokenEstimate,
  type Tool,
  type ToolDetails,
  type ToolInputs,
  type ToolOptions,
  type ToolOutput,
  type ToolStoreOptions,
  type TruncateOptions,
  type TruncateResultOptions,
  type TruncateStreamOptions,
  type TruncatedResult,
  type Truncation,
  type VerifyOptions,
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