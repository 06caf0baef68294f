export {
  type BashInput,
  type BashOptions,
  type BashOutput,
  bash,
  MAX_OUTPUT_BYTES,
  type Spill,
  type StreamName,
  truncateAtUtf8Boundary,
} from './zdx/bash.ts'
export { type Envelope, envelope, type Failure, failure, type Success } from './zdx/envelope.ts'
export {
  MAX_LINE_BYTES,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_PAGE_BYTES,
  type ReadOptions,
  type ReadOutput,
  read,
} from './zdx/read.ts'
export { formatByteTruncation, type WarningOptions, warnings } from './zdx/warnings.ts'
