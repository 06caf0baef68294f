// The exports of `pith/plain`: limits, notices and the contract for head, tail and both ends, without the signal.

export { PithError, type PithErrorCode } from '../errors.ts'
export type { Input, Keep, Source, Surface } from '../options.ts'
export type { Gap, Segment } from '../truncation.ts'
export type { PlainOptions } from './options.ts'
export type { PlainTruncation } from './result.ts'
export { truncate } from './truncate.ts'
