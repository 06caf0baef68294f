import type { TruncatedResult } from '../../tools/result/result.ts'
import { truncateResult } from '../../tools/result/truncate-result.ts'
import { checkedOptions, type OptionsFor, type ToolResultOptions } from './options.ts'
import { truncateFields } from './truncate-fields.ts'

/** Which call a result belongs to. */
export interface CallNames {
  tool: string
  callId?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Hosts send all earlier results with each request to the model. So cut results are remembered, up to so many UTF-16
 * units of what they were made of.
 */
const MOST_REMEMBERED = 8 << 20

/**
 * Cuts results of tools. What cannot be cut passes whole, because the agent must go on. Only with `redact` it is an error,
 * because then the result may have secrets.
 */
export class ResultCutter {
  readonly #optionsFor: OptionsFor
  readonly #onCut: ToolResultOptions['onCut']
  readonly #onUncut: ToolResultOptions['onUncut']
  readonly #remembered = new Map<string, Promise<TruncatedResult<unknown> | undefined>>()
  #units = 0

  /** @throws {PithError} `PITH_INVALID_OPTION` */
  constructor(options?: ToolResultOptions) {
    const { optionsFor, onCut, onUncut } = checkedOptions(options)
    this.#optionsFor = optionsFor
    this.#onCut = onCut
    this.#onUncut = onUncut
  }

  /** The value that the model sees instead of this one. It has the same shape. */
  async cut<Value>(value: Value, call: CallNames): Promise<Value> {
    const options = this.#optionsFor(call.tool)
    if (options === undefined) return value
    const result = await this.#truncated(value, call, options)
    return result === undefined ? value : (result.value as Value)
  }

  /** The same for a value that the host shows again with each request. */
  async cutAgain<Value>(value: Value, call: CallNames): Promise<Value> {
    const options = this.#optionsFor(call.tool)
    if (options === undefined) return value
    const key = keyOf(value, call)
    if (key === undefined) return this.cut(value, call)
    const known = this.#remembered.get(key)
    // The last one that was used is the last one to go.
    this.#forget(key)
    const cut = known ?? this.#truncated(value, call, options)
    this.#remember(key, cut)
    const result = await cut
    // Another try may succeed, for instance when a signal ended this one.
    if (result === undefined) this.#forget(key)
    return result === undefined ? value : (result.value as Value)
  }

  async #truncated(
    value: unknown,
    { tool, callId, signal }: CallNames,
    options: NonNullable<ReturnType<OptionsFor>>,
  ): Promise<TruncatedResult<unknown> | undefined> {
    const all = signal ? { ...options, signal } : options
    try {
      const result = (await truncateFields(value, all)) ?? (await truncateResult(value, all))
      if (result.truncations.length > 0) told(() => this.#onCut?.({ tool, callId, result }))
      return result
    } catch (error) {
      if (options.redact) throw error
      told(() => this.#onUncut?.({ tool, callId, error }))
      return undefined
    }
  }

  #remember(key: string, cut: Promise<TruncatedResult<unknown> | undefined>): void {
    if (key.length > MOST_REMEMBERED) return
    this.#remembered.set(key, cut)
    this.#units += key.length
    for (const oldest of this.#remembered.keys()) {
      if (this.#units <= MOST_REMEMBERED) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    if (this.#remembered.delete(key)) this.#units -= key.length
  }
}

/** What a callback throws must not cost the agent its result. */
function told(tell: () => void): void {
  try {
    tell()
  } catch {}
}

/** Undefined for a value that JSON cannot hold. */
function keyOf(value: unknown, { tool, callId = '' }: CallNames): string | undefined {
  try {
    return `${callId}\n${tool}\n${JSON.stringify(value)}`
  } catch {
    return undefined
  }
}
