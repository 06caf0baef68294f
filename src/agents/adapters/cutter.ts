import { allocate } from '../../extra/budget/allocate.ts'
import { weightOf } from '../../extra/budget/turn.ts'
import type { TruncatedResult } from '../../tools/result/result.ts'
import { truncateResult } from '../../tools/result/truncate-result.ts'
import { checkedOptions, type OptionsFor, type ToolResultOptions } from './options.ts'
import { shownBytes, truncateFields } from './truncate-fields.ts'

/** A result that the host shows, and its call. */
export interface ShownResult {
  value: unknown
  call: CallNames
}

/** Which call a result belongs to. */
export interface CallNames {
  tool: string
  /** True if the host says that the call failed. */
  hasFailed?: boolean
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
  readonly #told = new WeakSet<TruncatedResult<unknown>>()
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
    return this.#tell(value, call, await this.#truncated(value, call, options)) as Value
  }

  /** The same for a value that the host shows again with each request. */
  async cutAgain<Value>(value: Value, call: CallNames): Promise<Value> {
    return this.#tell(value, call, await this.#again(value, call)) as Value
  }

  /**
   * The same for all results of calls side by side. If they show more than a turn may, all that have more than their
   * share are cut to it.
   */
  async cutTurn(turn: readonly ShownResult[], maxTurnBytes: number): Promise<unknown[]> {
    const usual = await Promise.all(turn.map(({ value, call }) => this.#again(value, call)))
    const wanted = usual.map((result, at) => shownBytes(result ? result.value : turn[at].value))
    const isOver = turn.length > 1 && wanted.reduce((sum, bytes) => sum + bytes, 0) > maxTurnBytes
    const shares = isOver
      ? allocate(
          maxTurnBytes,
          usual.map((result, at) => {
            const { hasFailed = false } = turn[at].call
            const hasErrors = result?.truncations.some(({ truncation }) => truncation.errors.total > 0)
            return { id: String(at), want: wanted[at], weight: weightOf(hasFailed || hasErrors === true) }
          }),
        )
      : undefined
    return Promise.all(
      turn.map(async ({ value, call }, at) => {
        const share = shares?.[at] ?? wanted[at]
        const isCut = usual[at] !== undefined && share < wanted[at]
        return this.#tell(value, call, isCut ? await this.#again(value, call, share) : usual[at])
      }),
    )
  }

  /** Undefined for a value that is left as it is. */
  async #again(
    value: unknown,
    call: CallNames,
    maxBytes?: number,
  ): Promise<TruncatedResult<unknown> | undefined> {
    const usual = this.#optionsFor(call.tool)
    if (usual === undefined) return undefined
    const options = maxBytes === undefined ? usual : { ...usual, maxBytes }
    const key = keyOf(value, call, maxBytes)
    if (key === undefined) return this.#truncated(value, call, options)
    const known = this.#remembered.get(key)
    // The last one that was used is the last one to go.
    this.#forget(key)
    const cut = known ?? this.#truncated(value, call, options)
    this.#remember(key, cut)
    const result = await cut
    // Another try may succeed, for instance when a signal ended this one.
    if (result === undefined) this.#forget(key)
    return result
  }

  /** The value that is shown. Tells of a cut once. */
  #tell(value: unknown, { tool, callId }: CallNames, result: TruncatedResult<unknown> | undefined): unknown {
    if (result === undefined) return value
    if (result.truncations.length > 0 && !this.#told.has(result)) {
      this.#told.add(result)
      told(() => this.#onCut?.({ tool, callId, result }))
    }
    return result.value
  }

  async #truncated(
    value: unknown,
    { tool, callId, signal }: CallNames,
    options: NonNullable<ReturnType<OptionsFor>>,
  ): Promise<TruncatedResult<unknown> | undefined> {
    const all = signal ? { ...options, signal } : options
    try {
      return (await truncateFields(value, all)) ?? (await truncateResult(value, all))
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
function keyOf(
  value: unknown,
  { tool, callId = '' }: CallNames,
  maxBytes: number | '' = '',
): string | undefined {
  try {
    return `${callId}\n${tool}\n${maxBytes}\n${JSON.stringify(value)}`
  } catch {
    return undefined
  }
}
