export { createMemoryStore } from './artifacts/memory.ts'
export type {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactRef,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  LineRange,
} from './artifacts/store.ts'
export { type Collector, createCollector } from './collector.ts'
export { PithError, type PithErrorCode } from './errors.ts'
export type {
  AsyncTokenCounter,
  CommandStatus,
  ErrorOptions,
  Input,
  Keep,
  Limits,
  NoticeOptions,
  Source,
  TokenCounter,
  TruncateOptions,
} from './limits.ts'
export { type ReadRange, reassemble, reassembleStream } from './reassemble.ts'
export {
  containsNotice,
  type ParsedNotice,
  parseNotices,
  stripNotices,
  verifyNotice,
} from './render/notices.ts'
export { getBackend } from './scan/select.ts'
export { type StreamOptions, truncateStream } from './stream.ts'
export { estimateTokens } from './tokens/estimate.ts'
export { truncate } from './truncate.ts'
export type { ErrorLine, Gap, Segment, Truncation } from './truncation.ts'
