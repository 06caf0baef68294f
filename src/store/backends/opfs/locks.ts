/**
 * Locks by name, exclusive or shared. A shared lock shows others that its holder still runs. It ends with its holder.
 */
export interface Locks {
  /** Whether other tabs and workers see them. */
  readonly seeAll: boolean
  /** Calls `work` while it holds the name exclusively. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Holds a name together with others, until the returned function is called, or the tab or worker ends. */
  hold(name: string): Promise<() => void>
  /** Calls `work` while it holds the name exclusively. Returns false at once when somebody else holds it. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>
  /** All names that are held. */
  held(): Promise<ReadonlySet<string>>
}

export const locksOf = (manager: LockManager | undefined): Locks =>
  manager ? new WebLocks(manager) : ownLocks

/** The browser's locks. All tabs and workers of a site see them. */
class WebLocks implements Locks {
  readonly seeAll = true
  readonly #manager: LockManager

  constructor(manager: LockManager) {
    this.#manager = manager
  }

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return await this.#manager.request(name, work)
  }

  hold(name: string): Promise<() => void> {
    return new Promise((granted, failed) => {
      const untilReleased = () => new Promise<void>((release) => granted(release))
      this.#manager.request(name, { mode: 'shared' }, untilReleased).catch(failed)
    })
  }

  async ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
    return await this.#manager.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
  }

  async held(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.#manager.query()
    return new Set(held.map(({ name = '' }) => name))
  }
}

/** Those who hold a name, and those who wait for it. */
interface Queue {
  /** How many share the name. Infinity while one holder has it alone. */
  holders: number
  waiting: { isShared: boolean; grant(): void }[]
}

/** Locks within this tab or worker only, for browsers without Web Locks. Granted in the order of the requests. */
class OwnLocks implements Locks {
  readonly seeAll = false
  readonly #queues = new Map<string, Queue>()

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const release = await this.#request(name, false)
    try {
      return await work()
    } finally {
      release()
    }
  }

  hold(name: string): Promise<() => void> {
    return this.#request(name, true)
  }

  async ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#queues.has(name)) return false
    await this.alone(name, work)
    return true
  }

  async held(): Promise<ReadonlySet<string>> {
    return new Set(this.#queues.keys())
  }

  #request(name: string, isShared: boolean): Promise<() => void> {
    const queue = this.#queues.get(name) ?? { holders: 0, waiting: [] }
    this.#queues.set(name, queue)
    return new Promise((granted) => {
      let isHeld = true
      const release = () => {
        if (!isHeld) return
        isHeld = false
        queue.holders = isShared ? queue.holders - 1 : 0
        this.#grantNext(name, queue)
      }
      queue.waiting.push({ isShared, grant: () => granted(release) })
      this.#grantNext(name, queue)
    })
  }

  #grantNext(name: string, queue: Queue): void {
    for (let [next] = queue.waiting; next; [next] = queue.waiting) {
      if (next.isShared ? queue.holders === Infinity : queue.holders > 0) return
      queue.waiting.shift()
      queue.holders = next.isShared ? queue.holders + 1 : Infinity
      next.grant()
    }
    if (queue.holders === 0) this.#queues.delete(name)
  }
}

const ownLocks = new OwnLocks()
