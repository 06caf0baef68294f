/** pi's tools, as its first document on truncation describes them: 2000 lines or 30 KB, whichever is reached first. */
export { bash, type PiBashOptions } from './pi/bash.ts'
export { DEFAULT_GREP_LIMIT, grep, type PiMatch } from './pi/grep.ts'
export { DEFAULT_FIND_LIMIT, DEFAULT_LS_LIMIT, find, ls, type PiListOptions } from './pi/lists.ts'
export { formatSize, type PiDetails, warning } from './pi/notices.ts'
export { type PiOutput, type PiReadOptions, read } from './pi/read.ts'
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  GREP_MAX_LINE_LENGTH,
  type PiLimits,
  type PiTruncation,
  truncateHead,
  truncateLine,
  truncateTail,
} from './pi/truncate.ts'
