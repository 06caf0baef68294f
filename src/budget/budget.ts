import { nonEmptyString, wholeNumber } from '../check/values.ts'
import { invalidOption as invalid } from '../errors.ts'
import { AskedCounter } from '../tokens/counter.ts'
import { estimateTokens } from '../tokens/estimate.ts'
import { type Config, configOf, DEFAULT_FLOOR, type TokenBudgetOptions } from './options.ts'
import { tokensByPressure } from './pressure.ts'

export type BudgetStatus = 'ok' | 'warn' | 'alert'

/** What is in the context at one moment. */
export interface TokenUsage {
  contextTokens: number
  /** The sum of the components. */
  totalTokens: number
  /** Tokens left of the context; 0 where it is over full. */
  remainingTokens: number
  /** `totalTokens` / `contextTokens`; above 1 where the context is over full. */
  ratio: number
  status: BudgetStatus
  /** Tokens by component. */
  components: Record<string, number>
}

export type BudgetListener = (usage: TokenUsage, status: BudgetStatus) => void

/** What is in a model's context, by component: the system prompt, the user, each tool. */
export interface TokenBudget {
  /**
   * Adds tokens, a whole number from 0, or the tokens of a text, to a component; gives how many they are.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`, or `PITH_COUNTER_FAILED` where the counter given does not answer with a
   * whole number at once; nothing is added then.
   */
  add(component: string, tokensOrText: number | string): number
  /**
   * Takes tokens off a component, as when a message is compacted away: at most what the component holds, so that the
   * total stays the sum. Gives how many were taken.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`, also for a component that was never added to: a name with a slip in it
   * would leave its tokens counted for ever.
   */
  deduct(component: string, tokens: number): number
  usage(): TokenUsage
  /**
   * Tokens that the next output may have: 35,000 while the context is up to half full, 25,000 up to 75 %, 15,000 up to
   * 85 %, then 10,000; never more than remain, but at least `floor`; never more than the component's own limit.
   */
  limitFor(component?: string): number
  /** Forgets what was added. */
  reset(): void
  /**
   * Changes what is given; the counts stay.
   *
   * @throws {PithError} `PITH_INVALID_OPTION`; nothing is changed then.
   */
  reconfigure(options: Partial<TokenBudgetOptions>): void
  /**
   * Calls a listener when the status becomes this one. Rising from `ok` to `alert` at once calls those of `warn` first,
   * then those of `alert`; falling calls those of where it ends. What a listener throws is thrown on to the caller who
   * changed the budget, when the change is made and all others have been called.
   *
   * @returns a function that ends it.
   * @throws {PithError} `PITH_INVALID_OPTION`
   */
  on(status: BudgetStatus, listener: BudgetListener): () => void
}

const ORDER = ['ok', 'warn', 'alert'] as const

/**
 * Keeps count of what is in a model's context, and says how much the next output may add to it.
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
  /** The status that listeners know of, or are about to be told. */
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
    // Wrapped, so that a function given twice is two listeners, each with its own end.
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

  /** Notes what was crossed; the outermost change tells it, in order, also what listeners themselves cause. */
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
