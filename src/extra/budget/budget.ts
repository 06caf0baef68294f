import { nonEmptyString, wholeNumber } from '../../check/values.ts'
import { AskedCounter } from '../../core/tokens/counter.ts'
import { estimateTokens } from '../../core/tokens/estimate.ts'
import { invalidOption as invalid } from '../../errors.ts'
import { type Config, configOf, DEFAULT_FLOOR, type TokenBudgetOptions } from './options.ts'
import { tokensByPressure } from './pressure.ts'

export type BudgetStatus = 'ok' | 'warn' | 'alert'

/** How full the context is at one moment. */
export interface TokenUsage {
  contextTokens: number
  /** The sum of the components. */
  totalTokens: number
  /** Tokens that are left in the context; 0 when it is overfull. */
  remainingTokens: number
  /** `totalTokens` / `contextTokens`; above 1 when the context is overfull. */
  ratio: number
  status: BudgetStatus
  /** Tokens by component. */
  components: Record<string, number>
}

export type BudgetListener = (usage: TokenUsage, status: BudgetStatus) => void

/** Counts the tokens in a model's context by component, such as the system prompt, the user, or a tool. */
export interface TokenBudget {
  /**
   * Adds tokens to a component: a whole number from 0, or the tokens of a text. Returns how many were added.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`; `PITH_COUNTER_FAILED` when the counter does not return a whole number at
   *   once. Nothing is added then.
   */
  add(component: string, tokensOrText: number | string): number
  /**
   * Takes tokens off a component, for example after compacting a message. Takes at most as many as the component has.
   * Returns how many were taken.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`, also for a component that no tokens were ever added to. Otherwise a
   *   misspelt name would go unnoticed, and its tokens would stay counted.
   */
  deduct(component: string, tokens: number): number
  usage(): TokenUsage
  /**
   * Tokens that the next output may have: 35,000 while the context is at most half full, 25,000 up to 75 %, 15,000 up
   * to 85 %, then 10,000. At most as many as remain in the context, but at least `floor`. Never more than the
   * component's own limit.
   */
  limitFor(component?: string): number
  /** Sets all counts to 0 and forgets the components. */
  reset(): void
  /**
   * Changes the given options. The other options and the counts stay.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`. Nothing is changed then.
   */
  reconfigure(options: Partial<TokenBudgetOptions>): void
  /**
   * Calls a listener when the status changes to this one. When the status rises from `ok` to `alert` at once, the
   * listeners for `warn` are called first, then those for `alert`. When it falls, only those for the new status are
   * called. If a listener throws, the others are still called. Then the call that changed the budget throws the error.
   *
   * @returns a function that removes the listener.
   * @throws {PithError} `PITH_INVALID_OPTION`
   */
  on(status: BudgetStatus, listener: BudgetListener): () => void
}

const ORDER = ['ok', 'warn', 'alert'] as const

/**
 * Creates a budget. It counts the tokens in a model's context, and says how many the next output may have.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const budget = createTokenBudget({ contextTokens: 128_000 })
 * budget.add('system', 3000)
 * budget.add('tool:bash', 97_000)
 * budget.usage().status // 'warn'
 * budget.limitFor('tool:bash') // 15_000
 */
export function createTokenBudget(options: TokenBudgetOptions): TokenBudget {
  return new Budget(options)
}

