import type { Chunks } from '../../core/chunks.ts'
import { noted, withoutCounter } from '../../core/fit/counted.ts'
import { noteOfFailure } from '../../core/tokens/counter.ts'
import type { Settings } from '../../settings.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import type { Truncation } from '../../truncation.ts'
import type { Cutting } from './cut-text.ts'
import type { SharedLimits } from './shares.ts'

/** A text of a result that was cut. */
export interface CutText {
  /** Its place in the value that was given, as a JSON Pointer: `''` for all of it, `/0/text`, `/content/2/text`. */
  path: string
  truncation: Truncation
  /** Its share of the limits. Those of a JSON value are the limits of its text in lines. */
  limits: SharedLimits
}

/** A result whose texts are within the limits. */
export interface TruncatedResult<Value> {
  /** The same object when nothing was cut or redacted. A stream becomes its text. */
  value: Value extends Chunks ? string : Value
  /** The texts that were cut, in their order in the value. */
  truncations: CutText[]
  /** How storing each full output ended, in the order of `truncations`. Empty without a `store`. */
  artifacts: ArtifactEnd[]
}

/** Whether anything of a text is left out, repeated lines included. */
export const isCut = ({ gaps }: Truncation): boolean => gaps.length > 0

/** The checked options of a call. */
export interface Call {
  settings: Settings
  cutting: Cutting
}

/**
 * Runs work that counts tokens. If the counter fails, the work runs again with the estimator, and its truncations say
 * so.
 */
export async function counted(
  call: Call,
  work: (call: Call) => Promise<TruncatedResult<unknown>>,
): Promise<TruncatedResult<unknown>> {
  try {
    return await work(call)
  } catch (error) {
    const note = noteOfFailure(error)
    if (note === undefined) throw error
    const { settings, cutting } = call
    const { tokens: _, ...options } = cutting.options
    const result = await work({ settings: withoutCounter(settings), cutting: { ...cutting, options } })
    const truncations = result.truncations.map((each) => ({
      ...each,
      truncation: noted(each.truncation, note),
    }))
    return { ...result, truncations }
  }
}
