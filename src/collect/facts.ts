import type { CommandStatus, Source } from '../options.ts'
import type { Anchor, ErrorSpot, Region, ValuedLine } from '../plan/model.ts'
import type { ErrorLine, TokenEstimate } from '../truncation.ts'

/** Everything a result is made from: exact counts of the whole input, and the bytes that are still in memory. */
export interface Facts {
  totalBytes: number
  totalLines: number
  /** UTF-8 bytes of the input's text. */
  textBytes: number
  regions: readonly Region[]
  /** Error matches that are in memory, in order. They include the first and the last of the input. */
  spots: readonly ErrorSpot[]
  /** The lines that may become islands, with their values. Called only when something must be cut. */
  values(): readonly ValuedLine[]
  /** Places outside the regions whose counts are known. */
  anchors?: readonly Anchor[]
  errorLines: readonly Omit<ErrorLine, 'kept'>[]
  totalErrors: number
  /** Undefined when `maxTokens` is Infinity. */
  totalTokens: TokenEstimate | undefined
  /** True when the input's last byte is LF. */
  terminated: boolean
  /** False when the input is known to be valid UTF-8. */
  mayBeMalformed: boolean
  backend: 'wasm' | 'js'
  source: Source | undefined
  status: CommandStatus | undefined
}
