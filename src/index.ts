export { createMemoryStore } from './artifacts/memory.ts'
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
} from './artifacts/store.ts'
export { type Collector, createCollector } from './collector.ts'
export { PithError, type PithErrorCode } from './errors.ts'
export type {
  AsyncTokenCounter,
  CommandStatus,
  ErrorOptions,
  Input,
  Keep,
  KeptEnds,
  Limits,
  NoticeOptions,
  Source,
  TokenCounter,
  TruncateOptions,
} from './limits.ts'
export type { NextPage } from './page/result.ts'
export { type ReadRange, reassemble, reassembleStream } from './reassemble.ts'
export type { Redact } from './redact.ts'
export { containsNotice, type ParsedNotice, parseNotices, stripNotices } from './render/parse.ts'
export { verifyNotice } from './render/seal.ts'
export { getBackend } from './scan/select.ts'
export { createSecretRedactor, type SecretForm, secretForms } from './secrets.ts'
export type { BashDetails, BashOptions } from './strategies/bash.ts'
export type { ListDetails } from './strategies/entries.ts'
export type { FindOptions } from './strategies/find.ts'
export type { GrepDetails, GrepOptions } from './strategies/grep.ts'
export type { GrepMatch } from './strategies/grep-rows.ts'
export type { LsOptions } from './strategies/ls.ts'
export type { ToolOutput } from './strategies/output.ts'
export { type ReadDetails, type ReadOptions, type ReadStreamOptions, readStream } from './strategies/read.ts'
export type { BashInput, StreamChunk } from './strategies/streams.ts'
export { type StreamOptions, truncateStream } from './stream.ts'
export { allocate, type ShareRequest } from './tokens/allocate.ts'
export {
  type BudgetListener,
  type BudgetStatus,
  createTokenBudget,
  type TokenBudget,
  type TokenBudgetOptions,
  type TokenUsage,
} from './tokens/budget.ts'
export {
  type CachedAsyncTokenCounter,
  type CachedTokenCounter,
  cacheTokenCounts,
  type TokenCacheFigures,
  type TokenCacheOptions,
} from './tokens/cache.ts'
export { budgetOptionsFrom } from './tokens/environment.ts'
export { estimateTokens } from './tokens/estimate.ts'
export { limitsFor, type ModelLimits } from './tokens/models.ts'
export { countInPieces } from './tokens/pieces.ts'
export {
  type Tool,
  type ToolDetails,
  type ToolInputs,
  type ToolOptions,
  truncateToolOutput,
} from './tool-output.ts'
export { truncate } from './truncate.ts'
export type { ErrorLine, Gap, Segment, TokenEstimate, Truncation } from './truncation.ts'
