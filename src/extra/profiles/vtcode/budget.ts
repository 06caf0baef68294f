import { names } from '../../../check/names.ts'
import { nonEmptyString, optionsOf, ratio, wholeNumber, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption as invalid } from '../../../errors.ts'
import type { TokenCounter } from '../../../options.ts'
import { type TokenBudget as CoreBudget, createTokenBudget as createBudget } from '../../budget/budget.ts'
import { checkedText } from '../text.ts'
import { approximation, CounterFailed, checkCounter, fallback, fallbackNote, meterOf } from './counting.ts'
import { MAX_CONTEXT_TOKENS, toolTokenLimit } from './limits.ts'

export interface TokenBudgetOptions {
  /** Tokens of the context, a whole number from 1 on; 128,000 by default. */
  maxContextTokens?: number
  /** Share of the context at which `status` is `warning`; 0.75 by default. */
  warningThreshold?: number
  /** Share of the context at which `status` is `alert`; 0.85 by default. */
  alertThreshold?: number
  /** Counts tokens. Default: vtcode's approximation. */
  tokens?: TokenCounter
}

const budgetNames = names<TokenBudgetOptions>()('maxContextTokens warningThreshold alertThreshold tokens')

/** The tokens in the context, by component. The total is always the sum of the components. */
export interface TokenBudget {
  readonly maxContextTokens: number
  readonly totalTokens: number
  /** Tokens left in the context; 0 when it is overfull. */
  readonly remainingTokens: number
  /** `totalTokens` / `maxContextTokens`; above 1 when the context is overfull. */
  readonly usageRatio: number
  readonly status: 'ok' | 'warning' | 'alert'
  /** The result of `toolTokenLimit` for `usageRatio`. */
  readonly toolTokenLimit: number
  /** Says that the counter has failed; undefined until then. */
  readonly note: string | undefined
  /** Counts a text without adding it. */
  count(text: string): number
  /** Counts a text and adds it to a component. Returns its tokens. */
  track(component: string, text: string): number
  /** Adds tokens, a whole number from 0 on, to a component. */
  record(component: string, tokens: number): void
  /** Takes tokens off a component, never below 0. Returns how many were taken. */
  deduct(component: string, tokens: number): number
  /** The tokens of each component, in the order in which components were added. */
  breakdown(): Record<string, number>
  /** Changes the given options. The counts stay. */
  configure(options: TokenBudgetOptions): void
  reset(): void
}

/**
 * Counts the tokens in the context, per component and with two thresholds.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * createTokenBudget({ maxContextTokens: 100 }).remainingTokens // 100
 */
export function createTokenBudget(options?: TokenBudgetOptions): TokenBudget {
  return new Budget(options)
}

class Budget implements TokenBudget {
  readonly #budget: CoreBudget = createBudget({ contextTokens: MAX_CONTEXT_TOKENS })
  #thresholds = { warnAt: 0.75, alertAt: 0.85 }
  #tokens: TokenCounter | undefined
  #note: string | undefined

  constructor(options: TokenBudgetOptions | undefined) {
    this.configure(options ?? {})
  }

  configure(options: TokenBudgetOptions): void {
    const given = optionsOf(options, budgetNames)
    const maxTokens = wholeOrInfinity('maxContextTokens', given.maxContextTokens, this.maxContextTokens, 1)
    const warnAt = ratio('warningThreshold', given.warningThreshold, this.#thresholds.warnAt)
    const alertAt = ratio('alertThreshold', given.alertThreshold, this.#thresholds.alertAt)
    const tokens = checkCounter(given.tokens) ?? this.#tokens
    if (warnAt > alertAt) throw invalid('warningThreshold', `at most alertThreshold (${alertAt})`, warnAt)
    if (tokens !== this.#tokens) this.#note = undefined
    this.#tokens = tokens
    this.#thresholds = { warnAt, alertAt }
    this.#budget.reconfigure({ contextTokens: maxTokens, warnAt, alertAt })
  }

  get maxContextTokens(): number {
    return this.#budget.usage().contextTokens
  }

  get totalTokens(): number {
    return this.#budget.usage().totalTokens
  }

  get remainingTokens(): number {
    return this.#budget.usage().remainingTokens
  }

  get usageRatio(): number {
    return this.#budget.usage().ratio
  }

  get status(): 'ok' | 'warning' | 'alert' {
    const { status } = this.#budget.usage()
    return status === 'warn' ? 'warning' : status
  }

  get toolTokenLimit(): number {
    return toolTokenLimit(this.usageRatio)
  }

  get note(): string | undefined {
    return this.#note
  }

  count(text: string): number {
    const source = checkedText(text)
    if (this.#tokens === undefined) return approximation.count(source)
    try {
      return meterOf(this.#tokens).count(source)
    } catch (error) {
      if (!(error instanceof CounterFailed)) throw error
      this.#note = fallbackNote(this.#tokens)
      return fallback.count(source)
    }
  }

  track(component: string, text: string): number {
    return this.#budget.add(nonEmptyString('component', component), this.count(text))
  }

  record(component: string, tokens: number): void {
    this.#budget.add(component, wholeNumber('tokens', tokens))
  }

  deduct(component: string, tokens: number): number {
    const name = nonEmptyString('component', component)
    const wanted = wholeNumber('tokens', tokens)
    // In vtcode, an unknown component has no tokens. The core budget would throw.
    return Object.hasOwn(this.breakdown(), name) ? this.#budget.deduct(name, wanted) : 0
  }

  breakdown(): Record<string, number> {
    return this.#budget.usage().components
  }

  reset(): void {
    this.#budget.reset()
  }
}
