import type { TurnBudget } from '../../extra/budget/turn.ts'
import type { AsyncTruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { ArtifactEnd, ArtifactStore } from '../../store/store.ts'
import type { Truncation } from '../../truncation.ts'

/** What the proxy and the server need to know: the limits of a result, and where full outputs are kept. */
export interface Context {
  /** Limits and choices of every result. Its notices are worded for MCP. */
  options: AsyncTruncateOptions
  /** Options under which nothing is cut. */
  uncut?: AsyncTruncateOptions
  /** True if the environment turns pith off: then commands are not cut. */
  isOff?: boolean
  /** Opens the store. Each result has its own, so that results do not share a quota of bytes. Undefined: keep nothing. */
  store?: (() => Promise<ArtifactStore>) | undefined
  /** Shares a limit among the calls of a turn. */
  turns?: TurnBudget | undefined
  /** Replaces secrets in everything that is shown or kept. */
  redactor?: Redactor | undefined
  /** Learns what was cut, and what was shown of a full output. */
  record?(call: CutToolCall): void
  recordShown?(call: ShownCall): void
  /** Tells people about something that went wrong without harm to the result. */
  warn(sentence: string): void
}

export interface CutToolCall {
  tool: string
  durationMs: number
  /** Milliseconds of these that pith took to cut and to keep. */
  ownMs: number
  isError: boolean
  truncations: readonly Truncation[]
  artifacts: readonly ArtifactEnd[]
}

export interface ShownCall {
  /** What the client gave as the id. */
  id: unknown
  isError: boolean
  outputBytes: number
  ownMs: number
}
