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

/** Locks within this tab or worker only, for browsers without Web Locks. */
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
