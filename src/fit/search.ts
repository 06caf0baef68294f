import type { Truncation } from '../truncation.ts'
import type { Asking } from './counted.ts'
import { fullSizer } from './exceeded.ts'

/** A result in the making: its text within so many of the estimator's units. */
type Make<Made> = (tokenUnits: number) => Asking<{ made: Made; truncation: Truncation }>

/** What was tried, and what the counter said of it. */
interface Tried<Made> {
  made: Made
  text: string
  tokenUnits: number
  tokens: number
}

/** A counter is asked for a result that uses more of the room so many times, all in all. */
const MAX_ATTEMPTS = 6

/** With this share of the tokens in use, nothing more is tried. */
const ENOUGH = 0.95

/** A hair less than all is aimed at: what is over is no use. */
const AIM = 0.99

/** A counter that finds few tokens is believed step by step: a text that it finds too large after all is not huge. */
const MOST_GROWTH = 8

/** Between a result that fits and one that does not, the next try keeps away from both by this share. */
const MARGIN = 0.08

/**
 * The result that uses the room for tokens best, with units of the estimator as the measure to plan by. A first one that
 * has too many is made anew with the excess taken off, until one fits; one that leaves room with more, where `mayGrow`.
 * Between one that fits and one that does not it goes on by proportion.
 *
 * @returns nothing when not one byte could be kept that way.
 */
export function* bestUse<Made>(
  firstUnits: number,
  maxTokens: number,
  mayGrow: boolean,
  make: Make<Made>,
): Asking<Made | undefined> {
  let fit: Tried<Made> | undefined
  let best: Tried<Made> | undefined
  let over: Tried<Made> | undefined
  let tokenUnits = firstUnits
  for (let attempt = 0; ; attempt++) {
    const { made, truncation } = yield* make(tokenUnits)
    const { text, outputTokens: tokens, keptBytes } = truncation
    if (keptBytes === 0 && attempt > 0 && !best) return undefined
    const tried = { made, text, tokenUnits, tokens }
    // Until one fits, what the text has in units tells more than what it might have had.
    if (tokens > maxTokens) over = fit ? tried : { ...tried, tokenUnits: Math.min(tokenUnits, unitsOf(text)) }
    else {
      if (!mayGrow) return made
      const isSame = text === fit?.text
      fit = tried
      if (!best || tokens >= best.tokens) best = tried
      if (tokens >= ENOUGH * maxTokens || (isSame && !over)) return best.made
    }
    if (best && attempt + 1 >= MAX_ATTEMPTS) return best.made
    if (!fit) tokenUnits = fewerUnits(tried, maxTokens, attempt)
    else tokenUnits = over ? between(fit, over, maxTokens) : moreUnits(fit, maxTokens)
    if (fit && best && over && (tokenUnits <= fit.tokenUnits || tokenUnits >= over.tokenUnits))
      return best.made
  }
}

/** Under this many characters the next smaller text is tried, so that no grapheme that fits is passed over. */
const SHORT_TEXT = 64

/** Never by so much that a grapheme is passed over where there are few. */
const SMALL_STEP = 0.95

/** Fewer units than before, whatever was found: a text may measure more as a whole than its parts were allowed. */
function fewerUnits(
  { text, tokenUnits, tokens }: Tried<unknown>,
  maxTokens: number,
  attempt: number,
): number {
  const units = unitsOf(text)
  const less = attempt < MAX_ATTEMPTS ? (units * maxTokens) / tokens : units / 2
  const fewer = text.length <= SHORT_TEXT ? units - 1 : Math.floor(less) - 1
  return fewer < tokenUnits ? fewer : Math.floor(tokenUnits * SMALL_STEP) - 1
}

const moreUnits = ({ tokenUnits, tokens }: Tried<unknown>, maxTokens: number): number =>
  Math.floor(tokenUnits * Math.min(MOST_GROWTH, (AIM * maxTokens) / tokens)) + 1

function between(fit: Tried<unknown>, over: Tried<unknown>, maxTokens: number): number {
  const share = (AIM * maxTokens - fit.tokens) / (over.tokens - fit.tokens)
  const kept = Math.min(1 - MARGIN, Math.max(MARGIN, share))
  return Math.floor(fit.tokenUnits + kept * (over.tokenUnits - fit.tokenUnits))
}

const unitsOf = (text: string): number => fullSizer().measureText(text).tokenUnits
