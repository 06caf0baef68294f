/** Names that only one may hold, or that tell all others that somebody does. They go with who holds them. */
export interface Locks {
  /** Whether other tabs and workers have part in them. */
  readonly seeAll: boolean
  /** Does work that no other may do at the same time. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Holds a name beside others, until the returned function is called or the tab or worker ends. */
  hold(name: string): Promise<() => void>
  /** Does work that nobody who holds the name may see; false, and nothing done, where somebody does. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>
  /** All names that are held. */
  held(): Promise<ReadonlySet<string>>
}

export const locksOf = (manager: LockManager | undefined): Locks =>
  manager ? new WebLocks(manager) : ownLocks

/** The browser's: of all tabs and workers of a site. */
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

/** Those of this tab or worker alone, where the browser has none. */
class OwnLocks implements Locks {
  readonly seeAll = false
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #holders = new Map<string, number>()

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const settled = run.catch(() => {})
    this.#last.set(name, settled)
    try {
      return await run
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name)
    }
  }

  async hold(name: string): Promise<() => void> {
    await this.#last.get(name)
    this.#add(name, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(name, -1)
      isHeld = false
    }
  }

  async ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#holders.has(name)) return false
    await this.alone(name, work)
    return true
  }

  async held(): Promise<ReadonlySet<string>> {
    return new Set(this.#holders.keys())
  }

  #add(name: string, more: number): void {
    const holders = (this.#holders.get(name) ?? 0) + more
    if (holders > 0) this.#holders.set(name, holders)
    else this.#holders.delete(name)
  }
}

const ownLocks = new OwnLocks()
