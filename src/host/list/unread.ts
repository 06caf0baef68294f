import type { ShowName } from '../walk/hidden-names.ts'
import type { WalkFailure } from '../walk/walk.ts'

const MOST_NAMED = 100

export interface UnreadDetails {
  /** Paths that could not be read, with the reason: the first 100. Absent if there are none. */
  unread?: WalkFailure[]
  /** The number of all of them. */
  unreadTotal?: number
}

/** Counts the paths that could not be read. */
export class Unread {
  total = 0
  readonly #first: WalkFailure[] = []
  readonly #show: ShowName

  constructor(show: ShowName) {
    this.#show = show
  }

  add(failure: WalkFailure): void {
    this.total++
    if (this.#first.length < MOST_NAMED) this.#first.push({ ...failure, path: this.#show(failure.path) })
  }

  get details(): UnreadDetails {
    return this.total === 0 ? {} : { unread: this.#first, unreadTotal: this.total }
  }
}
