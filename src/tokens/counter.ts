import { PithError } from '../errors.ts'
import type { AsyncTokenCounter, TokenCounter } from '../options.ts'

type Counter = TokenCounter | AsyncTokenCounter

/** A token is taken to be never longer than this: of a text far beyond it an exact counter need not be asked. */
export const MAX_BYTES_PER_TOKEN = 256

/** A text up to this is counted even where its tokens would have to be longer. */
export const LEAST_REFUSED_BYTES = 8 * 1024

/** A text of more bytes has more tokens than so many, whatever a counter might say. */
export const mostCountedBytes = (maxTokens: number): number =>
  Math.max((maxTokens + 1) * MAX_BYTES_PER_TOKEN, LEAST_REFUSED_BYTES)

/** UTF-16 units of all texts whose count is remembered for the length of a call; the last text is, however long. */
const MAX_REMEMBERED_UNITS = 4 * 1024 * 1024

/** A caller's counter for the length of one call: what it says is checked, and it is asked about no text twice. No text has no tokens. */
export class AskedCounter {
  readonly #counter: Counter
  readonly #counts = new Map<string, number>()
  #units = 0

  constructor(counter: Counter) {
    this.#counter = counter
  }

  /** @throws {PithError} `PITH_COUNTER_FAILED`, also for an answer that comes later. */
  count(text: string): number {
    if (text === '') return 0
    return this.#counts.get(text) ?? this.#remember(text, countNow(this.#counter, text))
  }

  /** Rejects with `PITH_COUNTER_FAILED`. */
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

/** Tokens of a text by a counter that answers at once. */
function countNow(counter: Counter, text: string): number {
  const answer = ask(counter, text)
  if (typeof answer === 'number') return answer
  // Nobody waits for it: should it fail as well, no process may end by that.
  answer.catch(() => {})
  throw failed(counter, `${EXPECTED}a promise`)
}

/**
 * What a counter says of a text, at once or later.
 *
 * @throws {PithError} `PITH_COUNTER_FAILED` when it throws, or gives no whole number from 0; `cause` is what it threw.
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

/** What a result says that was made without its counter; nothing for any other error. */
export const noteOfFailure = (error: unknown): string | undefined =>
  isFailure(error) ? `${error.message.slice(0, -1)}; tokens are estimated.` : undefined
