import type { TokenCounter } from '../../limits.ts'
import { invalid, optionsOf, ratio, wholeNumber } from './check.ts'
import { approximation, CounterFailed, checkCounter, fallback, fallbackNote, meterOf } from './counting.ts'
import { MAX_CONTEXT_TOKENS, toolTokenLimit } from './limits.ts'
import { wellFormed } from './text.ts'

export interface TokenBudgetOptions {
  /** Tokens of the context, a whole number from 1; 128,000 by default. */
  maxContextTokens?: number
  /** Share of the context at which `status` is `warning`; 0.75 by default. */
  warningThreshold?: number
  /** Share of the context at which `status` is `alert`; 0.85 by default. */
  alertThreshold?: number
  /** Counts tokens; the approximation by default. */
  tokens?: TokenCounter
}

/** What is in the context, by component. The total is always the sum of the components. */
export interface TokenBudget {
  readonly maxContextTokens: number
  readonly totalTokens: number
  /** Tokens left of the context; 0 where it is over full. */
  readonly remainingTokens: number
  /** `totalTokens` / `maxContextTokens`; above 1 where the context is over full. */
  readonly usageRatio: number
  readonly status: 'ok' | 'warning' | 'alert'
  /** What `toolTokenLimit` gives for the ratio. */
  readonly toolTokenLimit: number
  /** Says that the counter failed, once it did. */
  readonly note: string | undefined
  /** Tokens of a text; adds nothing. */
  count(text: string): number
  /** Counts a text and adds it to a component; gives its tokens. */
  track(component: string, text: string): number
  /** Adds tokens to a component, a whole number from 0. */
  record(component: string, tokens: number): void
  /** Takes tokens off a component, never below 0; gives how many were taken. */
  deduct(component: string, tokens: number): number
  /** Tokens of each component, in the order in which they came. */
  breakdown(): Record<string, number>
  /** Changes what is given; the counts stay. */
  configure(options: TokenBudgetOptions): void
  reset(): void
}

interface Config {
  maxContextTokens: number
  warningThreshold: number
  alertThreshold: number
  tokens: TokenCounter | undefined
}

/**
 * Keeps count of what is in the context: per component, with two thresholds.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * createTokenBudget({ maxContextTokens: 100 }).remainingTokens // 100
 */
export function createTokenBudget(options?: TokenBudgetOptions): TokenBudget {
  return new Budget(options)
}

class Budget implements TokenBudget {
  #config: Config = {
    maxContextTokens: MAX_CONTEXT_TOKENS,
    warningThreshold: 0.75,
    alertThreshold: 0.85,
    tokens: undefined,
  }
  #note: string | undefined
  readonly #components = new Map<string, number>()

  constructor(options: TokenBudgetOptions | undefined) {
    this.configure(options ?? {})
  }

  configure(options: TokenBudgetOptions): void {
    const given = optionsOf(options)
    const now = this.#config
    const next: Config = {
      maxContextTokens: wholeNumber('maxContextTokens', given.maxContextTokens, now.maxContextTokens, 1),
      warningThreshold: ratio('warningThreshold', given.warningThreshold, now.warningThreshold),
      alertThreshold: ratio('alertThreshold', given.alertThreshold, now.alertThreshold),
      tokens: given.tokens === undefined ? now.tokens : checkCounter(given.tokens),
    }
    if (next.warningThreshold > next.alertThreshold) {
      throw invalid(
        'warningThreshold',
        `at most alertThreshold (${next.alertThreshold})`,
        next.warningThreshold,
      )
    }
    if (next.tokens !== now.tokens) this.#note = undefined
    this.#config = next
  }

  get maxContextTokens(): number {
    return this.#config.maxContextTokens
  }

  get totalTokens(): number {
    let total = 0
    for (const tokens of this.#components.values()) total += tokens
    return total
  }

  get remainingTokens(): number {
    return Math.max(0, this.maxContextTokens - this.totalTokens)
  }

  get usageRatio(): number {
    return this.totalTokens / this.maxContextTokens
  }

  get status(): 'ok' | 'warning' | 'alert' {
    if (this.usageRatio >= this.#config.alertThreshold) return 'alert'
    return this.usageRatio >= this.#config.warningThreshold ? 'warning' : 'ok'
  }

  get toolTokenLimit(): number {
    return toolTokenLimit(this.usageRatio)
  }

  get note(): string | undefined {
    return this.#note
  }

  count(text: string): number {
    const source = wellFormed(text)
    const { tokens } = this.#config
    if (tokens === undefined) return approximation.count(source)
    try {
      return meterOf(tokens).count(source)
    } catch (error) {
      if (!(error instanceof CounterFailed)) throw error
      this.#note = fallbackNote(tokens)
      return fallback.count(source)
    }
  }

  track(component: string, text: string): number {
    const name = componentName(component)
    const tokens = this.count(text)
    this.record(name, tokens)
    return tokens
  }

  record(component: string, tokens: number): void {
    const name = componentName(component)
    this.#components.set(name, (this.#components.get(name) ?? 0) + tokenAmount(tokens))
  }

  deduct(component: string, tokens: number): number {
    const name = componentName(component)
    const held = this.#components.get(name) ?? 0
    const taken = Math.min(held, tokenAmount(tokens))
    if (held > 0) this.#components.set(name, held - taken)
    return taken
  }

  breakdown(): Record<string, number> {
    return Object.fromEntries(this.#components)
  }

  reset(): void {
    this.#components.clear()
  }
}

function componentName(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw invalid('component', 'a non-empty string', value)
}

function tokenAmount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw invalid('tokens', 'a whole number from 0', value)
}
