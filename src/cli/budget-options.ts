import { PithError } from '../errors.ts'
import { LEAST_WEIGHT, MOST_WEIGHT, type ShareRequest } from '../extra/budget/allocate.ts'
import { budgetOptionsFrom } from '../extra/budget/environment.ts'
import { modelLimits } from '../extra/budget/models.ts'
import { DEFAULT_ALERT_AT, DEFAULT_WARN_AT, type TokenBudgetOptions } from '../extra/budget/options.ts'
import type { Parsed } from './options/arguments.ts'
import { numberOption } from './options/options.ts'
import { ASSUMED_CONTEXT_TOKENS } from './settings/settings.ts'

type Values = Parsed['values']

/**
 * The options of a budget from the command line, else from the environment.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, with the name of the option or the variable.
 */
export function budgetOptions(values: Values): Partial<TokenBudgetOptions> {
  if (values.context !== undefined && values.model !== undefined) {
    throw invalid('Expected either --context or --model, got both.')
  }
  const contextTokens =
    typeof values.model === 'string' ? contextOf(values.model) : wholeOption(values, 'context', Infinity)
  const warnAt = ratioOption(values, 'warn')
  const alertAt = ratioOption(values, 'alert')
  const floor = wholeOption(values, 'floor', Number.MAX_SAFE_INTEGER)
  const options = {
    ...budgetOptionsFrom(process.env),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(warnAt !== undefined && { warnAt }),
    ...(alertAt !== undefined && { alertAt }),
    ...(floor !== undefined && { floor }),
  }
  checkTogether(values, options)
  return options
}

/** Refuses values that contradict each other. The error names the options or variables that they came from. */
function checkTogether(values: Values, options: Partial<TokenBudgetOptions>): void {
  const { contextTokens = ASSUMED_CONTEXT_TOKENS, warnAt, alertAt, floor = 1 } = options
  const [warn, alert] = [warnAt ?? DEFAULT_WARN_AT, alertAt ?? DEFAULT_ALERT_AT]
  if (warn > alert) {
    const most = `${saidBy(values, 'warn', warnAt, 'PITH_WARN_AT')} to be at most`
    const bound = saidBy(values, 'alert', alertAt, 'PITH_ALERT_AT')
    throw invalid(`Expected ${most} ${bound} (${alert}), got ${warn}.`)
  }
  if (floor > contextTokens) {
    const most = `${saidBy(values, 'floor', floor, 'PITH_FLOOR_TOKENS')} to be at most`
    throw invalid(`Expected ${most} ${contextSaidBy(values, options)} (${contextTokens}), got ${floor}.`)
  }
}

function saidBy(values: Values, option: string, value: number | undefined, variable: string): string {
  if (values[option] !== undefined) return `--${option}`
  return value === undefined ? `the default of --${option}` : variable
}

function contextSaidBy(values: Values, { contextTokens }: Partial<TokenBudgetOptions>): string {
  if (values.model !== undefined) return `the context of ${values.model}`
  const isPiths = process.env.PITH_CONTEXT_TOKENS?.trim()
  return saidBy(
    values,
    'context',
    contextTokens,
    isPiths ? 'PITH_CONTEXT_TOKENS' : 'VTCODE_CONTEXT_TOKEN_LIMIT',
  )
}

function contextOf(model: string): number {
  try {
    return modelLimits(model).contextTokens
  } catch (cause) {
    const words = `Expected --model to be a model whose context size is known, got ${JSON.stringify(model)}`
    throw new PithError('PITH_INVALID_OPTION', `${words}; use --context N instead.`, { cause })
  }
}

function wholeOption(values: Values, name: string, most: number): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const value = text === 'Infinity' || /^\d+$/.test(`${text}`) ? Number(text) : 0
  if (value > 0 && value <= most && (value === Infinity || Number.isSafeInteger(value))) return value
  const expected = most === Infinity ? 'a whole number from 1, or Infinity' : 'a whole number from 1'
  throw invalid(`Expected --${name} to be ${expected}, got ${JSON.stringify(text)}.`)
}

function ratioOption(values: Values, name: string): number | undefined {
  const value = numberOption(values, name)
  if (value === undefined || value <= 1) return value
  throw invalid(`Expected --${name} to be a number from 0 to 1, got ${value}.`)
}

/**
 * Parses the calls that --share names.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function shareRequests(lists: readonly string[]): ShareRequest[] {
  const requests = lists.flatMap((list) => list.split(',').map(shareRequest))
  const ids = new Set<string>()
  for (const { id } of requests) {
    if (ids.has(id))
      throw invalid(`Expected --share to name each call once, got ${JSON.stringify(id)} twice.`)
    ids.add(id)
  }
  return requests
}

function shareRequest(word: string): ShareRequest {
  const [, id, want, weight, floor] = /^(.+)=(\d+|Infinity)(?::([\d.]+))?(?::(\d+))?$/s.exec(word) ?? []
  const got = `got ${JSON.stringify(word)}.`
  if (id === undefined) throw invalid(`Expected --share to be ID=WANT[:WEIGHT[:FLOOR]], ${got}`)
  const request = {
    id,
    want: Number(want),
    ...(weight !== undefined && { weight: Number(weight) }),
    ...(floor !== undefined && { floor: Number(floor) }),
  }
  const tokens = [request.want, request.floor ?? 0]
  if (tokens.some((count) => count !== Infinity && !Number.isSafeInteger(count)))
    throw invalid(
      `Expected --share to want no more tokens than ${Number.MAX_SAFE_INTEGER}, or Infinity, ${got}`,
    )
  const { weight: share = 1 } = request
  if (!(share >= LEAST_WEIGHT && share <= MOST_WEIGHT))
    throw invalid(
      `Expected a weight of --share to be a number from ${LEAST_WEIGHT} to ${MOST_WEIGHT}, ${got}`,
    )
  return request
}

const invalid = (sentence: string): PithError => new PithError('PITH_INVALID_OPTION', sentence)
