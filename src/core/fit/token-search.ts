import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import { copyOf, type Size } from '../bytes/size.ts'
import { UNITS_PER_TOKEN } from '../tokens/estimate.ts'
import type { Counting } from './counted.ts'
import { fullSizer } from './sizes.ts'

/** A drawn result: the units that it was allowed, and the tokens that the counter found. */
interface Attempt<Result> {
  result: Result
  text: string
  tokenUnits: number
  tokens: number
}

/** The search ends after this many attempts, if one of them fits. */
const MAX_ATTEMPTS = 6

/** Tokens that the first attempt may take beyond the limit, so that a limit of a few tokens keeps something. */
const SLACK_TOKENS = 4

/** The search ends when this share of the tokens is used. */
const ENOUGH = 0.95

/** Aim slightly below the limit, because overshooting wastes an attempt. */
const AIM = 0.99

/** Grow by at most this factor: a counter that finds few tokens in one text may find many in a longer one. */
const MOST_GROWTH = 8

/** An attempt between one that fits and one that does not stays away from both by this share of the distance. */
const MARGIN = 0.08

/**
 * Finds the result that uses the limit best. `draw` makes a result within a size, in the estimator's units. It fits in
 * lines and bytes by construction, and nearly always in the estimator's tokens. With an exact counter, each drawn text
 * is counted, and the next one is drawn with fewer units or with more.
 *
 * @returns undefined when no byte could be kept this way.
 */
export function* fitLimit<Result extends { truncation: Truncation }>(
  limit: Size,
  { tokens, maxTokens }: Settings,
  draw: (limit: Size) => Counting<Result>,
): Counting<Result | undefined> {
  const slack = tokens ? SLACK_TOKENS * UNITS_PER_TOKEN : 0
  const mayGrow = tokens !== undefined && limit.tokenUnits < Number.POSITIVE_INFINITY
  let fitting: Attempt<Result> | undefined
  let best: Attempt<Result> | undefined
  let over: Attempt<Result> | undefined
  let tokenUnits = limit.tokenUnits + slack
  for (let count = 1; ; count++) {
    const result = yield* draw(copyOf(limit, { tokenUnits: Math.max(0, tokenUnits) }))
    const { text, outputTokens, keptBytes } = result.truncation
    if (keptBytes === 0 && count > 1 && !best) return undefined
    const attempt = { result, text, tokenUnits, tokens: outputTokens }
    if (outputTokens > maxTokens) {
      // A text may need far fewer units than it was allowed. Before one has fit, the lower number is the better bound.
      over = fitting ? attempt : { ...attempt, tokenUnits: Math.min(tokenUnits, unitsOf(text)) }
    } else {
      if (!mayGrow) return result
      const isSame = text === fitting?.text
      fitting = attempt
      if (!best || outputTokens >= best.tokens) best = attempt
      if (outputTokens >= ENOUGH * maxTokens || (isSame && !over)) return best.result
    }
    if (best && count >= MAX_ATTEMPTS) return best.result
    if (!fitting) tokenUnits = fewerUnits(attempt, maxTokens, count)
    else tokenUnits = over ? between(fitting, over, maxTokens) : moreUnits(fitting, maxTokens)
    if (fitting && best && over && (tokenUnits <= fitting.tokenUnits || tokenUnits >= over.tokenUnits))
      return best.result
  }
}

/** A text with fewer UTF-16 units shrinks by the smallest step, so that the search finds every grapheme that fits. */
const SHORT_TEXT = 64

/** The factor for a text whose units exceed those that it was allowed. Close to 1, so that no grapheme is skipped. */
const SMALL_STEP = 0.95

/**
 * The next, lower number of units. Always lower, even if the text as a whole needs more than its parts were allowed.
 */
function fewerUnits(
  { text, tokenUnits, tokens }: Attempt<unknown>,
  maxTokens: number,
  count: number,
): number {
  const units = unitsOf(text)
  const less = count <= MAX_ATTEMPTS ? (units * maxTokens) / tokens : units / 2
  const fewer = text.length <= SHORT_TEXT ? units - 1 : Math.floor(less) - 1
  return fewer < tokenUnits ? fewer : Math.floor(tokenUnits * SMALL_STEP) - 1
}

/** The next, higher number of units. */
const moreUnits = ({ tokenUnits, tokens }: Attempt<unknown>, maxTokens: number): number =>
  Math.floor(tokenUnits * Math.min(MOST_GROWTH, (AIM * maxTokens) / tokens)) + 1

/** Units between an attempt that fits and one that does not, by the tokens of both. */
function between(fitting: Attempt<unknown>, over: Attempt<unknown>, maxTokens: number): number {
  const share = (AIM * maxTokens - fitting.tokens) / (over.tokens - fitting.tokens)
  const kept = Math.min(1 - MARGIN, Math.max(MARGIN, share))
  return Math.floor(fitting.tokenUnits + kept * (over.tokenUnits - fitting.tokenUnits))
}

const unitsOf = (text: string): number => fullSizer().measureText(text).tokenUnits
