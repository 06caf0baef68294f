import { type NameTable, refuseUnknown } from '../../check/names.ts'
import { invalidOption } from '../../errors.ts'
import type { TruncatedResult } from '../../tools/result/result.ts'
import { checkResultOptions, type TruncateResultOptions } from '../../tools/result/truncate-result.ts'

/** A call whose result was cut. */
export interface CutCall {
  /** The name of the tool, as the model knows it. */
  tool: string
  /** The host's id of the call. Undefined when the host gives none. */
  callId: string | undefined
  /** What was cut, and where the full output went. */
  result: TruncatedResult<unknown>
}

/** A call whose result could not be cut, so that the model gets it whole. */
export interface UncutCall {
  tool: string
  callId: string | undefined
  /** Why, mostly a `PithError`. */
  error: unknown
}

/** The options of all adapters: those of `truncateResult`, for the results of tools. */
export interface ToolResultOptions extends Omit<TruncateResultOptions, 'signal'> {
  /** Other options for tools by their names. `false` leaves the results of a tool as they are. */
  tools?: Readonly<Record<string, Omit<TruncateResultOptions, 'signal'> | false>>
  /** Is told of each result that was cut, once. What it throws is ignored. */
  onCut?: (call: CutCall) => void
  /** Is told of each result that passes whole because it could not be cut. */
  onUncut?: (call: UncutCall) => void
}

/** Those of adapters that see all results of a turn at once. */
export interface TurnResultOptions extends ToolResultOptions {
  /**
   * Most bytes that the results of calls side by side show together; no limit by default. A result with errors gets the
   * larger share. A call that is alone is as without it.
   */
  maxTurnBytes?: number
}

type OwnOptions = Pick<ToolResultOptions, 'tools' | 'onCut' | 'onUncut'>

/** The options of `truncateResult` for a tool. Undefined for a tool whose results stay. */
export type OptionsFor = (tool: string) => TruncateResultOptions | undefined

/**
 * Checks all options once, when an adapter is made, because the calls of an agent are a bad place to learn of a mistake.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkedOptions(options: ToolResultOptions = {}): { optionsFor: OptionsFor } & OwnOptions {
  const { tools = {}, onCut, onUncut, ...base } = options
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools))
    throw invalidOption('tools', 'an object with options by the names of tools', tools)
  checkCallback('onCut', onCut)
  checkCallback('onUncut', onUncut)
  refuseSignal(base)
  checkResultOptions(base)
  const byTool = new Map<string, TruncateResultOptions | undefined>()
  for (const [tool, own] of Object.entries(tools)) {
    if (own !== false && (typeof own !== 'object' || own === null))
      throw invalidOption(`tools.${tool}`, 'options or false', own)
    const all = own === false ? undefined : { ...base, ...own }
    if (all) {
      refuseSignal(all)
      checkResultOptions(all)
    }
    byTool.set(tool, all)
  }
  const optionsFor: OptionsFor = (tool) => (byTool.has(tool) ? byTool.get(tool) : base)
  return { optionsFor, ...(onCut && { onCut }), ...(onUncut && { onUncut }) }
}

function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && typeof callback !== 'function')
    throw invalidOption(name, 'a function', callback)
}

const noSignal: NameTable = { signal: undefined }

/** The host gives the signal of each call. */
function refuseSignal(options: TruncateResultOptions): void {
  if (options.signal !== undefined) refuseUnknown({ signal: options.signal }, noSignal)
}
