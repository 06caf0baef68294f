/** Most requests whose answers are awaited. A server that answers none must not fill the memory. */
const MOST_PENDING = 10_000

/** What is known of the requests that wait for an answer. An id may be used again while its first request waits. */
export class Pending<T> {
  readonly #waiting = new Map<string, T[]>()
  readonly #most: number

  constructor(most = MOST_PENDING) {
    this.#most = most
  }

  get size(): number {
    return this.#waiting.size
  }

  add(key: string, request: T): void {
    const same = this.#waiting.get(key) ?? []
    // The newest ones go last, so that the oldest are forgotten first.
    this.#waiting.delete(key)
    this.#waiting.set(key, [...same.slice(-9), request])
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= this.#most) break
      this.#waiting.delete(oldest)
    }
  }

  /** The oldest request with this id. */
  peek(key: string): T | undefined {
    return this.#waiting.get(key)?.[0]
  }

  /** The oldest request with this id, which is then answered. */
  take(key: string): T | undefined {
    const [request, ...others] = this.#waiting.get(key) ?? []
    if (others.length > 0) this.#waiting.set(key, others)
    else this.#waiting.delete(key)
    return request
  }
}
