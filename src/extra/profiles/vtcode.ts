/** Handles tool output as vtcode does: token limits, head and tail, spool files, terminal display. */

export { createTokenBudget, type TokenBudget, type TokenBudgetOptions } from './vtcode/budget.ts'
export {
  type CachedTokenCounter,
  type CountedBy,
  cacheTokenCounts,
  type TokenCacheOptions,
} from './vtcode/counting.ts'
export {
  type Display,
  type DisplayMode,
  type DisplayOptions,
  display,
  fenceHeader,
  INLINE_STREAM_MAX_LINES,
  MAX_CODE_LINES,
  MAX_DIFF_LINES,
  MAX_LINE_LENGTH,
} from './vtcode/display.ts'
export { type CodeDetection, estimateTokens, isCode } from './vtcode/estimate.ts'
export {
  contextTokenLimit,
  MAX_TOOL_RESPONSE_TOKENS,
  type PressureThresholds,
  toolTokenLimit,
} from './vtcode/limits.ts'
export {
  SPOOL_DIRECTORY,
  SPOOL_THRESHOLD_BYTES,
  type Spool,
  type SpoolOptions,
  type SpoolWriter,
  spool,
} from './vtcode/spool.ts'
export { stripAnsi } from './vtcode/terminal.ts'
export { type ToolOutput, type ToolOutputOptions, toolOutput } from './vtcode/tool-output.ts'
export {
  type TruncateAsyncOptions,
  type TruncateOptions,
  truncate,
  truncateAsync,
  type VtcodeTruncation,
} from './vtcode/truncate.ts'
