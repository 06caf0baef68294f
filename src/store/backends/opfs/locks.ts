import { StoreError } from '../../failures.ts'

/**
 * The browser's locks by name, exclusive or shared. All tabs and workers of a site see them. A shared lock shows others
 * that its holder still runs. It ends with its holder.
 */
export class Locks {
  readonly #given: LockManager | undefined

  constructor(manager: LockManager | undefined) {
    this.#given = manager
  }

  /** Calls `work` while it holds the name exclusively. */
  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return await this.#manager.request(name, work)
  }

  /** Holds a name together with others, until the returned function is called, or the tab or worker ends. */
  async hold(name: string): Promise<() => void> {
    const manager = this.#manager
    return new Promise((granted, failed) => {
      const untilReleased = () => new Promise<void>((release) => granted(release))
      manager.request(name, { mode: 'shared' }, untilReleased).catch(failed)
    })
  }

  /** Calls `work` while it holds the name exclusively. Returns false at once when somebody else holds it. */
  async ifFree(name: string, work: () => Promise<void>): Promise<boolean> {
    return await this.#manager.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
  }

  /** All names that are held. */
  async held(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.#manager.query()
    return new Set(held.map(({ name = '' }) => name))
  }

  /** Every browser with private files has locks, where a site may use either. */
  get #manager(): LockManager {
    if (this.#given) return this.#given
    throw new StoreError('ENOTSUP', 'there are no locks of a site here')
  }
}
