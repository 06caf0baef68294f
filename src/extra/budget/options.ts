import { names } from '../../check/names.ts'
import { optionsOf, ratio, record, wholeOrInfinity } from '../../check/values.ts'
import { invalidOption as invalid } from '../../errors.ts'
import type { TokenCounter } from '../../options.ts'
import { checkTokenCounter } from '../../settings.ts'
import type { ModelLimits } from './models.ts'

export interface TokenBudgetOptions {
  /** Tokens of the context, a whole number from 1, or Infinity if it is unknown. */
  contextTokens: number
  /** The share of the context from which on the status is `warn`, 0 to 1; 0.75 by default. */
  warnAt?: number
  /** The share of the context from which on the status is `alert`, `warnAt` to 1; 0.85 by default. */
  alertAt?: number
  /**
   * Tokens that `limitFor` returns even when the context is full, 1 to `contextTokens`. Default: 1000, or
   * `contextTokens` if that is less.
   */
  floor?: number
  /** Most tokens of one output of a component, by the component's name. Whole numbers from 1, or Infinity. */
  limits?: Readonly<Record<string, number>>
  /** Counts the tokens of added texts; the estimator by default. */
  tokens?: TokenCounter
}

/** Includes the fields of `ModelLimits`, so that a result of `modelLimits` is accepted as options. */
const budgetNames = names<TokenBudgetOptions & ModelLimits>()(
  'contextTokens warnAt alertAt floor limits tokens windowTokens maxOutputTokens toolTokens source',
)

const DEFAULT_WARN_AT = 0.75
const DEFAULT_ALERT_AT = 0.85
export const DEFAULT_FLOOR = 1000

/** The options with every default filled in. */
export interface Config {
  contextTokens: number
  warnAt: number
  alertAt: number
  floor: number | undefined
  limits: ReadonlyMap<string, number>
  tokens: TokenCounter | undefined
}

/**
 * Checks the options of a budget and fills in the defaults. `now` is the current config, which replaces the defaults.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function configOf(options: Partial<TokenBudgetOptions>, now?: Config): Config {
  const given = optionsOf<Partial<TokenBudgetOptions & ModelLimits>>(options, budgetNames)
  if (given.contextTokens === undefined && now === undefined) {
    throw invalid('contextTokens', 'the tokens of the context, such as 128000', undefined)
  }
  const contextTokens = wholeOrInfinity('contextTokens', given.contextTokens, now?.contextTokens ?? 0, 1)
  const warnAt = ratio('warnAt', given.warnAt, now?.warnAt ?? DEFAULT_WARN_AT)
  const alertAt = ratio('alertAt', given.alertAt, now?.alertAt ?? DEFAULT_ALERT_AT)
  if (warnAt > alertAt) throw invalid('warnAt', `at most \`alertAt\` (${alertAt})`, warnAt)
  const floor = floorOf(given.floor === undefined ? now?.floor : given.floor, contextTokens)
  const limits = given.limits === undefined ? (now?.limits ?? new Map()) : limitsOf(given.limits)
  const tokens = given.tokens === undefined ? now?.tokens : checkTokenCounter(given.tokens)
  return { contextTokens, warnAt, alertAt, floor, limits, tokens }
}

function floorOf(value: unknown, contextTokens: number): number | undefined {
  if (value === undefined) return undefined
  const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= 1
  if (isWhole && value <= contextTokens) return value
  const most = contextTokens === Infinity ? '' : ` to \`contextTokens\` (${contextTokens})`
  throw invalid('floor', `a whole number from 1${most}`, value)
}

function limitsOf(value: Readonly<Record<string, number>>): Map<string, number> {
  const entries = Object.entries(record('limits', value))
  return new Map(entries.map(([name, limit]) => [name, wholeOrInfinity(`limits.${name}`, limit, 1, 1)]))
}
