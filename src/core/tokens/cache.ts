import { names } from '../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../check/values.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../options.ts'
import { checkTokenCounter } from '../../settings.ts'
import { Sha256 } from '../bytes/sha256.ts'
import { ask } from './counter.ts'

export interface TokenCacheOptions {
  /**
   * Bytes of memory for counts. Default 1 MiB, about 8000 texts of any length. The least recently used text is dropped
   * first.
   */
  maxBytes?: number
}

const cacheNames = names<TokenCacheOptions>()('maxBytes')

/** Statistics of a cache of token counts. */
export interface TokenCacheFigures {
  /** Calls whose count was known, or already being computed. */
  readonly hits: number
  /** Calls that had to ask the counter. */
  readonly misses: number
  /** Share of hits in all calls, 0 to 1; 0 before the first call. */
  readonly hitRate: number
  /** Estimated memory of all counts, in bytes, including those being computed. */
  readonly bytes: number
  /** Forgets all counts, and resets the statistics. */
  clear(): void
}

export interface CachedTokenCounter extends TokenCounter, TokenCacheFigures {}

export interface CachedAsyncTokenCounter extends AsyncTokenCounter, TokenCacheFigures {}

const DEFAULT_MAX_BYTES = 1024 * 1024

/** Memory of a map entry with a key of 33 bytes, rounded up. */
const ENTRY_BYTES = 128

/**
 * Wraps a counter so that it remembers its counts. Counting the same text again costs only its hash.
 *
 * Texts are identified by SHA-256, because a tool's output may be crafted to collide under a weaker hash, and a wrong
 * count would silently break a budget. No text is kept. Calls that ask an `AsyncTokenCounter` about the same text at
 * the same time share one answer. A failed answer is not remembered. The number of pending answers is not limited,
 * because a caller waits for each of them.
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
  const maxBytes = wholeOrInfinity('maxBytes', optionsOf(options, cacheNames).maxBytes, DEFAULT_MAX_BYTES)
  return new TokenCache(checkTokenCounter(counter), Math.floor(maxBytes / ENTRY_BYTES)) as CachedTokenCounter
}

class TokenCache implements TokenCacheFigures {
  readonly name: string
  hits = 0
  misses = 0
  readonly #counter: TokenCounter | AsyncTokenCounter
  readonly #maxEntries: number
  /** The least recently used count is the first. */
  readonly #counts = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<number>>()
  /** True once the counter has returned a promise. */
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

/**
 * UTF-8 turns every lone surrogate into U+FFFD, but a counter may distinguish them. So such a text is hashed by its
 * UTF-16 units.
 */
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
