import type { CommandStatus, Source } from '../options.ts'
import type { Anchor, ErrorSpot, Region, ValuedLine } from '../plan/model.ts'
import type { ErrorLine, TokenEstimate } from '../truncation.ts'

/** All that a result is made from: exact counts of the whole input, and the bytes of it that are still held. */
export interface Facts {
  totalBytes: number
  totalLines: number
  /** UTF-8 bytes of the input's text. */
  textBytes: number
  regions: readonly Region[]
  /** Error lines that are held, the first and the last of the input among them. */
  spots: readonly ErrorSpot[]
  /** What lines are worth that may become islands; asked for only when something must be cut. */
  values(): readonly ValuedLine[]
  /** Known places outside the regions. */
  anchors?: readonly Anchor[]
  errorLines: readonly Omit<ErrorLine, 'kept'>[]
  totalErrors: number
  /** Where `maxTokens` is finite. */
  totalTokens: TokenEstimate | undefined
  /** True when the input's last byte is LF. */
  terminated: boolean
  /** False when the input is known to be valid UTF-8. */
  mayBeMalformed: boolean
  backend: 'wasm' | 'js'
  source: Source | undefined
  status: CommandStatus | undefined
}
