import { Sha256 } from '../hash/sha256.ts'
import type { AsyncTokenCounter, TokenCounter } from '../options.ts'
import { checkTokenCounter } from '../settings.ts'
import { optionsOf, wholeNumber } from './check.ts'
import { ask } from './counter.ts'

export interface TokenCacheOptions {
  /** Memory for what is remembered; 1 MiB by default, some 8000 texts of any length. The text asked for longest ago goes first. */
  maxBytes?: number
}

/** How a cache of token counts does. */
export interface TokenCacheFigures {
  /** Texts whose count was known, or under way. */
  readonly hits: number
  /** Texts that the counter was asked about. */
  readonly misses: number
  /** Hits of all, 0 to 1; 0 before the first. */
  readonly hitRate: number
  /** Memory taken by what is remembered or under way. */
  readonly bytes: number
  /** Forgets all texts, and the figures with them. */
  clear(): void
}

export interface CachedTokenCounter extends TokenCounter, TokenCacheFigures {}

export interface CachedAsyncTokenCounter extends AsyncTokenCounter, TokenCacheFigures {}

const DEFAULT_MAX_BYTES = 1024 * 1024

/** What an entry of a map comes to with a key of 33 bytes, rounded up. */
const ENTRY_BYTES = 128

/**
 * A counter that remembers what it counted: the same text costs its hash.
 *
 * Texts are told apart by SHA-256: a tool's output may be made to collide under a weaker hash, and a wrong count would
 * break a budget without a word. No text is held. Of an `AsyncTokenCounter`, those who ask about the same text at the
 * same time share one answer; an answer that failed is not remembered. Answers under way have no limit: each is one that
 * a caller waits for.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`; from `count`, `PITH_COUNTER_FAILED`.
 * @example
 * const words = cacheTokenCounts({ name: 'words', count: (text) => text.split(' ').length })
 * words.count('one two') + words.count('one two') // 4
 * words.hitRate // 0.5
 */
export function cacheTokenCounts(counter: TokenCounter, options?: TokenCacheOptions): CachedTokenCounter
export function cacheTokenCounts(
  counter: AsyncTokenCounter,
  options?: TokenCacheOptions,
): CachedAsyncTokenCounter
export function cacheTokenCounts(
  counter: TokenCounter | AsyncTokenCounter,
  options?: TokenCacheOptions,
): CachedTokenCounter | CachedAsyncTokenCounter {
  const maxBytes = wholeNumber('maxBytes', optionsOf(options).maxBytes, DEFAULT_MAX_BYTES)
  return new TokenCache(checkTokenCounter(counter), Math.floor(maxBytes / ENTRY_BYTES)) as CachedTokenCounter
}

class TokenCache implements TokenCacheFigures {
  readonly name: string
  hits = 0
  misses = 0
  readonly #counter: TokenCounter | AsyncTokenCounter
  readonly #maxEntries: number
  /** The one asked for longest ago is the first. */
  readonly #counts = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<number>>()
  /** Known from the first answer on. */
  #answersLater = false

  constructor(counter: TokenCounter | AsyncTokenCounter, maxEntries: number) {
    this.name = counter.name
    this.#counter = counter
    this.#maxEntries = maxEntries
  }

  get hitRate(): number {
    const asked = this.hits + this.misses
    return asked === 0 ? 0 : this.hits / asked
  }

  get bytes(): number {
    return (this.#counts.size + this.#underWay.size) * ENTRY_BYTES
  }

  clear(): void {
    this.#counts.clear()
    this.#underWay.clear()
    this.hits = 0
    this.misses = 0
  }

  count(text: string): number | Promise<number> {
    const key = keyOf(text)
    const known = this.#counts.get(key)
    if (known !== undefined) {
      this.hits++
      this.#remember(key, known)
      return this.#answersLater ? Promise.resolve(known) : known
    }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) {
      this.hits++
      return underWay
    }
    this.misses++
    const answer = ask(this.#counter, text)
    if (typeof answer !== 'number') return this.#await(key, answer)
    this.#remember(key, answer)
    return answer
  }

  #await(key: string, answer: Promise<number>): Promise<number> {
    this.#answersLater = true
    const isCurrent = () => this.#underWay.get(key) === shared
    const shared: Promise<number> = answer
      .then((tokens) => {
        if (isCurrent()) this.#remember(key, tokens)
        return tokens
      })
      .finally(() => {
        if (isCurrent()) this.#underWay.delete(key)
      })
    this.#underWay.set(key, shared)
    return shared
  }

  #remember(key: string, tokens: number): void {
    this.#counts.delete(key)
    this.#counts.set(key, tokens)
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= this.#maxEntries) break
      this.#counts.delete(oldest)
    }
  }
}

/** In UTF-8 a lone surrogate is another's U+FFFD, which a counter may tell apart: such a text is hashed by its units. */
function keyOf(text: string): string {
  const isWellFormed = !/\p{Surrogate}/u.test(text)
  const bytes = isWellFormed ? new TextEncoder().encode(text) : unitsOf(text)
  return (isWellFormed ? '8' : '6') + String.fromCharCode(...new Sha256().update(bytes).digest())
}

function unitsOf(text: string): Uint8Array {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return new Uint8Array(units.buffer)
}
