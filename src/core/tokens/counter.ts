import { PithError } from '../../errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../../options.ts'

type Counter = TokenCounter | AsyncTokenCounter

/** A token is assumed to be no longer than this. So a counter need not be asked about a text far over the limit. */
export const MAX_BYTES_PER_TOKEN = 256

/** Texts up to this size are always counted. */
export const LEAST_REFUSED_BYTES = 8 * 1024

/** A text of more bytes is not counted: it is assumed to have more than `maxTokens` tokens. */
export const mostCountedBytes = (maxTokens: number): number =>
  Math.max((maxTokens + 1) * MAX_BYTES_PER_TOKEN, LEAST_REFUSED_BYTES)

/**
 * Counts are remembered during a call for texts of this many UTF-16 units in all. The last text always counts as one of
 * them.
 */
const MAX_REMEMBERED_UNITS = 4 * 1024 * 1024

/** A caller's counter during one call. Checks its answers and remembers them. The empty text has 0 tokens. */
export class AskedCounter {
  readonly #counter: Counter
  readonly #counts = new Map<string, number>()
  #units = 0

  constructor(counter: Counter) {
    this.#counter = counter
  }

  /** @throws {PithError} `PITH_COUNTER_FAILED`, also when the counter returns a promise. */
  count(text: string): number {
    if (text === '') return 0
    return this.#counts.get(text) ?? this.#remember(text, countNow(this.#counter, text))
  }

  /** Rejects with `PITH_COUNTER_FAILED` when the counter fails. */
  async countLater(text: string): Promise<number> {
    if (text === '') return 0
    return this.#counts.get(text) ?? this.#remember(text, await ask(this.#counter, text))
  }

  #remember(text: string, tokens: number): number {
    this.#counts.set(text, tokens)
    this.#units += text.length
    for (const oldest of this.#counts.keys()) {
      if (this.#units <= MAX_REMEMBERED_UNITS || oldest === text) break
      this.#counts.delete(oldest)
      this.#units -= oldest.length
    }
    return tokens
  }
}

/** Counts with a counter that must answer at once. */
function countNow(counter: Counter, text: string): number {
  const answer = ask(counter, text)
  if (typeof answer === 'number') return answer
  // Nobody awaits this promise. Without a handler, its rejection could end the process.
  answer.catch(() => {})
  throw failed(counter, `${EXPECTED}a promise`)
}

/**
 * Asks a counter about a text. Returns a promise when the counter does.
 *
 * @throws {PithError} `PITH_COUNTER_FAILED` when the counter throws, or does not return a whole number from 0 on.
 *   `cause` is what it threw.
 */
export function ask(counter: Counter, text: string): number | Promise<number> {
  let answer: unknown
  let isLater: boolean
  try {
    answer = counter.count(text)
    isLater = isThenable(answer)
  } catch (cause) {
    throw thrown(counter, cause)
  }
  return isLater ? settled(counter, answer) : checked(counter, answer)
}

async function settled(counter: Counter, answer: unknown): Promise<number> {
  let tokens: unknown
  try {
    tokens = await answer
  } catch (cause) {
    throw thrown(counter, cause)
  }
  return checked(counter, tokens)
}

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

const EXPECTED = 'expected a whole number from 0, got '

function checked(counter: Counter, tokens: unknown): number {
  if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) return tokens
  throw failed(counter, EXPECTED + (typeof tokens === 'number' ? String(tokens) : typeof tokens))
}

function thrown(counter: Counter, cause: unknown): PithError {
  if (isFailure(cause)) return cause
  return failed(counter, cause instanceof Error ? cause.message : `it threw ${typeof cause}`, { cause })
}

const failed = ({ name }: Counter, why: string, options?: ErrorOptions): PithError =>
  new PithError('PITH_COUNTER_FAILED', `The token counter ${JSON.stringify(name)} failed (${why}).`, options)

const isFailure = (error: unknown): error is PithError =>
  error instanceof PithError && error.code === 'PITH_COUNTER_FAILED'

/** The note for a result that was made without its counter; undefined for any other error. */
export const noteOfFailure = (error: unknown): string | undefined =>
  isFailure(error) ? `${error.message.slice(0, -1)}; tokens are estimated.` : undefined
