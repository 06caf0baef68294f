import { names } from '../../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption as invalid } from '../../../errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../../options.ts'
import { utf8Bytes } from '../text.ts'
import { Tally, tallyOf, tokensOfBytes } from './estimate.ts'

/** Who counted: the caller's tokenizer, the median of three estimates, or bytes / 3.5 after the tokenizer failed. */
export type CountedBy = 'tokenizer' | 'approximation' | 'fallback'

/** A way to count tokens. */
export interface Meter {
  readonly by: CountedBy
  count(text: string): number
  /** Adds lines one by one. Each call of the result returns the tokens of all lines so far. */
  start(): (text: string, start: number, end: number) => number
}

/** Thrown internally when the caller's counter throws or returns something that is not a count. */
export class CounterFailed extends Error {}

export const approximation: Meter = {
  by: 'approximation',
  count: (text) => tallyOf(text).tokens,
  start() {
    const tally = new Tally()
    return (text, start, end) => {
      tally.addLine(text, start, end)
      return tally.tokens
    }
  },
}

export const fallback: Meter = {
  by: 'fallback',
  count: (text) => tokensOfBytes(utf8Bytes(text)),
  start() {
    let bytes = 0
    return (text, start, end) => {
      bytes += utf8Bytes(text, start, end)
      return tokensOfBytes(bytes)
    }
  },
}

/** The meter for a caller's counter. Checks each of its answers. */
export function meterOf(counter: TokenCounter | undefined): Meter {
  if (counter === undefined) return approximation
  const count = (text: string): number => checkedCount(counter, text)
  return {
    by: 'tokenizer',
    count,
    start() {
      let tokens = 0
      return (text, start, end) => {
        tokens += count(text.slice(start, end))
        return tokens
      }
    },
  }
}

function checkedCount(counter: TokenCounter, text: string): number {
  try {
    return checked(counter.count(text))
  } catch (cause) {
    throw new CounterFailed('the counter threw', { cause })
  }
}

/** Counts a whole text with a counter that may return a promise. */
export async function countAsync(counter: TokenCounter | AsyncTokenCounter, text: string): Promise<number> {
  try {
    return checked(await counter.count(text))
  } catch (cause) {
    throw new CounterFailed('the counter threw', { cause })
  }
}

function checked(tokens: unknown): number {
  if (typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 0) return tokens
  throw new CounterFailed('the counter gave no whole number')
}

/**
 * Checks a caller's counter.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` when it is not a counter.
 */
export function checkCounter<T extends TokenCounter | AsyncTokenCounter>(
  value: T | undefined,
): T | undefined {
  if (value === undefined) return undefined
  const given = value as T | null
  if (typeof given === 'object' && given !== null && typeof given.count === 'function') return given
  throw invalid('tokens', 'a TokenCounter: { name, count(text) }', value)
}

/** The note of a result whose counter failed. */
export function fallbackNote(counter: { name?: unknown } | undefined): string {
  const name = typeof counter?.name === 'string' ? ` ${JSON.stringify(counter.name)}` : ''
  return `The token counter${name} failed; tokens are estimated as UTF-8 bytes / 3.5.`
}

/** A counter that remembers its counts. `hits` and `size` are statistics. */
export interface CachedTokenCounter extends TokenCounter {
  readonly hits: number
  /** Number of texts remembered. */
  readonly size: number
  clear(): void
}

export interface TokenCacheOptions {
  /** Most texts remembered, from 1 on; 256 by default. The least recently used one is dropped first. */
  maxEntries?: number
  /**
   * Most code units of all texts remembered, from 1 on; 4,194,304 by default. A longer text is counted but not kept.
   */
  maxCharacters?: number
}

const cacheNames = names<TokenCacheOptions>()('maxEntries maxCharacters')

/**
 * Wraps a counter so that it remembers its counts. The key is the text itself, so that no two texts can share a count.
 * Without a counter it remembers `estimateTokens`. Errors of the counter are passed on.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function cacheTokenCounts(counter?: TokenCounter, options?: TokenCacheOptions): CachedTokenCounter {
  const given = checkCounter(counter)
  const limits = optionsOf(options, cacheNames)
  const maxEntries = wholeOrInfinity('maxEntries', limits.maxEntries, 256, 1)
  const maxCharacters = wholeOrInfinity('maxCharacters', limits.maxCharacters, 4 * 1024 * 1024, 1)
  const counts = new Map<string, number>()
  let characters = 0
  let hits = 0
  const forget = (text: string): void => {
    if (counts.delete(text)) characters -= text.length
  }
  return {
    name: given?.name ?? 'vtcode approximation',
    get hits() {
      return hits
    },
    get size() {
      return counts.size
    },
    clear() {
      counts.clear()
      characters = 0
    },
    count(text) {
      const known = counts.get(text)
      if (known !== undefined) hits++
      const tokens = known ?? (given ?? approximation).count(text)
      if (text.length > maxCharacters) return tokens
      forget(text)
      counts.set(text, tokens)
      characters += text.length
      for (const oldest of counts.keys()) {
        if (counts.size <= maxEntries && characters <= maxCharacters) break
        forget(oldest)
      }
      return tokens
    },
  }
}