class Budget implements TokenBudget {
  #config: Config
  #totalTokens = 0
  readonly #components = new Map<string, number>()
  readonly #listeners: Record<BudgetStatus, Set<{ call: BudgetListener }>> = {
    ok: new Set(),
    warn: new Set(),
    alert: new Set(),
  }
  /** The last status that listeners were called with, or that is queued for them. */
  #told: BudgetStatus
  readonly #toTell: { status: BudgetStatus; usage: TokenUsage }[] = []
  #isTelling = false

  constructor(options: TokenBudgetOptions) {
    this.#config = configOf(options)
    this.#told = this.#status
  }

  get #ratio(): number {
    return this.#totalTokens / this.#config.contextTokens
  }

  get #status(): BudgetStatus {
    const { warnAt, alertAt } = this.#config
    if (this.#ratio >= alertAt) return 'alert'
    return this.#ratio >= warnAt ? 'warn' : 'ok'
  }

  get #remainingTokens(): number {
    return Math.max(0, this.#config.contextTokens - this.#totalTokens)
  }

  add(component: string, tokensOrText: number | string): number {
    const name = nonEmptyString('component', component)
    const tokens =
      typeof tokensOrText === 'string' ? this.#count(tokensOrText) : wholeNumber('tokens', tokensOrText)
    const room = Number.MAX_SAFE_INTEGER - this.#totalTokens
    if (tokens > room) throw invalid('tokens', `at most ${room} with what is counted already`, tokens)
    this.#components.set(name, (this.#components.get(name) ?? 0) + tokens)
    this.#totalTokens += tokens
    this.#tell()
    return tokens
  }

  deduct(component: string, tokens: number): number {
    const name = nonEmptyString('component', component)
    const wanted = wholeNumber('tokens', tokens)
    const held = this.#components.get(name)
    if (held === undefined) {
      const known = [...this.#components.keys()].map((key) => JSON.stringify(key)).join(', ')
      throw invalid('component', `one that was added to (${known || 'there is none yet'})`, name)
    }
    const taken = Math.min(held, wanted)
    this.#components.set(name, held - taken)
    this.#totalTokens -= taken
    this.#tell()
    return taken
  }

  usage(): TokenUsage {
    return {
      contextTokens: this.#config.contextTokens,
      totalTokens: this.#totalTokens,
      remainingTokens: this.#remainingTokens,
      ratio: this.#ratio,
      status: this.#status,
      components: Object.fromEntries(this.#components),
    }
  }

  limitFor(component?: string): number {
    const { contextTokens, floor, limits } = this.#config
    const least = floor ?? Math.min(DEFAULT_FLOOR, contextTokens)
    const own = component === undefined ? undefined : limits.get(nonEmptyString('component', component))
    return Math.min(tokensByPressure(this.#ratio), Math.max(least, this.#remainingTokens), own ?? Infinity)
  }

  reset(): void {
    this.#components.clear()
    this.#totalTokens = 0
    this.#tell()
  }

  reconfigure(options: Partial<TokenBudgetOptions>): void {
    this.#config = configOf(options, this.#config)
    this.#tell()
  }

  on(status: BudgetStatus, listener: BudgetListener): () => void {
    if (!ORDER.includes(status)) throw invalid('status', 'one of "ok", "warn", "alert"', status)
    if (typeof listener !== 'function') throw invalid('listener', 'a function', listener)
    // Wrapped in an object, so that a function that is added twice counts as two listeners.
    const entry = { call: listener }
    const listeners = this.#listeners[status]
    listeners.add(entry)
    return () => {
      listeners.delete(entry)
    }
  }

  #count(text: string): number {
    const { tokens } = this.#config
    return tokens === undefined ? estimateTokens(text).tokens : new AskedCounter(tokens).count(text)
  }

  /**
   * Queues each status that was entered, and calls the listeners in order. When a listener changes the budget itself,
   * the outer call processes that change too.
   */
  #tell(): void {
    const status = this.#status
    if (status !== this.#told) {
      const [from, to] = [ORDER.indexOf(this.#told), ORDER.indexOf(status)]
      const crossed = to > from ? ORDER.slice(from + 1, to + 1) : [status]
      this.#told = status
      for (const each of crossed) this.#toTell.push({ status: each, usage: this.usage() })
    }
    if (this.#isTelling) return
    this.#isTelling = true
    const errors: unknown[] = []
    for (let next = this.#toTell.shift(); next !== undefined; next = this.#toTell.shift()) {
      for (const { call } of [...this.#listeners[next.status]]) {
        try {
          call(next.usage, next.status)
        } catch (error) {
          errors.push(error)
        }
      }
    }
    this.#isTelling = false
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} listeners of a budget threw.`)
    if (errors.length === 1) throw errors[0]
  }
}
