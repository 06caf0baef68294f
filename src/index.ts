// The exports of `pith`: what every caller needs. `pith/budget`, `pith/redact`, `pith/events` and `pith/node` export
// the rest.

export { type Collector, createCollector } from './core/collector.ts'
export { type ReadRange, reassemble, reassembleStream } from './core/reassemble.ts'
export { getBackend } from './core/scan/backend.ts'
export { type TruncateStreamOptions, truncateStream } from './core/stream.ts'
export {
  type CachedAsyncTokenCounter,
  type CachedTokenCounter,
  cacheTokenCounts,
  type TokenCacheFigures,
  type TokenCacheOptions,
} from './core/tokens/cache.ts'
export { estimateTokens } from './core/tokens/estimate.ts'
export { countInPieces } from './core/tokens/pieces.ts'
export { truncate } from './core/truncate.ts'
export { containsNotice, type ParsedNotice, parseNotices, stripNotices } from './core/words/parse.ts'
export { type VerifyOptions, verifyNotice } from './core/words/seal.ts'
export { PithError, type PithErrorCode } from './errors.ts'
export type {
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
  TruncateOptions,
} from './options.ts'
export type { Redactor, RedactorState } from './redact/redactor.ts'
export { createMemoryStore } from './store/backends/memory.ts'
export type {
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
  MissingRange,
} from './store/store.ts'
export type { BashDetails, BashOptions } from './tools/bash.ts'
export type { ListDetails } from './tools/entries.ts'
export type { FindOptions } from './tools/find.ts'
export type { GrepDetails, GrepOptions } from './tools/grep.ts'
export type { GrepMatch } from './tools/grep-rows.ts'
export type { LsOptions } from './tools/ls.ts'
export type { ToolOutput } from './tools/output.ts'
export {
  type NextPage,
  type ReadDetails,
  type ReadOptions,
  type ReadStreamOptions,
  readStream,
} from './tools/read.ts'
export type { CutText, TruncatedResult } from './tools/result/result.ts'
export { type TruncateResultOptions, truncateResult } from './tools/result/truncate-result.ts'
export type { BashInput, StreamChunk } from './tools/streams.ts'
export { truncateToolOutput } from './tools/tool-output.ts'
export {
  type StoredDetails,
  type ToolStoreOptions,
  truncateToolOutputAsync,
} from './tools/tool-output-async.ts'
export type { Tool, ToolDetails, ToolInputs, ToolOptions } from './tools/tools.ts'
export type { ErrorLine, ErrorStatement, Gap, Segment, TokenEstimate, Truncation } from './truncation.ts'
